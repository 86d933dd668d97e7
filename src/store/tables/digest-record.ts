import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type AlertKind, everyAlertKind } from './digest-settings.ts'
import { type Database, type Db, sql } from './sql.ts'

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
  /** What was told of the brands. */
  readonly told: readonly ToldNews[]
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
  /** By the result's key: the `updated_at` of each brief, by its id; `null`: the briefs could not be read. */
  readonly recommendations: ReadonlyMap<string, ReadonlyMap<string, string | null> | null>
}

export interface ReportedEvaluations {
  readonly at: string
  /** By the evaluation's key. `ended`: its end was reported; `unread`: it could not be read. */
  readonly states: ReadonlyMap<string, 'ended' | 'unread'>
}

/** A change of a brand that was told. */
export const toldNews = z.object({
  /** By the service's name; of a `passing`: the rival. */
  brand: z.string(),
  /** `passing`: the own brand and a rival passed each other. */
  kind: z.enum(['change', 'passing']),
  /** Up or ahead: 1; down or behind: -1. */
  direction: z.literal([1, -1]),
  /** The first week that differs: its Monday; or the first day of another period. */
  from: z.string(),
  /** The week, or the period, in which it became news. */
  told: z.string(),
})
export type ToldNews = Readonly<z.infer<typeof toldNews>>

/** The figures of a digest, rounded as displayed. */
export const storedFigures = z.object({
  /** Dates as `YYYY-MM-DD`. */
  period: z.object({ unit: z.string(), start: z.string(), end: z.string() }).readonly(),
  /** Kind of the headline. */
  headline: z.string(),
  /** The own brand's rank and visibility; `null`: it had none. */
  rank: z.number().nullable(),
  visibility: z.number().nullable(),
  /** A hash of the question that the figures answer. Only figures with the same hash are compared. */
  basis: z.string().exactOptional(),
})
export type DigestFigures = Readonly<z.infer<typeof storedFigures>>

/** By the brief's id. `null`: the briefs could not be read. */
export const storedBriefs = z.record(z.string(), z.string().nullable()).readonly().nullable()

const gone = z.array(z.string()).readonly()
const storedNews = z.enum(['up', 'down', 'faded', 'back'])

/**
 * What one digest reports, as differences from the digest's record. Stored with the delivery before it is posted, and
 * moved to the record when the post is confirmed.
 */
export const storedStatement = z.object({
  /** ISO 8601 instant, taken before any data was read. */
  composedAt: z.string(),
  /** `null`: none, or the digest only repeats earlier ones in one line. */
  figures: storedFigures.readonly().nullable(),
  /** `null`: the digest did not read Reddit. */
  reddit: z
    .object({
      /** `creationDate`: `YYYY-MM-DD`, from the service. */
      summaries: z
        .array(
          z
            .object({ summaryId: z.string(), subreddit: z.string(), creationDate: z.string().nullable() })
            .readonly(),
        )
        .readonly(),
      /** By subreddit. */
      sentiments: z.record(z.string(), z.string()).readonly(),
      /** Keys of summaries that are no longer needed. */
      gone,
    })
    .readonly()
    .nullable(),
  /** `null`: the digest did not read recommendations. */
  actions: z
    .object({
      /** By result id: the `updated_at` of each brief, by its id. */
      recommendations: z.record(z.string(), storedBriefs).readonly(),
      /** Keys of recommendations that are no longer tracked. */
      gone,
    })
    .readonly()
    .nullable(),
  /** `null`: the digest did not read evaluations. */
  evaluations: z
    .object({ states: z.record(z.string(), z.enum(['ended', 'unread'])).readonly(), gone })
    .readonly()
    .nullable(),
  /** What it tells of tasks, by the task's key. Omitted: nothing. */
  stories: z.record(z.string(), storedNews).readonly().exactOptional(),
  /** What it tells of the brands. Omitted: nothing. */
  told: z.array(toldNews.readonly()).readonly().exactOptional(),
})
export type DigestStatement = Readonly<z.infer<typeof storedStatement>>
export type ReportedSummary = NonNullable<DigestStatement['reddit']>['summaries'][number]

type RecordKind =
  | 'section'
  | 'summary'
  | 'sentiment'
  | 'recommendation'
  | 'evaluation'
  | 'story'
  | 'told'
  | `alert_${AlertKind}`

/** One row for each section that was reported, and for each item. */
interface NewRow {
  readonly kind: RecordKind
  /** For `section`: `digest`, `figures`, `reddit`, `actions` or `evaluations`. Empty for the first check of an alert. */
  readonly subject: string
  /** The subreddit of a summary, or the `basis` of an alert's mark. */
  readonly topic: string | null
  readonly value: string | null
}

/** @param at when the digest was composed, or the alert marked */
type RecordRow = NewRow & { readonly at: string }

