import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database, DigestRecordRow } from '../schema.ts'

/**
 * What a digest last reported: one record per subscription, updated in the transaction that confirms a post. The next
 * digest compares its data with the record to find what is new. External ids and names are stored as `recordKey`.
 */
export interface DigestRecord {
  /** When the last confirmed digest was composed. All times are ISO 8601 instants. */
  readonly composedAt: string
  /** Not changed by a digest that only repeats earlier figures in one line. `null`: none reported yet. */
  readonly figures: (DigestFigures & { readonly at: string }) | null
  /** `null`: no digest has read Reddit yet. The first one that does records a baseline and reports nothing as new. */
  readonly reddit: ReportedReddit | null
  /** `null`: no digest has read recommendations yet. */
  readonly actions: ReportedActions | null
  /** `null`: no digest has read evaluations yet. */
  readonly evaluations: ReportedEvaluations | null
  /** Keys of the tasks whose moves were reported. */
  readonly stories: ReadonlySet<string>
}

export interface ReportedReddit {
  /** By the summary's key. */
  readonly summaries: ReadonlyMap<
    string,
    { readonly subreddit: string; readonly creationDate: string | null }
  >
  /** By the subreddit's key. */
  readonly sentiments: ReadonlyMap<string, string>
}

export interface ReportedActions {
  readonly at: string
  /** Written by an earlier release, which recorded when it reported recommendations, but not which ones. */
  readonly byTime: boolean
  /** By the result's key: the `updated_at` of each brief, by its id; `null`: the briefs could not be read. */
  readonly recommendations: ReadonlyMap<string, ReadonlyMap<string, string | null> | null>
}

export interface ReportedEvaluations {
  readonly at: string
  /** By the evaluation's key. `ended`: its end was reported; `unread`: it could not be read. */
  readonly states: ReadonlyMap<string, 'ended' | 'unread'>
}

export interface DigestRecordStore {
  /** `null`: no digest of the subscription was posted yet. */
  get(team: string, subscriptionId: string): Promise<DigestRecord | null>
  /** The recommendations that each digest of a channel last reported. */
  actionsIn(team: string, channel: string): Promise<readonly ReportedActions[]>
}

type Row = Pick<DigestRecordRow, 'kind' | 'subject' | 'topic' | 'value' | 'recorded_at'>

export function digestRecordStore(db: Kysely<Database>): DigestRecordStore {
  // A single statement, so that no digest is recorded between two reads.
  const read = prepared(db, ['team', 'subscriptionId'], ({ team, subscriptionId }) =>
    db
      .selectFrom('digest_records')
      .select(['kind', 'subject', 'topic', 'value', 'recorded_at'])
      .where('team_id', '=', team)
      .where('subscription_id', '=', subscriptionId)
      .where('kind', 'in', ['section', 'summary', 'sentiment', 'recommendation', 'evaluation', 'story']),
  )
  return {
    get: async (team, subscriptionId) => recordOf(await read({ team, subscriptionId })),

    async actionsIn(team, channel) {
      const rows = await db
        .selectFrom('digest_records')
        .innerJoin('subscriptions', (join) =>
          join
            .onRef('subscriptions.team_id', '=', 'digest_records.team_id')
            .onRef('subscriptions.id', '=', 'digest_records.subscription_id'),
        )
        .select(['subscription_id', 'kind', 'subject', 'topic', 'value', 'recorded_at'])
        .where('subscriptions.team_id', '=', team)
        .where('subscriptions.channel_id', '=', channel)
        .where((eb) =>
          eb.or([
            eb('kind', '=', 'recommendation'),
            eb.and([eb('kind', '=', 'section'), eb('subject', '=', 'actions')]),
          ]),
        )
        .execute()
      const digests = Map.groupBy(rows, ({ subscription_id }) => subscription_id)
      return digests
        .values()
        .map(reportedActions)
        .filter((actions) => actions !== null)
        .toArray()
    },
  }
}

