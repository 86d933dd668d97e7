import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { root, run } from '../../processes.ts'
import { start } from '../contract/world.ts'
import { folderForEachTest } from '../own-folder.ts'

const folder = folderForEachTest()
const file = () => join(folder.path, 'sightline.db')

/** Runs one of the commands with only the database's location set. */
const cli = (command: 'backup' | 'restore', args: readonly string[], env: Record<string, string> = {}) =>
  run([join(root, `src/cli/${command}.ts`), ...args], {
    cwd: folder.path,
    env: { SIGHTLINE_DATABASE_FILE: file(), ...env },
  })

async function someRows() {
  const store = await openStore({ file: file() })
  await store.channels.track('T1', 'C1', 'R1', 'U1', start)
  await store.close()
}

it('back up and restore, and report that in a line', async () => {
  await someRows()
  const made = await cli('backup', ['kept.db']).ended
  expect(made).toMatchObject({ code: 0 })
  expect(made.errors).toMatch(
    /^\S+\/kept\.db: 1 row in \d+ tables \(schema \d+\), [\d,]+ bytes, from its file; Sightline is not running\.\n$/,
  )
  const into = join(folder.path, 'restored.db')
  const restored = await cli('restore', ['kept.db'], { SIGHTLINE_DATABASE_FILE: into }).ended
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.errors).toMatch(
    /restored\.db: 1 row in \d+ tables \(schema \d+\), restored from \S+kept\.db\.\n$/,
  )
  const store = await openStore({ file: into })
  expect(await store.channels.tracked('T1', 'C1')).toHaveLength(1)
  await store.close()
})

it('sync the new file’s name to disk before they report success', async () => {
  await someRows()
  const commands = [
    ['backup', 'kept.db', {}],
    ['restore', 'kept.db', { SIGHTLINE_DATABASE_FILE: join(folder.path, 'restored.db') }],
  ] as const
  for (const [command, argument, env] of commands) {
    const log = join(folder.path, `${command}.json`)
    // Node traces its file system calls.
    const traced = `--trace-event-categories=node.fs.async --trace-event-file-pattern=${log}`
    expect(await cli(command, [argument], { ...env, NODE_OPTIONS: traced }).ended).toMatchObject({ code: 0 })
    const events: readonly { name: string; ph: string; args: { path?: string; new_path?: string } }[] =
      JSON.parse(await readFile(log, 'utf8')).traceEvents
    const calls = events
      .filter(({ ph }) => ph === 'b')
      .map(({ name, args }) => [name, args.new_path ?? args.path])
    const named = calls.findIndex(([name]) => name === 'rename')
    expect(calls.slice(named, named + 3), command).toEqual([
      ['rename', expect.stringMatching(command === 'backup' ? /kept\.db$/ : /restored\.db$/)],
      ['open', expect.stringContaining(basename(folder.path))],
      ['fsync', undefined],
    ])
  }
})

it("back up to standard output, where files can't be written", async () => {
  await someRows()
  const { child, ended } = cli('backup', ['-'])
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  expect((await ended).code).toBe(0)
  const copy = join(folder.path, 'from-output.db')
  await writeFile(copy, Buffer.concat(chunks))
  const database = new DatabaseSync(copy, { readOnly: true })
  expect(database.prepare('SELECT result_id FROM tracked_recommendations').all()).toMatchObject([
    { result_id: 'R1' },
  ])
  database.close()
})

it('exit with 1 and the reason, or with 2 and their usage', async () => {
  expect(await cli('backup', ['kept.db']).ended).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^There is no database \S+ yet\. Check SIGHTLINE_DATABASE_FILE\.\n$/),
  })
  expect(await cli('restore', ['kept.db']).ended).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^There is no file \S+kept\.db\./),
  })
  for (const command of ['backup', 'restore'] as const) {
    // An option is no file name.
    expect(await cli(command, command === 'backup' ? ['--help'] : []).ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`npm run ${command} -- sightline-backup.db`),
    })
    expect(await cli(command, ['kept.db'], { DATABASE_URL: 'mysql://db' }).ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining('DATABASE_URL must be a PostgreSQL URL'),
    })
  }
})
