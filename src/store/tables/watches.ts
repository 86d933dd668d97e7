import type { WorkspaceScope } from '../../api/index.ts'
import { type Audited, withAudit } from './audit.ts'
import { enqueue, type Owed, skipUnsent } from './owed.ts'
import {
  changes,
  type Database,
  type Db,
  instantText,
  type Sql,
  skipLocked,
  sql,
  teamIsConnected,
} from './sql.ts'

/** Identifies one person's watch of a website evaluation. */
export interface WatchRef extends WorkspaceScope {
  readonly team: string
  readonly evaluationId: string
  readonly user: string
}

export interface EvaluationWatch extends WatchRef {
  readonly channel: string
  /** ISO 8601 instants. */
  readonly createdAt: string
  /** Time of the next check. A claim postpones it, so it also identifies the claim. */
  readonly checkAt: string
}

/** The kind of message that tells a person how their watch ended. */
const messageKind = 'evaluation'

const columns = sql`team_id AS team, organization_id AS "organizationId", workspace_id AS "workspaceId",
  evaluation_id AS "evaluationId", user_id AS "user", channel_id AS channel, created_at AS "createdAt",
  check_at AS "checkAt"`
const key = sql`team_id, organization_id, workspace_id, evaluation_id, user_id`

const has = ({ team, organizationId, workspaceId, evaluationId, user }: WatchRef) => sql`team_id = ${team}
  AND organization_id = ${organizationId} AND workspace_id = ${workspaceId} AND evaluation_id = ${evaluationId}
  AND user_id = ${user}`

/** What a watch's messages belong to, also after it was started again. */
const subjectOf = ({ organizationId, workspaceId, evaluationId, user }: WatchRef) =>
  JSON.stringify([organizationId, workspaceId, evaluationId, user])

export function watchStore(db: Database) {
  /** Changes a claimed watch. `false`: it was stopped, or claimed again. */
  const update = (watch: EvaluationWatch, change: Sql, within: Db = db) =>
    changes(
      within,
      sql`UPDATE evaluation_watches SET ${change}
        WHERE ${has(watch)} AND check_at = ${watch.checkAt} AND ended_at IS NULL`,
    )

  return {
    /** Starts or restarts a watch. `false`: it is already active. */
    start(ref: WatchRef, channel: string, now: Temporal.Instant, audited?: Audited<boolean>) {
      const { team, organizationId, workspaceId, evaluationId, user } = ref
      const at = instantText(now)
      const start = (transaction: Db) =>
        changes(
          transaction,
          sql`INSERT INTO evaluation_watches (${key}, channel_id, created_at, check_at)
            VALUES (${team}, ${organizationId}, ${workspaceId}, ${evaluationId}, ${user}, ${channel}, ${at}, ${at})
            ON CONFLICT (${key}) DO UPDATE SET channel_id = excluded.channel_id, created_at = excluded.created_at,
              check_at = excluded.check_at, ended_at = NULL, outcome = NULL
            WHERE evaluation_watches.ended_at IS NOT NULL`,
        )
      return withAudit(db, now, start, audited)
    },

    /** Also skips its message, if that has not left yet. `false`: there is neither an active watch nor a message. */
    stop(ref: WatchRef, now: Temporal.Instant, audited?: Audited<boolean>) {
      const at = instantText(now)
      const stop = async (transaction: Db) => {
        const isStopped = await changes(
          transaction,
          sql`UPDATE evaluation_watches SET ended_at = ${at}, outcome = 'stopped'
            WHERE ${has(ref)} AND ended_at IS NULL`,
        )
        const about = { team: ref.team, subject: subjectOf(ref) }
        return (await skipUnsent(transaction, about, messageKind, at)) || isStopped
      }
      return withAudit(db, now, stop, audited)
    },

    isWatching: async (ref: WatchRef): Promise<boolean> => {
      const active = sql`SELECT user_id FROM evaluation_watches WHERE ${has(ref)} AND ended_at IS NULL`
      return (await active.first(db)) !== null
    },

    /** Claims the `limit` most overdue watches until `until`, in any order. Each goes to one caller. */
    async claimDue(now: Temporal.Instant, until: Temporal.Instant, limit: number) {
      return sql<EvaluationWatch>`
        WITH due AS (
          SELECT ${key} FROM evaluation_watches WHERE ended_at IS NULL AND check_at <= ${instantText(now)}
            AND ${teamIsConnected('evaluation_watches')}
          ORDER BY check_at ${sql.limit(limit)} ${skipLocked(db)}
        )
        UPDATE evaluation_watches SET check_at = ${instantText(until)}
        WHERE (${key}) IN (SELECT ${key} FROM due) RETURNING ${columns}`.rows(db)
    },

    /** Postpones the next check of a claimed watch. `false`: it was stopped, or claimed again. */
    postpone: (watch: EvaluationWatch, to: Temporal.Instant) =>
      update(watch, sql`check_at = ${instantText(to)}`),

    /**
     * Ends a claimed watch. `false`: it was stopped, or claimed again.
     * @param message tells its person, once; omitted: nobody is told
     */
    end(
      watch: EvaluationWatch,
      outcome: string,
      now: Temporal.Instant,
      message?: Required<Pick<Owed, 'about' | 'lateAt'>>,
    ) {
      const { team, user, createdAt } = watch
      const since = Temporal.Instant.from(createdAt)
      const subject = subjectOf(watch)
      return db.transaction(async (transaction) => {
        const change = sql`ended_at = ${instantText(now)}, outcome = ${outcome}`
        if (!(await update(watch, change, transaction))) return false
        const owed = { team, kind: messageKind, key: `${subject} ${createdAt}`, subject, channel: user }
        if (message !== undefined) await enqueue(transaction, [{ ...owed, ...message, since }], now)
        return true
      })
    },

    /**
     * Ids of the evaluations that people watch from a channel, and of watched ones that ended after `since`.
     * @returns by id, whether a watch is still active
     */
    async watchedIn(
      place: Pick<WatchRef, 'team' | 'organizationId' | 'workspaceId'> & { readonly channel: string },
      since: Temporal.Instant,
    ): Promise<ReadonlyMap<string, boolean>> {
      const rows = await sql<{ id: string; endedAt: string | null }>`
        SELECT evaluation_id AS id, ended_at AS "endedAt" FROM evaluation_watches
        WHERE team_id = ${place.team} AND organization_id = ${place.organizationId}
          AND workspace_id = ${place.workspaceId} AND channel_id = ${place.channel}
          AND (ended_at IS NULL OR (ended_at > ${instantText(since)} AND outcome <> 'stopped'))
        ORDER BY evaluation_id`.rows(db)
      const isActive = new Map<string, boolean>()
      for (const { id, endedAt } of rows) isActive.set(id, endedAt === null || isActive.get(id) === true)
      return isActive
    },
  }
}
