import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { backUp } from '../../src/store/backup/back-up.ts'
import { openStore } from '../../src/store/index.ts'
import { isThorough } from '../properties/thorough.ts'
import { everyRow, oldestSnapshot } from './backup/rows.ts'
import { temporaryFolder } from './engines.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { query } from './query.ts'

let server: PostgresServer
const processes: ChildProcess[] = []
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterEach(() => {
  for (const one of processes.splice(0)) one.kill('SIGKILL')
})
afterAll(() => server?.stop())

const count = isThorough ? 20 : 8

it.each([
  ['an empty database', ''],
  ['one of the oldest release', oldestSnapshot().sql],
])(
  'processes that start at once on %s migrate it once and keep every row',
  {
    timeout: 180_000,
  },
  async (_name, old) => {
    const databaseUrl = await server.createDatabase()
    await query(databaseUrl, old)

    for (let place = 0; place < count; place += 1)
      processes.push(fork(new URL('starting-process.ts', import.meta.url), { execArgv: [] }))
    await Promise.all(processes.map((one) => once(one, 'message')))
    const opened = Promise.all(processes.map((one) => once(one, 'message')))
    for (const one of processes) one.send(databaseUrl)
    // A second migration would fail, because a table can't be created twice.
    expect((await opened).map(([outcome]) => outcome)).toEqual(Array.from({ length: count }, () => 'opened'))

    const folder = await temporaryFolder()
    const copy = join(folder.path, 'copy.db')
    await backUp({ databaseUrl }, copy)
    const file = join(folder.path, 'alone.db')
    const alone = new DatabaseSync(file)
    alone.exec(old)
    alone.close()
    await (await openStore({ file })).close()
    const rows = [copy, file].map((path) => {
      const database = new DatabaseSync(path, { readOnly: true })
      const all = everyRow(database)
      database.close()
      return all
    })
    expect(rows[0]).toEqual(rows[1])
    await folder.remove()
  },
)
