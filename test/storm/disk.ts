/** A small disk that can be filled, for the storm's database: a tmpfs of its own, where this machine lets us mount one. */
import { execFile } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Disk {
  readonly path: string
  /** Leaves no byte free for so many real milliseconds. */
  fill(ms: number): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)
/** What frees a page meanwhile, a file of the log that is no longer needed say, gets no use of it. */
const refillMs = 200

/** @returns `null`: nobody may mount here */
export async function smallDisk(megabytes: number): Promise<Disk | null> {
  const asRoot = (command: string, words: readonly string[]) =>
    process.getuid?.() === 0 ? run(command, words) : run('sudo', ['-n', command, ...words])
  const path = await mkdtemp(join(tmpdir(), 'sightline-disk-'))
  try {
    await asRoot('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', path])
  } catch {
    await rm(path, { recursive: true })
    return null
  }
  const filler = join(path, 'filler')
  return {
    path,
    async fill(ms) {
      const file = openSync(filler, 'w')
      try {
        for (const until = Date.now() + ms; Date.now() < until; await pause(refillMs)) writeAll(file)
      } finally {
        closeSync(file)
        await rm(filler)
      }
    },
    async remove() {
      // Lazily: after an interruption the database may still be closing its files.
      await asRoot('umount', ['--lazy', path])
      await rm(path, { recursive: true })
    },
  }
}

/** Writes until there is no room for a single byte. */
function writeAll(file: number): void {
  for (let size = 1 << 20; size > 0; size >>= 1)
    try {
      for (const zeros = Buffer.alloc(size); ; ) writeSync(file, zeros)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
}
