/**
 * A chaos run: the real digest runner in processes of their own, which are killed and stopped at every step, with a Slack
 * that misbehaves and a database that goes away; in the end the records and Slack's messages are held against each other.
 */
import { join } from 'node:path'
import { startService } from '../../sandbox/service/index.ts'
import { defaultSettings, type Store } from '../../src/store/index.ts'
import { temporaryFolder } from '../store/engines.ts'
import { type Audited, audit, type Expected, isSettled } from './audit.ts'
import type { Break } from './breaks.ts'
import type { ChaosDatabase } from './databases.ts'
import { Fleet } from './fleet.ts'
import { Chance } from './random.ts'
import { SharedTime } from './shared-time.ts'
import { type PostFate, startChaosSlack } from './slack.ts'
import { boundaries, type Fate, stops } from './steps.ts'
import { stirService } from './weather.ts'

export interface ChaosOptions {
  readonly database: () => Promise<ChaosDatabase>
  /** Decides what happens to whom; how the machine interleaves the processes is its own. */
  readonly seed: number
  /** Days; each subscription has one slot on each. */
  readonly days: number
  readonly subscriptions: number
  /** So long, in minutes of the run's clock, a day is stormy: eight unless told. */
  readonly stormMinutes?: number
  readonly broken?: Break | null
  /** What happens first, whatever the seed says: to each process, and to each slot's first post. */
  readonly opening?: { readonly fates: readonly (readonly Fate[])[]; readonly posts: PostFate | null }
  /** Told after each day. */
  readonly said?: (line: string) => void
}

export interface ChaosFigures extends Audited {
  readonly kills: number
  readonly stands: number
  /** Boundaries at which a process was killed, and at which one was stopped, of how many. */
  readonly killedAt: string
  readonly stoppedAt: string
  readonly restarts: number
  readonly slackFates: ReadonlyMap<string, number>
  readonly log: ReadonlyMap<string, number>
  readonly seconds: number
}

const team = 'T1'
const start = Temporal.Instant.from('2026-11-09T08:59:00Z')
/** Some are due while others are still at work. */
const times = ['09:00', '09:01', '09:03', '09:05']
/** So long it may take at most, of the run's clock, until everything of a day is settled. */
const settleMs = 3 * 3_600_000
/** Steps of the run's clock, in milliseconds, and the least real pause between two. */
const stormStepMs = 1_000
const calmStepMs = 2_000
const pauseMs = 3
/** Of the channels, so many may not be looked into. */
const closedShare = 0.2

export async function runChaos(options: ChaosOptions): Promise<ChaosFigures> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    return await play(options, ends)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

