import { gapsAnswer } from '../../../src/blocks/visibility/gaps.ts'
import type { Gap, GapReport } from '../../../src/model/gap-report.ts'
import type { SplitDimension } from '../../../src/model/reports.ts'
import { month, northwind, quiet, report } from '../fixtures.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

const options = { shareable: true, command: 'gaps' }
const gap = (
  dimension: SplitDimension,
  part: string,
  ownScore: number,
  leader: number,
  answers: number,
): Gap => ({ dimension, part, ownScore, leader: { brand: 'Contoso', score: leader }, answers })

const quietWeek = report(quiet(northwind))
const all: GapReport = {
  report: quietWeek,
  gaps: [
    gap('siteType', 'COMPARISON_SITE', 22.4, 51.3, 248),
    gap('engine', 'Perplexity', 33.1, 54, 334),
    gap('funnelStage', 'MoFu', 36.9, 48.7, 972),
    gap('keywordType', 'Generic', 38.2, 46.1, 2_501),
    gap('engine', 'Gemini', 58.3, 37.6, 332),
  ],
  tooClose: ['Bing', 'ChatGPT', 'Claude'].map((engine) => gap('engine', engine, 41, 44, 330)),
  unread: [],
  notMeasured: [],
  leftOut: 0,
}
const unread = (subject: string) => ({
  ok: false as const,
  subject,
  reason: 'The analytics service does not answer. Try again in a few minutes.',
})

export const gapsGroup: ExhibitGroup = {
  title: 'Where to win',
  exhibits: exhibitsOf(
    (data: GapReport, sharedBy?: string) => gapsAnswer(data, { ...options, ...(sharedBy && { sharedBy }) }),
    {
      gaps: ['You asked where you trail the leader most.', all],
      'gaps-leading': [
        'You don’t clearly trail anywhere.',
        { ...all, gaps: all.gaps.slice(4), tooClose: all.tooClose.slice(1) },
      ],
      'gaps-none': ['No gap is more than ordinary variation.', { ...all, gaps: [] }],
      'gaps-failing': [
        'Some segments could not be read, or have no score.',
        {
          ...all,
          gaps: all.gaps.slice(0, 1),
          unread: ['ChatGPT', 'BoFu'].map(unread),
          notMeasured: ['Perplexity', 'UNKNOWN'],
          leftOut: 7,
          report: { ...quietWeek, period: month('2026-10', 'Europe/Paris') },
        },
      ],
      'gaps-shared': [
        'A person shared it. You lead nowhere.',
        { ...all, gaps: all.gaps.slice(0, 2) },
        'U0MAYA',
      ],
      'gaps-no-own-brand': [
        'No brand is marked as yours.',
        {
          ...all,
          gaps: [],
          tooClose: [],
          report: report({ kind: 'no_own_brand', leader: northwind, mover: null }, { own: null }),
        },
      ],
    },
  ),
}
