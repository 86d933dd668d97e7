import { open } from 'node:fs/promises'
import type { Log } from '../../lib/log.ts'

/** Files with the version of a system's time-zone data, and the format of that line. */
const places: readonly { readonly path: string; readonly line: RegExp }[] = [
  { path: '/usr/share/zoneinfo/tzdata.zi', line: /^# version (\d{4}[a-z]+)/ },
  { path: '/usr/share/zoneinfo/+VERSION', line: /^(\d{4}[a-z]+)/ },
]

/** The first bytes of a file; `null` if it can't be read. */
export type ReadStart = (path: string) => Promise<string | null>

/** Logs the version of Node's time-zone data, by which digests are due; warns if the system's is newer. */
export async function reportTimeZones(
  log: Log,
  nodeVersion = process.versions.tz ?? null,
  readStart: ReadStart = startOf,
): Promise<void> {
  const version = nodeVersion ?? 'unknown'
  log.info('time-zone data', { version })
  const system = await systemVersion(readStart)
  if (nodeVersion === null || system === null || !isOlder(nodeVersion, system)) return
  log.warn('the time-zone data of Node is older than that of this machine; update Node', {
    version,
    detail: `this machine has ${system}`,
  })
}

async function systemVersion(readStart: ReadStart): Promise<string | null> {
  for (const { path, line } of places) {
    const version = line.exec((await readStart(path)) ?? '')?.[1]
    if (version !== undefined) return version
  }
  return null
}

/** Versions are a year and letters: `2026a` before `2026b`, and after `2026z` comes `2026za`. */
function isOlder(one: string, than: string): boolean {
  const [year, letters] = [one.slice(0, 4), one.slice(4)]
  const [otherYear, otherLetters] = [than.slice(0, 4), than.slice(4)]
  return year === otherYear ? letters < otherLetters : year < otherYear
}

const startBytes = 64

async function startOf(path: string): Promise<string | null> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    return null
  }
}
