import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { backUp } from '../../src/store/backup/back-up.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { openStore, type Store } from '../../src/store/index.ts'
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
      since: since.toString({ smallestUnit: 'millisecond' }),
      dueAt: since,
    }
  })

it('What was sent after a backup is not sent again when the backup is restored', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const file = join(folder.path, 'sightline.db')
  const before = await openStore({ file })
  // The process goes on with the restored database: the same Slack, the same time.
  const current: Store = { ...before }
  const simulation = simulate([current], start)
  const { clock, posts } = simulation
  await before.outbox.enqueue(owedFor(0, 12), clock.now())
  clock.advance({ minutes: 5 })
  // Its process ends now and then: some are there, some are being sent, and a thread stops after its first message.
  const states = async () => {
    const kinds = ['digest', 'reply']
    const rows = await before.outbox.list({ team: 'T0', subject: 'S1' }, kinds, { limit: 99, offset: 0 })
    const waiting = rows.filter(({ part, state }) => part === 1 && ['ready', 'sending'].includes(state))
    return {
      threads: waiting.length,
      open: rows.filter(({ kind, dueAt }) => kind === 'digest' && dueAt !== null).length,
    }
  }
  for (let pass = 0; pass < 99 && (await states()).threads === 0; pass += 1) await simulation.run(1, 60)
  expect(await states()).toEqual({
    threads: expect.toSatisfy((count) => count > 0),
    open: expect.toSatisfy((count) => count > 0),
  })
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
