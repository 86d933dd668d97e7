import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreError } from '../engines/errors.ts'

/** What SQLite keeps beside a file, and reads into whichever file it finds there. */
const companions = ['-wal', '-journal', '-shm'] as const

/** @throws {StoreError} when another file's write-ahead log or journal would become part of a new `file` */
export function refuseCompanions(file: string): void {
  const companionFiles = companions.map((suffix) => `${file}${suffix}`).filter((path) => existsSync(path))
  if (companionFiles.length === 0) return
  throw new StoreError(
    'not_empty',
    `${companionFiles.join(' and ')} ${companionFiles.length === 1 ? 'is' : 'are'} there still: SQLite would read what an earlier ` +
      `database left into the new one. Move ${companionFiles.length === 1 ? 'it' : 'them'} to where that database went, ` +
      'then try again.',
  )
}

/** Removes a file that was not finished, with all that belongs to it. */
export async function removeUnfinished(part: string): Promise<void> {
  await Promise.all(['', ...companions].map((suffix) => rm(`${part}${suffix}`, { force: true })))
}

/** Gives a finished file its name; the name outlives a loss of power. */
export async function putInPlace(part: string, file: string): Promise<void> {
  await rename(part, file)
  // Windows opens no folder as a file, and writes names down by itself.
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
