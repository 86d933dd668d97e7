import { z } from 'zod'
import { hashed } from '../../lib/strings.ts'
import { brandNewsKinds, type MarkedAlertKind, markedAlertKinds } from './digest-settings.ts'
import { type Database, type Db, sql } from './sql.ts'

/** A change of a brand that was told. */
export const toldNews = z.object({
  /** By the service's name; of two: the rival. */
  brand: z.string(),
  kind: z.enum(brandNewsKinds),
  /** 1: the brand is up, or the own brand ahead; or it has no direction. -1: it is down, or the own brand behind. */
  direction: z.literal([1, -1]),
  /** The first week that differs: its Monday; or the first day of another period. */
  from: z.string(),
  /** The week, or the period, in which it became news. */
  told: z.string(),
  /** The engines and filters of the figures, as a hash; omitted: all answers. */
  about: z.string().exactOptional(),
  /** Omitted: a week. A day's or a month's fall is another one than that of the week with the same first day. */
  unit: z.string().exactOptional(),
})
export type ToldNews = Readonly<z.infer<typeof toldNews>>

/** The figures of a digest, rounded as displayed. */
const storedFigures = z.object({
  /** Dates as `YYYY-MM-DD`. */
  period: z.object({ unit: z.string(), start: z.string(), end: z.string() }).readonly(),
  headline: z.string(),
  /** The own brand's rank and visibility; `null`: it had none. */
  rank: z.number().nullable(),
  visibility: z.number().nullable(),
  /** A hash of the question that the figures answer. Only figures with the same hash are compared. */
  basis: z.string(),
})
export type DigestFigures = Readonly<z.infer<typeof storedFigures>>

const storedNews = z.enum(['up', 'down', 'faded', 'back'])

/** What a digest reported of each section; the next digest compares its data with it to find what is new. */
export const storedSections = {
  figures: storedFigures,
  reddit: z.object({
    /** Those that can still be compared with. `creationDate`: `YYYY-MM-DD`, from the service. */
    summaries: z
      .array(
        z
          .object({ summaryId: z.string(), subreddit: z.string(), creationDate: z.string().nullable() })
          .readonly(),
      )
      .readonly(),
    sentiments: z.record(z.string(), z.string()).readonly(),
  }),
  /** By result id: the `updated_at` of each brief, by its id; `null`: the briefs could not be read. */
  actions: z.object({
    recommendations: z
      .record(z.string(), z.record(z.string(), z.string().nullable()).readonly().nullable())
      .readonly(),
  }),
  /** By evaluation. `ended`: its end was reported; `unread`: it could not be read. */
  evaluations: z.object({ states: z.record(z.string(), z.enum(['ended', 'unread'])).readonly() }),
}

type SectionName = keyof typeof storedSections
const sectionNames = Object.keys(storedSections) as readonly SectionName[]

/** What one digest reports. Stored with the delivery before it is posted, and recorded when the post is confirmed. */
export const storedStatement = z.object({
  /** ISO 8601 instant, taken before any data was read. */
  composedAt: z.string(),
  /** `null`: none, or the digest only repeats earlier ones in a few lines. */
  figures: storedFigures.readonly().nullable(),
  /** `null`: the digest did not read this section. */
  reddit: storedSections.reddit.readonly().nullable(),
  actions: storedSections.actions.readonly().nullable(),
  evaluations: storedSections.evaluations.readonly().nullable(),
  /** What it tells of tasks, by the task's key. Omitted: nothing. */
  stories: z.record(z.string(), storedNews).readonly().exactOptional(),
  /** What it tells of the brands. Omitted: nothing. */
  told: z.array(toldNews.readonly()).readonly().exactOptional(),
})
export type DigestStatement = Readonly<z.infer<typeof storedStatement>>
export type ReportedActions = Reported<NonNullable<DigestStatement['actions']>>

/** `at`: when the digest that reported it was composed. All times are ISO 8601 instants. */
type Reported<Section> = Section & { readonly at: string }

/**
 * What a subscription's digests last reported. A section that none has read yet is `null`: the first digest that reads
 * Reddit records a baseline and reports nothing as new. A digest that repeats its figures in a few lines doesn't change them.
 */
export type DigestRecord = {
  readonly [Name in SectionName]: Reported<NonNullable<DigestStatement[Name]>> | null
} & {
  /** When the last confirmed digest was composed. */
  readonly composedAt: string
  readonly told: readonly ToldNews[]
}

type RecordKind = 'section' | 'story' | 'told' | `alert_${MarkedAlertKind}`

