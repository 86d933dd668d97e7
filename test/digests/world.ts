import { onTestFinished } from 'vitest'
import type { AnalyticsApi, Brief, WebsiteEvaluation } from '../../src/api/index.ts'
import { createDisconnections } from '../../src/app/disconnections.ts'
import { postAgain } from '../../src/digests/deliver/post-again.ts'
import { digestMessageKinds } from '../../src/digests/kinds.ts'
import { digestState } from '../../src/digests/manage/describe-digests.ts'
import { type ScheduleOptions, type Scheduler, startScheduler } from '../../src/digests/schedule/schedule.ts'
import { type LogFields, type Meter, noMeter } from '../../src/lib/telemetry.ts'
import { PostError, type Poster } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import type { OutboxRow, Schedule, Store } from '../../src/store/index.ts'
import { isTokenRefusal } from '../../src/store/reason.ts'
import { outboxId } from '../../src/store/tables/owed.ts'
import { answers, brief, mine, row, service, websiteEvaluation } from '../insights/service.ts'
import { sendOwed } from '../send-owed.ts'
import { sqliteDatabase } from '../store/engines.ts'
import { createDigest, oneKey, silent, testWorkspace, unknownPeople, unpaced } from '../workspace.ts'
import { FakeClock } from './clock.ts'
import { FakeSlack } from './slack.ts'

/** Monday, 9 November 2026, an hour before most digests here. */
export const morning = '2026-11-09T08:00:00Z'

export const team = 'T1'
export const channel = 'C1'
export const owner = 'U1'

export const mondays: Schedule = { kind: 'days', days: [1], time: '09:00', timeZone: 'UTC' }
export const daily: Schedule = { kind: 'daily', time: '09:00', timeZone: 'UTC' }

/** Real minutes wake nothing: a test that spans two of them would find work done that it has not asked for. */
export const noTimer = { timer: () => ({ stop: async () => {} }) }

/** A digest as its history shows it. */
export const shown = (row: OutboxRow) => ({
  ...row,
  state: digestState(row),
  slot: Temporal.Instant.from(row.since).toString(),
  messageTs: row.ts,
})

/** The replies below a message, by their places in the thread from 1, in Slack's order. */
export function repliesBelow(slack: FakeSlack, main: Post | undefined): readonly number[] {
  const below = slack.posts.filter(({ threadTs }) => threadTs !== null && threadTs === main?.ts)
  const ids = Array.from({ length: 50 }, (_, index) =>
    outboxId(team, 'reply', `${main?.deliveryId} ${index + 1}`),
  )
  return below.map(({ deliveryId }) => ids.indexOf(deliveryId ?? '') + 1)
}

export type World = ReturnType<typeof processOn>

interface WorldOptions {
  readonly team?: string
  readonly start?: string
  readonly paces?: Workspace['paces']
  readonly meter?: Meter
  /** The workspaces that it works for; by default its own, for any team. */
  readonly of?: (team: string) => Promise<Workspace | null>
}

/** One process with a database of its own, for one test. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const database = await sqliteDatabase()
  onTestFinished(() => database.close())
  const clock = new FakeClock(options.start ?? morning)
  const created = processOn({ ...options, store: database.replicas[0], clock, slack: new FakeSlack(clock) })
  onTestFinished(() => created.close())
  return created
}

/** The world of the test that runs. */
export let world: World
/** Begins it. */
export async function beginWorld(options?: WorldOptions): Promise<void> {
  world = await createWorld(options)
}

/** What it takes to send a message that is owed: no scheduler, and no service. */
export async function createSender(start = morning) {
  const database = await sqliteDatabase()
  onTestFinished(() => database.close())
  const clock = new FakeClock(start)
  const slack = new FakeSlack(clock)
  // Otherwise a commit that is slow to reach the disk moves the clock to the next sleeper.
  const store = clock.standingStill(database.replicas[0])
  const { poster, history } = slack
  const workspace = (more: Partial<Workspace> = {}) =>
    testWorkspace({ store, clock, poster, history, ...more })
  const send = (kinds: Parameters<typeof sendOwed>[1], more?: Partial<Workspace>) =>
    clock.until(sendOwed(workspace(more), kinds))
  return { store, clock, slack, workspace, send }
}

export type Sender = Awaited<ReturnType<typeof createSender>>

