/** A small disk that can be filled, for the storm's database: a separate tmpfs, on machines that allow mounting one. */
import { execFile } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Disk {
  readonly path: string
  /** Leaves no byte free for this many real milliseconds. */
  fill(ms: number): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)
/** How often the disk is refilled, so that pages freed in between (e.g. by an obsolete log file) are taken at once. */
const refillMs = 200

/** @returns `null` if mounting isn't allowed here */
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
      // Lazily: after an interrupt the database may still be closing its files.
      await asRoot('umount', ['--lazy', path])
      await rm(path, { recursive: true })
    },
  }
}

/** Writes until not a single byte fits. */
function writeAll(file: number): void {
  for (let size = 1 << 20; size > 0; size >>= 1)
    try {
      for (const zeros = Buffer.alloc(size); ; ) writeSync(file, zeros)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
}
