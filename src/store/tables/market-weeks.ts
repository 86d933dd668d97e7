import { type Database, instantText, skipLocked, sql, teamIsConnected } from './sql.ts'

/** An analysis, as one API key sees it through one set of filters. */
export interface MarketRef {
  readonly team: string
  /** A hash of the analysis, the filters and the key. */
  readonly market: string
}

export interface KnownWeek {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly week: string
  /** When it was requested, as an ISO 8601 instant; `null`: not yet. */
  readonly readAt: string | null
}

export interface StoredWeek extends KnownWeek {
  /** `MarketWeek` as JSON; `null`: not read yet. */
  readonly record: string | null
}

interface WeekRef extends MarketRef {
  readonly week: string
}

/** A week to read, for one caller. */
export interface ClaimedWeek extends WeekRef {
  /** The analysis and the filters, as given to `want`. */
  readonly question: string
}

const of = ({ team, market }: MarketRef) => sql`team_id = ${team} AND market = ${market}`

export function marketWeekStore(db: Database) {
  return {
    /** The known weeks from one Monday to another, both included, oldest first, without their records. */
    known: (ref: MarketRef, from: string, until: string): Promise<readonly KnownWeek[]> =>
      sql<KnownWeek>`
        SELECT week, read_at AS "readAt" FROM market_weeks
          WHERE ${of(ref)} AND week BETWEEN ${from} AND ${until} ORDER BY week`.rows(db),

    /** The same with their records: half a megabyte for a year. */
    between: (ref: MarketRef, from: string, until: string): Promise<readonly StoredWeek[]> =>
      sql<StoredWeek>`
        SELECT week, record, read_at AS "readAt" FROM market_weeks
          WHERE ${of(ref)} AND week BETWEEN ${from} AND ${until} ORDER BY week`.rows(db),

    /**
     * Adds weeks that are to be read, unless they are known, and drops the workspace's weeks before `keptFrom`.
     * @param dueAt when to read each week, by its Monday
     */
    async want(
      { team, market, question }: Omit<ClaimedWeek, 'week'>,
      dueAt: ReadonlyMap<string, Temporal.Instant>,
      keptFrom: string,
    ): Promise<void> {
      await sql`DELETE FROM market_weeks WHERE team_id = ${team} AND week < ${keptFrom}`.execute(db)
      const row = ([week, at]: readonly [string, Temporal.Instant]) =>
        sql`(${team}, ${market}, ${week}, ${question}, ${instantText(at)})`
      await sql`INSERT INTO market_weeks (team_id, market, week, question, due_at)
        VALUES ${sql.join([...dueAt].map(row))} ON CONFLICT DO NOTHING`.execute(db)
    },

    /** Claims the week that is due longest, of a workspace other than `except`, until `until`. Returns at most one. */
    claim: (now: Temporal.Instant, until: Temporal.Instant, except: readonly string[]) =>
      sql<ClaimedWeek>`
        UPDATE market_weeks SET due_at = ${instantText(until)} WHERE (team_id, market, week) = (
          SELECT team_id, market, week FROM market_weeks WHERE due_at <= ${instantText(now)}
            AND team_id NOT IN (${sql.join(['', ...except])}) AND ${teamIsConnected('market_weeks')}
          ORDER BY due_at LIMIT 1 ${skipLocked(db)}
        ) RETURNING team_id AS team, market, week, question`.rows(db),

    /**
     * Records what was read, unless a newer reading is stored, or the week was erased meanwhile.
     * @param at when it was requested
     * @param next when to read it again; `null`: never
     */
    async save(ref: WeekRef, record: string, at: Temporal.Instant, next: Temporal.Instant | null) {
      const readAt = instantText(at)
      await sql`UPDATE market_weeks SET record = ${record}, read_at = ${readAt},
          due_at = ${next && instantText(next)}
        WHERE ${of(ref)} AND week = ${ref.week} AND COALESCE(read_at, '') <= ${readAt}`.execute(db)
    },

    async forgetBefore({ week, ...ref }: WeekRef): Promise<void> {
      await sql`DELETE FROM market_weeks WHERE ${of(ref)} AND week < ${week}`.execute(db)
    },

    /** Postpones all of its weeks that are due before. */
    async postpone(ref: MarketRef, to: Temporal.Instant): Promise<void> {
      const dueAt = instantText(to)
      await sql`UPDATE market_weeks SET due_at = ${dueAt} WHERE ${of(ref)} AND due_at < ${dueAt}`.execute(db)
    },

    async forget(ref: MarketRef): Promise<void> {
      await sql`DELETE FROM market_weeks WHERE ${of(ref)}`.execute(db)
    },
  }
}