/** One row for each section that was reported, each story and news that was told, and each mark of an alert. */
interface NewRow {
  readonly kind: RecordKind
  /** For `section`: `digest`, or its name in `storedSections`. Empty for the first check of an alert. */
  readonly subject: string
  /** The `basis` of an alert's mark. */
  readonly topic: string | null
  /** JSON of a section or of news; a word of a story or a mark. */
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
      const rows = await sql<RecordRow>`
        SELECT ${selected} FROM digest_records WHERE team_id = ${team} AND subscription_id = ${subscriptionId}
          AND kind NOT IN (${sql.join(markedAlertKinds.map(kindOf))})`.rows(db)
      return recordOf(rows)
    },

    /** What the digests of a channel have told of the brands. */
    async toldIn(team: string, channel: string): Promise<readonly ToldNews[]> {
      const rows = await sql<RecordRow>`
        SELECT ${selected} FROM ${inChannel(team, channel)} AND kind = 'told'`.rows(db)
      return toldOf(rows)
    },

    /** The recommendations that each digest of a channel last reported. */
    async actionsIn(team: string, channel: string): Promise<readonly ReportedActions[]> {
      const rows = await sql<RecordRow>`
        SELECT ${selected} FROM ${inChannel(team, channel)} AND kind = 'section' AND subject = 'actions'`.rows(
        db,
      )
      return rows.flatMap((row) => sectionIn([row], 'actions') ?? [])
    },

    /** What the digests of a channel last told of its tasks, by the task's `recordKey`. */
    async storiesIn(team: string, channel: string): Promise<ReadonlyMap<string, z.infer<typeof storedNews>>> {
      const rows = await sql<{ readonly subject: string; readonly value: string }>`
        SELECT subject, value FROM ${inChannel(team, channel)} AND kind = 'story'
        ORDER BY recorded_at`.rows(db)
      return new Map(rows.map(({ subject, value }) => [subject, storedNews.parse(value)]))
    },
  }
}

export const inChannel = (team: string, channel: string) => sql`digest_records JOIN subscriptions
    ON subscriptions.team_id = digest_records.team_id AND subscriptions.id = digest_records.subscription_id
  WHERE subscriptions.team_id = ${team} AND subscriptions.channel_id = ${channel}`

function recordOf(rows: readonly RecordRow[]): DigestRecord | null {
  const digest = rows.find(({ kind, subject }) => kind === 'section' && subject === 'digest')
  if (digest === undefined) return null
  const sections = Object.fromEntries(sectionNames.map((name) => [name, sectionIn(rows, name)]))
  const told = toldOf(rows.filter(({ kind }) => kind === 'told'))
  return { ...sections, composedAt: digest.at, told } as DigestRecord
}

function sectionIn<Name extends SectionName>(rows: readonly RecordRow[], name: Name): DigestRecord[Name] {
  const row = rows.find(({ kind, subject }) => kind === 'section' && subject === name)
  if (row?.value == null) return null
  return { ...storedSections[name].parse(JSON.parse(row.value)), at: row.at } as DigestRecord[Name]
}

function toldOf(rows: readonly RecordRow[]): readonly ToldNews[] {
  return rows.map(({ value }) => toldNews.parse(JSON.parse(value ?? 'null')))
}

/** The subject under which news is recorded. */
export const toldKey = ({ brand, kind, direction, from, told, about, unit }: ToldNews): string =>
  recordKey(JSON.stringify([brand, kind, direction, from, told, about, unit]))

const rowOf = (kind: RecordKind, subject: string, value: string): NewRow => ({
  kind,
  subject,
  topic: null,
  value,
})
export const toldRow = (news: ToldNews) => rowOf('told', toldKey(news), JSON.stringify(news))

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
  { composedAt, stories = {}, told = [], ...sections }: DigestStatement,
): Promise<void> {
  const rows = [
    rowOf('section', 'digest', '{}'),
    ...sectionNames
      .filter((name) => sections[name] != null)
      .map((name) => rowOf('section', name, JSON.stringify(sections[name]))),
    ...Object.entries(stories).map(([task, news]) => rowOf('story', recordKey(task), news)),
    ...told.map(toldRow),
  ]
  const keepNewer = sql`WHERE digest_records.recorded_at <= excluded.recorded_at`
  await recordRows(transaction, of, rows, composedAt, keepNewer)
}

/** Far below the parameter limits of both engines. */
const rowsPerStatement = 500

/** @param where which existing rows to overwrite */
export async function recordRows(
  db: Db,
  { team, subscriptionId }: OfDigest,
  newRows: readonly NewRow[],
  at: string,
  where = sql``,
): Promise<void> {
  const key = ({ kind, subject }: NewRow) => `${kind} ${subject}`
  // PostgreSQL refuses to update a row twice in one statement.
  const unique = [...new Map(newRows.map((row) => [key(row), row])).values()]
    // Sorted, so that two processes with the same rows can't deadlock.
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(
      ({ kind, subject, topic, value }) =>
        sql`(${team}, ${subscriptionId}, ${kind}, ${subject}, ${topic}, ${value}, ${at})`,
    )
  for (let from = 0; from < unique.length; from += rowsPerStatement)
    await sql`INSERT INTO digest_records (team_id, subscription_id, kind, subject, topic, value, recorded_at)
      VALUES ${sql.join(unique.slice(from, from + rowsPerStatement))}
      ON CONFLICT (team_id, subscription_id, kind, subject) DO UPDATE
        SET topic = excluded.topic, value = excluded.value, recorded_at = excluded.recorded_at ${where}`.execute(
      db,
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

export const kindOf = (kind: MarkedAlertKind) => `alert_${kind}` as const

export const ofDigest = (team: string, subscriptionId: string) =>
  sql`team_id = ${team} AND subscription_id = ${subscriptionId}`

/** Removes marks, so that the next check sets a new baseline. */
export async function forgetAlerts(
  db: Db,
  team: string,
  subscriptionId: string,
  kinds: readonly MarkedAlertKind[] = markedAlertKinds,
): Promise<void> {
  if (kinds.length === 0) return
  await sql`DELETE FROM digest_records WHERE ${ofDigest(team, subscriptionId)}
    AND kind IN (${sql.join(kinds.map(kindOf))})`.execute(db)
}
