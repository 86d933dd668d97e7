import { readFileSync } from 'node:fs'
import { copyFile, rename, rm, stat, truncate, watch, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '../../../src/store/backup/back-up.ts'
import { restore } from '../../../src/store/backup/restore.ts'
import { createEncryptor, openStore, type Store } from '../../../src/store/index.ts'
import { schemaVersion } from '../../../src/store/migrations.ts'
import { type Running, run } from '../../processes.ts'
import { rotatingInstallation } from '../../workspace.ts'
import { start, text } from '../contract/world.ts'
import { failureOf } from '../engines.ts'
import { folderForEachTest } from '../own-folder.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { query } from '../query.ts'
import { filled, filledFile, oldestSnapshot, onFile, rowsIn } from './rows.ts'

const folder = folderForEachTest()
let file: string
let copy: string
const writers: Running[] = []

beforeEach(() => {
  file = join(folder.path, 'sightline.db')
  copy = join(folder.path, 'backup.db')
})

afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.end('SIGKILL')
})

/** No token is that old. */
const tokens = { now: start, renewedBefore: Temporal.Instant.from('2000-01-01T00:00:00Z') }

/** All rows but the note that the backup was restored. */
const restoredRows = (path: string) => ({ ...rowsIn(path), restores: [] })

describe('a backup of the file', () => {
  it('has every row of every table, in one file that only its user may read, also when it is restored', async () => {
    await filledFile(file)
    const made = await backUp({ file }, copy)
    expect(made.from).toBe('file')
    expect(filled(rowsIn(copy))).toEqual(filled(rowsIn(file)))
    expect((await stat(copy)).mode & 0o777).toBe(0o600)
    expect(made.bytes).toBe((await stat(copy)).size)

    const into = join(folder.path, 'restored.db')
    await restore(copy, { file: into }, tokens)
    expect(restoredRows(into)).toEqual(restoredRows(file))
    expect(rowsIn(into).restores).toEqual([...(rowsIn(file).restores ?? []), { at: text(tokens.now) }])
    const store = await openStore({ file: into })
    expect(await store.channels.get('T0', 'C0'), 'Sightline runs on it').toMatchObject({ projectId: 'p' })
    await store.close()
  })

  it('disconnects, when restored, the workspaces whose tokens may have been renewed since', async () => {
    const encryptor = createEncryptor([Buffer.alloc(32, 1)])
    const store = await openStore({ file }, encryptor)
    const until = (hours: number) => start.add({ hours })
    await store.installations.save({ ...rotatingInstallation('T1', until(12)), name: 'Fresh' }, start)
    await store.installations.save({ ...rotatingInstallation('T2', until(2)), name: 'Due' }, start)
    await store.installations.save({ ...rotatingInstallation('T3', until(12)), rotation: null }, start)
    const org = { ...rotatingInstallation('E1', until(1)), isOrg: true, name: 'Org' }
    await store.installations.save(org, start)
    await store.installations.link('T4', 'E1', start)
    await store.close()
    await backUp({ file }, copy)
    const into = join(folder.path, 'restored.db')
    const restored = await restore(copy, { file: into }, { now: start, renewedBefore: until(2) })
    expect(restored.disconnected).toEqual([
      { team: 'E1', name: 'Org' },
      { team: 'T2', name: 'Due' },
    ])
    const again = await openStore({ file: into }, encryptor)
    const marked = await again.disconnections.list()
    expect(marked.map(({ team }) => team)).toEqual(['E1', 'T2', 'T4'])
    await again.close()
  })

  it('is refused if it would overwrite something, if there is nothing to copy, or if the file is no backup', async () => {
    expect(await failureOf(backUp({ file }, copy))).toMatchObject({
      code: 'no_backup',
      message: expect.stringContaining('There is no database'),
    })
    await filledFile(file)
    await writeFile(copy, 'something else')
    expect(await failureOf(backUp({ file }, copy))).toMatchObject({ code: 'not_empty' })
    expect(readFileSync(copy, 'utf8')).toBe('something else')
    expect(await failureOf(restore(copy, { file: `${file}.2` }, tokens))).toMatchObject({ code: 'corrupt' })
    expect(await failureOf(restore(`${copy}.2`, { file: `${file}.2` }, tokens))).toMatchObject({
      code: 'no_backup',
    })
    const good = join(folder.path, 'good.db')
    await backUp({ file }, good)
    expect(await failureOf(restore(good, { file }, tokens))).toMatchObject({ code: 'not_empty' })
    const { size } = await stat(good)
    await truncate(good, size - 8_192)
    expect(await failureOf(restore(good, { file: `${file}.2` }, tokens))).toMatchObject({ code: 'corrupt' })
    await expect(stat(`${file}.2`)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is restored correctly beside the remains of an earlier database, crashed or only moved away', async () => {
    await filledFile(file)
    await backUp({ file }, copy)
    const before = restoredRows(file)
    const crashed = new DatabaseSync(file)
    crashed.exec('PRAGMA journal_mode = WAL; DELETE FROM channel_settings')
    await copyFile(`${file}-wal`, join(folder.path, 'left-wal'))
    crashed.close()
    await rename(file, `${file}.old`)
    for (const suffix of ['-wal', '-journal', '-shm']) {
      const left = `${file}${suffix}`
      await copyFile(join(folder.path, 'left-wal'), left)
      for (const refused of [restore(copy, { file }, tokens), backUp({ file: `${file}.old` }, file)])
        expect(await failureOf(refused)).toMatchObject({
          code: 'not_empty',
          message: expect.stringMatching(
            new RegExp(`^SQLite would apply what is left over .*: ${left}\\. Move that to`),
          ),
        })
      await expect(stat(file), 'no file was left').rejects.toMatchObject({ code: 'ENOENT' })
      await rm(left)
    }
    // The remains of a killed restore are no obstacle.
    for (const suffix of ['', '-wal', '-journal'])
      await copyFile(join(folder.path, 'left-wal'), `${file}.part${suffix}`)
    await restore(copy, { file }, tokens)
    expect(restoredRows(file)).toEqual(before)
  })

  it('from a newer Sightline is refused; one from an older Sightline is migrated to this schema', async () => {
    await filledFile(file)
    await backUp({ file }, copy)
    onFile(copy, 'UPDATE sightline_schema SET version = 999')
    expect(await failureOf(restore(copy, { file: `${file}.2` }, tokens))).toMatchObject({
      code: 'newer_schema',
      message: expect.stringContaining('schema 999'),
    })

    const older = join(folder.path, 'older.db')
    onFile(older, oldestSnapshot().sql)
    const into = join(folder.path, 'restored.db')
    expect(await restore(older, { file: into }, tokens)).toMatchObject({ schema: 1 })
    const upgraded = file.replace('.db', '-upgraded.db')
    await copyFile(older, upgraded)
    await (await openStore({ file: upgraded })).close()
    expect(restoredRows(into)).toEqual(restoredRows(upgraded))
  })
})

describe('a backup while Sightline has the file open', () => {
  const posted = (output: string) => output.match(/^posted .*\n/gm)?.length ?? 0
  const posting = (count: number) => (output: string) => posted(output) >= count
  /** Starts a Sightline that keeps writing. */
  function startWriter() {
    const writer = run(['test/store/worker.ts', file, '1'])
    writers.push(writer)
    return writer
  }

  function expectOneMoment(path: string, least: number): void {
    const copied = new DatabaseSync(path, { readOnly: true })
    const count = (sql: string) => Number(copied.prepare(sql).get()?.rows)
    const sent = count("SELECT count(*) AS rows FROM outbox WHERE state = 'sent'")
    expect(sent).toBeGreaterThanOrEqual(least)
    // A digest's content is recorded together with the post, so a consistent copy has both or neither.
    expect(count("SELECT count(*) AS rows FROM digest_records WHERE kind = 'story'")).toBe(sent)
    copied.close()
  }

  it('has everything as of one moment, while Sightline goes on writing', async () => {
    const writer = startWriter()
    for (const wanted of [20, 300]) {
      await writer.until(posting(wanted))
      const before = posted(writer.written.output)
      const to = `${copy}.${wanted}`
      expect(await backUp({ file }, to)).toMatchObject({ from: 'running' })
      expectOneMoment(to, before)
    }
    // It says whether Sightline was running or had been killed.
    const { output } = await writer.end('SIGKILL')
    expect(await backUp({ file }, `${copy}.2`)).toMatchObject({ from: 'file' })
    expectOneMoment(`${copy}.2`, posted(output))
    await expect(stat(`${file}-wal`), 'the log is in the file').rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is complete even if Sightline is killed during it', async () => {
    const writer = startWriter()
    await writer.until(posting(100))
    const made = backUp({ file }, copy)
    await writer.end('SIGKILL')
    await made
    expectOneMoment(copy, 100)
  })

  it('leaves no partial file when it is killed, and Sightline runs on', async () => {
    const writer = startWriter()
    await writer.until(posting(100))
    const watched = watch(folder.path)
    const backup = run(['src/cli/backup.ts', copy], { env: { SIGHTLINE_DATABASE_FILE: file } })
    for await (const { filename } of watched) if (filename === 'backup.db.part') break
    await backup.end('SIGKILL')
    await expect(stat(copy)).rejects.toMatchObject({ code: 'ENOENT' })
    const before = posted(writer.written.output)
    await writer.until(posting(before + 20))
    expect(await backUp({ file }, copy)).toMatchObject({ from: 'running' })
    expectOneMoment(copy, before)
    await expect(stat(`${copy}.part`)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('PostgreSQL', () => {
  let server: PostgresServer
  const opened: Store[] = []
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })
  afterAll(() => server?.stop())

  it('goes to a file, back into an empty database with every row, and from SQLite to PostgreSQL', async () => {
    await filledFile(file)
    await backUp({ file }, copy)
    const first = await server.createDatabase()
    await restore(copy, { databaseUrl: first }, tokens)
    opened.push(await openStore({ databaseUrl: first }))
    const again = `${copy}.2`
    expect(await backUp({ databaseUrl: first }, again)).toMatchObject({ from: 'PostgreSQL' })
    expect(restoredRows(again)).toEqual(restoredRows(file))
    const second = await server.createDatabase()
    await restore(again, { databaseUrl: second }, tokens)
    await backUp({ databaseUrl: second }, `${copy}.3`)
    expect(restoredRows(`${copy}.3`)).toEqual(restoredRows(file))
  })

  it('is copied as of one moment, even with more rows than are read at once', async () => {
    const databaseUrl = await server.createDatabase()
    const store = await openStore({ databaseUrl })
    opened.push(store)
    await query(
      databaseUrl,
      `INSERT INTO tracked_recommendations SELECT 'T1', 'C1', 'R' || n, 'tracked', 'U1', '2026-01-01' FROM generate_series(1, 2500) n`,
    )
    await backUp({ databaseUrl }, copy)
    expect(rowsIn(copy).tracked_recommendations).toHaveLength(2_500)
  })

  it('refuses a database that Sightline has used, has never used, or has with another schema', async () => {
    await filledFile(file)
    await backUp({ file }, copy)
    const databaseUrl = await server.createDatabase()
    expect(await failureOf(backUp({ databaseUrl }, `${copy}.2`))).toMatchObject({
      code: 'no_backup',
      message: expect.stringContaining('has no Sightline data'),
    })
    opened.push(await openStore({ databaseUrl }))
    await opened[0]?.channels.track('T9', 'C9', 'R9', 'U9', start)
    expect(await failureOf(restore(copy, { databaseUrl }, tokens))).toMatchObject({ code: 'not_empty' })
    expect(await opened[0]?.channels.tracked('T1', 'C1')).toEqual([])
    await query(databaseUrl, 'UPDATE sightline_schema SET version = version + 1')
    expect(await failureOf(backUp({ databaseUrl }, `${copy}.2`))).toMatchObject({
      code: 'no_backup',
      message: expect.stringContaining(`schema ${schemaVersion + 1}`),
    })
  })
})
