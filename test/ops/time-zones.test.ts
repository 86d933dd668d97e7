import { expect, it } from 'vitest'
import { reportTimeZones } from '../../src/app/health/time-zones.ts'
import { createLog } from '../../src/lib/telemetry.ts'

/** What the operator reads when a Node with this data starts on a machine with these files. */
async function report(nodeVersion: string | null, files: Readonly<Record<string, string>> = {}) {
  const lines: { level: number; msg: string; version: string; detail?: string }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  await reportTimeZones(log, nodeVersion, async (path) => files[path] ?? null)
  return lines.map(({ level, msg, version, detail }) => [level, msg, version, ...(detail ? [detail] : [])])
}

const zi = '/usr/share/zoneinfo/tzdata.zi'
const plain = '/usr/share/zoneinfo/+VERSION'
const logLine = (version: string) => [30, 'time-zone data', version]
const warning = 'the time-zone data of Node is older than that of this machine; update Node'

it('the version is logged at each start', async () => {
  expect(await report('2026c')).toEqual([logLine('2026c')])
  expect(await report(null)).toEqual([logLine('unknown')])
})

it.each([
  ['2026b', zi, '# version 2026c\n# ddeps backzone'],
  ['2026c', zi, '# version 2027a\n'],
  ['2026z', plain, '2026za\n'],
])('data older than the machine’s (%s, %s) causes a warning', async (nodeVersion, path, text) => {
  const system = /\d{4}[a-z]+/.exec(text)?.[0]
  expect(await report(nodeVersion, { [path]: text })).toEqual([
    logLine(nodeVersion),
    [40, warning, nodeVersion, `this machine has ${system}`],
  ])
})

it.each([
  ['2026c', zi, '# version 2026c\n'],
  ['2026c', zi, '# version 2025b\n'],
  ['2027a', plain, '2026z\n'],
  ['2026c', zi, 'something else'],
  ['2026c', plain, ''],
])('data that is not older (%s), or that can’t be compared, causes none', async (nodeVersion, path, text) => {
  expect(await report(nodeVersion, { [path]: text })).toEqual([logLine(nodeVersion)])
})

it('the files of this machine are read, whatever they contain', async () => {
  const lines: string[] = []
  await reportTimeZones(createLog('info', { write: (line) => void lines.push(line) }))
  expect(lines[0]).toContain(process.versions.tz)
})
