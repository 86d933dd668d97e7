/**
 * A chaos run: the real digest runner in processes of their own, which are killed and stopped at every step, with a Slack
 * that misbehaves and a database that goes away; in the end the records and Slack's messages are held against each other.
 */
import { join } from 'node:path'
import { startService } from '../../sandbox/service/index.ts'
import { temporaryFolder } from '../store/engines.ts'
import { type Audited, audit, isAlerted, isSettled } from './audit.ts'
import type { Break } from './breaks.ts'
import type { ChaosDatabase } from './databases.ts'
import { Fleet } from './fleet.ts'
import { Journal } from './journal.ts'
import type { PostOutcome } from './post-outcomes.ts'
import { Chance } from './random.ts'
import { addRandomFault, setServiceData } from './service.ts'
import { contact, firstMorning, setUp, start, team } from './set-up.ts'
import { SharedTime } from './shared-time.ts'
import { startChaosSlack } from './slack.ts'
import { boundaries, type Fate } from './steps.ts'

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
  readonly opening?: { readonly fates: readonly (readonly Fate[])[]; readonly posts: PostOutcome | null }
  /** Ends the run, with its processes and its database. */
  readonly signal?: AbortSignal
  /** Called after each day. */
  readonly log?: (line: string) => void
}

export interface ChaosFigures extends Audited {
  readonly kills: number
  readonly stands: number
  /** Boundaries at which a process was killed, and at which one was stopped: how many of how many, and which not. */
  readonly killedAt: Reached
  readonly stoppedAt: Reached
  readonly restarts: number
  readonly slackFates: ReadonlyMap<string, number>
  readonly log: ReadonlyMap<string, number>
  /** What happened to the delivery that a line of `broken` names. */
  readonly history: (broken: string) => readonly string[]
  readonly seconds: number
}

interface Reached {
  readonly share: string
  readonly missed: readonly string[]
}

/** So long it may take at most, of the run's clock, until everything of a day is settled. */
const settleMs = 3 * 3_600_000
/** Steps of the run's clock, in milliseconds, and the least real pause between two. */
const stormStepMs = 1_000
const calmStepMs = 2_000
const pauseMs = 3
/**
 * So long, in real time, the clock stands still when one goes on whose delivery another is posting: it has all the time to do
 * harm while that post has no answer.
 */
