import { open } from 'node:fs/promises'
import type { Log } from '../../lib/log.ts'

/** Where systems keep the version of their time-zone data, and how it stands there. */
const places: readonly { readonly path: string; readonly line: RegExp }[] = [
  { path: '/usr/share/zoneinfo/tzdata.zi', line: /^# version (\d{4}[a-z]+)/ },
  { path: '/usr/share/zoneinfo/+VERSION', line: /^(\d{4}[a-z]+)/ },
]

/** The first bytes of a file; `null` where it can't be read. */
export type ReadStart = (path: string) => Promise<string | null>

/**
 * Notes which time-zone data computes the digests' times: Node brings its own. A system that has newer data knows of
 * a change of rules that Node does not, so that digests in that zone would come at the wrong hour.
 */
export async function reportTimeZones(
  log: Log,
  own = process.versions.tz ?? null,
  readStart: ReadStart = startOf,
): Promise<void> {
  const version = own ?? 'unknown'
  log.info('time-zone data', { version })
  const system = await systemVersion(readStart)
  if (own === null || system === null || !isOlder(own, system)) return
  log.warn("Node's time-zone data is older than this machine's; update Node", {
    version,
    detail: `this machine has ${system}`,
  })
}

async function systemVersion(readStart: ReadStart): Promise<string | null> {
  for (const { path, line } of places) {
    const found = line.exec((await readStart(path)) ?? '')?.[1]
    if (found !== undefined) return found
  }
  return null
}

/** Versions are a year and a letter, `2026a` before `2026b`; should a year need more than 26, then `za` and so on. */
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