const selected = sql.raw('kind, subject, topic, value, recorded_at AS at')

export function digestRecordStore(db: Database) {
  return {
    /** `null`: no digest of the subscription was posted yet. */
    async get(team: string, subscriptionId: string): Promise<DigestRecord | null> {
      // A single statement, so that no digest is recorded between two reads.
      const { rows } = await sql<RecordRow>`
        SELECT ${selected} FROM digest_records WHERE team_id = ${team} AND subscription_id = ${subscriptionId}
          AND kind NOT IN (${sql.join(everyAlertKind.map((kind) => `alert_${kind}`))})`.execute(db)
      return recordOf(rows)
    },

    /** What the digests of a channel have told of the brands. */
    async toldIn(team: string, channel: string): Promise<readonly ToldNews[]> {
      const { rows } = await sql<RecordRow>`
        SELECT ${selected} FROM ${inChannel(team, channel)} AND kind = 'told'`.execute(db)
      return toldOf(rows)
    },

    /** The recommendations that each digest of a channel last reported. */
    async actionsIn(team: string, channel: string): Promise<readonly ReportedActions[]> {
      const { rows } = await sql<RecordRow & { readonly subscriptionId: string }>`
        SELECT subscription_id AS "subscriptionId", ${selected} FROM ${inChannel(team, channel)}
          AND (kind = 'recommendation' OR (kind = 'section' AND subject = 'actions'))`.execute(db)
      const digests = Map.groupBy(rows, ({ subscriptionId }) => subscriptionId)
      return [...digests.values()].map(reportedActions).filter((actions) => actions !== null)
    },

    /** What the digests of a channel last told of its tasks, by the task's `recordKey`. */
    async storiesIn(team: string, channel: string): Promise<ReadonlyMap<string, z.infer<typeof storedNews>>> {
      const { rows } = await sql<{ readonly subject: string; readonly value: string }>`
        SELECT subject, value FROM ${inChannel(team, channel)} AND kind = 'story'
        ORDER BY recorded_at`.execute(db)
      return new Map(rows.map(({ subject, value }) => [subject, storedNews.parse(value)]))
    },
  }
}

/** The records of all digests of a channel. */
const inChannel = (team: string, channel: string) => sql`digest_records JOIN subscriptions
    ON subscriptions.team_id = digest_records.team_id AND subscriptions.id = digest_records.subscription_id
  WHERE subscriptions.team_id = ${team} AND subscriptions.channel_id = ${channel}`

function recordOf(rows: readonly RecordRow[]): DigestRecord | null {
  const [digest, figures, reddit, evaluations] = ['digest', 'figures', 'reddit', 'evaluations'].map(
    (section) => rows.find(({ kind, subject }) => kind === 'section' && subject === section),
  )
  if (digest === undefined) return null
  const itemsOf = (wanted: RecordKind) => rows.filter(({ kind }) => kind === wanted)
  const summaries = itemsOf('summary').map(
    ({ subject, topic, value }) => [subject, { subreddit: topic ?? '', creationDate: value }] as const,
  )
  const sentiments = itemsOf('sentiment').map(({ subject, value }) => [subject, value ?? ''] as const)
  const states = itemsOf('evaluation').map(
    ({ subject, value }) => [subject, value === 'unread' ? 'unread' : 'ended'] as const,
  )
  return {
    composedAt: digest.at,
    figures:
      figures?.value == null ? null : { ...storedFigures.parse(JSON.parse(figures.value)), at: figures.at },
    reddit: reddit ? { summaries: new Map(summaries), sentiments: new Map(sentiments) } : null,
    actions: reportedActions(rows),
    evaluations: evaluations ? { at: evaluations.at, states: new Map(states) } : null,
    told: toldOf(itemsOf('told')),
  }
}

function toldOf(rows: readonly RecordRow[]): readonly ToldNews[] {
  return rows.map(({ value }) => toldNews.parse(JSON.parse(value ?? 'null')))
}

/** The subject under which news is recorded. */
export const toldKey = (news: ToldNews): string => recordKey(JSON.stringify(Object.values(news)))

/** Records what an alert told of the brands, in the transaction that records its post. */
export async function recordTold(db: Db, of: OfDigest, told: readonly ToldNews[], at: string): Promise<void> {
  await recordRows(db, of, told.map(toldRow), at)
}

const toldRow = (news: ToldNews): NewRow => ({
  kind: 'told',
  subject: toldKey(news),
  topic: null,
  value: JSON.stringify(news),
})