const holdMs = 500
/** No process needs so long, in real time, for its next word. */
const stuckMs = 60_000

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
  const journal = new Journal(time)
  const database = await options.database()
  ends.push(() => database.stop())
  // The sandbox only reads the time; the run moves it.
  const still = { advance: () => {}, onAdvance: () => () => {} }
  const service = await startService({
    clock: { now: () => time.now(), sleep: (ms, signal) => time.sleep(ms, signal), ...still },
    tokenLifeSeconds: 1e9,
  })
  ends.push(() => service.stop())

  const expected = await setUp(options, await database.open(), chance)
  let heldUntil = 0
  const slack = await startChaosSlack({
    clock: time,
    chance,
    journal,
    closed: expected.closed,
    archived: expected.archived,
    unreachable: expected.unreachable,
    isGone: (user) => expected.left.has(user.slice(1)),
    opening: options.opening?.posts ?? null,
    arrived: (replica, delivery) => {
      if (delivery === null || !fleet.goOnWith(delivery, replica)) return null
      heldUntil = performance.now() + holdMs
      return 'slow'
    },
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
    journal,
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
        placeFrom: 'configuration',
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
      contact,
      subscriptions: [...expected.channels.keys()],
      slotsShown: options.days + 2,
      fates,
      broken: options.broken ?? null,
    }),
  })
  ends.push(() => fleet.stop())

  /** A run that hangs says where. */
  const within = async <T>(what: string, promise: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new Error(`${what} hangs at ${time.now()}: ${fleet.states().join('; ')}`)),
      stuckMs,
    )
    return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer))
  }
  let advancedAt = performance.now()
  const step = async (ms: number) => {
    options.signal?.throwIfAborted()
    fleet.look()
    // Otherwise the time would run on while nobody is there to use it.
    const isHeld = performance.now() < heldUntil
    if (!isHeld && fleet.starting < 2 && fleet.starting < database.replicas) {
      time.advance(ms)
      advancedAt = performance.now()
    }
    if (performance.now() - advancedAt > stuckMs)
      throw new Error(`nobody starts at ${time.now()}: ${fleet.states().join('; ')}`)
    await within('a turn', fleet.turn())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const passed = (since: Temporal.Instant) => time.now().since(since).total('milliseconds')

  const settle = async (steps: number) => {
    for (let number = 0; number < steps; number += 1) await step(calmStepMs)
    return within('reading the records', fleet.records())
  }
  /** Until the next hour, at which alerts are looked for, and until what comes of that is done. */
  const nextHour = async () => {
    const now = time.now()
    const hour = now.add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' })
    time.advance(hour.since(now).total('milliseconds'))
    for (;;) {
      let done = false
      void fleet.passed().then(() => {
        done = true
      })
      while (!done) await step(calmStepMs)
      const records = await within('reading the records', fleet.records())
      if (records?.waits === false) return records
    }
  }

  const stormMs = (options.stormMinutes ?? 8) * 60_000
  let restarts = 0
  setServiceData(service, { overtaken: false, day: 0 })
  // What stands so at the first look is no news.
  while ((await settle(10)) === null);
  await nextHour()
  for (let day = 0; day < options.days; day += 1) {
    const morning = firstMorning.add({ hours: 24 * day })
    const evening = morning.add({ hours: 12 })
    const data = { overtaken: true, day }
    setServiceData(service, data)
    time.advance(Math.max(0, -passed(morning)))
    slack.stormy = true
    fleet.cruel = true
    // Every third day, the first one included, the database goes away in the middle of it.
    const awayAt = day % 3 === 0 ? stormMs * (0.5 + chance.next() / 4) : Number.POSITIVE_INFINITY
    let away: Promise<void> | null = null
    let isAway = false
    while (passed(morning) < stormMs) {
      if (database.restart !== null && away === null && passed(morning) >= awayAt) {
        restarts += 1
        isAway = true
        away = goAway(database.restart, time, chance).finally(() => {
          isAway = false
        })
      }
      addRandomFault(service, chance, data)
      await step(stormStepMs)
    }
    slack.stormy = false
    fleet.cruel = false
    setServiceData(service, data)
    // It comes back at its time, which comes only while the clock is moved.
    while (isAway) await step(calmStepMs)
    await away
    let records = await settle(10)
    const waits = () => records?.waits !== false || !isSettled(expected, records.deliveries, evening)
    while (waits() && passed(morning) < settleMs) records = await settle(10)
    // A look that was killed is made an hour later.
    for (let hours = 0; hours < 3 && !isAlerted(expected, records?.deliveries ?? [], day + 1); hours += 1)
      records = await nextHour()
    // Things recover, so that the next crossing is one.
    setServiceData(service, { overtaken: false, day })
    await nextHour()
    await nextHour()
    options.log?.(
      `day ${day + 1}: ${fleet.kills} kills, ${fleet.stands} standstills, ${slack.posts.length} messages`,
    )
  }
  // Whoever stood still to the end goes on, and what it does then must not count either.
  while (fleet.standing > 0) await settle(10)
  // Also for what is said to people after the last digest.
  const records = await settle(200)
  if (records === null) throw new Error('nobody could read the records in the end')
  const audited = audit(expected, records.deliveries, slack, fleet.intended)
  const of = (counts: ReadonlyMap<string, number>, all: readonly string[]): Reached => {
    const missed = all.filter((one) => !counts.has(one))
    return { share: `${all.length - missed.length} of ${all.length}`, missed }
  }
  return {
    ...audited,
    broken: [...audited.broken, ...fleet.deaths.map((how) => `a process ended by itself: ${how}`)],
    kills: fleet.kills,
    stands: fleet.stands,
    killedAt: of(fleet.killedAt, boundaries),
    stoppedAt: of(fleet.stoppedAt, boundaries),
    restarts,
    slackFates: slack.outcomes,
    log: fleet.log,
    history: (line) => journal.of(line),
    seconds: (performance.now() - began) / 1_000,
  }
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
