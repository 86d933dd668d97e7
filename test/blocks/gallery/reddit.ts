import { redditAnswer } from '../../../src/blocks/reddit/reddit.ts'
import { redditNews } from '../fixtures.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'

const options = { shareable: true, command: 'reddit' }

export const redditGroup: ExhibitGroup = {
  title: 'Reddit',
  exhibits: [
    exhibit({
      name: 'reddit',
      when: 'You asked what Reddit says: a sentiment that turned is shown with its old and new value.',
      data: { news: redditNews, options },
      draw: ({ news, options }) => redditAnswer(news, options),
    }),
    exhibit({
      name: 'reddit-empty',
      when: 'The service has no summary for what you asked.',
      data: { news: { baseline: false, items: [], missing: ['running'] }, options },
      draw: ({ news, options }) => redditAnswer(news, options),
    }),
  ],
}
