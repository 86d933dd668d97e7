/** The newest version of the product with the schema before this one's, out of the history: what an upgrade comes from. */
import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { schemaVersion } from '../../src/store/migrations.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
/** Commits that changed the migrations, and added none. */
const most = 10

export interface Previous {
  /** Its files. */
  readonly tree: string
  readonly commit: string
  readonly schema: number
}

/** @returns `null`: there is no history here, as in a shallow clone */
export async function previousVersion(folder: string): Promise<Previous | null> {
  const file = 'src/store/migrations.ts'
  const { stdout } = await run('git', ['log', `-${most}`, '--format=%h', '--', file], { cwd: root }).catch(
    () => ({ stdout: '' }),
  )
  for (const changed of stdout.split('\n').filter((line) => line !== '')) {
    const tree = join(folder, changed)
    await mkdir(tree)
    const archive = join(folder, `${changed}.tar`)
    const parts = ['src', 'package.json', 'manifest.yml']
    try {
      await run('git', ['archive', '-o', archive, `${changed}^`, ...parts], { cwd: root })
    } catch {
      return null
    }
    await run('tar', ['-xf', archive, '-C', tree])
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
    const { schemaVersion: schema } = (await import(pathToFileURL(join(tree, file)).href)) as {
      schemaVersion: number
    }
    if (schema < schemaVersion) return { tree, commit: `${changed}^`, schema }
  }
  return null
}
