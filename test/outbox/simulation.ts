/**
 * Processes that share a database, a Slack and the time, and send messages with the outbox. Faults come at random: a
 * process is killed, stopped or suspended at any point; the database's answer is lost after its commit; Slack limits,
 * fails, posts though it gave no answer, or posts seconds later, and rejects a token.
 */

import type { Clock } from '../../src/lib/clock.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import type { Composition, MessageKind } from '../../src/outbox/kind.ts'
import { createOutbox } from '../../src/outbox/loop.ts'
import { type History, PostError, type Poster } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { type Store, StoreError } from '../../src/store/index.ts'
import { Chance } from '../chance.ts'
import { FakeClock } from '../digests/clock.ts'
import { silent, testWorkspace } from '../workspace.ts'

const unpaced = { workspace: { everyMs: 0, burst: 1 }, channel: { everyMs: 0, burst: 1 } }

/** A message in Slack. */
export interface Shown {
  readonly at: number
  readonly team: string
  readonly channel: string
  readonly threadTs: string | null
  readonly id: string
  readonly text: string
  readonly ts: string
}

/** How often something happens, from 0 (as by default) to 1, at each point where it can. */
export interface Faults {
  readonly killed?: number
  readonly stopped?: number
  readonly suspended?: number
  /** Between the intent and the request. */
  readonly suspendedBeforePost?: number
  readonly answerLost?: number
  readonly answeredSlowly?: number
  readonly limited?: number
  readonly failed?: number
  readonly postedWithoutAnswer?: number
  readonly postedLate?: number
  readonly lookUpFailed?: number
}

const none: Faults = {}

/** Channels that Sightline may not read. */
export const isUnreadable = (channel: string) => channel.startsWith('CX') || channel.startsWith('U')

/**
 * A digest with two replies, which takes its time; a person is asked if nobody can say whether it is there.
 * @param slow whether it takes long this time
 */
const digestWith = (slow: () => boolean): MessageKind => ({
  async compose({ clock }, row): Promise<Composition> {
    await clock.sleep(slow() ? 20_000 : 10)
    return {
      message: { text: `digest ${row.id}`, blocks: [] },
      replies: [1, 2].map((part) => ({ message: { text: `reply ${part} of ${row.id}`, blocks: [] } })),
    }
  },
  async unsent(_workspace, { team, id, subject, channel, since }, { why, reason }) {
    if (why === 'skipped' || why === 'late') return { ending: { state: 'skipped', reason } }
    if (why !== 'unreadable') return { ending: { state: 'failed', reason } }
    const notice = {
      team,
      kind: 'notice',
      key: `unknown ${id}`,
      subject,
      channel: `U${channel}`,
      since: Temporal.Instant.from(since),
      about: { id },
    }
    return { ending: { state: 'unknown', dueAt: null, reason }, owed: [notice] }
  },
})

const reply: MessageKind = {
  compose: async (_, { message }) => ({ message: JSON.parse(message ?? '') }),
}

/** Can't be looked up: it is repeated, and says so. */
const notice: MessageKind = {
  compose: async (_, { id, unknowns }) => ({
    message: { text: `${unknowns > 0 ? '(again) ' : ''}notice ${id}`, blocks: [] },
  }),
  resendAfterMs: Array.from({ length: 100 }, () => 60_000),
}

export interface Simulation {
  readonly clock: FakeClock
  readonly posts: readonly Shown[]
  /** How often each fault happened. */
  readonly counts: ReadonlyMap<string, number>
  /** Rejects the token of a workspace, or accepts it again. */
  reject(team: string): void
  accept(team: string): Promise<void>
  /** Removes Sightline from a workspace. */
  remove(team: string): void
  /** Runs this many processes for this long; each is replaced when it ends. */
  run(processes: number, ms: number, faults?: Faults): Promise<void>
  /** One process without faults works until nothing is due. */
  finish(): Promise<void>
}

