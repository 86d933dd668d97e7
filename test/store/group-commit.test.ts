import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../../src/store/index.ts'
import { holdFile } from '../../src/store/sqlite-file.ts'
import { claimed, click, nothing, recommendation, start } from './contract/world.ts'

/** Counts how often the disk is waited for. */
class CountedDatabase extends DatabaseSync {
  commits = 0
  override exec(sql: string): void {
    if (sql === 'COMMIT') this.commits += 1
    super.exec(sql)
  }
}

let folder: string
let database: CountedDatabase
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-group-'))
  const path = join(folder, 'sightline.db')
  holdFile(path).database.close()
  database = new CountedDatabase(path, { enableForeignKeyConstraints: true })
  store = await openStore({ path, database })
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
    const before = database.commits
    await Promise.all(Array.from({ length: 50 }, (_, number) => record(`${number}`)))
    expect(database.commits - before).toBe(1)
    expect(database.isTransaction).toBe(false)
    expect(await recorded()).toHaveLength(50)
  })

  it('is on the disk when it is answered, what was only read of it, too', async () => {
    const states: boolean[] = []
    const answered = () => void states.push(database.isTransaction)
    await Promise.all([record('a').then(answered), recorded().then(answered), store.ping().then(answered)])
    expect(states).toEqual([false, false, false])
  })

  it('costs a reader nothing where nobody writes', async () => {
    const before = database.commits
    await Promise.all([recorded(), store.ping()])
    expect(database.commits).toBe(before)
  })

  it('keeps transactions apart: one that is refused takes nothing of the others with it', async () => {
    const { claim } = await claimed(store, 'T1')
    await store.deliveries.beginPost(claim, { ...nothing, ledger: [] }, start)
    // A summary without an id is refused by the database, after the delivery itself was changed.
    const broken = { summaryId: null as never, subreddit: 'a', sentiment: null, creationDate: null }
    const other = await claimed(store, 'T2')
    await store.deliveries.beginPost(other.claim, { ...nothing, ledger: [broken] }, start)
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
