/** `npm run upgrades`: from each past release to this one, and back. Exits with 1 if something is broken. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { schemaVersion } from '../../src/store/migrations.ts'
import { startPostgres } from '../store/postgres-server.ts'
import { playUpgrade, rollingFrom } from './play.ts'
import { NoHistory, type Release, releases, today, unpack } from './releases.ts'

const usage = `npm run upgrades -- [options]
  --from ${rollingFrom}                the first schema to come from; before ${rollingFrom} all old processes are stopped first
  --to ${schemaVersion - 1}                  the last one
  --at-once 3              so many upgrades at the same time: most of one is waiting for a digest’s minute
  --verbose                what was seen, step by step
`

function giveUp(words: string, code: 1 | 2 = 2): never {
  process.stderr.write(`${words}\n${code === 2 ? usage : ''}`)
  process.exit(code)
}

function read() {
  try {
    return parseArgs({
      options: {
        from: { type: 'string', default: String(rollingFrom) },
        to: { type: 'string', default: String(schemaVersion - 1) },
        'at-once': { type: 'string', default: '3' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error))
  }
}

const values = read()
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const number = (name: 'from' | 'to' | 'at-once') => {
  const value = Number(values[name])
  return Number.isSafeInteger(value) && value > 0 ? value : giveUp(`--${name} must be a whole number.`)
}
const [from, to, atOnce] = [number('from'), number('to'), number('at-once')]

const all = await releases().catch((error: unknown) => {
  if (error instanceof NoHistory) giveUp(error.message, 1)
  throw error
})
const chosen = all.filter(({ schema }) => schema >= from && schema <= to && schema < schemaVersion)
if (chosen.length === 0) giveUp(`There is no release with a schema from ${from} to ${to}.`)

const folder = await mkdtemp(join(tmpdir(), 'sightline-upgrades-'))
const server = await startPostgres()
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())

const broken: string[] = []
const waiting = [...chosen]
const began = performance.now()
const newest = await today(schemaVersion)

async function play(release: Release): Promise<void> {
  const start = performance.now()
  const name = `schema ${release.schema} (${release.commit.slice(0, 8)}) to ${schemaVersion}`
  const lines: string[] = []
  const result = await unpack(release, folder)
    .then((from) => playUpgrade({ from, to: newest, server, folder, log: (line) => lines.push(line) }))
    .then(
      () => 'HOLDS',
      (error: unknown) => `DOES NOT HOLD: ${error instanceof Error ? error.message : String(error)}`,
    )
  if (result !== 'HOLDS') broken.push(name)
  const how = release.schema < rollingFrom ? 'stopped first' : 'side by side'
  const shown = values.verbose || result !== 'HOLDS' ? lines : []
  const seconds = Math.round((performance.now() - start) / 1_000)
  console.log([`${name}, ${how}, ${seconds} s: ${result}`, ...shown.map((line) => `  ${line}`)].join('\n'))
}

async function next(): Promise<void> {
  for (let one = waiting.shift(); one !== undefined && !interrupted.signal.aborted; one = waiting.shift())
    await play(one)
}

await Promise.all(Array.from({ length: atOnce }, next))
await server.stop()
await rm(folder, { recursive: true, force: true })
const seconds = Math.round((performance.now() - began) / 1_000)
console.log(`${chosen.length - broken.length} of ${chosen.length} upgrades hold, ${seconds} s`)
process.exit(broken.length === 0 && !interrupted.signal.aborted ? 0 : 1)
