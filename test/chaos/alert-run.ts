/** One process that looks for alerts, killed where a test wants it. Tests set what it observes. */
import { join } from 'node:path'
import { startService } from '../../sandbox/service/index.ts'
import { type AlertSettings, defaultSettings, type OutboxRow } from '../../src/store/index.ts'
import { temporaryFolder } from '../store/engines.ts'
import { databases } from './databases.ts'
import { Journal } from './journal.ts'
import type { PostOutcome } from './post-outcomes.ts'
import { Chance } from './random.ts'
import { Replica } from './replica.ts'
import { team } from './set-up.ts'
import { SharedTime } from './shared-time.ts'
import { startChaosSlack } from './slack.ts'
import { deliveryIn } from './slack-http.ts'
import type { Boundary, Fate } from './steps.ts'

/** `once Slack has it`: the post is applied but not answered. */
export type KilledAt = Boundary | 'once Slack has it'

/** What alerts observe: the channels whose subreddit is negative. */
export type Readings = readonly string[]

interface AlertDigest {
  readonly id: string
  readonly alerts: Partial<AlertSettings>
}

/** Longer than the longest lease: 180 s, while a delivery is composed. */
const leaseMs = 181_000
const workspace = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'

/**
 * @param digests each in a channel named after it; none has a slot during a test
 * @param unreadable channels whose history the bot can't read
 * @param first the state at the first look, and where the first process is killed
 */
export async function startAlertRun(
  digests: readonly AlertDigest[],
  unreadable: readonly string[],
  first: { readonly readings: Readings; readonly killed: Boundary },
) {
  const folder = await temporaryFolder()
  const timeFile = join(folder.path, 'time')
  const begin = Temporal.Instant.from('2026-11-09T08:00:00Z')
  const time = new SharedTime(timeFile, begin)
  const database = await databases.sqlite()
  const store = await database.open()
  for (const { id, alerts } of digests) {
    await store.channels.save({ team, channel: id, subreddits: [id] }, `U-${id}`, begin)
    await store.subscriptions.create(
      {
        ...defaultSettings,
        name: `Digest ${id}`,
        schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
        alerts: { ...defaultSettings.alerts, sentimentNegative: true, ...alerts },
        team,
        id,
        channel: id,
        by: `U-${id}`,
      },
      begin,
    )
  }
  await store.close()

  const readOnlyClock = { advance: () => {}, onAdvance: () => () => {} }
  const service = await startService({
    clock: { now: () => time.now(), sleep: (ms, signal) => time.sleep(ms, signal), ...readOnlyClock },
    tokenLifeSeconds: 1e9,
  })
  const setReadings = (readings: Readings) => {
    service.clearFaults()
    const body = answersIn(
      digests.map(({ id }) => id),
      readings,
    )
    service.addFault({ route: `${workspace}/reddit/summaries`, how: { kind: 'status', status: 200, body } })
  }
  let opening: PostOutcome | null = null
  let killApplied = false
  let isKilled = false
  const slack = await startChaosSlack({
    clock: time,
    chance: new Chance(1),
    journal: new Journal(time),
    unreadable: new Set(unreadable),
    get opening() {
      return opening
    },
    arrived: () => null,
    applied: () => {
      if (!killApplied) return
      killApplied = false
      isKilled = true
      void replica.kill()
    },
  })
  const crashes: string[] = []
  const { organizationId, workspaceId, projectId } = service.demo
  const fateReached = () => {
    isKilled = true
  }
  const start = (fates: readonly Fate[] = []) =>
    new Replica(
      {
        timeFile,
        slackUrl: slack.urlFor(0),
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
          subreddits: [],
          recommendations: [],
          timeZone: 'UTC',
        },
        database: database.options,
        team,
        contact: 'UCONTACT',
        subscriptions: digests.map(({ id }) => id),
        invitedTo: [],
        fates,
        broken: null,
      },
      {
        fateReached,
        stepped: () => {},
        intends: () => {},
        logged: () => {},
        crashed: (how) => crashes.push(how),
      },
    )
  const killed = (boundary: Boundary): Fate => ({ how: 'SIGKILL', boundary, nth: 1 })
  setReadings(first.readings)
  let replica = start([killed(first.killed)])
  await replica.pass()

  /** Moves the time, and lets the process do what is due then. If the process ends, the next one takes over. */
  const wait = async (ms: number): Promise<void> => {
    time.advance(ms)
    const done = replica.pass()
    await replica.announceTime()
    await done
  }
  const restart = async () => {
    if (!isKilled) throw new Error('the process did not reach the step where it was to be killed')
    isKilled = false
    await replica.exited()
    replica = start()
    await replica.pass()
  }
  await restart()
  const advanceTo = (instant: Temporal.Instant) => wait(instant.since(time.now()).total('milliseconds'))
  const nextHour = () =>
    advanceTo(time.now().add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' }))

  return {
    crashes,
    now: () => time.now(),
    advanceTo,
    nextHour,
    /** Sets the service's readings. */
    setReadings,
    /** Sets the outcome of each message's first post; `null`: no fault. */
    setPostOutcome(outcome: PostOutcome | null): void {
      opening = outcome
    },
    /** Kills the process there in the next hour, and starts another. */
    async killInNextHour(where: KilledAt): Promise<void> {
      if (where === 'once Slack has it') killApplied = true
      else replica.addFate(killed(where))
      await nextHour()
      await restart()
    },
    /** Waits until leases have run out and unknown posts were looked up; takes less than an hour. */
    async settle(): Promise<void> {
      for (const ms of [leaseMs, leaseMs, leaseMs]) await wait(ms)
    },
    /** The alerts in a channel, oldest first. */
    alertsIn: (channel: string) =>
      slack.posts.filter((post) => post.channel === channel && deliveryIn(post.metadata) !== null),
    /** How often a person was asked about this alert. */
    timesAsked: ({ id }: OutboxRow) => slack.directMessages.filter(({ body }) => body.includes(id)).length,
    /** The rows of a digest's alerts, oldest first. */
    async records(id: string): Promise<readonly OutboxRow[]> {
      const records = await replica.records()
      return (records?.rows ?? [])
        .filter(({ kind, subject }) => kind === 'alert' && subject === id)
        .toReversed()
    },
    async stop(): Promise<void> {
      await replica.kill()
      await slack.stop()
      await service.stop()
      await database.stop()
      time.close()
      await folder.remove()
    },
  }
}

/** One subreddit for each channel. */
const answersIn = (channels: readonly string[], negative: Readings) =>
  channels.map((channel) => ({
    id: `R-${channel}`,
    subreddit_name: channel,
    creation_date: '2026-11-09',
    description: 'So so.',
    overall_sentiment: negative.includes(channel) ? 'negative' : 'positive',
  }))

export type AlertRun = Awaited<ReturnType<typeof startAlertRun>>
