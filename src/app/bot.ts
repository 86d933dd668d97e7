import type { Registry } from '../commands/registry.ts'
import type { Config } from '../config/index.ts'
import type { NextDigest } from '../digests/schedule/next.ts'
import type { Scheduler } from '../digests/schedule/schedule.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { type Meter, noMeter } from '../lib/metrics.ts'
import { createSlackApp } from '../slack/app.ts'
import type { SlashCommand } from '../slack/port.ts'
import type { Known } from '../slack/receive/handlers.ts'
import type { Serving } from '../slack/receive/serving.ts'
import type { BackupServer } from '../store/backup/server.ts'
import { type HeldFile, holdFile } from '../store/engines/sqlite-file.ts'
import type { Ops } from './health/index.ts'
import { LiveHealthSource } from './health/source.ts'
import type { House, HouseOptions } from './runtime.ts'

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
 * the rest of the house is still being loaded; what they ask for waits for it.
 * @throws {StoreError | SlackStartError | OpsError} with one line for the operator; nothing is left open then
 */
export async function startBot(
  config: Config,
  deps: { readonly clock: Clock; readonly log: Log },
): Promise<Bot> {
  const { clock, log } = deps
  const healthSource = new LiveHealthSource(clock, config.slack.mode)
  const database = 'file' in config.database ? holdFile(config.database.file) : config.database
  const loaded = Promise.withResolvers<Registry>()
  const runtime = Promise.withResolvers<House>()
  // Whoever asks meets the rejection; without an asker it must not end the process.
  for (const { promise } of [loaded, runtime]) promise.catch(() => {})
  let commands: Registry | null = null

  let ops: Ops | null = null
  let slack: Serving | null = null
  let built: House | null = null
  let door: BackupServer | null = null
  const stop = async () => {
    healthSource.state = 'stopping'
    const enough = new AbortController()
    // New work is refused first, on both sides; what is in flight then shares one deadline.
    const idle = Promise.all([built?.scheduler.stop(), slack?.stop(drainMs), door?.close()])
    const late = clock.sleep(drainMs, enough.signal).then(
      () => null,
      () => null,
    )
    const ended = await Promise.race([idle, late])
    enough.abort()
    const left = ended === null ? 1 : (ended[1] ?? 0)
    if (left > 0) log.warn('stopped with work still in flight', { count: left })
    // A database that doesn't answer would keep its connections open for good.
    await Promise.race([built?.close(), clock.sleep(closeMs)])
    if ('database' in database && database.database.isOpen) database.database.close()
    await ops?.close()
  }
  try {
    if (config.ops !== null) ops = await (await import('./health/index.ts')).openOps(config.ops, healthSource)
    const meter = ops?.meter ?? noMeter
    const place = await workspaces(config, { ...deps, meter, ready: readinessOf(healthSource) })
    slack = place.slack
    healthSource.slack = place.slack
    const { team, url, at } = await place.verify()
    const { port } = await place.slack.listen({
      command: (command) =>
        commands === null
          ? {
              kind: 'later',
              reaction: loaded.promise.then((all) => reactionTo(command, all, runtime.promise)),
            }
          : reactionTo(command, commands, runtime.promise),
      click: async (click, answer) => (await runtime.promise).click(click, answer),
      submit: async (submission) => (await runtime.promise).submit(submission),
      suggest: async (query) => (await runtime.promise).suggest(query),
      homeOpened: async (viewer) => (await runtime.promise).homeOpened(viewer),
      removed: async (...removal) => (await runtime.promise).removed(...removal),
      channelMoved: async (move) => (await runtime.promise).channelMoved(move),
    })
    await clock.sleep(breathMs)
    const { createCommands } = await import('../commands/index.ts')
    commands = createCommands()
    loaded.resolve(commands)
    await loadHouse(clock)
    built = await place.build({ database, team, url, verifiedAt: at, commands })
    runtime.resolve(built)
    door = await startBackupServer(database, log)
    healthSource.runtime = built.healthSource
    healthSource.state = 'running'
    log.info('Sightline is running', { detail: config.slack.mode, team })
    void import('./health/time-zones.ts').then(({ reportTimeZones }) => reportTimeZones(log))
    const { scheduler, nextDigest } = built
    return { port, opsPort: ops?.port ?? null, scheduler, nextDigest, lost: place.slack.lost, stop }
  } catch (error) {
    for (const { reject } of [loaded, runtime]) reject(error)
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
    const { openBackupServer } = await import('../store/backup/server.ts')
    return await openBackupServer(database)
  } catch (error) {
    log.warn("no backup can be made while Sightline runs: its socket can't be opened", { error })
    return null
  }
}

/** Slack, and what builds the house behind it: for the one workspace whose token is in the settings, or for many. */
async function workspaces(
  config: Config,
  deps: {
    readonly clock: Clock
    readonly log: Log
    readonly meter: Meter
    readonly ready: () => Promise<boolean>
  },
) {
  const { install } = config.slack
  if (install !== null) return (await import('./several.ts')).several(config, deps, install)
  const slack = createSlackApp(config.slack, deps)
  return {
    slack,
    verify: slack.verify,
    build: async (options: Pick<HouseOptions, 'database' | 'team' | 'url' | 'verifiedAt' | 'commands'>) =>
      (await import('./runtime.ts')).buildHouse({ ...options, ...deps, config, slack }),
  }
}

/** What a command asks for. What needs the house waits for it, after the acknowledgement. */
function reactionTo({ text, ...caller }: SlashCommand, commands: Registry, runtime: Promise<House>): Known {
  const plan = commands.plan(text)
  const { verb } = plan
  if (plan.kind === 'instant')
    return { kind: 'instant', verb, message: plan.answer(), understood: plan.understood }
  if (plan.kind === 'work')
    return {
      kind: 'work',
      verb,
      run: async ({ outside }) => (await runtime).run(plan, { ...caller, outside }),
    }
  return {
    kind: 'modal',
    verb,
    loading: plan.loading(),
    form: async ({ outside }) => (await runtime).form(plan, { ...caller, outside }),
  }
}

/** Whether all works, for who asks; loaded when somebody does. */
function readinessOf(healthSource: LiveHealthSource): () => Promise<boolean> {
  const loading = async () => (await import('./health/readiness.ts')).createReadiness(healthSource)
  let loaded: ReturnType<typeof loading> | null = null
  return async () => {
    loaded ??= loading()
    const look = await loaded
    return (await look()).ready
  }
}

/** Between two parts of the house, Slack has the event loop for so long. */
const breathMs = 10

/** Loading blocks the event loop; in parts, so that an acknowledgement waits for one of them at most. */
async function loadHouse(clock: Clock): Promise<void> {
  for (const load of [() => import('../api/index.ts'), () => import('../store/index.ts')]) {
    await clock.sleep(breathMs)
    await load()
  }
  await clock.sleep(breathMs)
  await import('./runtime.ts')
}
