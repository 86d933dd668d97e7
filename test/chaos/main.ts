/** `npm run chaos`: the long run on both engines, or the one given by its options. Exits with 1 if something is broken. */
import { parseArgs } from 'node:util'
import { type OutboxBreak, outboxBreaks } from './breaks.ts'
import { type ChaosFigures, runChaos } from './chaos.ts'
import { type DatabaseName, databases } from './databases.ts'

const usage = `Usage: npm run chaos -- [options]

  --seed 12345             repeats the random choices of an earlier run (default: random)
  --database postgres      or sqlite (default: both)
  --days 12                days to run, with one slot a day for each subscription
  --subscriptions 100      number of subscriptions
  --break <name>           removes a guard, to check that the run notices:
${Object.entries(outboxBreaks)
  .map(([name, { what }]) => `           ${name.padEnd(15)} ${what}`)
  .join('\n')}
  --verbose                reports every day, with what the processes logged
`

function giveUp(words: string): never {
  process.stderr.write(`${words}\n${usage}`)
  process.exit(2)
}

const values = read()
if (values.help) {
  console.log(usage)
  process.exit(0)
}

function read() {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string' },
        database: { type: 'string' },
        days: { type: 'string', default: '12' },
        subscriptions: { type: 'string', default: '100' },
        break: { type: 'string' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error))
  }
}

const number = (text: string, name: string) => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : giveUp(`--${name} must be a whole number.`)
}
const isDatabase = (name: string): name is DatabaseName => name in databases
const isBreak = (name: string): name is OutboxBreak => name in outboxBreaks

const seed = values.seed === undefined ? Math.floor(Math.random() * 1e9) : number(values.seed, 'seed')
const broken = values.break ?? null
if (broken !== null && !isBreak(broken)) giveUp(`Unknown --break "${broken}".`)
if (values.database !== undefined && !isDatabase(values.database))
  giveUp(`Unknown --database "${values.database}".`)
const chosen: readonly DatabaseName[] =
  values.database === undefined ? ['postgres', 'sqlite'] : [values.database]

const interrupted = new AbortController()
// A repeated signal doesn't exit at once: npm forwards what a terminal already sent to both, and cleanup must finish.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())

let held = true
for (const database of chosen) {
  console.log(`${database}, seed ${seed}${broken === null ? '' : `, without ${broken}`}`)
  const figures = await runChaos({
    database: databases[database],
    seed,
    broken,
    signal: interrupted.signal,
    days: number(values.days, 'days'),
    subscriptions: number(values.subscriptions, 'subscriptions'),
    log: (line) => values.verbose && console.log(`  ${line}`),
  }).catch((error: unknown) => {
    if (!interrupted.signal.aborted) throw error
    console.log('  interrupted: its processes and its database have ended')
    process.exit(130)
  })
  print(figures, values.verbose)
  held &&= figures.broken.length === 0
}
process.exit(held ? 0 : 1)

function print(figures: ChaosFigures, verbose: boolean): void {
  const {
    slots,
    posted,
    replies,
    unknown,
    arrived,
    kills,
    pauses,
    killedAt,
    pausedAt,
    restarts,
    disconnections,
  } = figures
  const { broken, seconds, slackOutcomes, log, history, alerts, matters, noticesSent, introductions } =
    figures
  const lines = [
    `${slots} slots: ${posted} posted once, with ${replies} replies, ${unknown} marked unknown (${arrived} of them had arrived)`,
    `${alerts} alerts; ${introductions} introductions; ${matters} matters that somebody had to know, told in ${noticesSent} messages`,
    `${kills} kills (SIGKILL), at ${killedAt.share} step boundaries and at random`,
    `${pauses} standstills past the lease (SIGSTOP), at ${pausedAt.share} step boundaries`,
    `${restarts} restarts of the database; the token rejected for a while ${disconnections} times`,
    `Slack: ${counts(slackOutcomes)}`,
    ...(verbose
      ? [`not killed ${killedAt.missed.join(', ')}; not stopped ${pausedAt.missed.join(', ')}`]
      : []),
    ...(verbose ? ['log:', ...[...log].map(([line, count]) => `  ${count} × ${line}`)] : []),
    `${Math.round(seconds)} s`,
    broken.length === 0 ? 'HOLDS: none lost, none doubled' : `DOES NOT HOLD, ${broken.length} times:`,
    ...broken.slice(0, 20).flatMap((line) => [`  ${line}`, ...history(line).map((one) => `    ${one}`)]),
  ]
  for (const line of lines) console.log(`  ${line}`)
}

function counts(of: ReadonlyMap<string, number>): string {
  return [...of].map(([what, count]) => `${count} × ${what}`).join('; ')
}
