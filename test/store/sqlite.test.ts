import { fdatasyncSync, readFileSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdFile } from '../../src/store/engines/sqlite.ts'
import { createEncryptor, openStore, type Store } from '../../src/store/index.ts'
import { type Running, run } from '../processes.ts'
import {
  auditLine,
  click,
  connection,
  installation,
  intent,
  recommendation,
  start,
  statement,
  summaries,
  workspaceIn,
} from './contract/world.ts'
import { failureOf } from './engines.ts'
import { folderForEachTest } from './own-folder.ts'

const folder = folderForEachTest()
let file: string
const workers: Running[] = []

beforeEach(() => {
  file = join(folder.path, 'data', 'sightline.db')
})

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.end('SIGKILL')
})

/** The lines that a worker has written, one for each commit. */
const linesOf = (output: string) => output.split('\n').slice(0, -1)
const saying = (count: number) => (output: string) => linesOf(output).length >= count

function startWorker(number: number) {
  const worker = run(['test/store/worker.ts', file, String(number)])
  workers.push(worker)
  return worker
}

const failure = (path: string) => failureOf(openStore({ file: path }))

it('makes its folder and file readable only by its own user', async () => {
  const store = await openStore({ file })
  await store.channels.track('T1', 'C1', 'R1', 'U1', start)
  expect((await stat(join(folder.path, 'data'))).mode & 0o777).toBe(0o700)
  for (const one of [file, `${file}-wal`, `${file}.lock`])
    expect((await stat(one)).mode & 0o777, one).toBe(0o600)
  await store.close()
})

it('keeps its data over a restart', async () => {
  const before = await openStore({ file })
  await before.channels.track('T1', 'C1', 'R1', 'U1', start)
  await before.ping()
  await before.close()
  await expect(before.ping()).rejects.toMatchObject({ name: 'StoreError' })
  const store = await openStore({ file })
  expect(await store.channels.tracked('T1', 'C1')).toHaveLength(1)
  await store.close()
})

it('refuses a file that another process has open, and accepts it when that process has ended', async () => {
  const other = startWorker(0)
  await other.until(saying(1))
  const error = await failure(file)
  expect(error).toMatchObject({ name: 'StoreError', code: 'locked' })
  expect(error.message).toContain(file)
  expect(error.message).toContain('Stop the other Sightline')
  expect(error.message).toContain('DATABASE_URL')
  await other.end('SIGKILL')
  await (await openStore({ file })).close()
})

it('says what is wrong with a file that is no database, a folder, or a path where no file can be', async () => {
  await mkdir(join(folder.path, 'data'))
  await writeFile(file, 'a'.repeat(10_000))
  const corrupt = await failure(file)
  expect(corrupt).toMatchObject({ code: 'corrupt' })
  expect(corrupt.message).toContain('restore a backup')
  expect(await failure(folder.path)).toMatchObject({ code: 'unreachable' })
  expect(await failure(join(file, 'below-a-file.db'))).toMatchObject({ code: 'unreachable' })
})

it('refuses a database from a newer Sightline, and leaves it unchanged', async () => {
  await (await openStore({ file })).close()
  const raw = new DatabaseSync(file)
  raw.exec('UPDATE sightline_schema SET version = 999, oldest = 999')
  raw.close()
  const error = await failure(file)
  expect(error).toMatchObject({ code: 'newer_schema' })
  expect(error.message).toMatch(/schema 999.*Start that newer version/s)
  const again = new DatabaseSync(file)
  expect(again.prepare('SELECT version FROM sightline_schema').get()).toEqual({ version: 999 })
  again.close()
})

it('creates all of its tables or none, and refuses a database of another program', async () => {
  await mkdir(join(folder.path, 'data'))
  const raw = new DatabaseSync(file)
  raw.exec('CREATE TABLE tasks (theirs text)')
  raw.close()
  const error = await failure(file)
  expect(error).toMatchObject({ code: 'occupied' })
  expect(error.message).toContain('Give Sightline a database of its own')

  const theirs = new DatabaseSync(file)
  expect(theirs.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'tasks' }])
  theirs.exec('DROP TABLE tasks')
  theirs.close()
  await (await openStore({ file })).close()
})

