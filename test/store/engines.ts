import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../../src/store/index.ts'
import type { PostgresServer } from './postgres-server.ts'

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
