import { createActions } from './actions/index.ts'
import { type AnalyticsApi, ApiError, createAnalyticsApi } from './api/index.ts'
import type { Clock } from './clock.ts'
import type { CommandDeps } from './commands/deps.ts'
import type { Registry } from './commands/registry.ts'
import type { Config } from './config.ts'
import type { DigestDeps } from './digests/deliver.ts'
import { postDigestNow } from './digests/manual.ts'
import { type Scheduler, startScheduler } from './digests/schedule.ts'
import type { Log } from './log.ts'
import type { Answer, Click, Modals, Poster } from './slack/port.ts'
import { openStore, type Store } from './store/index.ts'
import { settleLostTasks } from './tasks/lost.ts'

/** Everything behind the acknowledgement: the store, the API, and what works with them. */
export interface House {
  readonly commandDeps: CommandDeps
  readonly scheduler: Scheduler
  click(click: Click, answer: Answer): Promise<void>
  close(): Promise<void>
}

export interface HouseOptions {
  readonly config: Config
  readonly database: Parameters<typeof openStore>[0]
  readonly team: string
  readonly clock: Clock
  readonly log: Log
  readonly poster: Poster
  readonly modals: Modals
  readonly commands: Registry
}

/**
 * Puts together what a command or a click needs once it has been acknowledged. Loaded after Slack is connected,
 * because it takes longer than all the rest.
 * @throws {StoreError} with one line for the operator; nothing is left open then
 */
export async function buildHouse(options: HouseOptions): Promise<House> {
  const { config, clock, log, team, poster, commands } = options
  const store = await openStore(options.database)
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
  try {
    await subscribeChannels(store, config, team, clock)
  } catch (error) {
    await api.close()
    await store.close()
    throw error
  }
  checkApi(api, log)

  const digests: DigestDeps = { api, store, clock, log, poster, defaults: config.channel }
  const commandDeps: CommandDeps = {
    api,
    store,
    clock,
    defaults: config.channel,
    postDigestNow: (caller) => postDigestNow(digests, caller, config.digest),
  }
  const click = createActions({
    ...digests,
    modals: options.modals,
    runVerb: async (text, { team: inTeam, channel, user }, how) => {
      const plan = commands.plan(text)
      if (plan.kind === 'instant') return plan.answer()
      return plan.run({ team: inTeam, channel: channel ?? '', user, ...how }, commandDeps)
    },
  })
  const scheduler = startScheduler(digests, config.digest.graceHours, () => settleLostTasks(digests))
  void scheduler.wake()
  return {
    commandDeps,
    scheduler,
    click,
    close: async () => {
      await api.close()
      await store.close()
    },
  }
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
