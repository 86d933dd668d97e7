/** The bot as `bench headlines` uses it: the digest of a week and the alerts of a day, over the real interface. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createAnalyticsApi } from '../../src/api/index.ts'
import { alertMessage } from '../../src/blocks/digests/alert.ts'
import { trendSentence } from '../../src/blocks/kit/trend-copy.ts'
import { alertChecks } from '../../src/digests/alerts/alert-readings.ts'
import { composeDigest } from '../../src/digests/compose/compose.ts'
import { alertStep } from '../../src/insights/alerts.ts'
import { lastComplete } from '../../src/insights/periods.ts'
import { trendReport, withTrendHeadline } from '../../src/insights/trend-report.ts'
import { explainedReport } from '../../src/insights/why.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Trend } from '../../src/model/trend.ts'
import type { DigestRecord, DigestStatement, Store, Subscription } from '../../src/store/index.ts'
import {
  type Claim,
  claimOfAlert,
  claimOfDrift,
  claimOfHeadline,
  type Reported,
  type ReportedEvent,
} from './claims.ts'

/** A digest or an alert: its claims and its text. */
export interface BotMessage {
  readonly claims: readonly Claim[]
  readonly text: string
  readonly period: { readonly start: string; readonly end: string }
}

/** One channel's bot, with its memory. */
export interface Bot {
  /** The digest of the last complete week. */
  digest(): Promise<BotMessage>
  /** `null`: no alert. */
  alerts(): Promise<BotMessage | null>
}

export interface Place {
  readonly baseUrl: string
  readonly searchBaseUrl: string
  readonly apiKey: string
  readonly organizationId: string
  readonly workspaceId: string
  readonly clock: Clock
}

/** A bot for one analysis. */
export type Bots = (projectId: string) => Bot

const NOISE_BAND = 1
/** The default in a digest's form. */
const FALL = 5
const TIME_ZONE = 'UTC'

function scopeIn({ organizationId, workspaceId }: Place, projectId: string) {
  return { organizationId, workspaceId, projectId }
}

const apiOptions = ({ baseUrl, searchBaseUrl, apiKey, clock }: Place) => ({
  baseUrl,
  searchBaseUrl,
  apiKey: () => apiKey,
  clock,
})

/** This checkout's bot. */
export function botsOfToday(place: Place): Bots {
  const api = createAnalyticsApi(apiOptions(place))
  return (projectId) => {
    const { clock } = place
    const scope = scopeIn(place, projectId)
    const subscription = subscriptionOf(projectId)
    let record: DigestRecord | null = null
    // A channel without its own settings, and what its digest last said.
    const store = {
      channels: { withTracked: async () => ({ settings: null, tracked: [], stopped: [] }) },
      notes: { inChannel: async () => [] },
      records: { get: async () => record },
    } as unknown as Store
    const defaults = {
      placeFrom: 'configuration',
      ...scope,
      subreddits: [],
      recommendations: [],
      timeZone: TIME_ZONE,
      noiseBand: NOISE_BAND,
    } as const
    const workspace = { store, clock, defaults, api }
    const marks = new Map<string, Map<string, 'crossed' | 'clear'>>()
    return {
      digest: async () => {
        const period = lastComplete('week', clock.now(), TIME_ZONE)
        const question = { scope, period, engines: [], brands: [], noiseBand: NOISE_BAND }
        const { main, statement } = await composeDigest(workspace, subscription, clock.now(), { short: true })
        // The composed digest's report, from the same question.
        const explained = await explainedReport(api, clock, question)
        const trend = await trendReport(api, scope, explained, clock)
        const report = isTold(trend, main.text) ? withTrendHeadline(explained, trend.finding) : explained
        const last: DigestRecord | null = record
        const drift = claimOfDrift(main.text, report, last?.figures?.period.start ?? period.start)
        record = statement === null ? record : recordAfter(record, statement)
        return { claims: [drift ?? claimOfHeadline(report)], text: main.text, period: report.period }
      },
      alerts: async () => {
        const now = clock.now()
        const { period, checks } = await alertChecks(workspace, subscription, now)
        const events = []
        for (const { kind, read } of checks) {
          const states = marks.get(kind)
          const readings = await read(states === undefined ? null : { since: now.toString(), states })
          if (readings === null) continue
          const { toReport, toMark } = alertStep(readings, states ?? null)
          const crossed = toReport.map(({ subject }) => [subject, 'crossed'] as const)
          marks.set(kind, new Map([...(states ?? []), ...toMark, ...crossed]))
          events.push(...toReport.map(({ event }) => event))
        }
        if (events.length === 0) return null
        const { text } = alertMessage({
          digest: { id: subscription.id, name: subscription.name },
          events,
          left: 0,
          period,
          engines: [],
          figures: 'visibility',
          quiet: null,
        })
        return { claims: events.map((event) => claimOfAlert(event, period)), text, period }
      },
    }
  }
}

/** A digest reports a trend once, and only its text shows whether it did. */
function isTold(trend: Trend | null, text: string): trend is Trend {
  return trend?.finding != null && text.includes(` ${trendSentence(trend.ownBrand, trend.finding)}`)
}

