import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database, DigestRecordRow } from '../schema.ts'

/**
 * What a digest last said: one record for each subscription, written in the transaction that confirms a post. What is
 * new, changed, turned or quiet are answers to a comparison with it. Ids and names from outside are found by `recordKey`.
 */
export interface DigestRecord {
  /** When the digest that was confirmed last was composed, as an ISO 8601 instant; so are all times here. */
  readonly composedAt: string
  /** What it told; one line that repeats what was told before leaves it as it is. */
  readonly figures: (DigestFigures & { readonly at: string }) | null
  /** `null`: none has read Reddit yet. The next one that does records what exists and calls nothing new. */
  readonly reddit: SaidReddit | null
  /** `null`: none has read the recommended actions yet. */
  readonly actions: SaidActions | null
  /** `null`: none has read evaluations yet. */
  readonly evaluations: SaidEvaluations | null
}

export interface SaidReddit {
  /** By the summary's key. */
  readonly summaries: ReadonlyMap<
    string,
    { readonly subreddit: string; readonly creationDate: string | null }
  >
  /** By the subreddit's key. */
  readonly sentiments: ReadonlyMap<string, string>
}

export interface SaidActions {
  readonly at: string
  /** An earlier release said them: which ones is known by their times only. */
  readonly byTime: boolean
  /** By the result's key: `updated_at` of its briefs, by their ids; `null`: they could not be read. */
  readonly recommendations: ReadonlyMap<string, ReadonlyMap<string, string | null> | null>
}

export interface SaidEvaluations {
  readonly at: string
  /** By the evaluation's key: its end was told, or it could not be read when it was to be told. */
  readonly states: ReadonlyMap<string, 'ended' | 'unread'>
}

export interface DigestRecordStore {
  /** `null`: no digest of the subscription was confirmed yet. */
  get(team: string, subscriptionId: string): Promise<DigestRecord | null>
  /** What each digest of a channel last said of recommended actions, as far as it did. */
  actionsIn(team: string, channel: string): Promise<readonly SaidActions[]>
}

type Row = Pick<DigestRecordRow, 'kind' | 'subject' | 'topic' | 'value' | 'said_at'>

export function digestRecordStore(db: Kysely<Database>): DigestRecordStore {
  // One statement: no digest is recorded between two readings.
  const read = prepared(db, ['team', 'subscriptionId'], ({ team, subscriptionId }) =>
    db
      .selectFrom('digest_records')
      .select(['kind', 'subject', 'topic', 'value', 'said_at'])
      .where('team_id', '=', team)
      .where('subscription_id', '=', subscriptionId)
      .where('kind', 'in', ['said', 'summary', 'sentiment', 'recommendation', 'evaluation']),
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
        .select(['subscription_id', 'kind', 'subject', 'topic', 'value', 'said_at'])
        .where('subscriptions.team_id', '=', team)
        .where('subscriptions.channel_id', '=', channel)
        .where((eb) =>
          eb.or([
            eb('kind', '=', 'recommendation'),
            eb.and([eb('kind', '=', 'said'), eb('subject', '=', 'actions')]),
          ]),
        )
        .execute()
      const digests = Map.groupBy(rows, ({ subscription_id }) => subscription_id)
      return digests
        .values()
        .map(saidActions)
        .filter((said) => said !== null)
        .toArray()
    },
  }
}

function recordOf(rows: readonly Row[]): DigestRecord | null {
  const part = (name: string) => rows.find(({ kind, subject }) => kind === 'said' && subject === name)
  const [digest, figures, reddit, evaluations] = ['digest', 'figures', 'reddit', 'evaluations'].map(part)
  if (digest === undefined) return null
  const said: DigestFigures | null = figures?.value == null ? null : JSON.parse(figures.value)
  // An earlier release kept these with the figures.
  const ended = (said?.ended ?? []).map((id) => [recordKey(id), 'ended'] as const)
  const states = rowsOf(rows, 'evaluation').map(
    ({ subject, value }) => [subject, value === 'unread' ? 'unread' : 'ended'] as const,
  )
  return {
    composedAt: digest.said_at,
    figures: said === null || figures === undefined ? null : { ...said, at: figures.said_at },
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
    actions: saidActions(rows),
    evaluations:
      evaluations === undefined && ended.length === 0
        ? null
        : { at: evaluations?.said_at ?? digest.said_at, states: new Map([...ended, ...states]) },
  }
}

