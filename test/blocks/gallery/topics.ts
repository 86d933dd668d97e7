import { topicsAnswer } from '../../../src/blocks/visibility/topics.ts'
import type { TopicReport } from '../../../src/insights/topics.ts'
import type { BrandStanding } from '../../../src/model/reports.ts'
import { ok, overtookReport, standing } from '../fixtures.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'

const options = { shareable: true, command: 'topics' }
const { period, comparedWith, coverage } = overtookReport
const own = (value: number | null, previous: number | null) =>
  standing('Northwind', value === null ? null : 2, 2, [value, previous], { mine: true })
const topic = (name: string, standing: BrandStanding | null) => ({ name, own: standing })
const [pricing, support, onboarding] = [
  topic('Pricing', own(48.2, 44)),
  topic('Support', own(33.5, 33.9)),
  topic('Onboarding', own(21, 24.6)),
]

const answer = (name: string, when: string, report: Partial<TopicReport>, omitted = 0): Exhibit =>
  exhibit({
    name,
    when,
    data: {
      report: {
        ...{ period, comparedWith, coverage, notCollected: [], topics: [], best: null, worst: null },
        ...report,
      },
      omitted,
    },
    draw: ({ report, omitted }) => topicsAnswer(report, omitted, options),
  })

export const topicsGroup: ExhibitGroup = {
  title: 'Topics',
  exhibits: [
    answer('topics', 'You asked how your brand does on each of this channel’s topics.', {
      topics: [ok(pricing), ok(support), ok(onboarding)],
      best: pricing,
      worst: onboarding,
    }),
    answer(
      'topics-alike',
      'No topic stands out, one could not be read, one doesn’t name your brand, and there are more.',
      {
        topics: [
          ok(topic('Pricing', own(40.2, 40))),
          ok(topic('Support', own(39.8, 40))),
          ok(topic('Returns', null)),
          { ok: false, subject: 'Onboarding', reason: 'The analytics service didn’t answer in time.' },
        ],
      },
      3,
    ),
    answer('topics-no-data', 'Nothing was measured.', {
      comparedWith: null,
      topics: [ok(topic('Pricing', null))],
    }),
  ],
}
