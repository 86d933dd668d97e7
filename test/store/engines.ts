import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdFile } from '../../src/store/engines/sqlite.ts'
import { createEncryptor, openStore, type Store, type StoreError } from '../../src/store/index.ts'
import type { PostgresServer } from './postgres-server.ts'
import { connect, type Row } from './query.ts'

/** One database, opened as often as its engine allows: once with SQLite, several times with PostgreSQL. */
export interface TestDatabase {
  readonly replicas: readonly [Store, ...Store[]]
  /** Runs a statement that bypasses the store. */
  query(statement: string): Promise<readonly Row[]>
  close(): Promise<void>
}

/** In memory if the system has such a folder: the tests commit thousands of times and simulate no power cuts. */
const folders = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(folders, 'sightline-store-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Two keys: the first encrypts, both decrypt. */
export const testKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const
const encryptor = createEncryptor(testKeys)

/** The error with which this fails. */
export const failureOf = (work: Promise<unknown>): Promise<StoreError> =>
  work.then(
    () => {
      throw new Error('it went well')
    },
    (error: StoreError) => error,
  )

async function migrate(): Promise<Buffer> {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'sightline.db')
  const store = await openStore({ file }, encryptor)
  await store.close()
  const content = await readFile(file)
  await folder.remove()
  return content
}

let migrated: Promise<Buffer> | null = null

/** The file of an empty database. Migrating takes 30 ms, too long for each of a thousand tests. */
export function emptyDatabase(): Promise<Buffer> {
  migrated ??= migrate()
  return migrated
}

export async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'sightline.db')
  await writeFile(file, await emptyDatabase())
  const held = holdFile(file)
  const store = await openStore(held, encryptor)
  return {
    replicas: [store],
    query: async (statement) => held.database.prepare(statement).all(),
    async close() {
      await store.close()
      await folder.remove()
    },
  }
}

export async function postgresDatabase(server: PostgresServer): Promise<TestDatabase> {
  const databaseUrl = await server.createDatabase()
  const replicas = [
    await openStore({ databaseUrl }, encryptor),
    await openStore({ databaseUrl }, encryptor),
  ] as const
  const { query, end } = await connect(databaseUrl)
  return {
    replicas,
    query,
    async close() {
      await end()
      for (const replica of replicas) await replica.close()
    },
  }
}

/** One database for many tests: emptying it takes a fraction of the time that creating one takes. */
export async function reusedPostgresDatabase(server: PostgresServer) {
  const database = await postgresDatabase(server)
  // Not TRUNCATE, which creates and deletes files.
  const [tables] = await database.query(`
    SELECT string_agg('DELETE FROM ' || tablename, '; ' ORDER BY tablename = 'subscriptions') AS emptied
      FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'sightline_schema'`)
  return {
    opened: async (): Promise<TestDatabase> => {
      await database.query(String(tables?.emptied))
      return { ...database, close: async () => {} }
    },
    close: database.close,
  }
}
