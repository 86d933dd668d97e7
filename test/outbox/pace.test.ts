import { describe, expect, it } from 'vitest'
import { slackPaces } from '../../src/digests/workspace.ts'
import type { MessageKind } from '../../src/outbox/kind.ts'
import { createOutbox } from '../../src/outbox/loop.ts'
import { pacedPoster } from '../../src/slack/send/pace.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import type { Store } from '../../src/store/index.ts'
import { FakeClock } from '../digests/clock.ts'
import { FakeSlack } from '../digests/slack.ts'
import { morning, processOn, team } from '../digests/world.ts'
import type { TestDatabase } from '../store/engines.ts'
import { eachEngine } from './fault-world.ts'

/** Messages that many processes owe one channel or one workspace leave at Slack's pace. */

const kind: MessageKind = {
  compose: async (_, { about }) => ({ message: { text: about, blocks: [] } }),
}

/** A message a second after the first 60. */
const slowWorkspace = { ...slackPaces, workspace: { everyMs: 1_000, burst: 60 } }
/** Several times as many as are sent at once. */
const many = 120

const engines = eachEngine()

/** Two processes send messages that were owed a millisecond apart. */
async function sent(
  database: TestDatabase,
  count: number,
  channelOf: (index: number) => string,
  paces: Workspace['paces'],
  before = (_slack: FakeSlack, _sent: number) => {},
) {
  const clock = new FakeClock(morning)
  const slack = new FakeSlack(clock)
  const now = clock.now()
  const owed = Array.from({ length: count }, (_, index) => ({
    team,
    kind: 'test',
    key: String(index),
    channel: channelOf(index),
    since: now,
    dueAt: now.subtract({ milliseconds: count - index }),
    about: index,
  }))
  await database.replicas[0].outbox.enqueue(owed, now)
  const claims = new Map<string, number>()
  let longestMs = 0
  const process = (shared: Store): Workspace => {
    const store = clock.standingStill(shared)
    const { workspace } = processOn({ store: shared, clock, slack })
    const claim: typeof store.outbox.claim = async (request) => {
      const rows = await store.outbox.claim(request)
      for (const { id } of rows) claims.set(id, clock.now().epochMilliseconds)
      return rows
    }
    const options = { team, store, clock, paces, log: workspace.log }
    const poster = pacedPoster(slack.poster, options)
    const post: typeof poster.post = async (channel, message, more) => {
      longestMs = Math.max(
        longestMs,
        clock.now().epochMilliseconds - (claims.get(more?.deliveryId ?? '') ?? 0),
      )
      before(slack, slack.posts.length)
      return poster.post(channel, message, more)
    }
    return {
      ...workspace,
      ...options,
      store: { ...store, outbox: { ...store.outbox, claim } },
      poster: { ...poster, post },
    }
  }
  const signal = new AbortController().signal
  const [store, other = store] = database.replicas
  const outboxes = [store, other].map((shared) => {
    const workspace = process(shared)
    const wallClock = { sleep: () => new Promise<void>(() => {}) }
    const kinds = new Map([['test', kind]])
    return createOutbox(workspace, { kinds, forRun: () => async () => workspace, signal, wallClock })
  })
  for (;;) {
    await clock.until(Promise.all(outboxes.map((outbox) => outbox.run())))
    const dueAt = await database.replicas[0].outbox.dueAt()
    if (dueAt === null) break
    if (Temporal.Instant.compare(dueAt, clock.now()) > 0) clock.set(dueAt)
  }
  return {
    posts: slack.posts.map(({ message, at }) => ({
      index: Number(message.text),
      seconds: (at - now.epochMilliseconds) / 1_000,
    })),
    longestMs,
  }
}

/** The two processes may exchange neighbours. */
const expectOrder = (posts: readonly { readonly index: number }[]) => {
  expect(posts.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(posts.map((_, place) => place))
  expect(Math.max(...posts.map(({ index }, place) => Math.abs(index - place)))).toBeLessThan(32)
}

describe.each(Object.entries(engines))('on %s', (_engine, open) => {
  it('many messages for one channel leave one by one, in order, each once, soon after they are claimed', async () => {
    const { posts, longestMs } = await sent(await open(), many, () => 'C1', slackPaces)
    expectOrder(posts)
    const gaps = posts.slice(3).map(({ seconds }, place) => seconds - (posts[place + 2]?.seconds ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1)
    expect(posts.at(-1)?.seconds, 'no second is lost').toBeLessThan(many)
    expect(longestMs).toBeLessThan(6_000)
  })

  it('a limit of Slack’s moves all of a channel’s messages, in every process', async () => {
    let isLimited = false
    const limitOnce = (slack: FakeSlack, done: number) => {
      if (isLimited || done !== 20) return
      isLimited = true
      slack.next({ retryAfter: 45 })
    }
    const { posts } = await sent(await open(), 60, () => 'C1', slackPaces, limitOnce)
    expectOrder(posts)
    const gap = (posts[20]?.seconds ?? 0) - (posts[19]?.seconds ?? 0)
    expect(gap).toBeGreaterThanOrEqual(45)
    expect(posts.at(-1)?.seconds).toBeLessThan(60 + 47)
    const later = posts.slice(21).map(({ seconds }, place) => seconds - (posts[place + 20]?.seconds ?? 0))
    expect(Math.min(...later), 'then it keeps the pace').toBeGreaterThanOrEqual(1)
  })

  it('many messages for many channels of one workspace leave at its pace, each once', async () => {
    const { posts, longestMs } = await sent(await open(), many, (index) => `C${index}`, slowWorkspace)
    expect(new Set(posts.map(({ index }) => index)).size).toBe(many)
    expect(posts).toHaveLength(many)
    expect(posts.at(-1)?.seconds).toBeGreaterThanOrEqual(many - 60)
    expect(longestMs).toBeLessThan(6_000)
  })
})
