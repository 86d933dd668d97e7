/** A real PgBouncer in transaction mode, if installed: `PGBOUNCER` gives its path, or it is on the PATH. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Pooler } from './pooler.ts'
import { freePort, unprivileged } from './postgres-server.ts'

const candidates = [
  process.env.PGBOUNCER ?? '',
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'pgbouncer')),
]

/** Its path; `null` if it isn't installed. */
export const pgbouncer: string | null =
  candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return path !== ''
    } catch {
      return false
    }
  }) ?? null

/** @param trusted a user who needs no password on the server */
export async function startPgbouncer(
  program: string,
  server: { readonly port: number },
  trusted: string,
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-pgbouncer-'))
  const identity = await unprivileged()
  const port = await freePort()
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  await writeFile(users, `"${trusted}" ""\n`)
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${server.port} user=${trusted}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
server_round_robin = 1
server_login_retry = 1
`,
  )
  if (identity !== null)
    for (const path of [folder, settings, users]) await chown(path, identity.uid, identity.gid)
  const child = spawn(program, [settings], { ...identity, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  const ready = Promise.withResolvers<void>()
  child.stderr.on('data', (chunk) => {
    output += chunk
    if (/process up/.test(output)) ready.resolve()
  })
  child.once('exit', (code) => ready.reject(new Error(`PgBouncer ended with ${code}:\n${output}`)))
  await ready.promise
  return {
    port,
    close: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
