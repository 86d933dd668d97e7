import type { Config } from '../config/index.ts'
import type { Scheduler } from '../digests/schedule/schedule.ts'
import { withTimeout } from '../lib/async.ts'
import { lazy } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import { type Log, noMeter } from '../lib/telemetry.ts'
import { createSlack, type Serving } from '../slack/app.ts'
import type { SlackTeams } from '../slack/oauth/installed-teams.ts'
import type { AddToSlack } from '../slack/oauth/installer.ts'
import { holdFile } from '../store/engines/sqlite.ts'
import type { Subscription } from '../store/index.ts'
import type { Ops } from './health/server.ts'
import { type HealthSource, startingHealth } from './health/source.ts'
import { reportTimeZones } from './health/time-zones.ts'
import type { Runtime } from './runtime.ts'

export interface Bot {
  /** `null` in Socket Mode. */
  readonly port: number | null
  /** The operator's port; `null`: not configured. */
  readonly opsPort: number | null
  readonly scheduler: Scheduler
  digests(team: string): Promise<readonly Subscription[]>
  /** Resolves with the reason when reconnecting to Slack has failed: the process should end. */
  readonly lost: Promise<Error>
  /** Refuses new work, waits for work in flight, then closes everything. */
  stop(): Promise<void>
}

/** Together below the 20 to 30 s after which supervisors kill a process. */
const drainMs = 18_000
const closeMs = 1_500

/**
 * Starts the bot: locks the database file, connects to Slack, then loads the rest. Commands are acknowledged as soon as
 * Slack is connected; their work waits for the runtime.
 * @throws {StoreError | SlackStartError | OpsError} with one line for the operator; nothing is left open then
 */
export async function startBot(
  config: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Bot> {
  const healthSource = startingHealth(clock, config.slack.mode)
  const database = 'file' in config.database ? holdFile(config.database.file) : config.database
  const loaded = Promise.withResolvers<Runtime>()
  // Callers handle the rejection; without one it must not crash the process.
  loaded.promise.catch(() => {})
  let ops: Ops | null = null
  let slack: (Serving & Pick<SlackTeams, 'renewed'>) | null = null
  let built: Runtime | null = null
  const stop = async () => {
    healthSource.state = 'stopping'
    // Both sides first refuse new work; the work in flight then shares one deadline.
    const remaining = await withTimeout(clock, drainMs, async () => {
      const [, left = 0] = await Promise.all([built?.scheduler.stop(), slack?.stop(drainMs)])
      await slack?.renewed()
      return left
    })
    if (remaining !== 0) log.warn('stopped with work still in flight', { count: remaining ?? 1 })
    // While the database doesn't answer, closing would never end.
    await withTimeout(clock, closeMs, async () => built?.close())
    if ('database' in database) database.close()
    await ops?.close()
  }
  try {
    // Loaded on demand: most bots run without the operator's port.
    if (config.ops !== null)
      ops = await (await import('./health/server.ts')).openOps(config.ops, healthSource)
    const meter = ops?.meter ?? noMeter
    const connected = createSlack(
      config.slack,
      {
        clock,
        log,
        meter,
        ready: readinessOf(healthSource),
        started: loaded.promise,
        store: async () => (await loaded.promise).installations,
        tokenRefused: async (...refusal) => built?.tokenRefused(...refusal),
      },
      addToSlack(config, loaded.promise),
    )
    slack = connected
    healthSource.slack = connected
    const fixed = await connected.verify()
    const { port } = await connected.listen({
      plan: (text) => built?.plan(text) ?? loaded.promise.then((runtime) => runtime.plan(text)),
      errorToReport: async (team, error) => built?.errorToReport(team, error) ?? error,
      refusals: async (requester) => (await loaded.promise).refusals(requester),
      run: async (...command) => (await loaded.promise).run(...command),
      form: async (plan, command) => (await loaded.promise).form(plan, command),
      click: async (...click) => (await loaded.promise).click(...click),
      shortcut: async (...shortcut) => (await loaded.promise).shortcut(...shortcut),
      step: async (...step) => (await loaded.promise).step(...step),
      submit: async (submission) => (await loaded.promise).submit(submission),
      suggest: async (query) => (await loaded.promise).suggest(query),
      homeOpened: async (viewer) => (await loaded.promise).homeOpened(viewer),
      questionArrived: async (question) => (await loaded.promise).questionArrived(question),
      agentViewOpened: async (...viewer) => (await loaded.promise).agentViewOpened(...viewer),
      agentSessionStopped: async (session) => (await loaded.promise).agentSessionStopped(session),
      mcp: async (...asked) => (await loaded.promise).mcp(...asked),
      removed: async (...removal) => (await loaded.promise).removed(...removal),
      invited: async (place) => (await loaded.promise).invited(place),
      channelMoved: async (move) => (await loaded.promise).channelMoved(move),
    })
    // Loading blocks the event loop, so acknowledge what has arrived first.
    await clock.sleep(acknowledgeFirstMs)
    const { buildRuntime } = await import('./runtime.ts')
    built = await buildRuntime({ clock, log, config, database, meter, slack: connected, fixed })
    loaded.resolve(built)
    healthSource.runtime = built.healthSource
    healthSource.state = 'running'
    log.info('Sightline is running', { detail: config.slack.mode, team: fixed?.team ?? '' })
    void reportTimeZones(log)
    const { scheduler, digests } = built
    return { port, opsPort: ops?.port ?? null, scheduler, digests, lost: connected.lost, stop }
  } catch (error) {
    loaded.reject(error)
    // The operator needs the first error, not one of stopping.
    await stop().catch(() => {})
    throw error
  }
}

function addToSlack(config: Config, runtime: Promise<Runtime>): AddToSlack | null {
  const { install, clientSecret } = config.slack
  if (install === null) return null
  return {
    ...install,
    slackbot: config.slack.slackbot !== null,
    clientSecret,
    keys: config.encryptionKeys(),
    installed: async (installation) => (await runtime).installed(installation),
    renewalRefused: async (refusal) => (await runtime).renewalRefused(refusal),
  }
}

/** Loaded at the first request: its checks import the doctor, which must not delay the start. */
function readinessOf(healthSource: HealthSource): () => Promise<boolean> {
  const loaded = lazy(async () => (await import('./health/readiness.ts')).createReadiness(healthSource))
  return async () => (await (await loaded())()).ready
}

/** Time for pending acknowledgements before the runtime is loaded. */
const acknowledgeFirstMs = 10
