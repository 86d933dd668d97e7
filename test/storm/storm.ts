/**
 * A storm: the product as it is deployed, three processes of `npm start` in HTTP mode behind a load balancer, on one
 * PostgreSQL behind PgBouncer, with many workspaces at once, while processes are killed and stopped, the database goes away
 * and its disk is full, the version and the keys change, the clock steps, and Slack and the service misbehave. In the end
 * `audit/` reads everybody's books.
 */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Chance } from '../chaos/random.ts'
import { temporaryFolder } from '../store/engines.ts'
import { counts } from './audit/evidence.ts'
import { audit } from './audit/index.ts'
import { startBalancer } from './balancer.ts'
import { Bots, type Standing } from './bots.ts'
import { type Break, type BreakName, breaks } from './breaks.ts'
import { Child } from './child.ts'
import { Reader, startDatabase } from './database.ts'
import { digestsOf, slotsOf } from './digests.ts'
import { Strangers } from './hostile.ts'
import { teamOf } from './marks.ts'
import { forget, root, rotateKeys } from './operator.ts'
import { type Previous, previousVersion } from './previous.ts'
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
  /** Seconds by what they went into. */
  readonly spent: Readonly<Record<string, number>>
}

/** A Monday. */
const midnight = Temporal.Instant.from('2026-11-09T00:00:00Z')
const start = midnight.add({ hours: 5, minutes: 55 })
/** How fast the time runs while people are at work, and while everything comes to its end. */
const busyRate = 3
const settleRate = 20
const lastRate = 60
/** So long, of the storm's time, things may take to settle after a day, and in the end. */
const settleMs = 30 * 60_000
const lastSettleMs = 30 * 60_000
const lateMs = 10 * 60_000
/** A minute of the storm's time. */
const fullDiskMs = 60_000 / busyRate
/** So long, in real milliseconds, a look for alerts may take. */
const lookMs = 20_000
const installsAtOnce = 6
/** For each workspace, so long every person of all of them pauses: in sum about 15 deliveries of Slack's a second. */
const msOfPace = 300
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function runStorm(options: StormOptions): Promise<StormFigures> {
  const ends: (() => unknown)[] = []
  try {
    return await play(options, ends)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

/** What happens once on a day, when that share of its busy time is over. */
interface Event {
  readonly share: number
  readonly run: () => Promise<unknown>
}

async function play(options: StormOptions, ends: (() => unknown)[]): Promise<StormFigures> {
  const { seed, workspaces, days, said = () => {} } = options
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  /** Where the time goes. */
  const spent: Record<string, number> = {}
  let last = 0
  const timed = (what: string) => {
    spent[what] = (spent[what] ?? 0) + seconds() - last
    last = seconds()
  }
  const chance = new Chance(seed)
  const folder = await temporaryFolder()
  ends.push(folder.remove)
  const timeFile = join(folder.path, 'time')
  const time = new StormTime(timeFile, start)
  const database = await startDatabase()
  ends.push(() => database.stop())
  const reader = new Reader(database.directUrl)
  const isLong = days > 2

  const organization = Math.floor(workspaces / 5)
  const numbers = Array.from({ length: workspaces }, (_, number) => number)
  /** They install it in the midst of the first day. */
  const arriving = Array.from({ length: Math.ceil(workspaces / 40) }, (_, index) => workspaces + index)
  const shared = {
    STORM_TIME: timeFile,
    STORM_SEED: String(seed),
    STORM_TEAMS: String(workspaces + arriving.length),
    STORM_ORG: String(organization),
  }
  const slack = new Child(join(import.meta.dirname, 'slack.ts'), shared)
  ends.push(() => slack.stop())
  const service = new Child(join(import.meta.dirname, 'service.ts'), shared)
  ends.push(() => service.stop())
  const { apiUrl, signingSecret } = await slack.ask<SlackAddresses>('addresses')
  const { baseUrl, searchBaseUrl, demo } = await service.ask<ServiceAddresses>('addresses')

  const previous = isLong ? await previousVersion(folder.path) : null
  const keys = [randomBytes(32), randomBytes(32)] as const
  const [oldKey, newKey] = keys.map((key) => key.toString('base64')) as [string, string]
  const tree = previous?.tree ?? root
  const { directUrl: databaseUrl } = database
  await setUp({
    tree,
    databaseUrl,
    encryptionKey: keys[0],
    numbers,
    since: start.subtract({ hours: 1 }),
    demo,
  })

  let isCalm = true
  const balancer = await startBalancer(() => bots.ports(), {
    clock: time,
    chance: new Chance(seed + 3),
    calm: () => isCalm,
  })
  ends.push(() => balancer.close())
  const env = {
    SLACK_CLIENT_ID: '1234567890.1234567890',
    SLACK_CLIENT_SECRET: 'sandbox-client-secret-storm',
    SLACK_SIGNING_SECRET: signingSecret,
    SIGHTLINE_SLACK_MODE: 'http',
    SIGHTLINE_PUBLIC_URL: balancer.url,
    SIGHTLINE_ENCRYPTION_KEY: oldKey,
    SIGHTLINE_SLACK_API_URL: apiUrl,
    SIGHTLINE_API_URL: baseUrl,
    SIGHTLINE_SEARCH_API_URL: searchBaseUrl,
    DATABASE_URL: database.url,
    SIGHTLINE_LOG_LEVEL: 'info',
    STORM_TIME: timeFile,
    STORM_BREAK: options.broken ?? '',
  }
  const broken: Break | null = options.broken === null ? null : breaks[options.broken]
  const bots = new Bots({
    size: 3,
    version: { tree, env },
    opening: broken?.opening ?? null,
    time,
    chance: new Chance(seed + 4),
  })
  ends.push(() => bots.stop())
  const { logFile } = options
  if (logFile !== undefined) ends.push(() => writeFile(logFile, bots.output.join('\n')))
  await bots.start()
  await slack.ask('listen', balancer.url)
  await installAll(slack, numbers, organization)
  timed('starting and installing')
  said(
    `${workspaces} workspaces installed after ${Math.round(seconds())} s, behind ${database.pooler}${previous === null ? '' : `, by ${previous.commit} with schema ${previous.schema}`}`,
  )

  const forgotten: number[] = []
  const letIn: string[] = []
  const tried: Record<string, number> = {}
  const changes: string[] = []
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
      // What is being posted has ten seconds of the storm's time: a fast clock takes them from a slow machine.
      const rate = left.some((one) => one.includes('deliveries')) ? busyRate : settleRate
      if (time.rate !== rate) time.run(rate, false)
      await pause(250)
    }
  }
  /** Forward only. */
  const goTo = (instant: Temporal.Instant) => time.step(Math.max(0, instant.epochMilliseconds - time.ms()))

  /** From that hour on, until everybody who looks for alerts has seen it; they look once an hour. */
  const lookForAlerts = async (dawn: Temporal.Instant, hour: number, state: 'clear' | 'crossed') => {
    for (const later of [0, 1]) {
      goTo(dawn.add({ hours: hour + later, seconds: 5 }))
      const until = performance.now() + lookMs
      while (performance.now() < until) {
        options.signal?.throwIfAborted()
        bots.look()
        const unseen = await reader.unseen(state).catch(() => 1)
        if (unseen === 0) break
        await pause(250)
      }
      await settle(settleMs)
      if ((await reader.unseen(state)) === 0) return
    }
  }

  // Forward where a guard is out: what it guards is to be met while processes meet their fates.
  const stepClock = async () =>
    time.step(broken?.opening !== undefined || chance.happens(0.5) ? 120_000 : -120_000)
  const restartDatabase = async () => {
    const ms = chance.between(500, 2_500)
    restarts += 1
    await database.restart?.(chance.happens(0.5) ? 'crash' : 'orderly', ms)
  }
  const fillDisk = async () => {
    if (database.fillDisk === null) return
    await database.fillDisk(fullDiskMs)
    changes.push('its disk full for a minute')
  }
  const upgrade = async ({ commit, schema }: Previous) => {
    await bots.replace({ tree: root, env: bots.version.env })
    changes.push(`a rolling upgrade from schema ${schema} (${commit})`)
  }
  /** As docs/operations.md says. */
  const changeKeys = async () => {
    const having = (list: string) => ({
      tree: bots.version.tree,
      env: { ...bots.version.env, SIGHTLINE_ENCRYPTION_KEY: list },
    })
    await bots.replace(having(`${oldKey},${newKey}`))
    await bots.replace(having(`${newKey},${oldKey}`))
    const rotated = await rotateKeys(bots.version.env)
    await bots.replace(having(newKey))
    changes.push(`the encryption key changed: ${rotated}`)
  }
  const eventsOf = (day: number, leaving: readonly number[]): readonly Event[] => [
    // Some digests are due before, others after it.
    { share: 0.6, run: stepClock },
    {
      share: 0.5,
      run: async () => {
        for (const number of leaving) await slack.ask('uninstall', teamOf(number))
      },
    },
    ...(day % 2 === 0 && day % 7 !== 2 ? [{ share: 0.7, run: restartDatabase }] : []),
    ...(day === 1 && previous !== null ? [{ share: 0.3, run: () => upgrade(previous) }] : []),
    ...(day % 7 === 2 ? [{ share: 0.3, run: fillDisk }] : []),
    ...(day === 3 ? [{ share: 0.3, run: changeKeys }] : []),
  ]

  let before: readonly Standing[] = []
  for (let day = 0; day < days; day += 1) {
    const dawn = midnight.add({ hours: 24 * day })
    // What stands so early is no news, and what crosses later is. Tokens are renewed now, within a lease of seconds.
    time.run(busyRate, false)
    await lookForAlerts(dawn, 6, 'clear')
    timed('early mornings')
    const isLast = isLong && day === days - 1
    if (isLast) before = await quiet(bots)
    // Eight seconds before the digests are due, of the real time.
    goTo(dawn.add({ hours: 9 }).subtract({ seconds: busyRate * 8 }))
    const strangers = new Strangers(
      { url: balancer.url, secret: signingSecret, team: teamOf(active[0] ?? 0), clock: time },
      new Chance(seed + 100 + day),
      200,
    )
    const paceMs = Math.max(1_500, active.length * msOfPace)
    const today = { teams: active.map(teamOf), paceMs, day, serviceUrl: baseUrl }
    await slack.ask('begin', { ...today, arriving: day === 0 ? arriving.map(teamOf) : [] })
    const opened = performance.now()
    const passed = () => (performance.now() - opened) / 1_000
    const leaving =
      day === 1 || (days === 1 && workspaces > 2) ? active.slice(-Math.ceil(workspaces / 20)) : []
    // Their memory when they have met everybody again.
    const weigh = async () => {
      const midday = bots.standing()
      before = before.map((one) => ({
        ...one,
        memoryMb: midday.find(({ port }) => port === one.port)?.memoryMb ?? one.memoryMb,
      }))
    }
    const events = isLast ? [{ share: 0.5, run: weigh }] : eventsOf(day, leaving)
    const coming = events.toSorted((a, b) => a.share - b.share)
    const underWay: Promise<unknown>[] = []
    let nextKill = 0
    isCalm = true
    while (passed() < options.busySeconds) {
      options.signal?.throwIfAborted()
      bots.look()
      const share = passed() / options.busySeconds
      // The first quarter is calm, and so is the last of several days.
      if (share > 0.25 && !bots.cruel && !isLast) {
        isCalm = false
        bots.cruel = true
        time.run(busyRate, true)
        nextKill = passed()
      }
      if (bots.cruel && broken?.opening === undefined && passed() >= nextKill) {
        if (bots.whole) bots.killOne()
        nextKill = passed() + chance.between(2, 5)
      }
      while (share > (coming[0]?.share ?? 1)) {
        const happening = coming.shift()?.run() ?? Promise.resolve()
        // It is told in the evening.
        happening.catch(() => {})
        underWay.push(happening)
      }
      await pause(100)
    }
    timed('busy')
    bots.cruel = false
    isCalm = false
    time.run(settleRate, false)
    const looking = setInterval(() => bots.look(), 250)
    await Promise.all([...underWay, slack.ask('end'), strangers.end()]).finally(() => clearInterval(looking))
    letIn.push(...strangers.letIn)
    for (const [attack, count] of Object.entries(strangers.tried))
      tried[attack] = (tried[attack] ?? 0) + count
    timed('until all have their answers, and what was changed has')
    const left = await settle(settleMs, leaving.map(teamOf))
    timed('evenings')
    await Promise.all(
      leaving.map(async (number) => {
        await forget(teamOf(number), bots.version.env)
        forgotten.push(number)
      }),
    )
    timed('forgetting')
    active = active.filter((number) => !forgotten.includes(number))
    await lookForAlerts(dawn, 10, 'crossed')
    timed('nights')
    said(
      `day ${day + 1}, ${Math.round(seconds())} s: ${bots.kills} kills, ${bots.stops} standstills${left.length === 0 ? '' : `; still ${left.join(', ')}`}`,
    )
  }
  // What may come later than a day's evening.
  time.run(lastRate, false)
  for (const until = time.ms() + lateMs; time.ms() < until; await pause(100)) bots.look()
  const unsettled = await settle(lastSettleMs)
  time.run(1, false)
  const after = await quiet(bots)
  const books = join(folder.path, 'books.json')
  await slack.ask('books', books)
  const tables = await reader.everything()
  const [held] = await reader.rows(
    `SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%')
      + (SELECT count(*) FROM pg_locks WHERE NOT granted) AS count`,
  )
  const clean = await bots.stop()
  const slackBooks = JSON.parse(await readFile(books, 'utf8')) as SlackBooks
  const serviceBooks = await service.ask<ServiceBooks>('books')
  const audited = audit({
    slack: slackBooks,
    service: serviceBooks,
    tables,
    output: bots.output,
    deaths: bots.deaths,
    fates: bots.fates,
    carried: balancer.carried,
    arrived: arriving,
    inOrganization: organization,
    days,
    letIn,
    secrets: [...database.secrets, signingSecret, env.SLACK_CLIENT_SECRET, oldKey, newKey],
    active,
    forgotten,
    owed: active.flatMap((number) =>
      digestsOf(number)
        .filter(({ archived }) => !archived)
        .flatMap((digest) =>
          slotsOf(digest, midnight, days).map((slot) => ({ team: teamOf(number), digest: digest.id, slot })),
        ),
    ),
    unsettled,
    held: Number(held?.count ?? 0),
    standing: { before, after },
    ackMs: options.ackMs,
  })
  const { length: all } = [...bots.boundaries]
  return {
    figures: [
      ...audited.figures,
      `${bots.kills} kills (SIGKILL), at ${bots.killedAt.size} of ${all} boundaries and at random; ${bots.stops} standstills (SIGSTOP), at ${bots.stoppedAt.size}; ${restarts} restarts of the database, behind ${database.pooler}, ${bots.failedStarts} starts without it`,
      ...(changes.length === 0 ? [] : [`while everything ran: ${changes.join('; ')}`]),
      `Slack: ${slackBooks.calls} calls; ${counts(slackBooks.faults)}`,
      `on the way from Slack: ${counts(balancer.fates)}`,
      `the service: ${serviceBooks.requests} requests; ${counts(serviceBooks.fates)}`,
      `strangers: ${counts(tried)}`,
    ],
    spent,
    broken: [...audited.broken, ...(clean ? [] : ['a process did not stop cleanly at SIGTERM'])],
    log: logOf(bots.output),
    seconds: seconds(),
  }
}

