/**
 * A storm: the product as it is deployed, three processes of `npm start` in HTTP mode behind a load balancer, on one
 * PostgreSQL behind PgBouncer, with many workspaces at once, while processes are killed and stopped, the database goes away,
 * the clock steps, and Slack and the service misbehave. In the end `audit.ts` reads everybody's books.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Chance } from '../chaos/random.ts'
import { temporaryFolder } from '../store/engines.ts'
import { counts } from './audit/evidence.ts'
import { audit } from './audit/index.ts'
import { startBalancer } from './balancer.ts'
import { Bots, preload } from './bots.ts'
import type { BreakName } from './breaks.ts'
import { Child } from './child.ts'
import { Reader, startDatabase } from './database.ts'
import { Strangers } from './hostile.ts'
import { teamOf } from './marks.ts'
import type { ServiceAddresses, ServiceBooks } from './service.ts'
import { setUp } from './set-up.ts'
import type { SlackAddresses, SlackBooks } from './slack.ts'
import { StormTime } from './time.ts'

export interface StormOptions {
  readonly seed: number
  readonly workspaces: number
  readonly days: number
  /** So long, in real seconds, everything happens at the same time on each day. */
  readonly busySeconds: number
  readonly broken: BreakName | null
  /** So long, in milliseconds, the slowest hundredth of acknowledgements may take while nothing is killed. */
  readonly ackMs: number
  /** Where all that the processes have written is kept. */
  readonly logFile?: string
  readonly signal?: AbortSignal
  readonly said?: (line: string) => void
}

export interface StormFigures {
  readonly figures: readonly string[]
  readonly broken: readonly string[]
  /** What the processes wrote, errors and warnings by their names. */
  readonly log: Readonly<Record<string, number>>
  readonly seconds: number
}

