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

type AskedEntries = Partial<Pick<AuditEntry, 'action' | 'subject' | 'outcome'>>

export function auditStore(db: Database) {
  return {
    record: (entry: AuditEntry, now: Temporal.Instant) => recordAudit(db, entry, now),

    /** Newest first, of everything or of what is asked for. @returns `at`: ISO 8601 instant */
    async forChannel(team: string, channel: string, { limit, offset }: Page, asked: AskedEntries = {}) {
      const all = { team_id: team, channel_id: channel, ...asked }
      const matches = Object.entries(all).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      const rows = await sql<Omit<AuditEntry, 'detail'> & { id: string; at: string; detail: string | null }>`
        SELECT team_id AS team, id, at, user_id AS "user", channel_id AS channel, action, subject, outcome, detail,
            reference
          FROM audit WHERE ${sql.join(matches, ' AND ')}
          ORDER BY at DESC, id ${sql.limit(limit)} OFFSET ${offset}`.rows(db)
      return rows.map(({ detail, ...row }) => ({
        ...row,
        detail: detail === null ? null : storedDetail.parse(JSON.parse(detail)),
      }))
    },
  }
}

export const storedDetail = z.record(z.string(), z.unknown())
