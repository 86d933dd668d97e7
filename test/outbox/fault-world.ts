/** One owed message in simulated time, and the processes that meet a fault with it. */

import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { createDisconnections } from '../../src/app/disconnections.ts'
import { messageKinds } from '../../src/app/runtime.ts'
import { createOutbox } from '../../src/outbox/loop.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { defaultSettings, type OutboxRow, type Store, StoreError } from '../../src/store/index.ts'
import { FakeClock } from '../digests/clock.ts'
import { FakeSlack } from '../digests/slack.ts'
import { fillThread, morning, processOn, team, type World } from '../digests/world.ts'
import { reusedPostgresDatabase, sqliteDatabase, type TestDatabase } from '../store/engines.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'

/** Opens an empty database with each engine, for one message. */
export function eachEngine(): Readonly<Record<'SQLite' | 'PostgreSQL', () => Promise<TestDatabase>>> {
  let server: PostgresServer
  let reused: Awaited<ReturnType<typeof reusedPostgresDatabase>>
  beforeAll(async () => {
    server = await startPostgres()
    reused = await reusedPostgresDatabase(server)
  })
  afterAll(async () => {
    await reused.close()
    await server.stop()
  })
  const forOneTest = (open: () => Promise<TestDatabase>) => async () => {
    const database = await open()
    onTestFinished(() => database.close())
    return database
  }
  return { SQLite: forOneTest(sqliteDatabase), PostgreSQL: forOneTest(() => reused.opened()) }
}

/** Where a process meets a fault: called the first time that it gets there with the message. */
export interface Points {
  /** It has claimed the message. */
  readonly claimed?: () => Promise<unknown>
  /** It has composed it, and waits for its turn in Slack. */
  readonly waiting?: () => Promise<unknown>
  /** It is about to commit the intent. */
  readonly composed?: () => Promise<unknown>
  /** The intent is committed. */
  readonly begun?: () => Promise<unknown>
  /** Slack has answered, or not in time. */
  readonly answered?: () => Promise<unknown>
  /** The outcome is committed. */
  readonly settled?: () => Promise<unknown>
}

/** A process at one of its points. */
export interface Held {
  /** Waits there until it is resumed; for ever if it was killed. */
  readonly hold: () => Promise<void>
  readonly reached: Promise<void>
  resume(): void
}

export function held(): Held {
  const reached = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  return {
    hold: () => {
      reached.resolve()
      return resumed.promise
    },
    reached: reached.promise,
    resume: resumed.resolve,
  }
}

export class FaultWorld {
  readonly world: World
  readonly clock: FakeClock
  readonly slack: FakeSlack
  readonly sql: TestDatabase['query']
  /** As every process sees it, without faults. */
  readonly workspace: Workspace
  /** The id of the message under test. */
  id = ''
  /** Called with each look-up; may reject. */
  lookingUp: () => void = () => {}
  /** Whether no process reaches the database. */
  isAway = false
  /** Events on their way from Slack: the next process gets one, and begins with it at once. */
  readonly events: ((process: Workspace, signal: AbortSignal) => Promise<unknown>)[] = []
  /** Whether history shows nothing of the message under test, as with messages for one person in a channel. */
  isHidden = false
  /** How often the workflow step under test ran. */
  runs = 0
  readonly #stores: readonly [Store, Store]

  private constructor(database: TestDatabase) {
    this.clock = new FakeClock(morning)
    this.slack = new FakeSlack(this.clock)
    const [store, other = store] = database.replicas
    this.#stores = [this.clock.standingStill(store), this.clock.standingStill(other)]
    this.world = processOn({ store, clock: this.clock, slack: this.slack })
    this.workspace = {
      ...this.world.workspace,
      contact: { kind: 'user', id: 'UCONTACT' },
      rules: { changers: { kind: 'anyone' }, guests: 'change' },
      access: { require: async () => {}, refusals: async () => new Map() },
      organization: async () => null,
    }
    this.sql = database.query
  }

  static async on(database: TestDatabase): Promise<FaultWorld> {
    const faulty = new FaultWorld(database)
    // A process that goes on after its test would claim the next test's message.
    onTestFinished(() => {
      faulty.isAway = true
    })
    const { world } = faulty
    // Its own loops would interfere.
    await world.close()
    await fillThread(world)
    await world.subscribe({
      sections: ['visibility', 'actions'],
      schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
      alerts: { ...defaultSettings.alerts, sentiment: true },
    })
    return faulty
  }

  get store(): Store {
    return this.#stores[0]
  }

  row(): Promise<OutboxRow | null> {
    return this.store.outbox.get(team, this.id)
  }

  /** The messages in Slack with the id of the message under test. */
  there(): FakeSlack['posts'] {
    return this.slack.posts.filter(({ deliveryId }) => deliveryId === this.id)
  }