function recordOf(rows: readonly Row[]): DigestRecord | null {
  const part = (name: string) => rows.find(({ kind, subject }) => kind === 'section' && subject === name)
  const [digest, figures, reddit, evaluations] = ['digest', 'figures', 'reddit', 'evaluations'].map(part)
  if (digest === undefined) return null
  const stored: DigestFigures | null = figures?.value == null ? null : JSON.parse(figures.value)
  // An earlier release stored these with the figures.
  const ended = (stored?.ended ?? []).map((id) => [recordKey(id), 'ended'] as const)
  const states = rowsOf(rows, 'evaluation').map(
    ({ subject, value }) => [subject, value === 'unread' ? 'unread' : 'ended'] as const,
  )
  return {
    composedAt: digest.recorded_at,
    figures: stored === null || figures === undefined ? null : { ...stored, at: figures.recorded_at },
    reddit:
      reddit === undefined
        ? null
        : {
            summaries: new Map(
              rowsOf(rows, 'summary').map(({ subject, topic, value }) => [
                subject,
                { subreddit: topic ?? '', creationDate: value },
              ]),
            ),
            sentiments: new Map(
              rowsOf(rows, 'sentiment').map(({ subject, value }) => [subject, value ?? '']),
            ),
          },
    actions: reportedActions(rows),
    evaluations:
      evaluations === undefined && ended.length === 0
        ? null
        : { at: evaluations?.recorded_at ?? digest.recorded_at, states: new Map([...ended, ...states]) },
    stories: new Set(rowsOf(rows, 'story').map(({ subject }) => subject)),
  }
}

function reportedActions(rows: readonly Row[]): ReportedActions | null {
  const section = rows.find(({ kind, subject }) => kind === 'section' && subject === 'actions')
  if (section === undefined) return null
  const recommendations = rowsOf(rows, 'recommendation').map(({ subject, value }) => {
    const briefs: Readonly<Record<string, string | null>> | null = JSON.parse(value ?? 'null')
    return [subject, briefs === null ? null : new Map(Object.entries(briefs))] as const
  })
  return {
    at: section.recorded_at,
    byTime: section.value === byTime,
    recommendations: new Map(recommendations),
  }
}

const rowsOf = (rows: readonly Row[], kind: Row['kind']) => rows.filter((row) => row.kind === kind)

/** Written by the migration for digests of an earlier release. */
const byTime = 'by_time'

/** The figures of a digest, rounded as displayed. */
export interface DigestFigures {
  /** Dates as `YYYY-MM-DD`. */
  readonly period: { readonly unit: string; readonly start: string; readonly end: string }
  /** Kind of the headline. */
  readonly headline: string
  /** The own brand's rank and visibility; `null`: it had none. */
  readonly rank: number | null
  readonly visibility: number | null
  // Earlier releases didn't write the fields below.
  /** A hash of the question that the figures answer. Only figures with the same hash are compared. */
  readonly basis?: string
  /** The number of answers behind the scores; `null`: unknown. */
  readonly answers?: number | null
  /** The last reported move of the own brand. */
  readonly told?: ReportedMove | null
  /** The visibility of the top rivals, by name. */
  readonly rivals?: Readonly<Record<string, number>>
  /** The own brand's visibility by engine; `null`: it had none. */
  readonly engines?: Readonly<Record<string, number | null>>
  /** The number of answers behind each of `engines`; `null`: unknown. */
  readonly engineAnswers?: Readonly<Record<string, number | null>>
  /** Ids of website evaluations reported as ended. Written only by earlier releases. */
  readonly ended?: readonly string[]
}

/** A change or a trend of the own brand that a digest reported. */
export interface ReportedMove {
  readonly direction: 'up' | 'down'
  /** The Monday, or the first day, of the period in which it was reported. */
  readonly week: string
  readonly score: number
  readonly answers: number | null
}

const longest = 100

/**
 * The key of an external name in a digest's record: the name, or its hash if it is empty, too long, or would be changed by
 * a database. Never empty.
 */
export function recordKey(subject: string): string {
  const fits =
    subject !== '' && subject.length <= longest && subject.isWellFormed() && !subject.includes('\0')
  return fits ? subject : hashed(subject)
}

/** A short hash. */
export function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24)
}
