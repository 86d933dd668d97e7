import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreError } from '../engines/errors.ts'

/** Suffixes of the files that SQLite keeps next to a database, and would apply to a new database of the same name. */
const companions = ['-wal', '-journal', '-shm'] as const

/** @throws {StoreError} if SQLite would apply the log or journal of an earlier database to a new `file` */
export function refuseCompanions(file: string): void {
  const companionFiles = companions.map((suffix) => `${file}${suffix}`).filter((path) => existsSync(path))
  if (companionFiles.length === 0) return
  throw new StoreError(
    'not_empty',
    `${companionFiles.join(' and ')} ${companionFiles.length === 1 ? 'is' : 'are'} left over from an earlier database, and ` +
      `SQLite would apply ${companionFiles.length === 1 ? 'it' : 'them'} to the new one. Move ` +
      `${companionFiles.length === 1 ? 'it' : 'them'} to where that database is now, then try again.`,
  )
}

/** Removes an unfinished file and the files that SQLite keeps next to it. */
export async function removeUnfinished(part: string): Promise<void> {
  await Promise.all(['', ...companions].map((suffix) => rm(`${part}${suffix}`, { force: true })))
}

/** Renames a finished file, in a way that survives a power failure. */
export async function putInPlace(part: string, file: string): Promise<void> {
  await rename(part, file)
  // Windows can't open a folder to sync it, and doesn't need to.
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
