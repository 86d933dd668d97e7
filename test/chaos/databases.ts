/** The databases of a chaos run: a PostgreSQL that can go down, or a SQLite file. */
import { join } from 'node:path'
import { openStore, type Store, type StoreOptions } from '../../src/store/index.ts'
import { temporaryFolder } from '../store/engines.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'

export interface ChaosDatabase {
  /** The number of processes that use it. */
  readonly replicas: number
  readonly options: StoreOptions
  /** `null` for a file, which can't go down. */
  readonly restart: {
    takeDown(how: 'orderly' | 'crash'): Promise<void>
    bringBack(): Promise<void>
  } | null
  open(): Promise<Store>
  stop(): Promise<void>
}

/** Three processes on a running PostgreSQL, which is not stopped afterwards. */
export async function onServer(server: PostgresServer): Promise<ChaosDatabase> {
  const databaseUrl = await server.createDatabase()
  // Ends the transaction of a paused process after a second of real time: minutes of the run's clock.
  const options = { databaseUrl: `${databaseUrl}?idle_in_transaction_session_timeout=1000` }
  // The run itself is never paused, but on a busy machine it may be a second behind.
  const open = () => openStore({ databaseUrl })
  return { replicas: 3, options, restart: server, open, stop: async () => {} }
}

export const databases = {
  postgres: async (): Promise<ChaosDatabase> => {
    const server = await startPostgres()
    return { ...(await onServer(server)), stop: () => server.stop() }
  },
  sqlite: async (): Promise<ChaosDatabase> => {
    const folder = await temporaryFolder()
    const options = { file: join(folder.path, 'sightline.db') }
    return { replicas: 1, options, restart: null, open: () => openStore(options), stop: folder.remove }
  },
} satisfies Record<string, () => Promise<ChaosDatabase>>

export type DatabaseName = keyof typeof databases
