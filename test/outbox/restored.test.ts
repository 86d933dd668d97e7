import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { replyKind } from '../../src/digests/deliver/digest.ts'
import type { MessageKind } from '../../src/outbox/kind.ts'
import { backUp } from '../../src/store/backup/back-up.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { FakeClock } from '../digests/clock.ts'
import { FakeSlack } from '../digests/slack.ts'
import { sendOwed } from '../send-owed.ts'
import { temporaryFolder } from '../store/engines.ts'
import { testWorkspace } from '../workspace.ts'

const start = '2026-11-23T09:00:00Z'
const page = { limit: 99, offset: 0 }

/** Digests of two workspaces, owed for each of these minutes. */
const owedFor = (first: number, last: number) =>
  Array.from({ length: last - first }, (_, index) => {
    const since = Temporal.Instant.from(start).add({ minutes: first + index })
    const [team, channel, key] = [`T${index % 2}`, `C${index % 3}`, `slot ${first + index}`]
    return { team, kind: 'digest', key, subject: 'S1', channel, since, dueAt: since }
  })

const saying = (text: string) => ({ message: { text, blocks: [] } })
const digest: MessageKind = {
  compose: async (_, { id }) => ({
    ...saying(`digest ${id}`),
    replies: [1, 2].map((part) => saying(`reply ${part} of ${id}`)),
  }),
}
const kinds = new Map(Object.entries({ digest, reply: replyKind }))

async function paths() {
  const { path, remove } = await temporaryFolder()
  onTestFinished(remove)
  return {
    file: join(path, 'sightline.db'),
    backup: join(path, 'backup.db'),
    into: join(path, 'restored.db'),
  }
}

it('What was sent after a backup is not sent again when the backup is restored', async () => {
  const { file, backup, into } = await paths()
  const clock = new FakeClock(start)
  const slack = new FakeSlack(clock)
  const { posts, poster, history } = slack
  const stopping = new AbortController()
  /** The first process is stopped at its fifth message. */
  const post: typeof poster.post = (...message) => {
    if (posts.length >= 4) stopping.abort(new Error('SIGTERM'))
    return poster.post(...message)
  }
  const processOn = (store: Store) =>
    testWorkspace({ store: clock.standingStill(store), clock, poster: { ...poster, post }, history })
  const finish = async (store: Store) => {
    for (;;) {
      await clock.until(sendOwed(processOn(store), kinds))
      const dueAt = await store.outbox.dueAt()
      if (dueAt === null) return
      if (Temporal.Instant.compare(dueAt, clock.now()) > 0) clock.set(dueAt)
    }
  }

  const before = await openStore({ file })
  await before.outbox.enqueue(owedFor(0, 12), clock.now())
  clock.advance({ minutes: 5 })
  await clock.until(sendOwed(processOn(before), kinds, { signal: stopping.signal }))
  const lists = ['T0', 'T1'].map((team) =>
    before.outbox.list({ team, subject: 'S1' }, ['digest', 'reply'], page),
  )
  const states = (await Promise.all(lists)).flat().map(({ part, state }) => `${part} ${state}`)
  expect(states, 'threads stop after their first message, and digests are open').toEqual(
    expect.arrayContaining(['0 sent', '1 ready', '2 held', '0 ready']),
  )
  await backUp({ file }, backup)
  const there = posts.length
  await before.outbox.enqueue(owedFor(12, 20), clock.now())
  clock.advance({ minutes: 10 })
  await finish(before)
  expect(posts.length, 'sent after the backup').toBeGreaterThan(there + 10)
  await before.close()

  clock.advance({ minutes: 30 })
  await restore(backup, { file: into }, { now: clock.now(), renewedBefore: clock.now() })
  const after = await openStore({ file: into })
  onTestFinished(() => after.close())
  // Planned anew, since the restored database does not know them; and four that were never sent.
  await after.outbox.enqueue([...owedFor(0, 20), ...owedFor(20, 24)], clock.now())
  clock.advance({ minutes: 30 })
  await finish(after)
  const ids = posts.map(({ deliveryId }) => deliveryId)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const sent = (words: string) => posts.filter(({ message }) => message.text.startsWith(words)).length
  expect([sent('digest'), sent('reply')]).toEqual([24, 48])
  expect(await after.outbox.counts()).toMatchObject({ ready: 0, sending: 0, unknown: 0 })
})

it('A look-up that had begun before the backup starts anew when it is restored', async () => {
  const { file, backup, into } = await paths()
  const now = Temporal.Instant.from(start)
  const store = await openStore({ file })
  const [owed] = owedFor(0, 1)
  const row = owed && (await store.outbox.enqueueClaimed(owed, 60_000, now))
  if (!row) throw new Error('nothing was claimed')
  await store.outbox.begin(row, { message: {}, effect: {}, replies: [] }, 60_000, now)
  const unknown = { state: 'unknown', dueAt: now, reason: 'no_answer', searchedUpTo: '7.5' } as const
  await store.outbox.settle(row, unknown, now)
  await backUp({ file }, backup)
  await store.close()
  await restore(backup, { file: into }, { now, renewedBefore: now })
  const after = await openStore({ file: into })
  onTestFinished(() => after.close())
  const claim = { now, leaseMs: 60_000, busy: [], after: '', limit: 1 }
  expect(await after.outbox.claim(claim)).toMatchObject([{ state: 'unknown', searchedUpTo: null }])
})