const root = join(import.meta.dirname, '../..')
/** The week before the first digest, on a Monday. */
const start = Temporal.Instant.from('2026-11-09T08:55:00Z')
const firstSlot = Temporal.Instant.from('2026-11-09T09:00:00Z')
/** How fast the time runs while people are at work, and while everything comes to its end. */
const busyRate = 3
const settleRate = 20
/** So long, of the storm's time, things may take to settle after a day, and in the end. */
const settleMs = 30 * 60_000
const lastSettleMs = 3 * 3_600_000
/** So long after a kill it may still be felt, in real milliseconds: a process starts, Slack tries again. */
const aftermathMs = 12_000
/** PgBouncer's `server_login_retry`: so long it refuses everybody after a server that wasn't there. */
const loginRetryMs = 15_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function runStorm(options: StormOptions): Promise<StormFigures> {
  const ends: (() => unknown)[] = []
  try {
    return await play(options, ends)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

async function play(options: StormOptions, ends: (() => unknown)[]): Promise<StormFigures> {
  const { seed, workspaces, days, said = () => {} } = options
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  const chance = new Chance(seed)
  const folder = await temporaryFolder()
  ends.push(folder.remove)
  const timeFile = join(folder.path, 'time')
  const time = new StormTime(timeFile, start)
  const database = await startDatabase()
  ends.push(() => database.stop())
  const reader = new Reader(database.directUrl)

  const shared = { STORM_TIME: timeFile, STORM_SEED: String(seed), STORM_TEAMS: String(workspaces) }
  const slack = new Child(join(import.meta.dirname, 'slack.ts'), shared)
  ends.push(() => slack.stop())
  const service = new Child(join(import.meta.dirname, 'service.ts'), shared)
  ends.push(() => service.stop())
  const { apiUrl, signingSecret } = await slack.ask<SlackAddresses>('addresses')
  const { baseUrl, searchBaseUrl, demo } = await service.ask<ServiceAddresses>('addresses')

  const encryptionKey = Buffer.alloc(32, 7)
  const numbers = Array.from({ length: workspaces }, (_, number) => number)
  await setUp({
    databaseUrl: database.directUrl,
    encryptionKey,
    numbers,
    at: start.subtract({ hours: 1 }),
    demo,
  })

  const balancer = await startBalancer(() => bots.ports(), { clock: time, chance: new Chance(seed + 3) })
  ends.push(() => balancer.close())
  const env = {
    SLACK_CLIENT_ID: '1234567890.1234567890',
    SLACK_CLIENT_SECRET: 'sandbox-client-secret-storm',
    SLACK_SIGNING_SECRET: signingSecret,
    SIGHTLINE_SLACK_MODE: 'http',
    SIGHTLINE_PUBLIC_URL: balancer.url,
    SIGHTLINE_ENCRYPTION_KEY: encryptionKey.toString('base64'),
    SIGHTLINE_SLACK_API_URL: apiUrl,
    SIGHTLINE_API_URL: baseUrl,
    SIGHTLINE_SEARCH_API_URL: searchBaseUrl,
    DATABASE_URL: database.url,
    SIGHTLINE_LOG_LEVEL: 'info',
    STORM_TIME: timeFile,
    STORM_BREAK: options.broken ?? '',
  }
  const bots = new Bots({ size: 3, env, time, chance: new Chance(seed + 4) })
  ends.push(() => bots.stop())
  const { logFile } = options
  if (logFile !== undefined) ends.push(() => writeFile(logFile, bots.output.join('\n')))
  await bots.start()
  await slack.ask('listen', balancer.url)
  for (const number of numbers) {
    const page = await slack.ask<string>('install', { team: teamOf(number), org: false })
    if (!page.startsWith('200')) throw new Error(`${teamOf(number)} was not installed: ${page.slice(0, 300)}`)
  }
  said(`${workspaces} workspaces installed after ${Math.round(seconds())} s, behind ${database.pooler}`)

  const trouble: [number, number][] = []
  const forgotten: number[] = []
  const letIn: string[] = []
  const tried: Record<string, number> = {}
  let active = numbers
  let restarts = 0
  const settle = async (mostMs: number, but: readonly string[] = []) => {
    const until = time.ms() + mostMs
    for (;;) {
      options.signal?.throwIfAborted()
      bots.look()
      const left = bots.whole
        ? await reader.unsettled(time.now(), but).catch(() => ['no database'])
        : ['processes']
      if (left.length === 0 || time.ms() > until) return left
      await pause(250)
    }
  }

  for (let day = 0; day < days; day += 1) {
    // Ten seconds before the digests are due, of the real time.
    const morning = firstSlot.add({ hours: 24 * day }).epochMilliseconds - busyRate * 8_000
    time.run(busyRate, false)
    time.step(Math.max(0, morning - time.ms()))
    const strangers = new Strangers(
      { url: balancer.url, secret: signingSecret, team: teamOf(active[0] ?? 0), clock: time },
      new Chance(seed + 100 + day),
      200,
    )
    await slack.ask('begin', { teams: active.map(teamOf), paceMs: Math.max(1_500, active.length * 60) })
    const opened = performance.now()
    const passed = () => (performance.now() - opened) / 1_000
    const leaving =
      day === 1 || (days === 1 && workspaces > 2) ? active.slice(-Math.ceil(workspaces / 20)) : []
    let [left, away, stepped]: [boolean, Promise<void> | null, boolean] = [false, null, false]
    let nextKill = 0
    while (passed() < options.busySeconds) {
      options.signal?.throwIfAborted()
      bots.look()
      const share = passed() / options.busySeconds
      // The first quarter is calm.
      if (share > 0.25 && !bots.cruel) {
        bots.cruel = true
        time.run(busyRate, true)
        nextKill = passed()
      }
      if (bots.cruel && passed() >= nextKill) {
        if (bots.whole) bots.killOne()
        nextKill = passed() + chance.between(2, 5)
      }
      if (share > 0.4 && !stepped) {
        stepped = true
        time.step(chance.happens(0.5) ? 120_000 : -120_000)
      }
      if (share > 0.5 && !left) {
        left = true
        for (const number of leaving) await slack.ask('uninstall', teamOf(number))
      }
      if (share > 0.6 && away === null && day % 2 === 0 && database.restart !== null) {
        const ms = chance.between(500, 2_500)
        trouble.push([Date.now(), Date.now() + ms + loginRetryMs + aftermathMs])
        restarts += 1
        away = database.restart(chance.happens(0.5) ? 'crash' : 'orderly', ms)
      }
      await pause(100)
    }
    bots.cruel = false
    time.run(settleRate, false)
    await away
    await Promise.all([slack.ask('end'), strangers.end()])
    letIn.push(...strangers.letIn)
    for (const [attack, count] of Object.entries(strangers.tried))
      tried[attack] = (tried[attack] ?? 0) + count
    const unsettled = await settle(settleMs, leaving.map(teamOf))
    for (const number of leaving) {
      await forget(teamOf(number), env)
      forgotten.push(number)
    }
    active = active.filter((number) => !forgotten.includes(number))
    said(
      `day ${day + 1}, ${Math.round(seconds())} s: ${bots.kills} kills, ${bots.stops} standstills${unsettled.length === 0 ? '' : `; still ${unsettled.join(', ')}`}`,
    )
  }
  time.run(60, false)
  const unsettled = await settle(lastSettleMs)
  time.run(1, false)
  await pause(1_000)
  const books = join(folder.path, 'books.json')
  await slack.ask('books', books)
  const tables = await reader.everything()
  const [held] = await reader.rows(
    `SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%')
      + (SELECT count(*) FROM pg_locks WHERE NOT granted) AS count`,
  )
  const memoryMb = bots.memoryMb()
  const clean = await bots.stop()
  const slackBooks = JSON.parse(await readFile(books, 'utf8')) as SlackBooks
  const serviceBooks = await service.ask<ServiceBooks>('books')
  const audited = audit({
    slack: slackBooks,
    service: serviceBooks,
    tables,
    output: bots.output,
    deaths: bots.deaths,
    letIn,
    trouble: [...trouble, ...bots.hits.map((at) => [at - 500, at + aftermathMs] as const)],
    secrets: [...database.secrets, signingSecret, env.SLACK_CLIENT_SECRET, env.SIGHTLINE_ENCRYPTION_KEY],
    active,
    forgotten,
    slots: Array.from({ length: days }, (_, day) =>
      firstSlot.add({ hours: 24 * day }).toString({ smallestUnit: 'millisecond' }),
    ),
    unsettled,
    held: Number(held?.count ?? 0),
    memoryMb,
    ackMs: options.ackMs,
  })
  const { length: all } = [...bots.boundaries]
  return {
    figures: [
      ...audited.figures,
      `${bots.kills} kills (SIGKILL), at ${bots.killedAt.size} of ${all} boundaries and at random; ${bots.stops} standstills (SIGSTOP), at ${bots.stoppedAt.size}; ${restarts} restarts of the database, behind ${database.pooler}, ${bots.failedStarts} starts without it`,
      `Slack: ${slackBooks.calls} calls; ${counts(slackBooks.faults)}`,
      `on the way from Slack: ${counts(balancer.fates)}`,
      `the service: ${serviceBooks.requests} requests; ${counts(serviceBooks.fates)}`,
      `strangers: ${counts(tried)}`,
    ],
    broken: [...audited.broken, ...(clean ? [] : ['a process did not stop cleanly at SIGTERM'])],
    log: logOf(bots.output),
    seconds: seconds(),
  }
}

/** As an operator does, until nothing was stored. */
async function forget(team: string, env: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', preload, join(root, 'src/cli/operator.ts'), 'forget', team],
      { env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env } },
    )
    if (stdout.includes('Nothing was stored.')) return
  }
  throw new Error(`${team} could not be forgotten`)
}

/** Warnings and errors by their names. */
function logOf(output: readonly string[]): Record<string, number> {
  const log: Record<string, number> = {}
  for (const line of output) {
    if (!line.startsWith('{')) continue
    const { level, msg, code } = JSON.parse(line) as { level: number; msg: string; code?: string }
    if (level < 40) continue
    const name = `${level >= 50 ? 'error' : 'warning'}: ${msg}${code === undefined ? '' : ` (${code})`}`
    log[name] = (log[name] ?? 0) + 1
  }
  return log
}
