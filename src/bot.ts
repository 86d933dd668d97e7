import type { Clock } from './clock.ts'
import type { Registry } from './commands/registry.ts'
import type { Config } from './config.ts'
import type { Scheduler } from './digests/schedule.ts'
import type { House, HouseOptions } from './house.ts'
import type { Log } from './log.ts'
import { createSlackApp } from './slack/app.ts'
import type { Known } from './slack/handlers.ts'
import type { SlashCommand } from './slack/port.ts'
import { holdFile } from './store/sqlite-file.ts'

export interface Bot {
  /** HTTP mode: the port that it listens on; Socket Mode: `null`. */
  readonly port: number | null
  readonly scheduler: Scheduler
  /** Stops taking work, waits for what is in flight, and closes everything, in the reverse order of the start. */
  stop(): Promise<void>
}

/** Work in flight may take this long after SIGTERM. */
const drainMs = 20_000

/**
 * Starts the bot: the database file is taken, Slack is connected, and commands are acknowledged from then on, while
 * the rest of the house is still being loaded; what they ask for waits for it.
 * @throws {StoreError | SlackStartError} with one line for the operator; nothing is left open then
 */
export async function startBot(
  config: Config,
  deps: { readonly clock: Clock; readonly log: Log },
): Promise<Bot> {
  const { clock, log } = deps
  const { slack, build } = await workspaces(config, deps)
  const database = 'file' in config.database ? holdFile(config.database.file) : config.database
  const loaded = Promise.withResolvers<Registry>()
  const house = Promise.withResolvers<House>()
  // Whoever asks meets the rejection; without an asker it must not end the process.
  for (const { promise } of [loaded, house]) promise.catch(() => {})
  let commands: Registry | null = null

  let built: House | null = null
  const stop = async () => {
    const enough = new AbortController()
    // New work is refused first, on both sides; what is in flight then shares one deadline.
    const idle = Promise.all([built?.scheduler.stop(), slack.stop(drainMs)])
    const late = clock.sleep(drainMs, enough.signal).then(
      () => null,
      () => null,
    )
    const ended = await Promise.race([idle, late])
    enough.abort()
    const left = ended?.[1] ?? 1
    if (left > 0) log.warn('stopped with work still in flight', { count: left })
    await built?.close()
    if ('database' in database && database.database.isOpen) database.database.close()
  }
  try {
    const { team, url } = await slack.verify()
    const { port } = await slack.listen({
      command: (command) =>
        commands === null
          ? { kind: 'later', reaction: loaded.promise.then((all) => reactionTo(command, all, house.promise)) }
          : reactionTo(command, commands, house.promise),
      click: async (click, answer) => (await house.promise).click(click, answer),
      submit: async (submission) => (await house.promise).submit(submission),
      suggest: async (query) => (await house.promise).suggest(query),
      homeOpened: async (viewer) => (await house.promise).homeOpened(viewer),
      removed: async (...removal) => (await house.promise).removed(...removal),
    })
    await clock.sleep(breathMs)
    const { createCommands } = await import('./commands/index.ts')
    commands = createCommands()
    loaded.resolve(commands)
    await loadHouse(clock)
    built = await build({ database, team, url, commands })
    house.resolve(built)
    log.info('Sightline is running', { detail: config.slack.mode, team })
    return { port, scheduler: built.scheduler, stop }
  } catch (error) {
    for (const { reject } of [loaded, house]) reject(error)
    // What went wrong first is what the operator has to read.
    await stop().catch(() => {})
    throw error
  }
}

/** Slack, and what builds the house behind it: for the one workspace whose token is in the settings, or for many. */
async function workspaces(config: Config, deps: { readonly clock: Clock; readonly log: Log }) {
  const { install } = config.slack
  if (install !== null) return (await import('./several.ts')).several(config, deps, install)
  const slack = createSlackApp(config.slack, deps)
  return {
    slack,
    build: async (options: Pick<HouseOptions, 'database' | 'team' | 'url' | 'commands'>) =>
      (await import('./house.ts')).buildHouse({ ...options, ...deps, config, slack }),
  }
}

/** What a command asks for. What needs the house waits for it, after the acknowledgement. */
function reactionTo({ text, ...caller }: SlashCommand, commands: Registry, house: Promise<House>): Known {
  const plan = commands.plan(text)
  if (plan.kind === 'instant') return { kind: 'instant', message: plan.answer() }
  if (plan.kind === 'work') return { kind: 'work', run: async () => (await house).run(plan, caller) }
  return { kind: 'modal', loading: plan.loading(), form: async () => (await house).form(plan, caller) }
}

/** Between two parts of the house, Slack has the event loop for so long. */
const breathMs = 10

/** Loading blocks the event loop; in parts, so that an acknowledgement waits for one of them at most. */
async function loadHouse(clock: Clock): Promise<void> {
  for (const load of [() => import('./api/index.ts'), () => import('./store/index.ts')]) {
    await clock.sleep(breathMs)
    await load()
  }
  await clock.sleep(breathMs)
  await import('./house.ts')
}
