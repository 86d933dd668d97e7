import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, SubscriptionRow } from './schema.ts'
import { instantText } from './text.ts'

/** A weekly digest's place and time, as its owner reads it on the wall. */
export interface Schedule {
  readonly team: string
  readonly channel: string
  /** 1 is Monday, 7 is Sunday (ISO 8601). */
  readonly weekday: number
  /** Local time, `HH:MM`. */
  readonly time: string
  /** IANA name. */
  readonly timeZone: string
}

export interface Subscription extends Schedule {
  readonly id: string
  readonly kind: 'weekly'
  /** `settings`: from the configuration; `user`: set up in Slack. */
  readonly source: 'settings' | 'user'
  readonly active: boolean
  /** Why it is paused: Slack's error code, `manual_only`, or a sentence; `null` while it is active. */
  readonly pausedReason: string | null
  /** ISO 8601 instant; `null` while it is active. */
  readonly pausedAt: string | null
  /** Slack user id of who set it up or changed it last: the owner; `null` where the configuration did. */
  readonly createdBy: string | null
  /** ISO 8601 instant. */
  readonly createdAt: string
  /** ISO 8601 instant since which this schedule holds unbroken: earlier slots are not owed. */
  readonly effectiveFrom: string
}

export interface SubscriptionStore {
  /**
   * The configuration's digest for a channel. Safe to call at every start and from every replica: only a changed
   * schedule is written, and a paused subscription stays paused.
   */
  upsertFromSettings(schedule: Schedule, now: Temporal.Instant): Promise<Subscription>
  /**
   * Pauses the configuration's digests of all channels but these, which are no longer in it. One that comes back is
   * resumed by `upsertFromSettings`. Answers how many were paused.
   */
  dropFromSettings(team: string, keep: readonly string[], now: Temporal.Instant): Promise<number>
  /** A person's digest for a channel: sets it up or changes it, and resumes it if it was paused. */
  upsertFromUser(schedule: Schedule, by: string, now: Temporal.Instant): Promise<Subscription>
  /**
   * What a digest that a person asks for now is recorded under: the channel's subscription, a running one before a
   * paused one; where there is none, a new one with this schedule that is paused as `manual_only`.
   */
  forManualDigest(schedule: Schedule, by: string, now: Temporal.Instant): Promise<Subscription>
  /** Active and paused ones, the oldest first. */
  ofChannel(team: string, channel: string): Promise<readonly Subscription[]>
  /** Those that run, of all teams. */
  active(): Promise<readonly Subscription[]>
  get(team: string, id: string): Promise<Subscription | null>
  /** `true` for the one caller who paused it, who then tells the owner; `false`: it was paused already. */
  pause(team: string, id: string, reason: string, now: Temporal.Instant): Promise<boolean>
  /** Runs it again from `now` on; slots missed meanwhile are not owed. `false`: it was running already. */
  resume(team: string, id: string, now: Temporal.Instant): Promise<boolean>
}

const columns = [
  'team_id as team',
  'id',
  'channel_id as channel',
  'kind',
  'source',
  'weekday',
  'time',
  'time_zone as timeZone',
  'active',
  'paused_reason as pausedReason',
  'paused_at as pausedAt',
  'created_by as createdBy',
  'created_at as createdAt',
  'effective_from as effectiveFrom',
] as const

const removedFromSettings = 'removed_from_settings'

const running = { active: 1, paused_reason: null, paused_at: null } as const

const record = <Row extends { active: 0 | 1 }>(row: Row) => ({ ...row, active: row.active === 1 })

