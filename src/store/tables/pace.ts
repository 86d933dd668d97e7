import { type Kysely, sql } from 'kysely'
import { Cache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Database } from '../schema.ts'

/** How fast something may be sent: one in each `everyMs`, of which up to `burst` may leave at once. */
export interface Pace {
  readonly everyMs: number
  readonly burst: number
}

export interface PaceStore {
  /**
   * Reserves the next message to a channel, in the whole workspace's pace and in the channel's, and answers when it may
   * leave. All processes on the database share the paces.
   */
  reserve(
    place: { readonly team: string; readonly channel: string },
    paces: { readonly workspace: Pace; readonly channel: Pace },
    now: Temporal.Instant,
  ): Promise<Temporal.Instant>
}

/**
 * Uses the next `everyMs` up, from `at` on or from where the last use ended. Answers the moment until which everything is
 * used up. Moments are milliseconds since 1970.
 */
type UseUp = (team: string, row: string, everyMs: number, at: number) => Promise<number>

/** The workspace's own row stands beside those of its channels. */
const workspaceRow = ''

/** @param shared whether other processes send, too; where none does, memory is enough, and spares the disk half of a digest's commits */
export function paceStore(db: Kysely<Database>, shared: boolean): PaceStore {
  const useUp = shared ? inDatabase(db) : inMemory()
  const reserve = async (team: string, row: string, { everyMs, burst }: Pace, at: number) => {
    const usedUntil = await useUp(team, row, everyMs, at)
    // What is used up beyond the burst has to pass first.
    return Math.max(at, usedUntil - everyMs * burst)
  }
  return {
    async reserve({ team, channel }, paces, now) {
      const inWorkspace = await reserve(team, workspaceRow, paces.workspace, now.epochMilliseconds)
      // From then on: a message that the workspace's pace holds up takes its channel's time when it leaves.
      const inChannel = await reserve(team, channel, paces.channel, inWorkspace)
      return Temporal.Instant.fromEpochMilliseconds(Math.ceil(inChannel))
    },
  }
}

function inDatabase(db: Kysely<Database>): UseUp {
  return async (team, row, everyMs, at) => {
    const used = await db
      .insertInto('paces')
      .values({ team_id: team, channel_id: row, used_until: at + everyMs })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'channel_id']).doUpdateSet({
          used_until: sql<number>`excluded.used_until + CASE WHEN paces.used_until > ${at} THEN paces.used_until - ${at} ELSE 0 END`,
        }),
      )
      .returning('used_until')
      .executeTakeFirstOrThrow()
    return used.used_until
  }
}

/** Rows that ended long ago say nothing any more. */
const mostRows = 10_000

function inMemory(): UseUp {
  const used = new Cache<number>({ clock: systemClock, ttlMs: null, max: mostRows })
  return async (team, row, everyMs, at) => {
    const key = `${team} ${row}`
    const until = Math.max(used.get(key) ?? at, at) + everyMs
    used.set(key, until)
    return until
  }
}
