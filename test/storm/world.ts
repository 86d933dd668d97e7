/** Starts everything a storm needs: Slack, the service, the database, the processes, and what connects them. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appManifest } from '../../src/cli/app-manifest.ts'
import { schemaVersion } from '../../src/store/migrations.ts'
import { Chance } from '../chance.ts'
import { temporaryFolder } from '../store/engines.ts'
import { startBalancer } from './balancer.ts'
import { Bots, waitedForProcessorMs } from './bots.ts'
import { type Break, type BreakName, breaks } from './breaks.ts'
import { Child } from './child.ts'
import { Reader, startDatabase } from './database.ts'
import { teamOf } from './marks.ts'
import { root } from './operator.ts'
import { NoHistory, nextAfter, releases, type Unpacked, unpack } from './releases.ts'
import type { ServiceAddresses } from './service.ts'
import { setUp } from './set-up.ts'
import type { SlackAddresses } from './slack.ts'
import { pause, StormTime } from './time.ts'
import { settleRate } from './wait-until-idle.ts'

export interface WorldOptions {
  readonly seed: number
  readonly workspaces: number
  readonly days: number
  readonly broken: BreakName | null
  /** Where the processes' output is kept. */
  readonly logFile?: string
  readonly signal?: AbortSignal
}

export type World = Awaited<ReturnType<typeof startWorld>>

const midnight = Temporal.Instant.from('2026-11-09T00:00:00Z')
/** A Monday. */
export const dawnOf = (day: number) => midnight.add({ hours: 24 * day })
const start = midnight.add({ hours: 5, minutes: 55 })
/** The last day of a long storm is calm. */
export const isLong = ({ days }: Pick<WorldOptions, 'days'>) => days > 2
const installsAtOnce = 6
const clientSecret = 'sandbox-client-secret-storm'

/** @param ends cleanup functions, called in reverse order */
export async function startWorld(options: WorldOptions, ends: (() => unknown)[]) {
  const { seed, workspaces } = options
  const folder = await temporaryFolder()
  ends.push(folder.remove)
  const timeFile = join(folder.path, 'time')
  const time = new StormTime(timeFile, start)
  const database = await startDatabase(isLong(options))
  ends.push(() => database.stop())

  const organization = Math.floor(workspaces / 5)
  const numbers = Array.from({ length: workspaces }, (_, number) => number)
  const arriving = Array.from({ length: Math.ceil(workspaces / 40) }, (_, index) => workspaces + index)
  const manifest = join(folder.path, 'manifest.yml')
  // Processes listen at another address: `balancer.url`.
  const public_ = { http: 'https://storm.example.com', distribute: false, slackbot: true }
  await writeFile(manifest, appManifest(public_))
  const shared = {
    STORM_MANIFEST: manifest,
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

  const previous = isLong(options) ? await previousRelease(folder.path) : null
  // Without its guard today’s code would be tried for too short a time.
  const next = isLong(options) && options.broken === null ? await nextAfter(schemaVersion, folder.path) : null
  const tree = previous?.folder ?? root
  const bytes = [randomBytes(32), randomBytes(32)] as const
  const keys = [bytes[0].toString('base64'), bytes[1].toString('base64')] as const
  await setUp({
    tree,
    databaseUrl: database.directUrl,
    encryptionKey: bytes[0],
    numbers,
    since: start.subtract({ hours: 1 }),
    demo,
  })

  const calm = { isCalm: true }
  const balancer = await startBalancer(() => bots.ports(), {
    clock: time,
    chance: new Chance(seed + 3),
    calm: () => calm.isCalm,
    waitedMs: (port) => (port === undefined ? waitedForProcessorMs(process.pid) : bots.waitedMs(port)),
  })
  ends.push(() => balancer.close())
  const broken: Break | null = options.broken === null ? null : breaks[options.broken]
  const bots = new Bots({
    size: 3,
    version: {
      tree,
      env: {
        SLACK_CLIENT_ID: '1234567890.1234567890',
        SLACK_CLIENT_SECRET: clientSecret,
        SLACK_SIGNING_SECRET: signingSecret,
        SIGHTLINE_SLACK_MODE: 'http',
        SIGHTLINE_SLACKBOT: 'on',
        SIGHTLINE_PUBLIC_URL: balancer.url,
        SIGHTLINE_ENCRYPTION_KEY: keys[0],
        SIGHTLINE_SLACK_API_URL: apiUrl,
        SIGHTLINE_API_URL: baseUrl,
        SIGHTLINE_SEARCH_API_URL: searchBaseUrl,
        DATABASE_URL: database.url,
        SIGHTLINE_LOG_LEVEL: 'info',
        STORM_TIME: timeFile,
        STORM_BREAK: options.broken ?? '',
      },
    },
    opening: openingFateOf(broken),
    time,
    chance: new Chance(seed + 4),
  })
  ends.push(() => bots.stop())
  const { logFile } = options
  if (logFile !== undefined) ends.push(() => writeFile(logFile, bots.output.join('\n')))
  await bots.start()
  await slack.ask('listen', balancer.url)
  // A process accepts sixty installations a minute.
  time.run(settleRate, false)
  await installAll(slack, numbers, organization)
  time.run(1, false)
  const secrets: readonly string[] = [...database.secrets, signingSecret, clientSecret, ...keys]
  return {
    folder: folder.path,
    time,
    chance: new Chance(seed),
    database,
    reader: new Reader(database.directUrl),
    slack,
    service,
    serviceUrl: baseUrl,
    balancer,
    bots,
    /** The numbers of the workspaces: those with the app, and those that install it during the first day. */
    numbers,
    arriving,
    /** How many workspaces, from the first on, belong to an organization. */
    organization,
    /** The release that the processes start as; `null`: today's version. */
    previous,
    /** An invented next release, which they become for a while; `null`: in a short storm. */
    next,
    /** Encryption keys: the first one, and the next one. */
    keys,
    signingSecret,
    /** Strings that must never appear anywhere. */
    secrets,
    broken,
    signal: options.signal,
    /** Whether no failures are injected. */
    calm,
    /** The folder of the version with the newest schema so far. */
    newestTree: root,
    /** What happened during the storm, in words. */
    changes: [] as string[],
    /** The numbers of workspaces that had to add the app again. */
    addedAgain: [] as number[],
    /** Restarts of the database. */
    restarts: 0,
  }
}

/** The first fate of every process, if it isn't left to chance. */
export const openingFateOf = (broken: Break | null) => broken?.opening ?? null

/** The newest release with an older schema than this one; `null` without a Git history. */
async function previousRelease(folder: string): Promise<Unpacked | null> {
  try {
    const release = (await releases()).findLast(({ schema }) => schema < schemaVersion)
    return release === undefined ? null : await unpack(release, folder)
  } catch (error) {
    if (error instanceof NoHistory) return null
    throw error
  }
}

/** "Add to Slack" in each workspace, once for the organization's workspaces, which come first. */
async function installAll(slack: Child, numbers: readonly number[], organization: number): Promise<void> {
  const install = async (number: number, org: boolean) => {
    const ask = () => slack.ask<string>('install', { team: teamOf(number), org })
    let page = await ask()
    for (let tries = 0; tries < 60 && page.startsWith('429'); tries += 1) page = await pause(1_000).then(ask)
    if (!page.startsWith('200')) throw new Error(`${teamOf(number)} was not installed: ${page.slice(0, 300)}`)
  }
  if (organization > 0) await install(0, true)
  const waiting = numbers.slice(organization)
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await install(one, false)
  }
  await Promise.all(Array.from({ length: installsAtOnce }, next))
}