function reportedActions(rows: readonly RecordRow[]): ReportedActions | null {
  const section = rows.find(({ kind, subject }) => kind === 'section' && subject === 'actions')
  if (section === undefined) return null
  const recommendations = rows.flatMap(({ kind, subject, value }) => {
    if (kind !== 'recommendation') return []
    const briefs = storedBriefs.parse(JSON.parse(value ?? 'null'))
    return [[subject, briefs && new Map(Object.entries(briefs))] as const]
  })
  return { at: section.at, recommendations: new Map(recommendations) }
}

export interface OfDigest {
  readonly team: string
  readonly subscriptionId: string
}

/**
 * Records what a digest reported, in the transaction that confirms its post. Keeps sections that a newer digest has
 * recorded, so that a late confirmation doesn't undo them.
 */
export async function recordStatement(
  transaction: Db,
  of: OfDigest,
  { composedAt, figures, reddit, actions, evaluations, stories = {}, told = [] }: DigestStatement,
): Promise<void> {
  const keepNewer = sql`WHERE digest_records.recorded_at <= excluded.recorded_at`
  const section = (subject: string, value: string | null = null): NewRow => ({
    kind: 'section',
    subject,
    topic: null,
    value,
  })
  const sections = [
    section('digest'),
    ...(figures ? [section('figures', JSON.stringify(figures))] : []),
    ...(reddit ? [section('reddit')] : []),
    ...(actions ? [section('actions')] : []),
    ...(evaluations ? [section('evaluations')] : []),
  ]
  const newest = new Set(await recordRows(transaction, of, sections, composedAt, keepNewer))
  const item = (kind: RecordKind, subject: string, value: string | null, topic: string | null = null) => ({
    kind,
    subject: recordKey(subject),
    topic,
    value,
  })
  // Recorded even after a newer digest, because each is reported only once.
  const rows: NewRow[] = [
    ...Object.entries(stories).map(([task, news]) => item('story', task, news)),
    ...told.map(toldRow),
  ]
  const obsolete: [RecordKind, readonly string[]][] = []
  if (reddit !== null && newest.has('reddit')) {
    for (const { summaryId, subreddit, creationDate } of reddit.summaries)
      rows.push(item('summary', summaryId, creationDate, subreddit))
    for (const [name, word] of Object.entries(reddit.sentiments)) rows.push(item('sentiment', name, word))
    obsolete.push(['summary', reddit.gone])
  }
  if (actions !== null && newest.has('actions')) {
    for (const [id, briefs] of Object.entries(actions.recommendations))
      rows.push(item('recommendation', id, JSON.stringify(briefs)))
    obsolete.push(['recommendation', actions.gone])
  }
  if (evaluations !== null && newest.has('evaluations')) {
    for (const [id, state] of Object.entries(evaluations.states)) rows.push(item('evaluation', id, state))
    obsolete.push(['evaluation', evaluations.gone])
  }
  await recordRows(transaction, of, rows, composedAt, keepNewer)
  for (const [kind, keys] of obsolete) await remove(transaction, of, kind, keys)
}

/** Far below the parameter limits of both engines. */
const rowsPerStatement = 500

/** @param where which existing rows to overwrite. @returns the subjects of the rows that were written */
export async function recordRows(
  db: Db,
  { team, subscriptionId }: OfDigest,
  newRows: readonly NewRow[],
  at: string,
  where = sql``,
): Promise<readonly string[]> {
  const key = ({ kind, subject }: NewRow) => `${kind} ${subject}`
  // PostgreSQL refuses to update a row twice in one statement.
  const unique = [...new Map(newRows.map((row) => [key(row), row])).values()]
    // Sorted, so that two processes with the same rows can't deadlock.
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(
      ({ kind, subject, topic, value }) =>
        sql`(${team}, ${subscriptionId}, ${kind}, ${subject}, ${topic}, ${value}, ${at})`,
    )
  const written: string[] = []
  for (let from = 0; from < unique.length; from += rowsPerStatement) {
    const { rows } = await sql<{ subject: string }>`
      INSERT INTO digest_records (team_id, subscription_id, kind, subject, topic, value, recorded_at)
        VALUES ${sql.join(unique.slice(from, from + rowsPerStatement))}
        ON CONFLICT (team_id, subscription_id, kind, subject) DO UPDATE
          SET topic = excluded.topic, value = excluded.value, recorded_at = excluded.recorded_at ${where}
        RETURNING subject`.execute(db)
    written.push(...rows.map(({ subject }) => subject))
  }
  return written
}

async function remove(
  transaction: Db,
  { team, subscriptionId }: OfDigest,
  kind: RecordKind,
  keys: readonly string[],
): Promise<void> {
  for (let from = 0; from < keys.length; from += rowsPerStatement)
    await sql`DELETE FROM digest_records WHERE team_id = ${team} AND subscription_id = ${subscriptionId}
      AND kind = ${kind} AND subject IN (${sql.join(keys.slice(from, from + rowsPerStatement))})`.execute(
      transaction,
    )
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
