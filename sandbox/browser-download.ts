/** Uses playwright-core's own installer to download a Chromium for this machine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** Starts the downloaded browser, downloading it first if needed. Rejects if the download fails. */
export async function openDownloaded(options: LaunchOptions): Promise<Browser> {
  try {
    return await chromium.launch(options)
  } catch (error) {
    if (!String(error).includes("Executable doesn't exist")) throw error
  }
  console.error(
    'There is no Chromium or Chrome on this machine: playwright-core downloads one for the tests.',
  )
  await download()
  return chromium.launch(options)
}

async function download(): Promise<void> {
  const cli = join(fileURLToPath(import.meta.resolve('playwright-core/package.json')), '../cli.js')
  const args = [cli, 'install', '--only-shell', '--no-progress', 'chromium']
  // The installer's output goes to stderr, because a command's stdout must contain only its result.
  const [code] = await once(spawn(process.execPath, args, { stdio: ['ignore', 2, 2] }), 'exit')
  if (code !== 0) throw new Error('playwright-core could not download a browser.')
}
