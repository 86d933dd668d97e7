import type { Clock } from './clock.ts'
import { createCommands } from './commands/index.ts'
import type { Config } from './config.ts'
import type { Scheduler } from './digests/schedule.ts'
import type { House } from './house.ts'
import type { Log } from './log.ts'
import { createSlackApp } from './slack/app.ts'
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
  const slack = createSlackApp(config.slack, deps)
  const database = 'file' in config.database ? holdFile(config.database.file) : config.database
  const house = Promise.withResolvers<House>()
  // Whoever asks meets the rejection; without an asker it must not end the process.
  house.promise.catch(() => {})

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
    const { team } = await slack.verify()
    const commands = createCommands()
    const { port } = await slack.listen({
      command: ({ text, ...caller }) => {
        const plan = commands.plan(text)
        return plan.kind === 'instant'
          ? { kind: 'instant', message: plan.answer() }
          : { kind: 'work', run: async () => plan.run(caller, (await house.promise).commandDeps) }
      },
      click: async (click, answer) => (await house.promise).click(click, answer),
    })
    const { buildHouse } = await loadHouse(clock)
    const { poster, modals } = slack
    built = await buildHouse({ config, database, team, clock, log, poster, modals, commands })
    house.resolve(built)
    log.info('Sightline is running', { detail: config.slack.mode, team })
    return { port, scheduler: built.scheduler, stop }
  } catch (error) {
    house.reject(error)
    // What went wrong first is what the operator has to read.
    await stop().catch(() => {})
    throw error
  }
}

/** Between two parts of the house, Slack has the event loop for so long. */
const breathMs = 10

/** Loading blocks the event loop; in parts, so that an acknowledgement waits for one of them at most. */
async function loadHouse(clock: Clock): Promise<typeof import('./house.ts')> {
  for (const load of [() => import('./api/index.ts'), () => import('./store/index.ts')]) {
    await clock.sleep(breathMs)
    await load()
  }
  await clock.sleep(breathMs)
  return import('./house.ts')
}