  /**
   * Lets a process do everything that is due. Moves the time only while it waits for something.
   * @param of `null`: Sightline was removed from the workspace
   */
  pass(
    points: Points = {},
    {
      which = 0,
      signal = new AbortController().signal,
      of = this.#process(points, which),
    }: { which?: 0 | 1; signal?: AbortSignal; of?: Workspace | null } = {},
  ): Promise<unknown> {
    const outbox = createOutbox(of ?? this.workspace, {
      kinds: messageKinds,
      forRun: () => async () => of,
      signal,
      wallClock: { sleep: () => new Promise(() => {}) },
    })
    // The scheduler logs it and runs again.
    const work = async () => {
      const event = of === null ? undefined : this.events.shift()
      if (event !== undefined && of !== null)
        await event(of, signal).catch((error: unknown) => {
          // Not acknowledged, so Slack brings it again.
          this.events.push(event)
          throw error
        })
      return outbox.run()
    }
    return work().catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
    })
  }

  /** Lets a process run until then. */
  until(work: Promise<unknown>): Promise<unknown> {
    return this.clock.until(work)
  }

  /** Another process does what becomes due, for two days. */
  async goOn(points: Points = {}, stop: Promise<unknown> = new Promise(() => {})): Promise<void> {
    const end = this.clock.now().add({ hours: 48 })
    let isStopped = false
    const stopped = stop.then(() => {
      isStopped = true
    })
    while (!isStopped) {
      await this.until(Promise.race([this.pass(points, { which: 1 }), stopped]))
      const dueAt = isStopped ? null : await this.store.outbox.dueAt()
      if (dueAt === null || Temporal.Instant.compare(dueAt, end) > 0) return
      if (Temporal.Instant.compare(dueAt, this.clock.now()) > 0) this.clock.set(dueAt)
    }
  }

  async reconnect(): Promise<void> {
    const { store, clock, log } = this.workspace
    const nobody = { contact: null, install: null, refused: () => {}, reconnected: () => {} }
    await createDisconnections({ store, clock, log, ...nobody, of: async () => this.workspace }).recheck()
    expect(await store.disconnections.get(team)).toBeNull()
  }

  /** Answers for one person, the ends of workflow steps, and those of sessions. */
  #otherPorts(poster: Workspace['poster']): Pick<Workspace, 'answerAt' | 'endStep' | 'agentView'> {
    return {
      answerAt: ({ channel, threadTs = null }) => ({
        ephemeral: async (message) => {
          const thread = threadTs === null ? {} : { threadTs }
          await poster.post(channel ?? '', message, { deliveryId: this.id, ...thread })
        },
        inChannel: async () => expect.fail('answers aren’t posted here'),
        withProgress: () => expect.fail('answers have a line of their own'),
      }),
      agentView: {
        begin: async () => true,
        end: async ({ channel, ts }) => {
          // Once more changes nothing.
          if (this.there().length > 0) return
          await poster.post(channel, { text: 'active', blocks: [] }, { deliveryId: this.id, threadTs: ts })
        },
        suggest: async () => {},
      },
      endStep: async (execution, result) => {
        const message = { text: JSON.stringify(result), blocks: [] }
        await poster.post(execution, message, { deliveryId: this.id })
        // Slack ends an execution once.
        const { posts } = this.slack
        const [first] = this.there()
        posts.splice(0, posts.length, ...posts.filter((post) => post === first || post.channel !== execution))
      },
    }
  }

  #process(points: Points, which: 0 | 1): Workspace {
    const store = this.#stores[which]
    const { outbox } = store
    const passed = new Set<keyof Points>()
    const at = async (point: keyof Points, id: string | undefined) => {
      if (id !== this.id || passed.has(point)) return
      passed.add(point)
      await points[point]?.()
    }
    const reach = <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        if (this.isAway) throw new StoreError('unreachable', 'the database is away')
        return call(...args)
      }
    }
    const { poster, history } = this.workspace
    const reserve: typeof store.paces.reserve = async (...asked) => {
      await at('waiting', this.id)
      return store.paces.reserve(...asked)
    }
    const look = <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        this.lookingUp()
        if (this.isHidden) return 'absent' as R
        return call(...args)
      }
    }
    const observed: typeof poster = {
      ...poster,
      post: async (to, message, options) => {
        const posted = poster.post(to, message, options)
        await posted.catch(() => {})
        await at('answered', options?.deliveryId)
        return posted
      },
    }
    return {
      ...this.workspace,
      ...this.#otherPorts(observed),
      poster: observed,
      store: {
        ...store,
        paces: { ...store.paces, reserve },
        outbox: {
          ...outbox,
          enqueueClaimed: reach(async (...asked) => {
            const claimed = await outbox.enqueueClaimed(...asked)
            await at('claimed', claimed?.id)
            return claimed
          }),
          claim: reach(async (request) => {
            const rows = await outbox.claim(request)
            await at('claimed', rows.find(({ id }) => id === this.id)?.id)
            return rows
          }),
          begin: reach(async (claim, ...rest) => {
            await at('composed', claim.id)
            const begun = await outbox.begin(claim, ...rest)
            await at('begun', claim.id)
            return begun
          }),
          settle: reach(async (claim, ...rest) => {
            const settled = await outbox.settle(claim, ...rest)
            await at('settled', claim.id)
            return settled
          }),
        },
      },
      history: { find: look(history.find), findReply: look(history.findReply) },
    }
  }
}
