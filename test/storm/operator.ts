/** What an operator runs during a storm. */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { preload } from './bots.ts'

export const root = join(import.meta.dirname, '../..')

async function type(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', preload, join(root, 'src/cli/operator.ts'), ...words],
    { cwd: root, env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env } },
  )
  return stdout
}

/** Runs `npm run forget` until nothing is stored. */
export async function forget(team: string, env: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    if ((await type(env, 'forget', team)).includes('Nothing was stored.')) return
  throw new Error(`${team} could not be forgotten`)
}

/** The first line that `npm run rotate-keys` prints. */
export async function rotateKeys(env: Readonly<Record<string, string>>): Promise<string> {
  const [first = ''] = (await type(env, 'rotate-keys')).split('\n')
  return first
}
