import { topicsAnswer } from '../../../src/blocks/visibility/topics.ts'
import type { TopicReport } from '../../../src/insights/topics.ts'
import { ok, overtookReport, standing } from '../fixtures.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

const { period, comparedWith, coverage } = overtookReport
const none = { period, comparedWith, coverage, notCollected: [], topics: [], best: null, worst: null }

const topic = (name: string, now: number, before: number) => ({
  name,
  own: standing('Northwind', 2, 2, [now, before], { mine: true }),
})
const unnamed = (name: string) => ok({ name, own: null })
const [pricing, onboarding] = [topic('Pricing', 48.2, 44), topic('Onboarding', 21, 24.6)]

export const topicsGroup: ExhibitGroup = {
  title: 'Topics',
  exhibits: exhibitsOf(
    (report: TopicReport, omitted: number) =>
      topicsAnswer(report, omitted, { shareable: true, command: 'topics' }),
    {
      topics: [
        'You asked how your brand does on each of this channel’s topics.',
        {
          ...none,
          topics: [pricing, topic('Support', 33.5, 33.9), onboarding].map(ok),
          best: pricing,
          worst: onboarding,
        },
        0,
      ],
      'topics-alike': [
        'Two topics have the same visibility, one could not be read, one doesn’t name your brand, and there are more.',
        {
          ...none,
          topics: [
            ok(topic('Pricing', 40, 40.2)),
            ok(topic('Support', 40, 39.8)),
            unnamed('Returns'),
            { ok: false, subject: 'Onboarding', reason: 'The analytics service didn’t answer in time.' },
          ],
        },
        3,
      ],
      'topics-no-data': [
        'Nothing was measured.',
        { ...none, comparedWith: null, topics: [unnamed('Pricing')] },
        0,
      ],
    },
  ),
}
