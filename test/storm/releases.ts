/** The past releases, which are the last commit of each schema, from Git, and an invented next one. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const migrationsFile = 'src/store/migrations.ts'

export interface Release {
  readonly schema: number
  readonly commit: string
}

export interface Unpacked extends Release {
  readonly folder: string
}

/** There is no history to take releases from. The message says what to do. */
export class NoHistory extends Error {}

async function git(...words: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...words], { cwd: root, maxBuffer: 2 ** 26 })
  return stdout.trim()
}

/** Oldest first. The newest one may have today's schema. */
export async function releases(): Promise<readonly Release[]> {
  const isShallow = await git('rev-parse', '--is-shallow-repository').catch(() => null)
  if (isShallow !== 'false')
    throw new NoHistory(
      isShallow === null
        ? 'This folder is no Git repository, so there are no earlier releases to upgrade from. Run this in a clone.'
        : 'This clone has no history, so there are no earlier releases to upgrade from. Run git fetch --unshallow first.',
    )
  const changes = (await git('rev-list', '--first-parent', '--reverse', 'HEAD', '--', migrationsFile)).split(
    '\n',
  )
  const lasts = new Map<number, string>()
  let before: number | null = null
  for (const commit of changes) {
    const schema = schemaIn(await git('show', `${commit}:${migrationsFile}`))
    // One baseline has replaced all earlier migrations, of which none was released.
    if (before !== null && schema < before) lasts.clear()
    if (before !== null && schema > before) lasts.set(before, await git('rev-parse', `${commit}^`))
    before = schema
  }
  if (before !== null) lasts.set(before, await git('rev-parse', 'HEAD'))
  return [...lasts].map(([schema, commit]) => ({ schema, commit })).toSorted((a, b) => a.schema - b.schema)
}

/** The number of migrations: entries of the list, which the formatter indents by one level. */
function schemaIn(source: string): number {
  const [, list = ''] = /^const migrations[^=]*= \[\n([\s\S]*?)^\]/m.exec(source) ?? []
  return [...list.matchAll(/^ {2}\[/gm)].length
}

/** The files of a release, with today's packages. */
export async function unpack(release: Release, within: string): Promise<Unpacked> {
  const folder = join(within, `schema-${release.schema}`)
  await mkdir(folder)
  const archive = join(within, `${release.schema}.tar`)
  await git('archive', '--output', archive, release.commit, 'src', 'package.json', 'manifest.yml')
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { ...release, folder }
}

/** This checkout, with a migration that adds to every table. */
export async function nextAfter(schema: number, within: string): Promise<Unpacked> {
  const folder = join(within, 'next')
  for (const name of ['src', 'package.json', 'manifest.yml'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, migrationsFile)
  const source = await readFile(file, 'utf8')
  const tables = source.matchAll(/CREATE TABLE (\w+) \((?![\s\S]*DROP TABLE \1`)/g).map(([, name]) => name)
  const added = tables.map((name) => `\`ALTER TABLE ${name} ADD COLUMN of_the_next text\`,`).toArray()
  await writeFile(
    file,
    source.replace(/(?<=^const migrations[^=]*= \[\n[\s\S]*?)^\]/m, `  [${added.join('\n')}],\n]`),
  )
  return { schema: schema + 1, commit: 'an invented one', folder }
}
