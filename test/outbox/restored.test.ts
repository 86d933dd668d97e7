import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { backUp } from '../../src/store/backup/back-up.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { openStore, type Store, StoreError } from '../../src/store/index.ts'
import { temporaryFolder } from '../store/engines.ts'
import { simulate } from './simulation.ts'

const start = '2026-11-23T09:00:00Z'

/** Digests of two workspaces, owed for each of these minutes. */
const owedFor = (first: number, last: number) =>
  Array.from({ length: last - first }, (_, index) => {
    const since = Temporal.Instant.from(start).add({ minutes: first + index })
    return {
      team: `T${index % 2}`,
      kind: 'digest',
      key: `slot ${first + index}`,
      subject: 'S1',
      channel: `C${index % 3}`,
      since,
      dueAt: since,
    }
  })

it('What was sent after a backup is not sent again when the backup is restored', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const file = join(folder.path, 'sightline.db')
  const before = await openStore({ file })
  let sent = 0
  let isAway = false
  /** The database is away once four digests are recorded as sent. */
  const settle: Store['outbox']['settle'] = async (row, ending, ...more) => {
    const settled = await before.outbox.settle(row, ending, ...more)
    if (row.part === 0 && ending.state === 'sent') sent += 1
    if (sent === 4) isAway = true
    return settled
  }
  const outbox = Object.fromEntries(
    Object.entries({ ...before.outbox, settle }).map(([name, method]) => [
      name,
      async (...args: never[]) => {
        if (isAway) throw new StoreError('unreachable', 'the database is away')
        return (method as (...args: never[]) => unknown)(...args)
      },
    ]),
  ) as unknown as Store['outbox']
  // The process goes on with the restored database: the same Slack, the same time.
  const current: Store = { ...before, outbox }
  const simulation = simulate([current], start)
  const { clock, posts } = simulation
  await before.outbox.enqueue(owedFor(0, 12), clock.now())
  clock.advance({ minutes: 5 })
  await simulation.run(1, 60_000)
  const owed = await Promise.all(
    ['T0', 'T1'].map((team) =>
      before.outbox.list({ team, subject: 'S1' }, ['digest', 'reply'], { limit: 99, offset: 0 }),
    ),
  )
  const states = owed.flat().map(({ part, state }) => `${part} ${state}`)
  expect(states, 'threads stop after their first message, and digests are open').toEqual(
    expect.arrayContaining(['0 sent', '1 ready', '2 held', '0 ready']),
  )
  isAway = false
  sent = 5
  const backup = join(folder.path, 'backup.db')
  await backUp({ file }, backup)
  const there = posts.length

  await before.outbox.enqueue(owedFor(12, 20), clock.now())
  clock.advance({ minutes: 10 })
  await simulation.finish()
  expect(posts.length, 'sent after the backup').toBeGreaterThan(there + 10)
  await before.close()

  const into = join(folder.path, 'restored.db')
  clock.advance({ minutes: 30 })
  await restore(backup, { file: into }, { now: clock.now(), renewedBefore: clock.now() })
  const after = await openStore({ file: into })
  onTestFinished(() => after.close())
  Object.assign(current, after)
  // Planned anew, since the restored database does not know them; and four that were never sent.
  await after.outbox.enqueue([...owedFor(0, 20), ...owedFor(20, 24)], clock.now())
  clock.advance({ minutes: 30 })
  await simulation.finish()
  const ids = posts.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(posts.filter(({ text }) => text.startsWith('digest'))).toHaveLength(24)
  expect(posts.filter(({ text }) => text.startsWith('reply'))).toHaveLength(48)
  const counts = await after.outbox.counts()
  expect(counts).toMatchObject({ ready: 0, sending: 0, unknown: 0 })
})

it('A look-up that had begun before the backup starts anew when it is restored', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const [file, backup, into] = ['sightline.db', 'backup.db', 'restored.db'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string]
  const now = Temporal.Instant.from(start)
  const store = await openStore({ file })
  await store.outbox.enqueue(owedFor(0, 1), now)
  const claim = { now, leaseMs: 60_000, busy: [], after: '', limit: 1 }
  const [row] = await store.outbox.claim(claim)
  if (row === undefined) throw new Error('nothing was claimed')
  await store.outbox.begin(row, { message: {}, effect: {}, replies: [] }, 60_000, now)
  const unknown = { state: 'unknown', dueAt: now, reason: 'no_answer', searchedUpTo: '7.5' } as const
  await store.outbox.settle(row, unknown, now)
  await backUp({ file }, backup)
  await store.close()
  await restore(backup, { file: into }, { now, renewedBefore: now })
  const after = await openStore({ file: into })
  onTestFinished(() => after.close())
  expect(await after.outbox.claim(claim)).toMatchObject([{ state: 'unknown', searchedUpTo: null }])
})
