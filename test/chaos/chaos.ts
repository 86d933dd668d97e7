/**
 * A chaos run: real digest runners in child processes, killed and paused at every step, with a Slack that misbehaves and a
 * database that goes down. At the end the records are compared with Slack's messages.
 */
import { join } from 'node:path'
import { startService } from '../../sandbox/service/index.ts'
import { temporaryFolder } from '../store/engines.ts'
import { type Audited, audit, isAlerted, isSettled } from './audit.ts'
import type { OutboxBreak } from './breaks.ts'
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
  /** Decides all random events. How the processes interleave depends on the machine. */
  readonly seed: number
  /** Each subscription has one slot a day. */
  readonly days: number
  readonly subscriptions: number
  /** How long a day is stormy, in minutes of the run's clock; eight by default. */
  readonly stormMinutes?: number
  readonly broken?: OutboxBreak | null
  /** The first fates of each process, and the outcome of each slot's first post, regardless of the seed. */
  readonly opening?: { readonly fates: readonly (readonly Fate[])[]; readonly posts: PostOutcome | null }
  /** Ends the run, with its processes and its database. */
  readonly signal?: AbortSignal
  /** Called after each day. */
  readonly log?: (line: string) => void
}

export interface ChaosFigures extends Audited {
  readonly kills: number
  readonly pauses: number
  /** The boundaries where a process was killed, and where one was paused: how many of how many, and which are missing. */
  readonly killedAt: Reached
  readonly pausedAt: Reached
  readonly restarts: number
  /** How often Slack rejected the token for a while. */
  readonly disconnections: number
  readonly slackOutcomes: ReadonlyMap<string, number>
  readonly log: ReadonlyMap<string, number>
  /** What happened to the delivery named in a line of `broken`. */
  readonly history: (broken: string) => readonly string[]
  readonly seconds: number
}

interface Reached {
  readonly share: string
  readonly missed: readonly string[]
}

/** How long it may take to settle a day, in milliseconds of the run's clock. */
const settleMs = 3 * 3_600_000
/** The clock's steps in milliseconds, and the shortest real pause between two. */
const stormStepMs = 1_000
const calmStepMs = 2_000
const pauseMs = 3
/**
 * How long, in real time, the clock is held when a process resumes while another one posts its delivery. That gives it time
 * to do harm before that post is answered.
 */
