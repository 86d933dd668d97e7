/** What an operator runs during a storm. */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { preload, type Version } from './bots.ts'

export const root = join(import.meta.dirname, '../..')

/** The version with the newest schema: an older one may not erase what it doesn’t know. */
async function type({ tree, env }: Version, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', preload, join(tree, 'src/cli/operator.ts'), ...words],
    { cwd: tree, env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env } },
  )
  return stdout
}

/** Runs `npm run forget` until nothing is stored. */
export async function forget(team: string, newest: Version): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    if ((await type(newest, 'forget', team)).includes('Nothing was stored.')) return
  throw new Error(`${team} could not be forgotten`)
}

/** The first line that `npm run rotate-keys` prints. */
export async function rotateKeys(newest: Version): Promise<string> {
  const [first = ''] = (await type(newest, 'rotate-keys')).split('\n')
  return first
}