function saidActions(rows: readonly Row[]): SaidActions | null {
  const said = rows.find(({ kind, subject }) => kind === 'said' && subject === 'actions')
  if (said === undefined) return null
  const recommendations = rowsOf(rows, 'recommendation').map(({ subject, value }) => {
    const briefs: Readonly<Record<string, string | null>> | null = JSON.parse(value ?? 'null')
    return [subject, briefs === null ? null : new Map(Object.entries(briefs))] as const
  })
  return { at: said.said_at, byTime: said.value === byTime, recommendations: new Map(recommendations) }
}

const rowsOf = (rows: readonly Row[], wanted: Row['kind']) => rows.filter(({ kind }) => kind === wanted)

/** What the migration wrote where an earlier release had posted a digest. */
const byTime = 'by_time'

type RecordStatement = (
  transaction: Transaction<Database>,
  of: { readonly team: string; readonly subscriptionId: string },
  statement: DigestStatement,
) => Promise<void>

/**
 * Writes down what a digest said. A part that a digest composed later has said is left as it is: a post that is
 * confirmed late doesn't undo it. Call it inside the transaction that confirms the post.
 */
export function statementRecord(db: Kysely<Database>): RecordStatement {
  const write = rowsWriter(db)
  return async (transaction, of, { composedAt, figures, reddit, actions, evaluations }) => {
    const parts = [
      said('digest'),
      ...(figures === null ? [] : [said('figures', JSON.stringify(figures))]),
      ...(reddit === null ? [] : [said('reddit')]),
      ...(actions === null ? [] : [said('actions')]),
      ...(evaluations === null ? [] : [said('evaluations')]),
    ]
    const newest = new Set(await write(transaction, of, parts, composedAt))
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
    ]
    await write(transaction, of, rows, composedAt)
    if (newest.has('reddit')) await remove(transaction, of, 'summary', reddit?.gone ?? [])
    if (newest.has('actions')) await remove(transaction, of, 'recommendation', actions?.gone ?? [])
    if (newest.has('evaluations')) await remove(transaction, of, 'evaluation', evaluations?.gone ?? [])
  }
}

type NewRow = Pick<DigestRecordRow, 'kind' | 'subject' | 'topic' | 'value'>

const said = (subject: string, value: string | null = null): NewRow => ({
  kind: 'said',
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

/** A digest's own rows mostly fit into one statement, and each number of rows is a statement that is built once. */
const rowsPerStatement = 50

/** Answers the subjects of the rows that were written: one that was said later is left. */
function rowsWriter(db: Kysely<Database>) {
  const bySize = new Map<number, ReturnType<typeof insertOf>>()
  return async (
    transaction: Transaction<Database>,
    of: { readonly team: string; readonly subscriptionId: string },
    given: readonly NewRow[],
    at: string,
  ): Promise<readonly string[]> => {
    const key = ({ kind, subject }: NewRow) => `${kind} ${subject}`
    // PostgreSQL refuses to change a row twice in one statement.
    const unique = [...new Map(given.map((one) => [key(one), one])).values()]
      // Always in the same order, so that two processes with the same rows never wait for each other.
      .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    const written: string[] = []
    for (let from = 0; from < unique.length; from += rowsPerStatement) {
      const rows = unique.slice(from, from + rowsPerStatement)
      const insert = bySize.get(rows.length) ?? insertOf(db, rows.length)
      bySize.set(rows.length, insert)
      const values = rows.flatMap((one, index) =>
        Object.entries(one).map(([column, value]) => [`${column} ${index}`, value]),
      )
      const done = await insert({ ...of, at, ...Object.fromEntries(values) }, transaction)
      written.push(...done.map(({ subject }) => subject))
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
            said_at: value('at'),
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'subscription_id', 'kind', 'subject'])
            .doUpdateSet((eb) => ({
              topic: eb.ref('excluded.topic'),
              value: eb.ref('excluded.value'),
              said_at: eb.ref('excluded.said_at'),
            }))
            .whereRef('digest_records.said_at', '<=', (eb) => eb.ref('excluded.said_at')),
        )
        .returning('subject')
    },
  )
}

