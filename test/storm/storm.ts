/**
 * A storm: the product as it is deployed, with three `npm start` processes in HTTP mode behind a load balancer, one
 * PostgreSQL behind PgBouncer, and many workspaces at once. Processes are killed and paused, the database goes down and
 * its disk fills up, the version and the keys change, the clock steps, and Slack and the service misbehave. At the end
 * `audit/` checks everyone's books.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addAgain } from './add-again.ts'
import { counts } from './audit/evidence.ts'
import { audit } from './audit/index.ts'
import type { Resources } from './bots.ts'
import { playBusy } from './day.ts'
import { digestsOf, slotsOf } from './digests.ts'
import { eventsOf } from './events.ts'
import { teamOf } from './marks.ts'
import { forget } from './operator.ts'
import type { ServiceBooks } from './service.ts'
import type { SlackBooks } from './slack.ts'
import { pause } from './time.ts'
import { busyRate, restingResources, settle, waitForAlertChecks } from './wait-until-idle.ts'
import { dawnOf, isLong, startWorld, type World, type WorldOptions } from './world.ts'

export interface StormOptions extends WorldOptions {
  /** How long each day's busy part lasts, in real seconds. */
  readonly busySeconds: number
  /** The limit for the 99th percentile of acknowledgements while no process is killed, in milliseconds. */
  readonly ackMs: number
  readonly log?: (line: string) => void
}

/** The clock's rate at the end, and how much longer late events may arrive. */
const lastRate = 60
const lateMs = 10 * 60_000

export async function runStorm(options: StormOptions) {
  const ends: (() => unknown)[] = []
  try {
    return await play(options, ends)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

async function play(options: StormOptions, ends: (() => unknown)[]) {
  const { workspaces, log = () => {} } = options
  const begun = performance.now()
  const took = () => `${Math.round((performance.now() - begun) / 1_000)} s`
  const world = await startWorld(options, ends)
  const { previous, database } = world
  log(
    `${workspaces} workspaces installed after ${took()}, behind ${database.pooler}${previous === null ? '' : `, by ${previous.commit.slice(0, 8)} with schema ${previous.schema}`}`,
  )
  const days = await playDays(world, options)
  return { ...(await judge(world, options, days)), took: took() }
}

async function playDays(world: World, options: StormOptions) {
  const { seed, workspaces, days, busySeconds, log = () => {} } = options
  const { bots, time } = world
  const forgotten: number[] = []
  const acceptedAttacks: string[] = []
  /** How often strangers tried each attack. */
  const tried: Record<string, number> = {}
  /** Each process's resources before the last, calm day; empty in a storm of one or two days. */
  let before: readonly Resources[] = []
  let active = world.numbers
  // The processes' memory after they have served every workspace again.
  const measureMemory = async () => {
    const midday = bots.resources()
    before = before.map((one) => ({
      ...one,
      memoryMb: midday.find(({ port }) => port === one.port)?.memoryMb ?? one.memoryMb,
    }))
  }
  for (let day = 0; day < days; day += 1) {
    const dawn = dawnOf(day)
    // A change that is there this early is no news; a later one is. Tokens are renewed now, within a lease of seconds.
    time.run(busyRate, false)
    await waitForAlertChecks(world, dawn, 6, 'clear')
    const isLast = isLong(options) && day === days - 1
    if (isLast) before = await restingResources(bots)
    const leaving =
      day === 1 || (days === 1 && workspaces > 2) ? active.slice(-Math.ceil(workspaces / 20)) : []
    const events = isLast ? [{ share: 0.5, run: measureMemory }] : eventsOf(world, day, leaving)
    const strangers = await playBusy(world, { seed, day, busySeconds, active, spared: isLast, events })
    acceptedAttacks.push(...strangers.accepted)
    for (const [attack, count] of Object.entries(strangers.tried))
      tried[attack] = (tried[attack] ?? 0) + count
    const staying = active.filter((number) => !leaving.includes(number))
    const left = await settle(world, leaving.map(teamOf), () => addAgain(world, staying))
    await Promise.all(
      leaving.map(async (number) => {
        await forget(teamOf(number), { ...bots.version, tree: world.newestTree })
        forgotten.push(number)
      }),
    )
    active = active.filter((number) => !forgotten.includes(number))
    await waitForAlertChecks(world, dawn, 10, 'crossed')
    log(
      `day ${day + 1}: ${bots.kills} kills, ${bots.pauses} standstills${left.length === 0 ? '' : `; still ${left.join(', ')}`}`,
    )
  }
  return { active, forgotten, acceptedAttacks, tried, before }
}

async function judge(
  world: World,
  options: StormOptions,
  { active, forgotten, acceptedAttacks, tried, before }: Awaited<ReturnType<typeof playDays>>,
) {
  const { days, ackMs } = options
  const { bots, time, slack, service, reader, balancer, database } = world
  // Things that may come later than the evening.
  time.run(lastRate, false)
  for (const until = time.ms() + lateMs; time.ms() < until; await pause(100)) bots.resumeDue()
  const unsettled = await settle(world)
  time.run(1, false)
  // Only a long storm compares them with earlier ones.
  const after = isLong(options) ? await restingResources(bots) : bots.resources()
  const books = join(world.folder, 'books.json')
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
    crashes: bots.crashes,
    fates: bots.fates,
    earlier: [...bots.trees].flatMap(([port, tree]) => (tree === world.previous?.folder ? [port] : [])),
    forwarded: balancer.forwarded,
    arrived: world.arriving,
    inOrganization: world.organization,
    addedAgain: world.addedAgain,
    days,
    acceptedAttacks,
    secrets: world.secrets,
    active,
    forgotten,
    expectedSlots: expectedSlotsOf(active, days),
    unsettled,
    held: Number(held?.count ?? 0),
    resources: { before, after },
    ackMs,
  })
  const { length: all } = [...bots.boundaries]
  return {
    figures: [
      ...audited.figures,
      `${bots.kills} kills (SIGKILL), at ${bots.killedAt.size} of ${all} boundaries and at random; ${bots.pauses} standstills (SIGSTOP), at ${bots.pausedAt.size}; ${world.restarts} restarts of the database, behind ${database.pooler}, ${bots.failedStarts} starts without it`,
      ...(world.changes.length === 0 ? [] : [`while everything ran: ${world.changes.join('; ')}`]),
      `Slack: ${slackBooks.calls} calls; ${counts(slackBooks.faults)}`,
      `on the way from Slack: ${counts(balancer.fates)}`,
      `the service: ${serviceBooks.requests} requests; ${counts(serviceBooks.fates)}`,
      `strangers: ${counts(tried)}`,
    ],
    broken: [...audited.broken, ...(clean ? [] : ['a process did not stop cleanly at SIGTERM'])],
  }
}

/** The slots that the digests of these workspaces must post. */
function expectedSlotsOf(active: readonly number[], days: number) {
  return active.flatMap((number) =>
    digestsOf(number)
      .filter(({ archived }) => !archived)
      .flatMap((digest) =>
        slotsOf(digest, dawnOf(0), days).map((slot) => ({ team: teamOf(number), digest: digest.id, slot })),
      ),
  )
}
