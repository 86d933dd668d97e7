/**
 * `npm run upgrades`: from each past release to this one, from this one to an invented next one, and back. Exits with 1 if
 * something is broken.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { schemaVersion } from '../../src/store/migrations.ts'
import { startPostgres } from '../store/postgres-server.ts'
import { playUpgrade } from './play.ts'
import { NoHistory, nextAfter, releases, today, unpack } from './releases.ts'

const usage = `npm run upgrades -- [options]
  --from 1                 the first schema to come from
  --to ${schemaVersion}                   the last one; ${schemaVersion} is this checkout, which is upgraded to an invented next release
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
        from: { type: 'string', default: '1' },
        to: { type: 'string', default: String(schemaVersion) },
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
const folder = await mkdtemp(join(tmpdir(), 'sightline-upgrades-'))
const newest = await today(schemaVersion)
const past = all.filter(({ schema }) => schema < schemaVersion)
const upgrades = [
  ...past.map((release) => ({ schema: release.schema, from: () => unpack(release, folder), to: newest })),
  { schema: newest.schema, from: async () => newest, to: await nextAfter(newest, folder) },
]
const chosen = upgrades.filter(({ schema }) => schema >= from && schema <= to)
if (chosen.length === 0) giveUp(`There is no release with a schema from ${from} to ${to}.`)

const server = await startPostgres()
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())

const broken: string[] = []
const waiting = [...chosen]
const began = performance.now()

async function play({ from: unpacked, to }: (typeof upgrades)[number]): Promise<void> {
  const start = performance.now()
  const from = await unpacked()
  const name = `schema ${from.schema} (${from.commit.slice(0, 13)}) to ${to.schema}`
  const lines: string[] = []
  const result = await playUpgrade({ from, to, server, folder, log: (line) => lines.push(line) }).then(
    () => 'HOLDS',
    (error: unknown) => `DOES NOT HOLD: ${error instanceof Error ? error.message : String(error)}`,
  )
  if (result !== 'HOLDS') broken.push(name)
  const shown = values.verbose || result !== 'HOLDS' ? lines : []
  const seconds = Math.round((performance.now() - start) / 1_000)
  console.log([`${name}, ${seconds} s: ${result}`, ...shown.map((line) => `  ${line}`)].join('\n'))
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