const removedAtOnce = 500

async function remove(
  transaction: Transaction<Database>,
  { team, subscriptionId }: { readonly team: string; readonly subscriptionId: string },
  kind: DigestRecordRow['kind'],
  keys: readonly string[],
): Promise<void> {
  for (let from = 0; from < keys.length; from += removedAtOnce)
    await transaction
      .deleteFrom('digest_records')
      .where('team_id', '=', team)
      .where('subscription_id', '=', subscriptionId)
      .where('kind', '=', kind)
      .where('subject', 'in', keys.slice(from, from + removedAtOnce))
      .execute()
}

/**
 * What one digest is about to say, kept with its delivery from before its post leaves until the post is confirmed: then
 * it goes into the record of what the digest last said. Only what differs from the record is in it.
 */
export interface DigestStatement {
  /** ISO 8601 instant, from before anything was read. */
  readonly composedAt: string
  /** `null`: it has none, or repeats in one line what was told before. */
  readonly figures: DigestFigures | null
  /** `null`: it did not read Reddit. */
  readonly reddit: {
    readonly summaries: readonly SaidSummary[]
    /** By subreddit. */
    readonly sentiments: Readonly<Record<string, string>>
    /** Keys of summaries that need not be known any more. */
    readonly gone: readonly string[]
  } | null
  /** `null`: it did not read the recommended actions. */
  readonly actions: {
    /** By result id: `updated_at` of its briefs, by their ids; `null`: they could not be read. */
    readonly recommendations: Readonly<Record<string, Readonly<Record<string, string | null>> | null>>
    /** Keys of those that are tracked no more. */
    readonly gone: readonly string[]
  } | null
  /** `null`: it did not read evaluations. */
  readonly evaluations: {
    readonly states: Readonly<Record<string, 'ended' | 'unread'>>
    readonly gone: readonly string[]
  } | null
}

export interface SaidSummary {
  readonly summaryId: string
  readonly subreddit: string
  /** As the service gave it, `YYYY-MM-DD`. */
  readonly creationDate: string | null
}

/** What a digest says in figures, as it shows them. */
export interface DigestFigures {
  /** Dates as `YYYY-MM-DD`. */
  readonly period: { readonly unit: string; readonly start: string; readonly end: string }
  /** The kind of its headline. */
  readonly headline: string
  /** The own brand's place and visibility score; `null`: it had none. */
  readonly rank: number | null
  readonly visibility: number | null
  // What follows is missing where an earlier release wrote it.
  /** The same for figures that answer the same question. */
  readonly basis?: string
  /** The first rivals' visibility, by name. */
  readonly rivals?: Readonly<Record<string, number>>
  /** The own visibility on each engine; `null`: it had none. */
  readonly engines?: Readonly<Record<string, number | null>>
  /** Website evaluations that were told as ended; only earlier releases wrote it. */
  readonly ended?: readonly string[]
}

const longest = 100

/**
 * What a row of a digest's record is found by: names from outside without end, or that a database would change, become
 * their hash. Never empty.
 */
export function recordKey(subject: string): string {
  const fits =
    subject !== '' && subject.length <= longest && subject.isWellFormed() && !subject.includes('\0')
  return fits ? subject : hashed(subject)
}

/** Short, and the same for the same text. */
export function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24)
}
