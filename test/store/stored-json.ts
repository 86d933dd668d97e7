import { z } from 'zod'
import type { AlertSettings, Days, DigestSection, DigestStatement } from '../../src/store/index.ts'
import { storedDetail } from '../../src/store/tables/audit.ts'
import { type FilterName, storedFilterNames, storedSubreddits } from '../../src/store/tables/channels.ts'
import { storedBriefs, storedFigures, storedStatement } from '../../src/store/tables/digest-record.ts'
import { type AlertKind, settingsColumns, storedSettings } from '../../src/store/tables/digest-settings.ts'
import { storedScopes } from '../../src/store/tables/installations.ts'
import { storedAim } from '../../src/store/tables/tasks/task-record.ts'

// The types make each list complete: a new variant doesn't compile until there is an example of it.
const days: Readonly<Record<Days['kind'], readonly Days[]>> = {
  daily: [{ kind: 'daily' }],
  weekdays: [{ kind: 'weekdays' }],
  days: [{ kind: 'days', days: [1, 7] }],
  monthly: [
    { kind: 'monthly', day: 31 },
    { kind: 'monthly', day: 'last' },
  ],
}
const sections: Readonly<Record<DigestSection, true>> = {
  visibility: true,
  engines: true,
  reddit: true,
  actions: true,
  evaluations: true,
  review: true,
}
const alerts: readonly Required<AlertSettings>[] = [
  {
    overtaken: true,
    visibilityFallsBy: 2.5,
    sentimentNegative: true,
    evaluationDone: true,
    quietHours: { from: '22:00', to: '07:00' },
  },
  {
    overtaken: false,
    visibilityFallsBy: null,
    sentimentNegative: false,
    evaluationDone: false,
    quietHours: null,
  },
]
const alertKinds: Readonly<Record<AlertKind, true>> = {
  overtaken: true,
  fall: true,
  sentiment: true,
  evaluation: true,
}
const filters: Readonly<Record<FilterName['filter'], true>> = {
  topics: true,
  personas: true,
  thematics: true,
}
const figures: Required<NonNullable<DigestStatement['figures']>> = {
  period: { unit: 'week', start: '2026-01-05', end: '2026-01-11' },
  headline: 'quiet',
  rank: 2,
  visibility: 41.3,
  basis: 'hash',
  answers: 120,
  told: { direction: 'down', week: '2026-01-05', score: 41.3, answers: null },
  rivals: { Globex: 38.1 },
  engines: { ChatGPT: 44, Gemini: null },
  engineAnswers: { ChatGPT: 60, Gemini: null },
}
const statement: Required<DigestStatement> = {
  composedAt: '2026-01-12T08:00:00.000Z',
  figures,
  reddit: {
    summaries: [
      { summaryId: 'summary-1', subreddit: 'saas', creationDate: '2026-01-10' },
      { summaryId: 'summary-2', subreddit: 'saas', creationDate: null },
    ],
    sentiments: { saas: 'positive' },
    gone: ['summary-0'],
  },
  actions: { recommendations: { R1: { 'brief-1': null }, R2: null }, gone: ['R0'] },
  evaluations: { states: { E1: 'ended', E2: 'unread' }, gone: ['E0'] },
  stories: { 'task-1': 'up', 'task-2': 'down' },
}
const empty: DigestStatement = {
  composedAt: '2026-01-12T08:00:00.000Z',
  figures: {
    period: figures.period,
    headline: 'quiet',
    rank: null,
    visibility: null,
    answers: null,
    told: null,
  },
  reddit: null,
  actions: null,
  evaluations: null,
}
const marks = Object.keys(alertKinds).map((kind) => ({ kind, subject: 'Globex', basis: 'hash' }))

/** What is stored for these settings in that column. */
function inColumn(name: keyof typeof storedSettings, settings: Parameters<typeof settingsColumns>[0][]) {
  return settings.map((one) => String(new Map(settingsColumns(one)).get(name)))
}
const written = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value))

interface StoredJson {
  /** As in the code of this checkout. */
  readonly parser: z.ZodType
  /** Stored texts: at least one of each variant. */
  readonly texts: readonly string[]
}

/** Every column with JSON that Sightline reads again. */
export const storedJson: Readonly<Record<string, StoredJson>> = {
  'subscriptions.days': {
    parser: storedSettings.days,
    texts: inColumn(
      'days',
      Object.values(days)
        .flat()
        .map((one) => ({ schedule: { ...one, time: '09:00', timeZone: 'UTC' } })),
    ),
  },
  'subscriptions.sections': {
    parser: storedSettings.sections,
    texts: inColumn('sections', [{ sections: Object.keys(sections) as DigestSection[] }]),
  },
  'subscriptions.evaluations': {
    parser: storedSettings.evaluations,
    texts: inColumn('evaluations', [{ evaluations: ['E1'] }, { evaluations: [] }]),
  },
  'subscriptions.alerts': {
    parser: storedSettings.alerts,
    texts: inColumn(
      'alerts',
      alerts.map((one) => ({ alerts: one })),
    ),
  },
  'channel_settings.subreddits': { parser: storedSubreddits, texts: written(['saas'], []) },
  'channel_settings.filter_names': {
    parser: storedFilterNames,
    texts: written(Object.keys(filters).map((filter) => ({ filter, id: 'topic-1', name: 'Pricing' }))),
  },
  'task_aims.aim': {
    parser: storedAim,
    texts: written(
      { engines: ['chatgpt'], rival: 'Globex', topics: ['topic-1'], subreddit: 'saas' },
      { engines: [], rival: null, topics: [], subreddit: null },
    ),
  },
  'audit.detail': { parser: storedDetail, texts: written({ generation: 1, message: null, any: [{}] }, {}) },
  'installations.scopes': { parser: storedScopes, texts: written(['commands'], []) },
  'digest_records.value of figures': { parser: storedFigures, texts: written(figures, empty.figures) },
  'digest_records.value of a recommendation': {
    parser: storedBriefs,
    texts: written({ 'brief-1': '2026-01-10T08:00:00Z', 'brief-2': null }, null),
  },
  'outbox.effect': {
    parser: z.object({
      statement: storedStatement.optional(),
      marks: z.array(z.object({ kind: z.string(), subject: z.string(), basis: z.string() })).optional(),
      checkOwner: z.literal(true).optional(),
    }),
    texts: written({ statement, checkOwner: true }, { statement: empty }, { marks, checkOwner: true }),
  },
}

/** What is kept of a release: its parsers, as JSON Schema, and its stored texts. */
export type RecordedJson = Readonly<
  Record<string, { readonly parser: z.core.JSONSchema.BaseSchema; readonly texts: readonly string[] }>
>

export const recordedToday = (): RecordedJson =>
  Object.fromEntries(
    Object.entries(storedJson).map(([column, { parser, texts }]) => [
      column,
      // As input: the parsers accept fields that they don't know.
      { parser: z.toJSONSchema(parser, { io: 'input' }), texts },
    ]),
  )
