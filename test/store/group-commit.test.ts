import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdFile } from '../../src/store/engines/sqlite-file.ts'
import type { Disk } from '../../src/store/engines/wal-disk.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { claimed, click, nothing, recommendation, start, statement } from './contract/world.ts'

/** A disk that can be held up, and that can refuse. */
class WatchedDisk implements Disk {
  syncs = 0
  held: Promise<void> | null = null
  refuses = false
  readonly #disk: Disk

  constructor(disk: Disk) {
    this.#disk = disk
  }

  async sync(): Promise<void> {
    this.syncs += 1
    await this.held
    if (this.refuses) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
    await this.#disk.sync()
  }

  close(): void {
    this.#disk.close()
  }
}

let folder: string
let database: DatabaseSync
let disk: WatchedDisk
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-group-'))
  const held = holdFile(join(folder, 'sightline.db'))
  database = held.database
  disk = new WatchedDisk(held.disk)
  store = await openStore({ ...held, disk })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const entry = (subject: string) => ({
  team: 'T1',
  user: 'U1',
  channel: 'C1',
  action: 'test',
  subject,
  outcome: 'x'.repeat(1_000),
  detail: null,
  reference: null,
})
const record = (subject: string) => store.audit.record(entry(subject), start)
const recorded = async () =>
  (await store.audit.ofChannel('T1', 'C1', { limit: 1_000, offset: 0 })).map(({ subject }) => subject).sort()

describe('what is written in one turn', () => {
  it('is committed together, and has waited for the disk once when it is answered', async () => {
    const before = disk.syncs
    await Promise.all(Array.from({ length: 50 }, (_, number) => record(`${number}`)))
    expect(disk.syncs - before).toBe(1)
    expect(database.isTransaction).toBe(false)
    expect(await recorded()).toHaveLength(50)
  })

  it('is committed when it is answered, what was only read of it, too', async () => {
    const states: boolean[] = []
    const answered = () => void states.push(database.isTransaction)
    await Promise.all([record('a').then(answered), recorded().then(answered), store.ping().then(answered)])
    expect(states).toEqual([false, false, false])
  })

  it('is on the disk when it is answered, and whoever only reads does not wait for that', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.held = promise
    let answered = false
    const written = record('a').then(() => {
      answered = true
    })
    expect(await recorded()).toEqual(['a'])
    for (let turns = 0; turns < 20; turns += 1) await turn()
    expect(answered).toBe(false)
    resolve()
    await written
  })

  it('gathers while the disk is waited for, and is on it with the next wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.held = promise
    const before = disk.syncs
    const written: Promise<void>[] = []
    for (let number = 0; number < 10; number += 1) {
      written.push(record(`${number}`))
      await turn()
    }
    resolve()
    await Promise.all(written)
    expect(disk.syncs - before).toBe(2)
  })

  it('is refused to everybody in it when the disk does not take it; what comes after is on the disk whole', async () => {
    await record('before')
    disk.refuses = true
    const settled = await Promise.allSettled([record('a'), record('b')])
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { code: 'unreachable' } },
      { status: 'rejected', reason: { code: 'unreachable' } },
    ])
    disk.refuses = false
    await record('c')
    // What was in doubt is in the file itself by then, whatever became of the log.
    const { size } = statSync(join(folder, 'sightline.db-wal'))
    expect(size).toBe(0)
    expect(await recorded()).toEqual(['a', 'b', 'before', 'c'])
  })

  it('costs a reader nothing where nobody writes', async () => {
    const before = disk.syncs
    await Promise.all([recorded(), store.ping()])
    expect(disk.syncs).toBe(before)
  })

  it('keeps transactions apart: one that is refused takes nothing of the others with it', async () => {
    const { claim } = await claimed(store, 'T1')
    await store.deliveries.beginPost(claim, { ...nothing, says: statement() }, start)
    // A record without a time is refused by the database, after the delivery itself was changed.
    const broken = statement({ composedAt: null as never })
    const other = await claimed(store, 'T2')
    await store.deliveries.beginPost(other.claim, { ...nothing, says: broken }, start)
    const settled = await Promise.allSettled([
      record('before'),
      store.deliveries.posted(other.claim, '2.2', start),
      store.deliveries.posted(claim, '1.1', start),
      store.tasks.claim(recommendation('T1'), click),
      record('after'),
    ])
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ])
    expect(await recorded()).toEqual(['after', 'before'])
    expect(await store.deliveries.get('T1', claim.id)).toMatchObject({ state: 'posted' })
    expect(await store.deliveries.get('T2', other.claim.id)).toMatchObject({ state: 'posting' })
  })

  it('is refused to everybody whose writing the disk did not take, and leaves nothing behind', async () => {
    await record('kept')
    // What migrations have left free would take some of it.
    database.exec('VACUUM')
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    database.exec(`PRAGMA max_page_count = ${pages + 4}`)
    const settled = await Promise.allSettled(Array.from({ length: 60 }, (_, number) => record(`${number}`)))
    expect(settled.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    const said = settled.flatMap((one, number) => (one.status === 'fulfilled' ? [`${number}`] : []))
    expect(await recorded(), 'exactly what was answered').toEqual(['kept', ...said].sort())
    database.exec('PRAGMA max_page_count = 1000000')
    await record('again')
    expect(await recorded()).toContain('again')
  })

  it('is on the disk when the store is closed in the middle of a turn', async () => {
    const late = record('late')
    // Until the statement has run; its turn is not over then.
    while (!database.isTransaction) await Promise.resolve()
    await store.close()
    await late
    store = await openStore({ file: join(folder, 'sightline.db') })
    expect(await recorded()).toEqual(['late'])
  })
})