export function subscriptionStore(db: Kysely<Database>): SubscriptionStore {
  const select = () => db.selectFrom('subscriptions').select(columns)

  const insert = (
    schedule: Schedule,
    given: Pick<SubscriptionRow, 'source' | 'created_by' | 'active' | 'paused_reason' | 'paused_at'>,
    now: string,
  ) =>
    db
      .insertInto('subscriptions')
      .values({
        team_id: schedule.team,
        id: randomUUID(),
        channel_id: schedule.channel,
        kind: 'weekly',
        weekday: schedule.weekday,
        time: schedule.time,
        time_zone: schedule.timeZone,
        created_at: now,
        effective_from: now,
        ...given,
      })
      .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'source', 'kind']).doNothing())
      .execute()

  /** Each statement stands alone and can be repeated, so two callers at once end with one row and no lost change. */
  async function upsert(schedule: Schedule, source: Subscription['source'], by: string | null, now: string) {
    const wanted = { weekday: schedule.weekday, time: schedule.time, time_zone: schedule.timeZone }
    await insert(schedule, { source, created_by: by, ...running }, now)
    await db
      .updateTable('subscriptions')
      .set({ ...wanted, effective_from: now, ...(by === null ? {} : { ...running, created_by: by }) })
      .where('team_id', '=', schedule.team)
      .where('channel_id', '=', schedule.channel)
      .where('source', '=', source)
      .where('kind', '=', 'weekly')
      .where((eb) =>
        eb.or([
          eb('weekday', '<>', wanted.weekday),
          eb('time', '<>', wanted.time),
          eb('time_zone', '<>', wanted.time_zone),
          ...(by === null ? [] : [eb('active', '=', 0)]),
        ]),
      )
      .execute()
    return record(
      await select()
        .where('team_id', '=', schedule.team)
        .where('channel_id', '=', schedule.channel)
        .where('source', '=', source)
        .where('kind', '=', 'weekly')
        .executeTakeFirstOrThrow(),
    )
  }

  const resume = async (team: string, id: string, now: Temporal.Instant) => {
    const resumed = await db
      .updateTable('subscriptions')
      .set({ ...running, effective_from: instantText(now) })
      .where('team_id', '=', team)
      .where('id', '=', id)
      .where('active', '=', 0)
      .returning('id')
      .executeTakeFirst()
    return resumed !== undefined
  }

  return {
    async upsertFromSettings(schedule, now) {
      const stored: Subscription = await upsert(schedule, 'settings', null, instantText(now))
      if (stored.pausedReason !== removedFromSettings) return stored
      await resume(stored.team, stored.id, now)
      return upsert(schedule, 'settings', null, instantText(now))
    },

    async dropFromSettings(team, keep, now) {
      const dropped = await db
        .updateTable('subscriptions')
        .set({ active: 0, paused_reason: removedFromSettings, paused_at: instantText(now) })
        .where('team_id', '=', team)
        .where('source', '=', 'settings')
        .where('active', '=', 1)
        .$if(keep.length > 0, (query) => query.where('channel_id', 'not in', keep))
        .returning('id')
        .execute()
      return dropped.length
    },

    upsertFromUser: (schedule, by, now) => upsert(schedule, 'user', by, instantText(now)),

    async forManualDigest(schedule, by, now) {
      const find = () =>
        select()
          .where('team_id', '=', schedule.team)
          .where('channel_id', '=', schedule.channel)
          .orderBy('active', 'desc')
          .orderBy('created_at')
          .orderBy('id')
          .limit(1)
      const found = await find().executeTakeFirst()
      if (found !== undefined) return record(found)
      const at = instantText(now)
      const paused = { active: 0, paused_reason: 'manual_only', paused_at: at } as const
      await insert(schedule, { source: 'user', created_by: by, ...paused }, at)
      return record(await find().executeTakeFirstOrThrow())
    },

    async ofChannel(team, channel) {
      const rows = await select()
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(record)
    },

    async active() {
      const rows = await select()
        .where('active', '=', 1)
        .orderBy('team_id')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(record)
    },

    async get(team, id) {
      const row = await select().where('team_id', '=', team).where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : record(row)
    },

    async pause(team, id, reason, now) {
      const paused = await db
        .updateTable('subscriptions')
        .set({ active: 0, paused_reason: reason, paused_at: instantText(now) })
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('active', '=', 1)
        .returning('id')
        .executeTakeFirst()
      return paused !== undefined
    },

    resume,
  }
}
