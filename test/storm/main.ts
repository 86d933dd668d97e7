/** `npm run storm`: the long storm, or the one given by its options. Exits with 1 if something is broken. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BreakName, breaks } from './breaks.ts'
import { runStorm, type StormOptions } from './storm.ts'

const sizes = {
  full: { workspaces: 200, days: 14, busySeconds: 30 },
  nightly: { workspaces: 20, days: 5, busySeconds: 12 },
  short: { workspaces: 3, days: 1, busySeconds: 20 },
} as const satisfies Record<string, Pick<StormOptions, 'workspaces' | 'days' | 'busySeconds'>>

const usage = `Usage: npm run storm -- [options]

  --size full              or nightly (five minutes), short (one minute)
  --seed 12345             repeats the random choices of an earlier run (default: random)
  --workspaces 200         number of workspaces (default: from the size)
  --days 14                number of days (default: from the size)
  --busy 30                busy seconds of each day, in which everything happens at once (default: from the size)
  --break <name>           puts a bug into the product, to check that the run notices:
${Object.entries(breaks)
  .map(([name, { what }]) => `           ${name.padEnd(15)} ${what}`)
  .join('\n')}
  --ack 250                limit in milliseconds for the 99th percentile of acknowledgements while no process is
                           killed; raise it on a busy machine
  --log <file>             writes all output of the processes to this file
  --verbose                reports every day
`

function giveUp(words: string): never {
  process.stderr.write(`${words}\n${usage}`)
  process.exit(2)
}

// Half of a process's start is compiling, and a storm starts hundreds of processes.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')

const string = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'full' },
    seed: string,
    workspaces: string,
    days: string,
    busy: string,
    break: string,
    log: string,
    ack: string,
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const number = (text: string | undefined, name: string, otherwise: number) => {
  const value = Number(text ?? otherwise)
  return Number.isSafeInteger(value) && value > 0 ? value : giveUp(`--${name} must be a whole number.`)
}
const isSize = (name: string): name is keyof typeof sizes => name in sizes
const isBreak = (name: string): name is BreakName => name in breaks
const { size } = values
if (!isSize(size)) giveUp(`Unknown --size "${size}".`)
const broken = values.break ?? null
if (broken !== null && !isBreak(broken)) giveUp(`Unknown --break "${broken}".`)

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())

const seed = number(values.seed, 'seed', Math.floor(Math.random() * 1e9) + 1)
const options: StormOptions = {
  seed,
  workspaces: number(values.workspaces, 'workspaces', sizes[size].workspaces),
  days: number(values.days, 'days', sizes[size].days),
  busySeconds: number(values.busy, 'busy', sizes[size].busySeconds),
  broken,
  ackMs: number(values.ack, 'ack', 250),
  ...(values.log === undefined ? {} : { logFile: values.log }),
  signal: interrupted.signal,
  log: (line) => values.verbose && console.log(`  ${line}`),
}
console.log(
  `${options.workspaces} workspaces, ${options.days} days, seed ${seed}${broken === null ? '' : `, without ${broken}`}`,
)
const result = await runStorm(options).catch((error: unknown) => {
  if (!interrupted.signal.aborted) throw error
  console.log('  interrupted: its processes and its database have ended')
  process.exit(130)
})
const lines = [
  ...result.figures,
  result.took,
  result.broken.length === 0 ? 'HOLDS' : `DOES NOT HOLD, ${result.broken.length} times:`,
  ...result.broken.slice(0, 40).map((line) => `  ${line}`),
]
for (const line of lines) console.log(`  ${line}`)
process.exit(result.broken.length === 0 ? 0 : 1)