/** One of several processes that share a database, a Slack and the time. */
export function processOn(
  options: WorldOptions & {
    readonly store: Store
    readonly clock: FakeClock
    readonly slack: FakeSlack
    readonly poster?: Poster
    readonly schedule?: ScheduleOptions
  },
) {
  const { clock, slack } = options
  const store = clock.standingStill(options.store)
  const api = createApi()
  const log: { readonly event: string; readonly fields: LogFields }[] = []
  const line = (event: string, fields: LogFields = {}) => {
    silent.error(event, fields)
    log.push({ event, fields })
  }
  // As Slack's client does.
  const noticing = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const call = Reflect.get(target, name)
        if (typeof call !== 'function') return call
        return async (...args: unknown[]) => {
          try {
            return await Reflect.apply(call, target, args)
          } catch (error) {
            if (error instanceof PostError && error.outcome === 'refused' && isTokenRefusal(error.code))
              await disconnections.refused(options.team ?? team, error.code)
            throw error
          }
        }
      },
    })
  const workspace = testWorkspace({
    team: options.team ?? team,
    api: api.api,
    store,
    clock,
    log: { ...silent, warn: line, error: line },
    meter: options.meter ?? noMeter,
    poster: noticing(options.poster ?? slack.poster),
    history: noticing(slack.history),
    canvases: slack.canvasPort,
    people: { ...unknownPeople, ...slack.peoplePort },
    channelState: slack.channelState,
    checkToken: () => noticing({ check: () => slack.checkToken() }).check(),
    paces: options.paces ?? unpaced,
    outbox: { wake: () => scheduler.wakeOutbox() },
    apiKey: { ...oneKey, clientWith: () => api.api },
    graceHours: 12,
  })
  const of = options.of ?? (async () => workspace)
  const disconnections = createDisconnections({
    store,
    clock,
    log: workspace.log,
    install: null,
    get contact() {
      return workspace.contact
    },
    of,
    refused: () => {},
    reconnected: () => void scheduler.wake(),
  })
  const scheduler: Scheduler = startScheduler({ ...workspace, of }, digestMessageKinds, {
    ...(options.schedule ?? noTimer),
    upkeep: { connections: () => disconnections.recheck() },
  })
  /** Wakes the scheduler and lets it finish. */
  const wake = () => clock.until(scheduler.wake())
  /** A digest's messages, newest slot first; by default those of the first digest. */
  const history = async (id = 'S1') =>
    (await store.outbox.list({ team, subject: id }, ['digest'], { limit: 1_000, offset: 0 })).map(shown)
  let made = 0
  return {
    clock,
    slack,
    store,
    workspace,
    log,
    api,
    scheduler,
    /** Creates a digest of the owner's; by default weekly, with only the visibility section. */
    subscribe: (more: Partial<Parameters<Store['subscriptions']['create']>[0]> = {}) => {
      made += 1
      const given = { id: `S${made}`, name: 'Weekly brand visibility', schedule: mondays, ...more }
      return createDigest({ subscriptions: store.subscriptions }, clock.now(), {
        sections: ['visibility'],
        ...given,
      })
    },
    history,
    /** The first digest's newest message. */
    delivery: async () => {
      const [newest] = await history()
      if (newest === undefined) throw new Error('nothing was delivered')
      return newest
    },
    /** A digest's state; by default that of the first one. */
    state: async (id = 'S1') => (await store.subscriptions.get(team, id))?.state,
    wake,
    /** Moves the time and wakes the scheduler. */
    goTo: (instant: string) => {
      clock.set(instant)
      return wake()
    },
    /** Moves the time from message to message until none is due. */
    sendAll: async () => {
      for (;;) {
        const dueAt = await store.outbox.dueAt()
        if (dueAt === null) return
        if (Temporal.Instant.compare(dueAt, clock.now()) > 0) clock.set(dueAt)
        await wake()
      }
    },
    close: () => scheduler.stop(),
  }
}

type Row = ReturnType<typeof row>
type BrandsQuery = Parameters<AnalyticsApi['allBrands']>[1]
type Reddit = Awaited<ReturnType<AnalyticsApi['redditSummaries']>>

export interface FakeApi {
  readonly api: AnalyticsApi
  /** The number of requests, by kind. */
  readonly asked: Record<string, number>
  /** All requests for brands, as JSON. */
  readonly brandQuestions: string[]
  brands: readonly Row[] | ((query: BrandsQuery) => readonly Row[])
  reddit: Reddit
  /** By result id. */
  readonly briefs: Map<string, readonly Brief[] | Error>
  evaluation: Pick<WebsiteEvaluation, 'name' | 'status'>
  /** By id, those that differ from it. */
  readonly evaluations: Map<string, FakeApi['evaluation'] | Error>
  /** While set, every request fails with this error. */
  failure: Error | null
}

/** The own brand overtakes another in each week. */
export const moving = [row('Acme', [50, 50], [10, 10]), row('Northwind', [55, 45], [9, 9], mine)]
/** Every change may be chance. */
export const still = [
  row('Acme', [50, 50], [10, 10], answers(1_650)),
  row('Northwind', [45.2, 45], [9, 9], { ...answers(1_650), ...mine }),
]