const holdMs = 500
/** No process stays silent for longer, in real time. */
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
  const readOnlyClock = { advance: () => {}, onAdvance: () => () => {} }
  const service = await startService({
    clock: { now: () => time.now(), sleep: (ms, signal) => time.sleep(ms, signal), ...readOnlyClock },
    tokenLifeSeconds: 1e9,
  })
  ends.push(() => service.stop())

  const expected = await setUp(options, await database.open(), chance)
  let heldUntil = 0
  const slack = await startChaosSlack({
    clock: time,
    chance,
    journal,
    unreadable: expected.unreadable,
    archived: expected.archived,
    unreachable: expected.unreachable,
    hasLeft: (user) => expected.ownerLeft.has(user.slice(1)),
    opening: options.opening?.posts ?? null,
    arrived: (replica, delivery) => {
      if (delivery === null || !fleet.resumePausedWith(delivery, replica)) return null
      heldUntil = performance.now() + holdMs
      return 'slow'
    },
    applied: (replica) => {
      if (fleet.disrupting && chance.happens(0.03)) fleet.kill(replica, 'applied, not answered')
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
      },
      database: database.options,
      team,
      contact,
      subscriptions: [...expected.channels.keys()],
      invitedTo: expected.invitedTo,
      fates,
      broken: options.broken ?? null,
    }),
  })
  ends.push(() => fleet.stop())

  /** Fails with the states of all processes if the run hangs. */
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
    fleet.update()
    // Otherwise time would pass while no process can use it.
    const isHeld = performance.now() < heldUntil
    if (!isHeld && fleet.startingCount < 2 && fleet.startingCount < database.replicas) {
      time.advance(ms)
      advancedAt = performance.now()
    }
    if (performance.now() - advancedAt > stuckMs)
      throw new Error(`no process started by ${time.now()}: ${fleet.states().join('; ')}`)
    await within('announcing the time', fleet.turn())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const passed = (since: Temporal.Instant) => time.now().since(since).total('milliseconds')

  const settle = async (steps: number) => {
    for (let number = 0; number < steps; number += 1) await step(calmStepMs)
    return within('reading the records', fleet.records())
  }
  /** Moves to the next hour, when alerts are looked for, and waits until that is done. */
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
      if (records?.hasPending === false) return records
    }
  }

  const stormMs = (options.stormMinutes ?? 8) * 60_000
  let restarts = 0
  let disconnections = 0
  setServiceData(service, { isNegative: false, day: 0 })
  // What holds at the first look is no news.
  while ((await settle(10)) === null);
  await nextHour()
  for (let day = 0; day < options.days; day += 1) {
    const morning = firstMorning.add({ hours: 24 * day })
    const evening = morning.add({ hours: 12 })
    const data = { isNegative: true, day }
    setServiceData(service, data)
    time.advance(Math.max(0, -passed(morning)))
    slack.stormy = true
    fleet.disrupting = true
    // On the first day and every third day after it, the database goes down in the middle of the storm.
    const outageAt = day % 3 === 0 ? stormMs * (0.5 + chance.next() / 4) : Number.POSITIVE_INFINITY
    // For a quarter of the storm, from about the first slot on, Slack rejects the token.
    const rejectedAt = chance.between(50_000, 80_000)
    let outage: Promise<void> | null = null
    let isDown = false
    while (passed(morning) < stormMs) {
      if (database.restart !== null && outage === null && passed(morning) >= outageAt) {
        restarts += 1
        isDown = true
        outage = takeDatabaseDown(database.restart, time, chance).finally(() => {
          isDown = false
        })
      }
      const isRejected = passed(morning) >= rejectedAt && passed(morning) < rejectedAt + stormMs / 4
      if (isRejected && !slack.rejectsToken) disconnections += 1
      slack.rejectsToken = isRejected
      addRandomFault(service, chance, data)
      await step(stormStepMs)
    }
    slack.stormy = false
    slack.rejectsToken = false
    fleet.disrupting = false
    setServiceData(service, data)
    // The database comes back at a set time, which comes only if the clock moves.
    while (isDown) await step(calmStepMs)
    await outage
    let records = await settle(10)
    const waits = () => records?.hasPending !== false || !isSettled(expected, records.rows, evening)
    while (waits() && passed(morning) < settleMs) records = await settle(10)
    // A look that was killed is repeated an hour later.
    for (let hours = 0; hours < 3 && !isAlerted(expected, records?.rows ?? [], day + 1); hours += 1)
      records = await nextHour()
    // Everything recovers, so that the next change is a crossing.
    setServiceData(service, { isNegative: false, day })
    await nextHour()
    await nextHour()
    options.log?.(
      `day ${day + 1}: ${fleet.kills} kills, ${fleet.pauses} standstills, ${slack.posts.length} messages`,
    )
  }
  // Processes that were paused to the end go on, and must do no harm either.
  while (fleet.pausedCount > 0) await settle(10)
  // Includes messages to people after the last digest.
  const records = await settle(200)
  if (records === null) throw new Error('no process could read the records at the end')
  const audited = audit(expected, records.rows, slack, fleet.plannedReplies)
  const of = (counts: ReadonlyMap<string, number>, all: readonly string[]): Reached => {
    const missed = all.filter((one) => !counts.has(one))
    return { share: `${all.length - missed.length} of ${all.length}`, missed }
  }
  return {
    ...audited,
    broken: [...audited.broken, ...fleet.crashes.map((how) => `a process ended by itself: ${how}`)],
    kills: fleet.kills,
    pauses: fleet.pauses,
    killedAt: of(fleet.killedAt, boundaries),
    pausedAt: of(fleet.pausedAt, boundaries),
    restarts,
    disconnections,
    slackOutcomes: slack.outcomes,
    log: fleet.log,
    history: (line) => journal.of(line),
    seconds: (performance.now() - began) / 1_000,
  }
}

/** Takes the database down for 30 to 120 seconds, orderly or by a crash. */
async function takeDatabaseDown(
  restart: { takeDown(how: 'orderly' | 'crash'): Promise<void>; bringBack(): Promise<void> },
  time: SharedTime,
  chance: Chance,
): Promise<void> {
  await restart.takeDown(chance.happens(0.5) ? 'crash' : 'orderly')
  await time.sleep(chance.between(30_000, 120_000))
  await restart.bringBack()
}
