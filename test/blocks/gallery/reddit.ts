import { redditAnswer } from '../../../src/blocks/reddit/reddit.ts'
import { redditNews } from '../fixtures.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

const options = { shareable: true, command: 'reddit' }

export const redditGroup: ExhibitGroup = {
  title: 'Reddit',
  exhibits: exhibitsOf(redditAnswer, {
    reddit: [
      'You asked what Reddit says: a sentiment that turned is shown with its old and new value.',
      redditNews,
      options,
    ],
    'reddit-empty': [
      'The service has no summary for what you asked.',
      { baseline: false, items: [], missing: ['running'] },
      options,
    ],
  }),
}