export function simulate(stores: readonly [Store, ...Store[]], start: string, seed = 1): Simulation {
  const clock = new FakeClock(start)
  const chance = new Chance(seed)
  const random = () => chance.next()
  /** Milliseconds. */
  const upTo = (most: number) => Math.floor(random() * most)
  const posts: Shown[] = []
  const counts = new Map<string, number>()
  const rejected = new Set<string>()
  const removed = new Set<string>()
  let serial = 0
  const now = () => clock.now().epochMilliseconds
  const happens = (what: string, often = 0) => {
    if (often === 0 || random() >= often) return false
    counts.set(what, (counts.get(what) ?? 0) + 1)
    return true
  }

  /** One life of a process. Nothing more happens in it once it is dead. */
  const startProcess = (store: Store, faults: Faults) => {
    const stopping = new AbortController()
    let isDead = false
    let suspendedUntil = 0
    const never = new Promise<never>(() => {})
    const awake = async () => {
      while (suspendedUntil > now()) await clock.sleep(suspendedUntil - now())
      if (isDead) await never
    }
    const processClock: Clock = {
      now: () => clock.now(),
      sleep: async (ms, signal) => {
        await clock.sleep(ms, signal)
        await awake()
      },
    }
    /** A point at which the process may end, or be suspended; it takes a moment. */
    const point = async (isBeforePost = false) => {
      await awake()
      if (happens('killed', faults.killed)) isDead = true
      if (happens('stopped', faults.stopped)) stopping.abort(new Error('SIGTERM'))
      if (happens('suspended', faults.suspended)) suspendedUntil = now() + 5_000 + upTo(300_000)
      // Until about the end of the message's lease, when another process takes over.
      if (isBeforePost && happens('suspended before a post', faults.suspendedBeforePost))
        suspendedUntil = now() + 50_000 + upTo(40_000)
      await clock.sleep(upTo(faults === none ? 20 : 400))
      await awake()
    }
    const surrounded = <G extends object>(group: G): G =>
      Object.fromEntries(
        Object.entries(group).map(([name, method]) => [
          name,
          async (...args: unknown[]) => {
            await point()
            const answer = await method(...args)
            await point()
            if (happens('answer of the database lost', faults.answerLost))
              throw new StoreError('unreachable', 'its answer was lost')
            return answer
          },
        ]),
      ) as G
    const still = clock.standingStill(store)
    const own: Store = { ...still, outbox: surrounded(still.outbox) }

    const refuse = (team: string) => {
      if (rejected.has(team) || removed.has(team)) throw new PostError('refused', 'token_revoked')
    }
    const slackOf = (team: string): Pick<Workspace, 'poster' | 'history'> => {
      const post: Poster['post'] = async (channel, message, { deliveryId = '', threadTs, maySend } = {}) => {
        await point(true)
        if (maySend?.() === false) throw new PostError('not_sent', 'held_up')
        refuse(team)
        const apply = () => {
          serial += 1
          const ts = `${Math.floor(now() / 1_000)}.${String(serial).padStart(6, '0')}`
          posts.push({
            at: now(),
            team,
            channel,
            threadTs: threadTs ?? null,
            id: deliveryId,
            text: message.text,
            ts,
          })
          return ts
        }
        if (happens('429', faults.limited)) throw new PostError('rate_limited', 'ratelimited', 3)
        if (happens('503', faults.failed)) throw new PostError('unknown', 'no_answer')
        if (happens('posted late', faults.postedLate)) {
          void clock.sleep(upTo(10_000)).then(apply)
          await point()
          throw new PostError('unknown', 'no_answer')
        }
        const ts = apply()
        if (happens('slow answer', faults.answeredSlowly)) await processClock.sleep(upTo(10_000))
        await point()
        if (happens('posted without an answer', faults.postedWithoutAnswer))
          throw new PostError('unknown', 'no_answer')
        return { channel, ts, message }
      }
      const find = async (channel: string, id: string) => {
        await point()
        refuse(team)
        if (happens('look-up failed', faults.lookUpFailed)) throw new PostError('unknown', 'no_answer')
        if (isUnreadable(channel)) return 'not_permitted' as const
        const found = posts.find((one) => one.team === team && one.channel === channel && one.id === id)
        return found === undefined ? ('absent' as const) : { ts: found.ts }
      }
      const history: History = {
        find: (channel, _since, id) => find(channel, id),
        findReply: (channel, _thread, id) => find(channel, id),
      }
      return { poster: { post, update: async () => {}, remove: async () => {} }, history }
    }
    const shared = { store: own, clock: processClock, log: silent, meter: noMeter }
    const workspaceOf = (team: string) => testWorkspace({ ...shared, ...slackOf(team), paces: unpaced })
    const kinds = new Map([
      ['digest', digestWith(() => random() < 0.2)],
      ['reply', reply],
      ['notice', notice],
    ])
    const outbox = createOutbox(shared, {
      kinds,
      forRun: () => async (team) => (removed.has(team) ? null : workspaceOf(team)),
      signal: stopping.signal,
      wallClock: processClock,
    })
    return {
      outbox,
      clock: processClock,
      hasEnded: () => isDead || stopping.signal.aborted,
      end: () => {
        isDead = true
      },
    }
  }

  /** Runs one process after another until `until`. */
  const lives = async (index: number, until: number, faults: Faults): Promise<void> => {
    const store = stores[index % stores.length] ?? stores[0]
    while (now() < until) {
      const process = startProcess(store, faults)
      const live = async () => {
        while (!process.hasEnded()) {
          await process.outbox.run().catch(() => false)
          await process.clock.sleep(1_000 + upTo(3_000))
        }
      }
      void live()
      while (!process.hasEnded() && now() < until) await clock.sleep(1_000)
      // After SIGTERM it has a few seconds left.
      await clock.sleep(upTo(5_000))
      process.end()
    }
  }

  return {
    clock,
    posts,
    counts,
    reject: (team) => void rejected.add(team),
    accept: async (team) => {
      rejected.delete(team)
      await stores[0].disconnections.markReconnected(team, clock.now(), () => [])
    },
    remove: (team) => void removed.add(team),
    run: (processes, ms, faults = none) => {
      const until = now() + ms
      const all = Array.from({ length: processes }, (_, index) => lives(index, until, faults))
      return clock.until(Promise.all(all)).then(() => {})
    },
    finish: async () => {
      const process = startProcess(stores[0], none)
      for (;;) {
        await clock.until(process.outbox.run())
        const due = await stores[0].outbox.dueAt()
        if (due === null) return
        if (due.epochMilliseconds > now()) clock.set(due)
      }
    },
  }
}
