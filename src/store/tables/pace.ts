import { Cache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'
import { type Database, type Db, sql } from './sql.ts'

/** One message every `everyMs`, up to `burst` messages at once. */
export interface Pace {
  readonly everyMs: number
  readonly burst: number
}

/** When a message may be sent. */
export interface Turn {
  readonly at: Temporal.Instant
  /** Keeps the place: `at` in milliseconds since 1970, without the time by which Slack's limits have moved it. */
  readonly place: number
}

interface Place {
  readonly team: string
  /** Empty: the workspace itself. */
  readonly channel: string
}

/** A row of the table. Times are in milliseconds since 1970. */
interface Reserved {
  /** End of the last reservation. */
  readonly used_until: number
  /** By how much Slack's limits have moved reservations so far. */
  readonly moved_ms: number
}

interface Reservations {
  /** Reserves the next `everyMs`, starting at `at` or at the end of the last reservation, whichever is later. */
  add(team: string, row: string, everyMs: number, at: number): Promise<Reserved>
  /** By how much reservations have moved, in both rows together. */
  moved(team: string, rows: readonly string[]): Promise<number>
  /** Moves reservations by the part of the wait that they haven't moved yet. @param least the earliest `used_until` */
  hold(team: string, row: string, now: number, until: number, least: number): Promise<void>
}

/** The channel id in the workspace's own row. */
const workspaceRow = ''
/** A place whose turn was longer ago is lost: after a pause of all processes, messages don't leave all at once. */
const keptMs = 30_000

export function paceStore(db: Database) {
  // In memory it halves a digest’s commits.
  const reservations = db.shared ? inDatabase(db) : inMemory()
  const reserve = async (team: string, row: string, { everyMs, burst }: Pace, from: number) => {
    const { used_until: usedUntil, moved_ms: moved } = await reservations.add(team, row, everyMs, from)
    // Wait until no more than the burst is reserved ahead.
    return { at: Math.max(from, usedUntil - everyMs * burst), moved }
  }
  const turn = (place: number, moved: number): Turn => ({
    at: Temporal.Instant.fromEpochMilliseconds(Math.ceil(place + moved)),
    place,
  })
  return {
    /**
     * Reserves a place for the next message in the paces of the workspace and of the channel. All processes on the database
     * share the paces.
     * @param place a place reserved before: it is kept, unless its turn was long ago
     */
    async reserve(
      { team, channel }: Place,
      paces: { readonly workspace: Pace; readonly channel: Pace },
      now: Temporal.Instant,
      place: number | null = null,
    ): Promise<Turn> {
      if (place !== null) {
        const moved = await reservations.moved(team, [workspaceRow, channel])
        if (place + moved > now.epochMilliseconds - keptMs) return turn(place, moved)
      }
      const inWorkspace = await reserve(team, workspaceRow, paces.workspace, now.epochMilliseconds)
      // If the workspace's pace delays a message, the channel's pace counts from the delayed time.
      const inChannel = await reserve(team, channel, paces.channel, inWorkspace.at)
      const moved = inWorkspace.moved + inChannel.moved
      return turn(inChannel.at - moved, moved)
    },
    /** Slack asked to wait until `until`: all messages wait that much longer, also those with a place. */
    hold: (
      { team, channel }: Place,
      { everyMs, burst }: Pace,
      now: Temporal.Instant,
      { epochMilliseconds: until }: Temporal.Instant,
    ): Promise<void> =>
      reservations.hold(team, channel, now.epochMilliseconds, until, until + everyMs * (burst - 1)),
  }
}

function inDatabase(db: Db): Reservations {
  return {
    async add(team, row, everyMs, at) {
      const reserved = await sql<Reserved>`
        INSERT INTO paces (team_id, channel_id, used_until) VALUES (${team}, ${row}, ${at + everyMs})
        ON CONFLICT (team_id, channel_id) DO UPDATE
        SET used_until = excluded.used_until + CASE WHEN paces.used_until > ${at} THEN paces.used_until - ${at} ELSE 0 END
        RETURNING used_until, moved_ms`.first(db)
      if (reserved === null) throw new Error('A pace was not returned.')
      return reserved
    },
    async moved(team, names) {
      const row = await sql<{ readonly moved: number | null }>`
        SELECT sum(moved_ms) AS moved FROM paces
        WHERE team_id = ${team} AND channel_id IN (${sql.join([...names])})`.first(db)
      return row?.moved ?? 0
    },
    async hold(team, row, now, until, least) {
      const by = sql`GREATEST(0, ${until}::double precision - GREATEST(paces.held_until, ${now}::double precision))`
      await sql`
        INSERT INTO paces (team_id, channel_id, used_until, moved_ms, held_until)
        VALUES (${team}, ${row}, ${least}, ${until - now}, ${until})
        ON CONFLICT (team_id, channel_id) DO UPDATE SET used_until = GREATEST(paces.used_until + ${by}, excluded.used_until),
          moved_ms = paces.moved_ms + ${by},
          held_until = GREATEST(paces.held_until, excluded.held_until)`.execute(db)
    },
  }
}

/** Reservations that ended long ago limit nothing. */
const maxRows = 10_000

function inMemory(): Reservations {
  const rows = new Cache<Reserved & { readonly heldUntil: number }>({
    clock: systemClock,
    ttlMs: null,
    max: maxRows,
  })
  const get = (team: string, row: string) =>
    rows.get(`${team} ${row}`) ?? { used_until: 0, moved_ms: 0, heldUntil: 0 }
  return {
    async add(team, row, everyMs, at) {
      const before = get(team, row)
      const reserved = { ...before, used_until: Math.max(before.used_until, at) + everyMs }
      rows.set(`${team} ${row}`, reserved)
      return reserved
    },
    moved: async (team, names) => names.reduce((moved, row) => moved + get(team, row).moved_ms, 0),
    async hold(team, row, now, until, least) {
      const before = get(team, row)
      const by = Math.max(0, until - Math.max(before.heldUntil, now))
      rows.set(`${team} ${row}`, {
        used_until: Math.max(before.used_until + by, least),
        moved_ms: before.moved_ms + by,
        heldUntil: Math.max(before.heldUntil, until),
      })
    },
  }
}