function recordAfter(before: DigestRecord | null, statement: DigestStatement): DigestRecord {
  const { composedAt, figures } = statement
  return {
    composedAt,
    figures: figures === null ? (before?.figures ?? null) : { ...figures, at: composedAt },
    reddit: null,
    actions: null,
    evaluations: null,
    stories: new Set(),
  }
}

/** A weekly digest with only visibility, and alerts about it. */
function subscriptionOf(id: string): Subscription {
  const at = '2023-01-01T00:00:00.000Z'
  return {
    team: 'T0BENCH',
    id,
    channel: 'C0BENCH',
    source: 'user',
    state: 'active',
    pausedReason: null,
    pausedAt: null,
    owner: 'U0BENCH',
    ownerAsked: null,
    createdBy: 'U0BENCH',
    createdAt: at,
    effectiveFrom: at,
    revision: 0,
    plannedUntil: null,
    name: 'Weekly',
    schedule: { kind: 'days', days: [1], time: '09:00', timeZone: TIME_ZONE },
    sections: ['visibility'],
    evaluations: [],
    filters: '',
    noiseBand: null,
    detailsInThread: true,
    onlyWhenChanged: false,
    alerts: {
      overtaken: true,
      visibilityFallsBy: FALL,
      sentimentNegative: false,
      evaluationDone: false,
      quietHours: null,
    },
  }
}

/** The exports of an earlier checkout that are used. */
interface EarlierModules {
  createAnalyticsApi(options: ReturnType<typeof apiOptions>): unknown
  visibilityReport(api: unknown, question: unknown): Promise<Reported>
  lastComplete(unit: 'day' | 'week', now: Temporal.Instant, timeZone: string): Reported['period']
  overtakenReadings(report: Reported): readonly EarlierReading[]
  fallReadings(report: Reported, limit: number): readonly EarlierReading[]
  alertStep(
    readings: readonly EarlierReading[],
    marked: ReadonlySet<string> | null,
  ): {
    readonly tell: readonly EarlierReading[]
    readonly mark: readonly string[]
    readonly rearm: readonly string[]
  }
  digestMessages(data: unknown): { readonly main: { readonly text: string } }
  alertMessage(news: unknown): { readonly text: string }
}

interface EarlierReading {
  readonly subject: string
  readonly event?: ReportedEvent
}

/** Paths of modules at cf06d6a; each was moved or rewritten later. */
const EARLIER_FILES = [
  'api/index',
  'insights/visibility',
  'insights/periods',
  'insights/alerts',
  'blocks/digest',
  'blocks/alert',
]

/** The bot of another checkout: headlines of its reports, alerts from its readings, and their texts. */
export async function botsOf(checkout: string, place: Place): Promise<Bots> {
  const loaded = await Promise.all(
    EARLIER_FILES.map((file) => import(pathToFileURL(join(checkout, 'src', `${file}.ts`)).href)),
  )
  const modules: EarlierModules = Object.assign({}, ...loaded)
  const api = modules.createAnalyticsApi(apiOptions(place))
  return (projectId) => {
    const scope = scopeIn(place, projectId)
    const ask = (period: Reported['period']) =>
      modules.visibilityReport(api, { scope, period, engines: [], brands: [], noiseBand: NOISE_BAND })
    const marks = new Map<string, ReadonlySet<string>>()
    return {
      digest: async () => {
        const report = await ask(modules.lastComplete('week', place.clock.now(), TIME_ZONE))
        const { main } = modules.digestMessages({
          name: 'Weekly',
          report: { ok: true, data: report },
          engines: null,
          reddit: null,
          recommendations: [],
          evaluations: null,
          isFirst: false,
          setUpBy: 'U0BENCH',
          onRequest: false,
          scheduleText: null,
          label: null,
        })
        return { claims: [claimOfHeadline(report)], text: main.text, period: report.period }
      },
      alerts: async () => {
        const { end } = modules.lastComplete('day', place.clock.now(), TIME_ZONE)
        const start = Temporal.PlainDate.from(end).subtract({ days: 6 }).toString()
        const period = { unit: 'week', start, end, timeZone: TIME_ZONE }
        const report = await ask(period)
        const kinds = [
          ['overtaken', modules.overtakenReadings(report)],
          ['fall', modules.fallReadings(report, FALL)],
        ] as const
        const events = kinds.flatMap(([kind, readings]) => {
          const active = marks.get(kind)
          const { tell, mark, rearm } = modules.alertStep(readings, active ?? null)
          const subjects = tell.map(({ subject }) => subject)
          marks.set(kind, new Set([...(active ?? []), ...mark, ...subjects]).difference(new Set(rearm)))
          return tell.flatMap(({ event }) => event ?? [])
        })
        if (events.length === 0) return null
        const { text } = modules.alertMessage({
          digest: { id: projectId, name: 'Weekly' },
          events,
          left: 0,
          period,
          engines: [],
          figures: 'visibility',
          quiet: null,
        })
        return { claims: events.map((event) => claimOfAlert(event, period)), text, period }
      },
    }
  }
}
