import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replyKind } from '../../src/digests/deliver/digest.ts'
import type { MessageKind } from '../../src/outbox/kind.ts'
import { messagesAtOnce } from '../../src/outbox/loop.ts'
import { PostError } from '../../src/slack/port.ts'
import { createWorld, type World } from '../digests/world.ts'
import { sendOwed } from '../send-owed.ts'

describe('twenty workspaces with eight messages each, due at the same time,', () => {
  let world: World
  let stop: AbortController
  /** Messages being composed, in the order in which they began. */
  let composing: { readonly team: string; readonly end: () => void }[]
  /** What a message does that takes long, in the same order. */
  let timeOuts: (() => void)[]
  let running: Promise<boolean>
  beforeEach(async () => {
    world = await createWorld()
    stop = new AbortController()
    composing = []
    const { store, clock, workspace } = world
    const now = clock.now()
    const owed = Array.from({ length: 160 }, (_, index) => {
      const team = `T${10 + (index % 20)}`
      return { team, kind: 'test', key: String(index), channel: 'C1', since: now }
    })
    await store.outbox.enqueue(owed, now)
    const kind: MessageKind = {
      compose: async (_, { team }) => {
        await new Promise<void>((end) => composing.push({ team, end }))
        return { skip: 'no_longer_so' }
      },
    }
    timeOuts = []
    const wallClock = { sleep: () => new Promise<void>((expire) => void timeOuts.push(expire)) }
    running = sendOwed(workspace, new Map([['test', kind]]), { signal: stop.signal, wallClock })
    await begun(messagesAtOnce)
  })
  afterEach(async () => {
    stop.abort(new Error('stop'))
    for (const { end } of composing) end()
    await running
  })

  const begun = async (count: number) => {
    while (composing.length < count) await new Promise(setImmediate)
  }

  it('begin with one message each', () => {
    expect(new Set(composing.map(({ team }) => team)).size).toBe(messagesAtOnce)
  })

  it('take turns: an empty place goes to the workspace that has waited longest', async () => {
    for (const { end } of composing.slice(0, 4)) end()
    await begun(messagesAtOnce + 4)
    const next = composing.slice(messagesAtOnce).map(({ team }) => team)
    expect(next.sort()).toEqual(['T26', 'T27', 'T28', 'T29'])
  })

  it('give up the place of a slow message, once', async () => {
    for (const expire of timeOuts.slice(0, 4)) expire()
    await begun(messagesAtOnce + 4)
    for (const { end } of composing.splice(0, 4)) end()
    for (let turns = 0; turns < 2_000; turns += 1) await new Promise(setImmediate)
    expect(composing).toHaveLength(messagesAtOnce)
  })

  it('share the places, even if one of them ends its messages slowly', async () => {
    for (let ended = 0; ended < 100; ended += 1) {
      const index = composing.findIndex(({ team }) => team !== 'T10')
      composing.splice(index, 1)[0]?.end()
      await begun(messagesAtOnce)
    }
    expect(composing.filter(({ team }) => team === 'T10').length).toBeLessThanOrEqual(messagesAtOnce / 4)
  })
})

it('a thread follows its message before its place is another workspace’s', async () => {
  const world = await createWorld()
  const { store, clock, workspace, slack } = world
  const now = clock.now()
  const teams = Array.from({ length: messagesAtOnce + 4 }, (_, index) => `T${10 + index}`)
  const owed = teams.map((team) => ({ team, kind: 'test', key: 'a', channel: `C${team}`, since: now }))
  await store.outbox.enqueue(owed, now)
  const message = (text: string) => ({ message: { text, blocks: [] } })
  const kind: MessageKind = {
    compose: async (_, { team }) => ({
      ...message(team),
      replies: [message(`${team} 1`), message(`${team} 2`)],
    }),
  }
  await sendOwed(workspace, new Map(Object.entries({ test: kind, reply: replyKind })))
  const texts = slack.posts.map(({ message }) => message.text)
  expect(texts.toSorted()).toEqual(teams.flatMap((team) => [team, `${team} 1`, `${team} 2`]))
  expect(texts.indexOf('T10 2')).toBeLessThan(texts.indexOf('T26'))
})

it('a message of a kind that this release does not know waits for a newer process, until it is late', async () => {
  const world = await createWorld()
  const { store, clock, workspace, slack } = world
  const now = clock.now()
  const kind: MessageKind = { compose: async () => ({ message: { text: 'new', blocks: [] } }) }
  const older = () => sendOwed(workspace, new Map())
  const newer = () => sendOwed(workspace, new Map([['new', kind]]))
  const owed = { team: 'T1', kind: 'new', channel: 'C1', since: now, lateAt: now.add({ hours: 1 }) }
  await store.outbox.enqueue([{ ...owed, key: 'a' }], now)
  await older()
  clock.set(now.add({ minutes: 1 }))
  await newer()
  expect(slack.posts).toHaveLength(1)
  await store.outbox.enqueue([{ ...owed, key: 'b' }], now)
  slack.next({ lost: 'applied' })
  await newer()
  for (const process of [older, newer]) {
    clock.advance({ minutes: 1 })
    await process()
  }
  expect(slack.posts, 'looked up by the newer process').toHaveLength(2)
  await store.outbox.enqueue([{ ...owed, key: 'c' }], now)
  clock.set(now.add({ hours: 2 }))
  await older()
  await newer()
  expect(slack.posts).toHaveLength(2)
  expect(await store.outbox.dueAt()).toBeNull()
})

it('a message of a workspace that Sightline was removed from is skipped, and counted once', async () => {
  const { store, clock, workspace } = await createWorld()
  const now = clock.now()
  await store.outbox.enqueue([{ team: 'T1', kind: 'test', key: 'a', channel: 'C1', since: now }], now)
  const ended: unknown[] = []
  const kind: MessageKind = {
    compose: () => Promise.reject(new Error('nobody is there')),
    ended: (_, { team }, ...how) => void ended.push([team, ...how]),
  }
  const gone = { forRun: () => async () => null }
  for (let runs = 0; runs < 2; runs += 1) await sendOwed(workspace, new Map([['test', kind]]), gone)
  expect(ended).toEqual([['T1', 'skipped', 'uninstalled']])
})

it.each(['token_not_renewed', 'held_up'])(
  'a message that was not sent because of %s says so, and waits',
  async (code) => {
    const { store, clock, workspace } = await createWorld()
    const now = clock.now()
    await store.outbox.enqueue([{ team: 'T1', kind: 'test', key: 'a', channel: 'C1', since: now }], now)
    const post = () => Promise.reject(new PostError('not_sent', code))
    const kind: MessageKind = { compose: async () => ({ message: { text: 'new', blocks: [] } }) }
    await sendOwed({ ...workspace, poster: { ...workspace.poster, post } }, new Map([['test', kind]]))
    const [row] = await store.outbox.list({ team: 'T1', channel: 'C1' }, ['test'], { limit: 1 })
    expect(row).toMatchObject({ state: 'ready', reason: code })
  },
)
