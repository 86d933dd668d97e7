import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** Who did what, and the outcome. Never contains a secret. */
export interface AuditEntry {
  readonly team: string
  /** Slack user id; `null`: Sightline itself. */
  readonly user: string | null
  readonly channel: string | null
  /** For example `task.create`. */
  readonly action: string
  /** For example a result id. */
  readonly subject: string | null
  readonly outcome: string
  /** Any JSON. */
  readonly detail: Readonly<Record<string, unknown>> | null
  /** Users quote it, so that the request can be found in the logs. */
  readonly reference: string | null
}

export interface RecordedAuditEntry extends AuditEntry {
  readonly id: string
  /** ISO 8601 instant. */
  readonly at: string
}

export interface AuditStore {
  record(entry: AuditEntry, now: Temporal.Instant): Promise<void>
  /** Newest first. */
  forChannel(
    team: string,
    channel: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly RecordedAuditEntry[]>
  /** The user who did this last, with this outcome. `null`: no user did, or the entry was removed. */
  lastUser(
    done: Pick<AuditEntry, 'team' | 'channel' | 'action' | 'subject' | 'outcome'>,
  ): Promise<string | null>
}

/** Makes the audit entry for the result of a change; `null`: no entry. */
export type Audited<Result> = (result: Result) => AuditEntry | null

/** Makes a change and audits it in one transaction. */
export function withAudit<Result>(
  db: Kysely<Database>,
  now: Temporal.Instant,
  change: (transaction: Transaction<Database>) => Promise<Result>,
  audited: Audited<Result> = () => null,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    const result = await change(transaction)
    const entry = audited(result)
    if (entry !== null) await recordAudit(transaction, entry, now)
    return result
  })
}

export async function recordAudit(
  db: Kysely<Database>,
  entry: AuditEntry,
  now: Temporal.Instant,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      team_id: entry.team,
      id: randomUUID(),
      at: instantText(now),
      user_id: entry.user,
      channel_id: entry.channel,
      action: entry.action,
      subject: entry.subject,
      outcome: entry.outcome,
      detail: entry.detail === null ? null : JSON.stringify(entry.detail),
      reference: entry.reference,
    })
    .execute()
}

export function auditStore(db: Kysely<Database>): AuditStore {
  return {
    record: (entry, now) => recordAudit(db, entry, now),

    async forChannel(team, channel, { limit, offset }) {
      const rows = await db
        .selectFrom('audit')
        .select([
          'team_id as team',
          'id',
          'at',
          'user_id as user',
          'channel_id as channel',
          'action',
          'subject',
          'outcome',
          'detail',
          'reference',
        ])
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => ({ ...row, detail: row.detail === null ? null : JSON.parse(row.detail) }))
    },

    async lastUser({ team, channel, action, subject, outcome }) {
      const row = await db
        .selectFrom('audit')
        .select('user_id as user')
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('action', '=', action)
        .where('subject', '=', subject)
        .where('outcome', '=', outcome)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.user ?? null
    },
  }
}