/** "Add to Slack" in each workspace; once for all of an organization, which are the first so many. */
async function installAll(slack: Child, numbers: readonly number[], organization: number): Promise<void> {
  const install = async (number: number, org: boolean) => {
    const page = await slack.ask<string>('install', { team: teamOf(number), org })
    if (!page.startsWith('200')) throw new Error(`${teamOf(number)} was not installed: ${page.slice(0, 300)}`)
  }
  if (organization > 0) await install(0, true)
  const waiting = numbers.slice(organization)
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await install(one, false)
  }
  await Promise.all(Array.from({ length: installsAtOnce }, next))
}

/** What the processes have once they have closed what they no longer use. */
async function quiet(bots: Bots): Promise<readonly Standing[]> {
  const sockets = (all: readonly Standing[]) => all.reduce((sum, one) => sum + one.sockets, 0)
  let standing = bots.standing()
  for (let calm = 0, tries = 0; calm < 8 && tries < 60; tries += 1) {
    await pause(250)
    const now = bots.standing()
    calm = sockets(now) < sockets(standing) ? 0 : calm + 1
    standing = now
  }
  return standing
}

/** Warnings and errors by their names. */
function logOf(output: readonly string[]): Record<string, number> {
  const log: Record<string, number> = {}
  for (const line of output) {
    if (!line.startsWith('{"')) continue
    const { level, msg, code } = JSON.parse(line) as { level: number; msg: string; code?: string }
    if (level < 40) continue
    const name = `${level >= 50 ? 'error' : 'warning'}: ${msg}${code === undefined ? '' : ` (${code})`}`
    log[name] = (log[name] ?? 0) + 1
  }
  return log
}