it('loses nothing that it has committed, however often it is killed', async () => {
  const confirmed: string[] = []
  for (const [index, lines] of [1, 2, 3, 8, 40, 111, 300, 301].entries()) {
    const writer = startWorker(index)
    await writer.until(saying(lines))
    confirmed.push(...linesOf((await writer.end('SIGKILL')).output))
  }

  const store = await openStore({ file })
  const all = { limit: 1_000_000, offset: 0 }
  const history = await store.outbox.list({ team: 'T1', channel: 'C1' }, ['digest'], all)
  const slots = new Map(history.map((row) => [row.since, row]))
  const tasks = await store.tasks.forChannel('T1', 'C1', all)
  const results = new Set(tasks.map(({ resultId }) => resultId))
  const told = await store.records.storiesIn('T1', 'C1')
  for (const line of confirmed) {
    const [what, key = ''] = line.split(' ')
    if (what === 'delivery') expect(slots.has(key), line).toBe(true)
    if (what === 'posted') expect(slots.get(key), line).toMatchObject({ state: 'sent', ts: key })
    if (what === 'task') expect(results.has(key), line).toBe(true)
  }
  // A digest's content is recorded with the post: both or neither.
  for (const { since, state } of history) expect(told.has(since), since).toBe(state === 'sent')
  await store.close()
})

it('erases a workspace from every table that has one, and documents what keeps each table from growing', async () => {
  const store = await openStore({ file })
  const erased = (await store.erase('T1')).map(({ table }) => table)
  await store.close()
  const raw = new DatabaseSync(file)
  const tables = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const ofWorkspaces = tables.filter(({ name }) =>
    raw.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name LIKE '%team%'").get(String(name)),
  )
  raw.close()
  expect(ofWorkspaces.length).toBeGreaterThan(10)
  expect(erased.toSorted(), 'erased').toEqual(ofWorkspaces.map(({ name }) => name))

  const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const documented = [...operations.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name)
  // The schema version is a single row.
  expect([...documented, 'sightline_schema'].sort(), 'documented').toEqual(tables.map(({ name }) => name))
})

it('refuses a key or token in a row that was copied from another workspace', async () => {
  const encryptor = createEncryptor([Buffer.alloc(32, 3)])
  const store = await openStore({ file }, encryptor)
  await store.connections.save(connection('T1'), start)
  await store.installations.save(installation('T1'), start)
  await store.close()
  const raw = new DatabaseSync(file)
  for (const table of ['connections', 'installations']) {
    const columns = raw
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .flatMap(({ name }) => (name === 'team_id' ? [] : [name]))
    raw.exec(`INSERT INTO ${table} (team_id, ${columns}) SELECT 'T2', ${columns} FROM ${table}`)
  }
  raw.close()
  const again = await openStore({ file }, encryptor)
  expect(await again.connections.key('T1')).toBe(connection('T1').key)
  expect(await again.installations.token('T1')).toMatchObject({ token: installation('T1').token })
  await expect(again.connections.key('T2')).rejects.toThrow(/belongs to another row/)
  await expect(again.installations.token('T2')).rejects.toThrow(/belongs to another row/)
  await again.close()
})

