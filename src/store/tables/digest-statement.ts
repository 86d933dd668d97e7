/** Writes what a digest reported into its record. */
import type { Kysely, Transaction } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database, DigestRecordRow } from '../schema.ts'
import { type DigestFigures, recordKey } from './digest-record.ts'

/**
 * What one digest reports, as differences from the digest's record. Stored with the delivery before it is posted, and
 * moved to the record when the post is confirmed.
 */
export interface DigestStatement {
  /** ISO 8601 instant, taken before any data was read. */
  readonly composedAt: string
  /** `null`: none, or the digest only repeats earlier ones in one line. */
  readonly figures: DigestFigures | null
  /** `null`: the digest did not read Reddit. */
  readonly reddit: {
    readonly summaries: readonly ReportedSummary[]
    /** By subreddit. */
    readonly sentiments: Readonly<Record<string, string>>
    /** Keys of summaries that are no longer needed. */
    readonly gone: readonly string[]
  } | null
  /** `null`: the digest did not read recommendations. */
  readonly actions: {
    /** By result id: the `updated_at` of each brief, by its id; `null`: the briefs could not be read. */
    readonly recommendations: Readonly<Record<string, Readonly<Record<string, string | null>> | null>>
    /** Keys of recommendations that are no longer tracked. */
    readonly gone: readonly string[]
  } | null
  /** `null`: the digest did not read evaluations. */
  readonly evaluations: {
    readonly states: Readonly<Record<string, 'ended' | 'unread'>>
    readonly gone: readonly string[]
  } | null
  /** Direction of the moves it reports, by the task's key. Omitted: none, or written by an earlier release. */
  readonly stories?: Readonly<Record<string, 'up' | 'down'>>
}

export interface ReportedSummary {
  readonly summaryId: string
  readonly subreddit: string
  /** `YYYY-MM-DD`, from the service. */
  readonly creationDate: string | null
}

type RecordStatement = (
  transaction: Transaction<Database>,
  of: { readonly team: string; readonly subscriptionId: string },
  statement: DigestStatement,
) => Promise<void>

/**
 * Records what a digest reported, in the transaction that confirms its post. Keeps sections that a newer digest has
 * recorded, so that a late confirmation doesn't undo them.
 */
export function statementRecord(db: Kysely<Database>): RecordStatement {
  const write = rowsWriter(db)
  return async (transaction, of, { composedAt, figures, reddit, actions, evaluations, stories = {} }) => {
    const sections = [
      section('digest'),
      ...(figures === null ? [] : [section('figures', JSON.stringify(figures))]),
      ...(reddit === null ? [] : [section('reddit')]),
      ...(actions === null ? [] : [section('actions')]),
      ...(evaluations === null ? [] : [section('evaluations')]),
    ]
    const newest = new Set(await write(transaction, of, sections, composedAt))
    const rows = [
      ...(reddit !== null && newest.has('reddit')
        ? [
            ...reddit.summaries.map(({ summaryId, subreddit, creationDate }) =>
              row('summary', summaryId, subreddit, creationDate),
            ),
            ...Object.entries(reddit.sentiments).map(([name, word]) => row('sentiment', name, null, word)),
          ]
        : []),
      ...(actions !== null && newest.has('actions')
        ? Object.entries(actions.recommendations).map(([id, briefs]) =>
            row('recommendation', id, null, JSON.stringify(briefs)),
          )
        : []),
      ...(evaluations !== null && newest.has('evaluations')
        ? Object.entries(evaluations.states).map(([id, state]) => row('evaluation', id, null, state))
        : []),
      // Recorded even after a newer digest, because each is reported only once.
      ...Object.entries(stories).map(([task, way]) => row('story', task, null, way)),
    ]
    await write(transaction, of, rows, composedAt)
    if (newest.has('reddit')) await remove(transaction, of, 'summary', reddit?.gone ?? [])
    if (newest.has('actions')) await remove(transaction, of, 'recommendation', actions?.gone ?? [])
    if (newest.has('evaluations')) await remove(transaction, of, 'evaluation', evaluations?.gone ?? [])
  }
}

