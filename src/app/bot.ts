import type { Config } from '../config/index.ts'
import type { NextDigest } from '../digests/schedule/next-digest.ts'
import type { Scheduler } from '../digests/schedule/schedule.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { noMeter } from '../lib/metrics.ts'
import { withTimeout } from '../lib/timeout.ts'
import { type AddToSlack, createSlack } from '../slack/app.ts'
import type { Serving } from '../slack/receive/serving.ts'
import { type BackupServer, openBackupServer } from '../store/backup/server.ts'
import { type HeldFile, holdFile } from '../store/engines/sqlite-file.ts'
import type { Ops } from './health/index.ts'
import { LiveHealthSource } from './health/source.ts'
import { reportTimeZones } from './health/time-zones.ts'
import type { Runtime } from './runtime.ts'

export interface Bot {
  /** HTTP mode: the port that it listens on; Socket Mode: `null`. */
  readonly port: number | null
  /** The operator's port; `null`: none was asked for. */
  readonly opsPort: number | null
  readonly scheduler: Scheduler
  /** The digest of a Slack workspace that comes next by itself; `null`: none does. */
  nextDigest(team: string): Promise<NextDigest | null>
  /** Resolves, by the reason for the operator, when Slack can't be reached again: there is no use in running on. */
  readonly lost: Promise<Error>
  /** Stops taking work, waits for what is in flight, and closes everything, in the reverse order of the start. */
  stop(): Promise<void>
}

/** Work in flight may take this long after SIGTERM, and closing so long: a supervisor kills after 20 to 30 s. */
const drainMs = 18_000
const closeMs = 1_500

/**
 * Starts the bot: the database file is taken, Slack is connected, and commands are acknowledged from then on, while
 * the rest is still being loaded; what they ask for waits for it.
 * @throws {StoreError | SlackStartError | OpsError} with one line for the operator; nothing is left open then
 */
export async function startBot(
  config: Config,
  deps: { readonly clock: Clock; readonly log: Log },
): Promise<Bot> {
  const { clock, log } = deps
  const healthSource = new LiveHealthSource(clock, config.slack.mode)
  const database = 'file' in config.database ? holdFile(config.database.file) : config.database
  const loaded = Promise.withResolvers<Runtime>()
  // Callers handle the rejection; without one it must not crash the process.
  loaded.promise.catch(() => {})
  let ops: Ops | null = null
  let slack: Serving | null = null
  let built: Runtime | null = null
  let backup: BackupServer | null = null
  const stop = async () => {
    healthSource.state = 'stopping'
    // New work is refused first, on both sides; what is in flight then shares one deadline.
    const ended = await withTimeout(clock, drainMs, () =>
      Promise.all([built?.scheduler.stop(), slack?.stop(drainMs), backup?.close()]),
    )
    const left = ended === null ? 1 : (ended[1] ?? 0)
    if (left > 0) log.warn('stopped with work still in flight', { count: left })
    // A database that doesn't answer would keep its connections open for good.
    await withTimeout(clock, closeMs, async () => built?.close())
    if ('database' in database && database.database.isOpen) database.database.close()
    await ops?.close()
  }
  try {
    // Most run without the operator's port.
    if (config.ops !== null) ops = await (await import('./health/index.ts')).openOps(config.ops, healthSource)
    const meter = ops?.meter ?? noMeter
    const connected = createSlack(
      config.slack,
      { ...deps, meter, ready: readinessOf(healthSource) },
      addToSlack(config, loaded.promise),
    )
    slack = connected
    healthSource.slack = connected
    const fixed = await connected.verify()
    const { port } = await connected.listen({
      plan: (text) => built?.plan(text) ?? loaded.promise.then((runtime) => runtime.plan(text)),
      run: async (plan, command) => (await loaded.promise).run(plan, command),
      form: async (plan, command) => (await loaded.promise).form(plan, command),
      click: async (...click) => (await loaded.promise).click(...click),
      submit: async (submission) => (await loaded.promise).submit(submission),
      suggest: async (query) => (await loaded.promise).suggest(query),
      homeOpened: async (viewer) => (await loaded.promise).homeOpened(viewer),
      removed: async (...removal) => (await loaded.promise).removed(...removal),
      channelMoved: async (move) => (await loaded.promise).channelMoved(move),
    })
    // Loading blocks the event loop: what Slack has brought by now is acknowledged first.
    await clock.sleep(breathMs)
    // Loaded once Slack is connected: loading it takes longer than all the rest.
    const { buildRuntime } = await import('./runtime.ts')
    built = await buildRuntime({ ...deps, config, database, meter, slack: connected, fixed })
    loaded.resolve(built)
    backup = await startBackupServer(database, log)
    healthSource.runtime = built.healthSource
    healthSource.state = 'running'
    log.info('Sightline is running', { detail: config.slack.mode, team: fixed?.team ?? '' })
    void reportTimeZones(log)
    const { scheduler, nextDigest } = built
    return { port, opsPort: ops?.port ?? null, scheduler, nextDigest, lost: connected.lost, stop }
  } catch (error) {
    loaded.reject(error)
    // What went wrong first is what the operator has to read.
    await stop().catch(() => {})
    throw error
  }
}

/** Lets `npm run backup` have a copy of the file that this process keeps to itself. */
async function startBackupServer(
  database: HeldFile | Exclude<Config['database'], { file: string }>,
  log: Log,
): Promise<BackupServer | null> {
  if (!('database' in database)) return null
  try {
    return await openBackupServer(database)
  } catch (error) {
    log.warn("no backup can be made while Sightline runs: its socket can't be opened", { error })
    return null
  }
}

/** How workspaces add Sightline; `null`: the settings hold the token of the only one. */
function addToSlack(config: Config, runtime: Promise<Runtime>): AddToSlack | null {
  const { install, clientSecret } = config.slack
  if (install === null) return null
  return {
    ...install,
    clientSecret,
    keys: config.encryptionKeys(),
    store: async () => (await runtime).installations,
    installed: async (what) => (await runtime).installed(what),
  }
}

/** Whether all works. Loaded when somebody asks: its checks bring the doctor, which must not delay the start. */
function readinessOf(healthSource: LiveHealthSource): () => Promise<boolean> {
  const loading = async () => (await import('./health/readiness.ts')).createReadiness(healthSource)
  let loaded: ReturnType<typeof loading> | null = null
  return async () => {
    loaded ??= loading()
    const look = await loaded
    return (await look()).ready
  }
}

/** Slack has the event loop for so long before the rest is loaded. */
const breathMs = 10