async function play(options: ChaosOptions, ends: (() => Promise<unknown>)[]): Promise<ChaosFigures> {
  const began = performance.now()
  const chance = new Chance(options.seed)
  const folder = await temporaryFolder()
  ends.push(folder.remove)
  const timeFile = join(folder.path, 'time')
  const time = new SharedTime(timeFile, start)
  const database = await options.database()
  ends.push(() => database.stop())
  const still = { advance: () => {}, onAdvance: () => () => {} }
  const service = await startService({
    clock: { now: () => time.now(), sleep: (ms, signal) => time.sleep(ms, signal), ...still },
    tokenLifeSeconds: 1e9,
  })
  ends.push(() => service.stop())

  const expected = await setUp(options, await database.open(), chance)
  const slack = await startChaosSlack({
    clock: time,
    chance,
    closed: expected.closed,
    opening: options.opening?.posts ?? null,
    arrived: (replica, delivery) => (delivery !== null && fleet.goOnWith(delivery, replica) ? 'slow' : null),
    applied: (replica) => {
      if (fleet.cruel && chance.happens(0.03)) fleet.kill(replica, 'applied, not answered')
    },
  })
  ends.push(() => slack.stop())
  const { organizationId, workspaceId, projectId, subreddits, resultIds } = service.demo
  const fleet = new Fleet({
    size: database.replicas,
    clock: time,
    chance,
    opening: options.opening?.fates ?? [],
    settingsOf: (index, fates) => ({
      timeFile,
      slackUrl: slack.urlFor(index),
      service: {
        baseUrl: service.baseUrl,
        searchBaseUrl: service.searchBaseUrl,
        key: service.keys.workspace,
      },
      defaults: {
        organizationId,
        workspaceId,
        projectId,
        subreddits,
        recommendations: resultIds,
        timeZone: 'UTC',
        noiseBand: 1,
      },
      database: database.options,
      team,
      subscriptions: [...expected.channels.keys()],
      slotsShown: options.days + 2,
      fates,
      broken: options.broken ?? null,
    }),
  })
  ends.push(() => fleet.stop())

  const step = async (ms: number) => {
    fleet.look()
    // Otherwise the time would run on while nobody is there to use it.
    if (fleet.starting < 2 && fleet.starting < database.replicas) time.advance(ms)
    await fleet.turn()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const passed = (since: Temporal.Instant) => time.now().since(since).total('milliseconds')

  const stormMs = (options.stormMinutes ?? 8) * 60_000
  let restarts = 0
  let records = null
  for (let day = 0; day < options.days; day += 1) {
    const morning = start.add({ hours: 24 * day })
    time.advance(Math.max(0, -passed(morning)))
    slack.stormy = true
    fleet.cruel = true
    // Every third day, the first one included, the database goes away in the middle of it.
    const awayAt = day % 3 === 0 ? stormMs * (0.5 + chance.next() / 4) : Number.POSITIVE_INFINITY
    let away: Promise<void> | null = null
    while (passed(morning) < stormMs) {
      if (database.restart !== null && away === null && passed(morning) >= awayAt) {
        restarts += 1
        away = goAway(database.restart, time, chance)
      }
      stirService(service, chance)
      await step(stormStepMs)
    }
    slack.stormy = false
    fleet.cruel = false
    service.clearFaults()
    for (let waiting = true; waiting && passed(morning) < settleMs; ) {
      for (let steps = 0; steps < 10; steps += 1) await step(calmStepMs)
      await away
      records = await fleet.records()
      waiting = records?.waits !== false || !isSettled(expected, records.deliveries, time.now())
    }
    options.said?.(
      `day ${day + 1}: ${fleet.kills} kills, ${fleet.stands} standstills, ${slack.posts.length} messages`,
    )
  }
  // Whoever stood still to the end goes on, and what it does then must not count either.
  for (let steps = 0; steps < 300; steps += 1) await step(calmStepMs)
  records = await fleet.records()
  if (records === null) throw new Error('nobody could read the records in the end')
  const audited = audit(expected, records.deliveries, slack, fleet.intended)
  const of = (counts: ReadonlyMap<string, number>, all: readonly string[]) =>
    `${all.filter((one) => counts.has(one)).length} of ${all.length}`
  return {
    ...audited,
    broken: [...audited.broken, ...fleet.deaths.map((how) => `a process ended by itself: ${how}`)],
    kills: fleet.kills,
    stands: fleet.stands,
    killedAt: of(fleet.killedAt, boundaries),
    stoppedAt: of(fleet.stoppedAt, stops),
    restarts,
    slackFates: slack.fates,
    log: fleet.log,
    seconds: (performance.now() - began) / 1_000,
  }
}

/** Creates the subscriptions, and says what they are owed. */
async function setUp({ subscriptions, days }: ChaosOptions, store: Store, chance: Chance): Promise<Expected> {
  const channels = new Map<string, string>()
  const slots = new Map<string, string[]>()
  const closed = new Set<string>()
  for (let number = 0; number < subscriptions; number += 1) {
    const id = `S${number}`
    const channel = `C${number}`
    const time = times[number % times.length] ?? '09:00'
    channels.set(id, channel)
    if (chance.happens(closedShare)) closed.add(channel)
    slots.set(
      id,
      Array.from({ length: days }, (_, day) =>
        Temporal.Instant.from(`2026-11-09T${time}Z`)
          .add({ hours: 24 * day })
          .toString({ smallestUnit: 'millisecond' }),
      ),
    )
    await store.subscriptions.create(
      {
        ...defaultSettings,
        name: 'Daily brand visibility',
        schedule: { kind: 'daily', time, timeZone: 'UTC' },
        team,
        id,
        channel,
        by: `U${number}`,
      },
      start,
    )
  }
  await store.close()
  return { channels, slots, closed }
}

/** The database goes away for half a minute to two, in one of its two ways. */
async function goAway(
  restart: { goAway(how: 'orderly' | 'crash'): Promise<void>; comeBack(): Promise<void> },
  time: SharedTime,
  chance: Chance,
): Promise<void> {
  await restart.goAway(chance.happens(0.5) ? 'crash' : 'orderly')
  await time.sleep(chance.between(30_000, 120_000))
  await restart.comeBack()
}
