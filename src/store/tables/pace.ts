import { type Kysely, sql } from 'kysely'
import { Cache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Database } from '../schema.ts'

/** One message every `everyMs`, up to `burst` messages at once. */
export interface Pace {
  readonly everyMs: number
  readonly burst: number
}

export interface PaceStore {
  /**
   * Reserves a place for the next message in the paces of the workspace and of the channel. All processes on the database
   * share the paces.
   * @returns when to send the message
   */
  reserve(
    place: { readonly team: string; readonly channel: string },
    paces: { readonly workspace: Pace; readonly channel: Pace },
    now: Temporal.Instant,
  ): Promise<Temporal.Instant>
  /** Makes messages to the channel that have no place yet wait until `until`, because Slack asked for that. */
  hold(
    place: { readonly team: string; readonly channel: string },
    pace: Pace,
    until: Temporal.Instant,
  ): Promise<void>
}

/**
 * Reserves the next `everyMs`, starting at `at` or at the end of the last reservation, whichever is later. Times are in
 * milliseconds since 1970.
 * @returns the end of the reservation
 */
type ReserveSlot = (team: string, row: string, everyMs: number, at: number) => Promise<number>

/** The channel id in the workspace's own row. */
const workspaceRow = ''

/** @param shared whether other processes also post; if not, paces are kept in memory, which halves a digest's commits */
export function paceStore(db: Kysely<Database>, shared: boolean): PaceStore {
  const reserveSlot = shared ? inDatabase(db) : inMemory()
  const reserve = async (team: string, row: string, { everyMs, burst }: Pace, at: number) => {
    const usedUntil = await reserveSlot(team, row, everyMs, at)
    // Wait until no more than the burst is reserved ahead.
    return Math.max(at, usedUntil - everyMs * burst)
  }
  return {
    async reserve({ team, channel }, paces, now) {
      const inWorkspace = await reserve(team, workspaceRow, paces.workspace, now.epochMilliseconds)
      // If the workspace's pace delays a message, the channel's pace counts from the delayed time.
      const inChannel = await reserve(team, channel, paces.channel, inWorkspace)
      return Temporal.Instant.fromEpochMilliseconds(Math.ceil(inChannel))
    },
    async hold({ team, channel }, { everyMs, burst }, until) {
      await reserveSlot(team, channel, 0, until.epochMilliseconds + everyMs * (burst - 1))
    },
  }
}

function inDatabase(db: Kysely<Database>): ReserveSlot {
  return async (team, row, everyMs, at) => {
    const { rows } = await sql<{ readonly used_until: number }>`
      INSERT INTO paces (team_id, channel_id, used_until)
      VALUES (${team}, ${row}, ${at + everyMs})
      ON CONFLICT (team_id, channel_id) DO UPDATE
      SET used_until = excluded.used_until + CASE WHEN paces.used_until > ${at} THEN paces.used_until - ${at} ELSE 0 END
      RETURNING used_until`.execute(db)
    const [reserved] = rows
    if (reserved === undefined) throw new Error('A pace was not returned.')
    return reserved.used_until
  }
}

/** Reservations that ended long ago limit nothing. */
const maxRows = 10_000

function inMemory(): ReserveSlot {
  const ends = new Cache<number>({ clock: systemClock, ttlMs: null, max: maxRows })
  return async (team, row, everyMs, at) => {
    const key = `${team} ${row}`
    const until = Math.max(ends.get(key) ?? at, at) + everyMs
    ends.set(key, until)
    return until
  }
}
