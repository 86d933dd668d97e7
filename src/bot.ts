import { createActions } from './actions/index.ts'
import { type AnalyticsApi, ApiError, createAnalyticsApi } from './api/index.ts'
import type { Clock } from './clock.ts'
import { createCommands } from './commands/index.ts'
import type { Config } from './config.ts'
import type { DigestDeps } from './digests/deliver.ts'
import { postDigestNow } from './digests/manual.ts'
import { type Scheduler, startScheduler } from './digests/schedule.ts'
import type { Log } from './log.ts'
import { createSlackApp } from './slack/app.ts'
import { openStore, type Store } from './store/index.ts'

export interface Bot {
  /** HTTP mode: the port that it listens on; Socket Mode: `null`. */
  readonly port: number | null
  readonly scheduler: Scheduler
  /** Stops taking work, waits for what is in flight, and closes everything, in the reverse order of the start. */
  stop(): Promise<void>
}

/** Work in flight may take this long after SIGTERM. */
const drainMs = 20_000

/** A claim on a task that is older than this belongs to a process that died before its answer came. */
const taskClaimSeconds = 120

/**
 * Puts the house together: store, API, Slack, schedule.
 * @throws {StoreError | SlackStartError} with one line for the operator; nothing is left open then
 */
export async function startBot(
  config: Config,
  deps: { readonly clock: Clock; readonly log: Log },
): Promise<Bot> {
  const { clock, log } = deps
  const store = await openStore(config.database)
  const api = createAnalyticsApi({
    baseUrl: config.api.baseUrl,
    searchBaseUrl: config.api.searchBaseUrl,
    apiKey: config.api.key,
    deadlineMs: config.api.deadlineMs,
    cacheSeconds: config.api.cacheSeconds,
    clock,
    onRequest: ({ method, route, status, durationMs, attempt }) =>
      log.debug('api request', { route: `${method} ${route}`, status, ms: Math.round(durationMs), attempt }),
  })
  const slack = createSlackApp(config.slack, deps)
  const closing = [() => store.close(), () => api.close()]
  const close = async () => {
    for (const end of closing.toReversed()) await end()
  }

  try {
    const { team } = await slack.verify()
    closing.push(async () => {
      const left = await slack.stop(drainMs)
      if (left > 0) log.warn('stopped with work still in flight', { count: left })
    })
    await recover(store, clock, log)
    await subscribeChannels(store, config, team, clock)
    checkApi(api, log)

    const digests: DigestDeps = { api, store, clock, log, poster: slack.poster, defaults: config.channel }
    const commands = createCommands({
      api,
      store,
      clock,
      defaults: config.channel,
      postDigestNow: (caller) => postDigestNow(digests, caller, config.digest),
    })
    const click = createActions({
      ...digests,
      modals: slack.modals,
      runVerb: async (text, { team: inTeam, channel, user, triggerId }, how) => {
        const plan = commands.plan(text)
        if (plan.kind === 'instant') return plan.answer()
        return plan.run({ team: inTeam, channel: channel ?? '', user, triggerId, ...how })
      },
    })
    const { port } = await slack.listen({
      command: ({ text, ...caller }) => {
        const plan = commands.plan(text)
        return plan.kind === 'instant'
          ? { kind: 'instant', message: plan.answer() }
          : { kind: 'work', run: () => plan.run(caller) }
      },
      click,
    })
    const scheduler = startScheduler(digests, config.digest.graceHours)
    closing.push(() => scheduler.stop())
    void scheduler.wake()
    log.info('Sightline is running', { detail: config.slack.mode, team })
    return { port, scheduler, stop: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What a process that died left half-done is marked as unknown: nobody repeats it, and everybody can see it. */
async function recover(store: Store, clock: Clock, log: Log): Promise<void> {
  const now = clock.now()
  const lost = await store.tasks.expireCreating(now.subtract({ seconds: taskClaimSeconds }), now)
  if (lost.length > 0) log.warn('tasks were being created when Sightline ended', { count: lost.length })
}

async function subscribeChannels(store: Store, config: Config, team: string, clock: Clock): Promise<void> {
  const { weekday, time, timeZone } = config.digest
  await store.subscriptions.dropFromSettings(team, config.digest.channels, clock.now())
  for (const channel of config.digest.channels)
    await store.subscriptions.upsertFromSettings({ team, channel, weekday, time, timeZone }, clock.now())
}

/** A wrong key is told at the start, where an operator looks; the bot runs on, and answers say what is wrong. */
function checkApi(api: AnalyticsApi, log: Log): void {
  api.authenticate().catch((error: unknown) => {
    log.warn("the analytics service can't be used yet", {
      code: error instanceof ApiError ? error.code : 'internal',
      error,
    })
  })
}
