import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { type Audited, withAudit } from './audit.ts'
import { instantText, keyIn, teamIsConnected } from './sql.ts'

/** Identifies one person's watch of a website evaluation. */
export interface WatchRef {
  readonly team: string
  readonly organizationId: string
  readonly workspaceId: string
  readonly evaluationId: string
  /** Slack user id. */
  readonly user: string
}

export interface EvaluationWatch extends WatchRef {
  /** The channel in which the person started it. */
  readonly channel: string
  /** ISO 8601 instants. */
  readonly createdAt: string
  /** Time of the next check. A claim postpones it, so it also identifies the claim. */
  readonly checkAt: string
  /** Result of the last check of an active watch; `null`: none. */
  readonly outcome: string | null
}

/** Methods that take a claimed watch return `false` or `null` if the watch was stopped or claimed again. */
export interface WatchStore {
  /** Starts or restarts a watch. `false`: it is already active. */
  start(ref: WatchRef, channel: string, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean>
  /** `false`: there is no active watch. */
  stop(ref: WatchRef, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean>
  isWatching(ref: WatchRef): Promise<boolean>
  /** Claims up to `limit` due watches until `until`, most overdue first. Each goes to one caller. */
  claimDue(now: Temporal.Instant, until: Temporal.Instant, limit: number): Promise<readonly EvaluationWatch[]>
  /** Extends a claim to `until`. @param outcome the result to keep if this process ends now */
  extendClaim(
    watch: EvaluationWatch,
    until: Temporal.Instant,
    outcome: string | null,
  ): Promise<EvaluationWatch | null>
  /** Postpones the next check. */
  postpone(watch: EvaluationWatch, to: Temporal.Instant, outcome: string | null): Promise<boolean>
  end(watch: EvaluationWatch, outcome: string, now: Temporal.Instant): Promise<boolean>
  /**
   * Ids of the evaluations that people watch from a channel, and of watched ones that ended after `since`.
   * @returns by id, whether a watch is still active
   */
  watchedIn(
    place: Pick<WatchRef, 'team' | 'organizationId' | 'workspaceId'> & { readonly channel: string },
    since: Temporal.Instant,
  ): Promise<ReadonlyMap<string, boolean>>
}

const columns = [
  'team_id as team',
  'organization_id as organizationId',
  'workspace_id as workspaceId',
  'evaluation_id as evaluationId',
  'user_id as user',
  'channel_id as channel',
  'created_at as createdAt',
  'look_at as checkAt',
  'outcome',
] as const

const keyColumns = ['team_id', 'organization_id', 'workspace_id', 'evaluation_id', 'user_id'] as const

const keys = (ref: WatchRef) => ({
  team_id: ref.team,
  organization_id: ref.organizationId,
  workspace_id: ref.workspaceId,
  evaluation_id: ref.evaluationId,
  user_id: ref.user,
})

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function watchStore(db: Kysely<Database>, shared: boolean): WatchStore {
  /** Watches of a channel that are active or ended after `since`. */
  const watchesOfChannel = (
    { team, organizationId, workspaceId, channel }: Parameters<WatchStore['watchedIn']>[0],
    since: Temporal.Instant,
  ) =>
    db
      .selectFrom('evaluation_watches')
      .where('team_id', '=', team)
      .where('organization_id', '=', organizationId)
      .where('workspace_id', '=', workspaceId)
      .where('channel_id', '=', channel)
      .where((eb) =>
        eb.or([
          eb('done_at', 'is', null),
          eb.and([eb('done_at', '>', instantText(since)), eb('outcome', '<>', 'stopped')]),
        ]),
      )
      .orderBy('evaluation_id')

  /** Update of a watch whose claim is valid. */
  const claimed = (watch: EvaluationWatch) =>
    db
      .updateTable('evaluation_watches')
      .where((eb) => eb.and({ ...keys(watch), look_at: watch.checkAt }))
      .where('done_at', 'is', null)
      .returning(columns)

  return {
    start(ref, channel, now, audited) {
      const at = instantText(now)
      const fresh = { channel_id: channel, created_at: at, look_at: at, done_at: null, outcome: null }
      const start = async (transaction: Kysely<Database>) => {
        const row = await transaction
          .insertInto('evaluation_watches')
          .values({ ...keys(ref), ...fresh })
          .onConflict((conflict) =>
            conflict
              .columns(keyColumns)
              .doUpdateSet(fresh)
              .where('evaluation_watches.done_at', 'is not', null),
          )
          .returning('user_id')
          .executeTakeFirst()
        return row !== undefined
      }
      return withAudit(db, now, start, audited)
    },

    stop(ref, now, audited) {
      const stop = async (transaction: Kysely<Database>) => {
        const row = await transaction
          .updateTable('evaluation_watches')
          .set({ done_at: instantText(now), outcome: 'stopped' })
          .where((eb) => eb.and(keys(ref)))
          .where('done_at', 'is', null)
          .returning('user_id')
          .executeTakeFirst()
        return row !== undefined
      }
      return withAudit(db, now, stop, audited)
    },

    async isWatching(ref) {
      const row = await db
        .selectFrom('evaluation_watches')
        .select('user_id')
        .where((eb) => eb.and(keys(ref)))
        .where('done_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },

    claimDue: (now, until, limit) =>
      db
        .with('due', (query) =>
          query
            .selectFrom('evaluation_watches')
            .select(keyColumns)
            .where('done_at', 'is', null)
            .where('look_at', '<=', instantText(now))
            .where(teamIsConnected('evaluation_watches'))
            .orderBy('look_at')
            .limit(limit)
            .$if(shared, (rows) => rows.forUpdate().skipLocked()),
        )
        .updateTable('evaluation_watches')
        .set({ look_at: instantText(until) })
        .where(keyIn(keyColumns, 'due'))
        .returning(columns)
        .execute(),

    async extendClaim(watch, until, outcome) {
      const row = await claimed(watch)
        .set({ look_at: instantText(until), outcome })
        .executeTakeFirst()
      return row ?? null
    },

    async postpone(watch, to, outcome) {
      const row = await claimed(watch)
        .set({ look_at: instantText(to), outcome })
        .executeTakeFirst()
      return row !== undefined
    },

    async end(watch, outcome, now) {
      const row = await claimed(watch)
        .set({ done_at: instantText(now), outcome })
        .executeTakeFirst()
      return row !== undefined
    },

    async watchedIn(place, since) {
      const rows = await watchesOfChannel(place, since).select(['evaluation_id', 'done_at']).execute()
      const isActive = new Map<string, boolean>()
      for (const { evaluation_id, done_at } of rows)
        isActive.set(evaluation_id, done_at === null || isActive.get(evaluation_id) === true)
      return isActive
    },
  }
}
