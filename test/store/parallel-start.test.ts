import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../../src/store/backup/back-up.ts'
import { openStore } from '../../src/store/index.ts'
import { run } from '../processes.ts'
import { isThorough } from '../properties/thorough.ts'
import { onFile, rowsIn, snapshots } from './backup/rows.ts'
import { temporaryFolder } from './engines.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { query } from './query.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

const count = isThorough ? 20 : 8

it.each([
  ['an empty database', ''] as const,
  ...snapshots().map(({ version, sql }) => [`one with schema ${version}`, sql] as const),
])(
  'processes that start at once on %s migrate it once, to the same rows as SQLite does',
  { timeout: 180_000 },
  async (_name, old) => {
    const databaseUrl = await server.createDatabase()
    await query(databaseUrl, old)

    const processes = Array.from({ length: count }, () => run(['test/store/starting-process.ts']))
    await Promise.all(processes.map(({ until }) => until('ready')))
    for (const { child } of processes) child.stdin?.end(databaseUrl)
    // A second migration would fail, because a table can't be created twice.
    for (const { ended } of processes) expect(await ended).toMatchObject({ code: 0, errors: '' })

    const folder = await temporaryFolder()
    const copy = join(folder.path, 'copy.db')
    await backUp({ databaseUrl }, copy)
    const file = join(folder.path, 'alone.db')
    onFile(file, old)
    await (await openStore({ file })).close()
    expect(rowsIn(copy)).toEqual(rowsIn(file))
    await folder.remove()
  },
)