/** The owner tracks these recommendations in the channel. */
export async function track(ids: readonly string[], { store, clock } = world): Promise<void> {
  for (const id of ids) await store.channels.track(team, channel, id, owner, clock.now())
}

/** Slack doesn't confirm the next digest, nor can it be looked up a minute later. */
export async function leaveUnknown(lost: 'applied' | 'nothing', slot = '2026-11-09T09:00:00Z') {
  world.slack.mayLook = false
  world.slack.next({ lost })
  await world.goTo(slot)
  await world.goTo(Temporal.Instant.from(slot).add({ minutes: 1 }).toString())
}

/** The owner clicks “Post again”, by default for the newest digest. */
export async function clickPostAgain(deliveryId?: string) {
  const id = deliveryId ?? (await world.delivery()).id
  return world.clock.until(postAgain(world.workspace, { team, user: owner, deliveryId: id }))
}

/** Too much for one message: all brands and the remaining recommendations go into two replies. */
export async function fillThread(given: World): Promise<void> {
  const { api } = given
  api.brands = [
    row('Northwind', [55, 45], [9, 9], mine),
    ...Array.from({ length: 30 }, (_, number) => row(`Brand ${number}`, [50 - number, 50], [10, 10])),
  ]
  await track(
    Array.from({ length: 8 }, (_, index) => `result-${index + 1}`),
    given,
  )
  Object.assign(api.api, { briefs: async () => [brief()] })
}

/** The owner watches these evaluations in the channel, by default one. */
export async function watchEvaluations({ store, clock }: World, ids: readonly string[] = ['E1']) {
  for (const evaluationId of ids) {
    const ref = { team, organizationId: 'org', workspaceId: 'ws', evaluationId, user: owner }
    await store.watches.start(ref, channel, clock.now())
  }
}

/** What was watched has ended, as the check of watches finds out. */
export async function endEvaluations({ api, store: { watches }, clock }: World, name?: string) {
  if (name !== undefined) api.evaluation = { name, status: 'completed' }
  for (const watch of await watches.claimDue(clock.now(), clock.now(), 100))
    await watches.end(watch, 'completed', clock.now())
}

function createApi(): FakeApi {
  const briefs: FakeApi['briefs'] = new Map()
  const world = service({
    briefs,
    brands: (query) => (typeof fake.brands === 'function' ? fake.brands(query) : fake.brands),
    collects: [{ date: '2026-11-07', total: 1 }],
  })
  const unasked = (): never => {
    throw new Error('nobody asks that here')
  }
  const notHere = async () => unasked()
  const asked: Record<string, number> = {}
  const counting = <A extends readonly unknown[], R>(name: string, ask: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      asked[name] = (asked[name] ?? 0) + 1
      if (name === 'allBrands') fake.brandQuestions.push(JSON.stringify(args.slice(0, 2)))
      if (fake.failure !== null) throw fake.failure
      return ask(...args)
    }
  }
  const fake: FakeApi = {
    asked,
    brandQuestions: [],
    brands: moving,
    reddit: [],
    briefs,
    evaluation: { name: '', status: null },
    evaluations: new Map(),
    failure: null,
    api: {
      organizations: notHere,
      workspaces: notHere,
      brands: notHere,
      createTask: notHere,
      createPlatformAccounts: notHere,
      websiteEvaluation: counting('websiteEvaluation', async (_, id: string) => {
        const answer = fake.evaluations.get(id) ?? fake.evaluation
        if (answer instanceof Error) throw answer
        return websiteEvaluation({ id, ...answer })
      }),
      authenticate: async () => {},
      release: () => {},
      close: async () => {},
      allBrands: counting('allBrands', world.allBrands),
      collects: counting('collects', world.collects),
      redditSummaries: counting('redditSummaries', async () => fake.reddit),
      briefs: counting('briefs', world.briefs),
      insightsFilters: counting('insightsFilters', async () => ({
        sources: ['ChatGPT', 'Gemini'],
        brands: [],
        countries: [],
        categories: [],
      })),
    },
  }
  return fake
}

type Post = FakeSlack['posts'][number]

/** A message's whole text. */
export const textOf = (post: Post | undefined) => post?.message.text ?? ''
/** A message's blocks. */
export const blocksOf = (post: Post | undefined) => JSON.stringify(post?.message.blocks)
/** The texts of a channel's messages, without replies. */
export const posts = (where = channel) => world.slack.in(where).map(textOf)
/** The blocks of its newest message. */
export const newest = () => blocksOf(world.slack.in(channel).at(-1))
/** The replies to all messages. */
export const replies = () => world.slack.posts.filter(({ threadTs }) => threadTs !== null)
