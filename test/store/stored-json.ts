import { z } from 'zod'
import { alertMessage } from '../../src/blocks/digests/alert.ts'
import { question, type WrittenQuestion } from '../../src/conversations/question.ts'
import type { AlertIntent } from '../../src/digests/alerts/check-alerts.ts'
import type { AlertEvent } from '../../src/model/alert.ts'
import { noFilters } from '../../src/model/question.ts'
import { marketWeek } from '../../src/model/reports.ts'
import {
  type AlertSettings,
  type Days,
  type DigestSection,
  type DigestStatement,
  defaultSettings,
} from '../../src/store/index.ts'
import { storedDetail } from '../../src/store/tables/audit.ts'
import { type FilterName, storedFilterNames, storedSubreddits } from '../../src/store/tables/channels.ts'
import { storedSections } from '../../src/store/tables/digest-record.ts'
import {
  brandNewsKinds,
  markedAlertKinds,
  settingsColumns,
  storedSettings,
} from '../../src/store/tables/digest-settings.ts'
import { storedScopes } from '../../src/store/tables/installations.ts'
import { type Effect, storedEffect } from '../../src/store/tables/outbox.ts'
import { type Notice, type NoticeMatter, noticeOf } from '../../src/store/tables/owed.ts'
import { storedAim } from '../../src/store/tables/tasks.ts'
import { messageOf, type WatchEnd } from '../../src/watches/watches.ts'
import { keptRecommendation, storedQuestion } from '../../src/weeks/weeks.ts'
import { alertExamples, alertNews } from '../blocks/gallery/digests/alert.ts'
import { everyAlert } from '../every-alert.ts'

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
const day = '2026-01-05'
const alerts: readonly Required<AlertSettings>[] = [
  everyAlert,
  { ...defaultSettings.alerts, quietHours: null },
]
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
  },
  actions: { recommendations: { R1: { 'brief-1': null }, R2: null } },
  evaluations: { states: { E1: 'ended', E2: 'unread' } },
  stories: { 'task-1': 'up', 'task-2': 'down', 'task-3': 'faded', 'task-4': 'back' },
  told: brandNewsKinds.map((kind) => ({ brand: 'Globex', kind, direction: 1, from: day, told: day })),
}
const empty: DigestStatement = {
  composedAt: '2026-01-12T08:00:00.000Z',
  figures: { ...figures, rank: null, visibility: null },
  reddit: null,
  actions: null,
  evaluations: null,
}
const effect: Required<Effect> = {
  statement,
  marks: markedAlertKinds.map((kind) => ({ kind, subject: 'Globex', basis: 'hash' })),
  told: [{ brand: 'Globex', kind: 'passing', direction: -1, from: day, told: day }],
  checkOwner: true,
  question: 'visibility week 2026-11-09',
}

/** What an alert about it says, and what it marks. */
export const alertOf = (kind: AlertEvent['kind']): AlertIntent => ({
  marks: effect.marks,
  told: effect.told,
  headline: 'Globex overtakes',
  news: alertNews({ events: [alertExamples[kind][1]], left: 1, engines: ['ChatGPT'] }),
})
const matters: { readonly [Kind in NoticeMatter['kind']]: Extract<NoticeMatter, { kind: Kind }> } = {
  paused: { kind: 'paused', code: 'is_archived' },
  not_posted: { kind: 'not_posted', reason: 'too_late', hours: 3 },
  unknown: { kind: 'unknown', delivery: 'a delivery' },
  owner_wanted: { kind: 'owner_wanted', gone: 'U1' },
  restore: { kind: 'restore', oldest: 'S1' },
}
const notices = Object.values(matters).map((matter): Notice => ({ matter, tried: ['U1'], isShared: true }))
const ends: { readonly [Kind in WatchEnd['how']['kind']]: Extract<WatchEnd['how'], { kind: Kind }> } = {
  done: {
    kind: 'done',
    evaluation: {
      id: 'E1',
      name: 'Pricing page',
      status: 'completed',
      isFinal: true,
      urls: ['https://example.com/pricing'],
      tags: ['pricing'],
      discovery: null,
      cost: 3,
      createdAt: '2026-01-10T08:00:00Z',
      isArchived: false,
    },
  },
  gone: { kind: 'gone' },
  given_up: { kind: 'given_up', why: 'It is still running.' },
}
const watchEnds = Object.values(ends).map(
  (how): WatchEnd => ({
    watch: { evaluationId: 'E1', channel: 'C1', createdAt: '2026-01-10T08:00:00.000Z' },
    how,
  }),
)
const asked: Required<WrittenQuestion> = {
  kind: 'mention',
  text: 'who is ahead?',
  ts: '1.1',
  viewing: ['C1'],
  about: null,
  enterprise: 'E1',
}

/** JSON that is read by composing what it says: it has no parser. */
const readBy = <T>(read: (value: T) => unknown) =>
  z.unknown().superRefine((value, { addIssue }) => {
    try {
      read(value as T)
    } catch (error) {
      addIssue(String(error))
    }
  })

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
  'market_weeks.record': {
    parser: z.union([marketWeek, keptRecommendation]),
    texts: written(
      { briefs: [{ id: 'brief-1', taskId: null, title: 'Prices', body: 'Write it.', updatedAt: null }] },
      { gone: 'The service does not know this recommendation. Check its id.' },
      {
        week: '2026-01-05',
        days: ['2026-01-05'],
        unit: '%',
        brands: [{ name: 'Acme', mine: true }],
        brandsLeftOut: 0,
        all: { answers: 120, figures: [[41.3, 38.25, 120]] },
        engines: {
          ChatGPT: { answers: null, figures: [[0, null, null]] },
          Claude: { answers: 9, figures: [null] },
          Gemini: null,
        },
      },
      { week: '2026-01-12', days: null, unit: '', brands: [], brandsLeftOut: 0, all: null, engines: {} },
    ),
  },
  'market_weeks.question': {
    parser: storedQuestion,
    texts: written(
      {
        scope: { organizationId: 'O1', workspaceId: 'W1', projectId: 'P1' },
        filters: { ...noFilters, topics: ['topic-1'], neutralsOnly: true, search: 'price' },
      },
      { organizationId: 'O1', workspaceId: 'W1', resultId: 'R1' },
    ),
  },
  'audit.detail': { parser: storedDetail, texts: written({ generation: 1, message: null, any: [{}] }, {}) },
  'installations.scopes': { parser: storedScopes, texts: written(['commands'], []) },
  'digest_records.value of figures': {
    parser: storedSections.figures,
    texts: written(figures, empty.figures),
  },
  'digest_records.value of reddit': { parser: storedSections.reddit, texts: written(statement.reddit) },
  'digest_records.value of actions': { parser: storedSections.actions, texts: written(statement.actions) },
  'digest_records.value of evaluations': {
    parser: storedSections.evaluations,
    texts: written(statement.evaluations),
  },
  'outbox.about of an alert': {
    parser: readBy(({ news }: AlertIntent) => alertMessage(news)),
    texts: written(...(Object.keys(alertExamples) as AlertEvent['kind'][]).map(alertOf)),
  },
  'outbox.about of a notice': {
    parser: readBy((value) => noticeOf(JSON.stringify(value))),
    texts: written(...notices),
  },
  'outbox.about of a watched evaluation': { parser: readBy(messageOf), texts: written(...watchEnds) },
  'outbox.about of a question': {
    parser: question,
    texts: written(asked, { ...asked, kind: 'direct', viewing: null, about: 'C1', enterprise: null }),
  },
  'outbox.effect': { parser: storedEffect, texts: written(effect, { statement: empty }, {}) },
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