describe('a write', () => {
  const arrived = { state: 'sent', ts: '1.1' } as const
  const long = 'x'.repeat(1_000)
  const record = (store: Store, subject: string) =>
    store.audit.record(auditLine('T1', { subject, outcome: long }), start)
  const recorded = async (store: Store) =>
    (await store.audit.forChannel('T1', 'C1', { limit: 1_000, offset: 0 }))
      .map(({ subject }) => subject)
      .sort()

  /** A store whose disk can be slow, and can fail. */
  async function watchedDisk() {
    const disk = { syncs: 0, waits: Promise.resolve(), refuses: false }
    const datasync = async (log: number) => {
      disk.syncs += 1
      const { refuses } = disk
      await disk.waits
      if (refuses) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
      fdatasyncSync(log)
    }
    return { disk, store: await openStore({ ...holdFile(file), datasync }) }
  }

  it('is on disk when it resolves; readers do not wait for that', async () => {
    const { disk, store } = await watchedDisk()
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.waits = promise
    let answered = false
    const written = record(store, 'a').then(() => {
      answered = true
    })
    // The first read may come before the write has begun.
    while ((await recorded(store)).length === 0) await turn()
    for (let turns = 0; turns < 20; turns += 1) await turn()
    expect(answered).toBe(false)
    resolve()
    await written
    await store.close()
  })

  it('shares the next sync with other writes during a sync; reads need none', async () => {
    const { disk, store } = await watchedDisk()
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.waits = promise
    const before = disk.syncs
    const first = record(store, 'first')
    while (disk.syncs === before) await turn()
    const others = Array.from({ length: 50 }, (_, number) => record(store, `${number}`))
    while ((await recorded(store)).length < 51) await turn()
    resolve()
    await Promise.all([first, ...others])
    expect(disk.syncs - before).toBe(2)
    await Promise.all([recorded(store), store.ping()])
    expect(disk.syncs - before).toBe(2)
    await store.close()
  })

  it('is rejected if its sync failed; later writes are not', async () => {
    const { disk, store } = await watchedDisk()
    await record(store, 'before')
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.waits = promise
    disk.refuses = true
    const before = disk.syncs
    const refused = [record(store, 'a'), record(store, 'b')]
    while (disk.syncs === before) await turn()
    disk.refuses = false
    while ((await recorded(store)).length < 3) await turn()
    const later = record(store, 'c')
    while ((await recorded(store)).length < 4) await turn()
    resolve()
    const settled = await Promise.allSettled(refused)
    const reason = expect.objectContaining({ code: 'unreachable' })
    expect(settled).toContainEqual({ status: 'rejected', reason })
    await later
    // After a failed sync the state of the log on disk is unknown, so the file itself must have everything.
    expect((await stat(`${file}-wal`)).size).toBe(0)
    expect(await recorded(store)).toEqual(['a', 'b', 'before', 'c'])
    await store.close()
  })

  it('is on disk if the store is closed before it resolves', async () => {
    const store = await openStore({ file })
    const late = record(store, 'late')
    while ((await recorded(store)).length === 0) await Promise.resolve()
    await store.close()
    await late
    const again = await openStore({ file })
    expect(await recorded(again)).toEqual(['late'])
    await again.close()
  })

  it('is committed when it resolves', async () => {
    const held = holdFile(file)
    const store = await openStore(held)
    const states: boolean[] = []
    const answered = () => void states.push(held.database.isTransaction)
    await Promise.all([
      record(store, 'a').then(answered),
      recorded(store).then(answered),
      store.ping().then(answered),
    ])
    expect(states).toEqual([false, false, false])
    await store.close()
  })

  it('is isolated from others at the same time: a rejected one does not undo them', async () => {
    const store = await openStore({ file })
    const one = workspaceIn(store, 'T1')
    const row = await one.claimed()
    await one.begin(row, intent({ statement: statement() }))
    // The database refuses a record without a time, after the message itself was changed.
    const broken = statement({ composedAt: null as never })
    const two = workspaceIn(store, 'T2')
    const other = await two.claimed()
    await two.begin(other, intent({ statement: broken }))
    const settled = await Promise.allSettled([
      record(store, 'before'),
      store.outbox.settle(other, arrived, start),
      store.outbox.settle(row, arrived, start),
      store.tasks.claim(recommendation('T1'), click),
      record(store, 'after'),
    ])
    const isRejected = settled.map(({ status }) => status === 'rejected')
    expect(isRejected).toEqual([false, true, false, false, false])
    expect(await recorded(store)).toEqual(['after', 'before'])
    expect(await store.outbox.get('T1', row.id)).toMatchObject({ state: 'sent' })
    expect(await store.outbox.get('T2', other.id)).toMatchObject({ state: 'sending' })
    await store.close()
  })

  it('is rejected when the disk is full, even in a transaction, and leaves nothing behind', async () => {
    const held = holdFile(file)
    const store = await openStore(held)
    const { database } = held
    await record(store, 'kept')
    const { claimed, begin } = workspaceIn(store, 'T1')
    const row = await claimed()
    const many = summaries(...Array.from({ length: 500 }, (_, number) => `${number}`.padEnd(100)))
    await begin(row, intent({ statement: statement({ reddit: many }) }))
    // Frees the pages that migrations left, so that the file is really full.
    database.exec('VACUUM')
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    database.exec(`PRAGMA max_page_count = ${pages + 4}`)
    const settled = await Promise.allSettled(
      Array.from({ length: 60 }, (_, number) => record(store, `${number}`)),
    )
    const [refused] = settled.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'full' } })
    const confirmed = settled.flatMap((one, number) => (one.status === 'fulfilled' ? [`${number}`] : []))
    expect(await recorded(store), 'exactly what was answered').toEqual(['kept', ...confirmed].sort())
    await expect(store.outbox.settle(row, arrived, start)).rejects.toMatchObject({ code: 'full' })
    expect(await store.outbox.get('T1', row.id)).toMatchObject({ state: 'sending' })
    database.exec('PRAGMA max_page_count = 1000000')
    await store.outbox.settle(row, arrived, start)
    await record(store, 'again')
    expect(await recorded(store)).toContain('again')
    await store.close()
  })

  it('is rejected with the reason if SQLite rolled back itself, as after a disk error', async () => {
    const held = holdFile(file)
    const store = await openStore(held)
    const { claimed, begin } = workspaceIn(store)
    const row = await claimed()
    await begin(row, intent({ statement: statement() }))
    held.database.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON digest_records BEGIN SELECT RAISE(ROLLBACK, 'the disk broke'); END",
    )
    await expect(store.outbox.settle(row, arrived, start)).rejects.toThrow('the disk broke')
    held.database.exec('DROP TRIGGER broken')
    expect((await store.outbox.settle(row, arrived, start)).result).toBe('settled')
    await store.close()
  })
})
