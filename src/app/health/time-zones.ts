import { readFile } from 'node:fs/promises'
import type { Log } from '../../lib/telemetry.ts'

/** Files that begin with the version of a system's time-zone data: of Linux, and of macOS. */
const paths = ['/usr/share/zoneinfo/tzdata.zi', '/usr/share/zoneinfo/+VERSION']

/** @returns `null` if it can't be read */
type Read = (path: string) => Promise<string | null>

/** Logs the version of Node's time-zone data, by which digests are due; warns if the system's is newer. */
export async function reportTimeZones(
  log: Log,
  nodeVersion = process.versions.tz ?? null,
  read: Read = (path) => readFile(path, 'latin1').catch(() => null),
): Promise<void> {
  const version = nodeVersion ?? 'unknown'
  log.info('time-zone data', { version })
  const texts = await Promise.all(paths.map(read))
  const system = texts.flatMap((text) => /^(?:# version )?(\d{4}[a-z]+)/.exec(text ?? '')?.[1] ?? [])[0]
  // A year and letters, in the order of texts: `2026a`, `2026b`, `2026z`, `2026za`.
  if (nodeVersion === null || system === undefined || nodeVersion >= system) return
  log.warn('the time-zone data of Node is older than that of this machine; update Node', {
    version,
    detail: `this machine has ${system}`,
  })
}
