import type { AnswerOptions } from '../../../src/blocks/kit/answer.ts'
import { gapsAnswer } from '../../../src/blocks/visibility/gaps.ts'
import type { Gap, GapReport } from '../../../src/model/gap-report.ts'
import type { SplitDimension } from '../../../src/model/reports.ts'
import { month, northwind, quiet, report } from '../fixtures.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'

const gap = (
  dimension: SplitDimension,
  part: string,
  ownScore: number,
  leader: number,
  answers: number,
): Gap => ({ dimension, part, ownScore, leader: { brand: 'Contoso', score: leader }, answers })

const gaps = [
  gap('siteType', 'COMPARISON_SITE', 22.4, 51.3, 248),
  gap('engine', 'Perplexity', 33.1, 54, 334),
  gap('funnelStage', 'MoFu', 36.9, 48.7, 972),
  gap('keywordType', 'Generic', 38.2, 46.1, 2_501),
  gap('engine', 'Gemini', 58.3, 37.6, 332),
]
const away = 'The analytics service does not answer. Try again in a few minutes.'
const close = ['Bing', 'ChatGPT', 'Claude'].map((engine) => gap('engine', engine, 41, 44, 330))

const answer = (
  name: string,
  when: string,
  more: Partial<GapReport> = {},
  sharedBy: Pick<AnswerOptions, 'sharedBy'> = {},
): Exhibit =>
  exhibit({
    name: `gaps${name}`,
    when,
    data: {
      report: report(quiet(northwind)),
      gaps,
      tooClose: close,
      unread: [],
      notMeasured: [],
      leftOut: 0,
      ...more,
    },
    draw: (data) => gapsAnswer(data, { shareable: true, command: 'gaps', ...sharedBy }),
  })

export const gapsGroup: ExhibitGroup = {
  title: 'Where to win',
  exhibits: [
    answer('', 'You asked where you trail the leader most.'),
    answer('-leading', 'You don’t clearly trail anywhere.', {
      gaps: gaps.slice(4),
      tooClose: close.slice(1),
    }),
    answer('-none', 'No gap is more than ordinary variation.', { gaps: [] }),
    answer('-failing', 'Some segments could not be read, or have no score.', {
      gaps: gaps.slice(0, 1),
      unread: [
        { ok: false, subject: 'ChatGPT', reason: away },
        { ok: false, subject: 'BoFu', reason: away },
      ],
      notMeasured: ['Perplexity', 'UNKNOWN'],
      leftOut: 7,
      report: report(quiet(northwind), { period: month('2026-10', 'Europe/Paris') }),
    }),
    answer('-shared', 'A person shared it.', {}, { sharedBy: 'U0MAYA' }),
    answer('-no-own-brand', 'No brand is marked as yours.', {
      gaps: [],
      tooClose: [],
      report: report({ kind: 'no_own_brand', leader: northwind, mover: null }, { own: null }),
    }),
  ],
}