type NewRow = Pick<DigestRecordRow, 'kind' | 'subject' | 'topic' | 'value'>

const section = (subject: string, value: string | null = null): NewRow => ({
  kind: 'section',
  subject,
  topic: null,
  value,
})

const row = (kind: NewRow['kind'], subject: string, topic: string | null, value: string | null): NewRow => ({
  kind,
  subject: recordKey(subject),
  topic,
  value,
})

/** Enough for most digests. One statement is prepared for each number of rows. */
const rowsPerStatement = 50

/** Doesn't overwrite rows of a newer digest. The returned function returns the subjects of the rows that it wrote. */
function rowsWriter(db: Kysely<Database>) {
  const bySize = new Map<number, ReturnType<typeof insertOf>>()
  return async (
    transaction: Transaction<Database>,
    of: { readonly team: string; readonly subscriptionId: string },
    newRows: readonly NewRow[],
    at: string,
  ): Promise<readonly string[]> => {
    const key = ({ kind, subject }: NewRow) => `${kind} ${subject}`
    // PostgreSQL refuses to update a row twice in one statement.
    const unique = [...new Map(newRows.map((one) => [key(one), one])).values()]
      // Sorted, so that two processes with the same rows can't deadlock.
      .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    const written: string[] = []
    for (let from = 0; from < unique.length; from += rowsPerStatement) {
      const rows = unique.slice(from, from + rowsPerStatement)
      const insert = bySize.get(rows.length) ?? insertOf(db, rows.length)
      bySize.set(rows.length, insert)
      const values = rows.flatMap((one, index) =>
        Object.entries(one).map(([column, value]) => [`${column} ${index}`, value]),
      )
      const inserted = await insert({ ...of, at, ...Object.fromEntries(values) }, transaction)
      written.push(...inserted.map(({ subject }) => subject))
    }
    return written
  }
}

function insertOf(db: Kysely<Database>, size: number) {
  const indexes = Array.from({ length: size }, (_unused, index) => index)
  const names = indexes.flatMap((index) =>
    ['kind', 'subject', 'topic', 'value'].map((column) => `${column} ${index}`),
  )
  return prepared<{ readonly subject: string }, string>(
    db,
    ['team', 'subscriptionId', 'at', ...names],
    (values) => {
      const value = (name: string) => values[name] as never
      return db
        .insertInto('digest_records')
        .values(
          indexes.map((index) => ({
            team_id: value('team'),
            subscription_id: value('subscriptionId'),
            kind: value(`kind ${index}`),
            subject: value(`subject ${index}`),
            topic: value(`topic ${index}`),
            value: value(`value ${index}`),
            recorded_at: value('at'),
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'subscription_id', 'kind', 'subject'])
            .doUpdateSet((eb) => ({
              topic: eb.ref('excluded.topic'),
              value: eb.ref('excluded.value'),
              recorded_at: eb.ref('excluded.recorded_at'),
            }))
            .whereRef('digest_records.recorded_at', '<=', (eb) => eb.ref('excluded.recorded_at')),
        )
        .returning('subject')
    },
  )
}

const keysPerStatement = 500

async function remove(
  transaction: Transaction<Database>,
  { team, subscriptionId }: { readonly team: string; readonly subscriptionId: string },
  kind: DigestRecordRow['kind'],
  keys: readonly string[],
): Promise<void> {
  for (let from = 0; from < keys.length; from += keysPerStatement)
    await transaction
      .deleteFrom('digest_records')
      .where('team_id', '=', team)
      .where('subscription_id', '=', subscriptionId)
      .where('kind', '=', kind)
      .where('subject', 'in', keys.slice(from, from + keysPerStatement))
      .execute()
}
