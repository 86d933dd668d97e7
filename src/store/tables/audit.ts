import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuditEntry } from '../audit-entry.ts'
import { type Database, type Db, instantText, type Page, sql } from './sql.ts'

/** Makes the audit entry for the result of a change; `null`: no entry. */
export type Audited<Result> = (result: Result) => AuditEntry | null

/** Makes a change and audits it in one transaction. */
export function withAudit<Result>(
  db: Database,
  now: Temporal.Instant,
  change: (transaction: Db) => Promise<Result>,
  audited: Audited<Result> = () => null,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    const result = await change(transaction)
    const entry = audited(result)
    if (entry !== null) await recordAudit(transaction, entry, now)
    return result
  })
}

export async function recordAudit(
  db: Db,
  { team, user, channel, action, subject, outcome, detail, reference }: AuditEntry,
  now: Temporal.Instant,
): Promise<void> {
  await sql`INSERT INTO audit (team_id, id, at, user_id, channel_id, action, subject, outcome, detail, reference)
    VALUES (${team}, ${randomUUID()}, ${instantText(now)}, ${user}, ${channel}, ${action}, ${subject}, ${outcome},
      ${detail && JSON.stringify(detail)}, ${reference})`.execute(db)
}

export function auditStore(db: Database) {
  return {
    record: (entry: AuditEntry, now: Temporal.Instant) => recordAudit(db, entry, now),

    /** Newest first. @returns `at`: ISO 8601 instant */
    async forChannel(team: string, channel: string, { limit, offset }: Page) {
      const rows = await sql<Omit<AuditEntry, 'detail'> & { id: string; at: string; detail: string | null }>`
        SELECT team_id AS team, id, at, user_id AS "user", channel_id AS channel, action, subject, outcome, detail,
            reference
          FROM audit WHERE team_id = ${team} AND channel_id = ${channel}
          ORDER BY at DESC, id ${sql.limit(limit)} OFFSET ${offset}`.rows(db)
      return rows.map(({ detail, ...row }) => ({
        ...row,
        detail: detail === null ? null : storedDetail.parse(JSON.parse(detail)),
      }))
    },

    /** The user who did this last, with this outcome. `null`: no user did, or the entry was removed. */
    async lastUser(
      of: Pick<AuditEntry, 'team' | 'channel' | 'action' | 'subject' | 'outcome'>,
    ): Promise<string | null> {
      const row = await sql<{ user: string | null }>`
        SELECT user_id AS "user" FROM audit
          WHERE team_id = ${of.team} AND channel_id = ${of.channel} AND action = ${of.action}
            AND subject = ${of.subject} AND outcome = ${of.outcome}
          ORDER BY at DESC LIMIT 1`.first(db)
      return row?.user ?? null
    },
  }
}

export const storedDetail = z.record(z.string(), z.unknown())
