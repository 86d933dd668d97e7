import { type AnalyticsApi, ApiError } from '../api/index.ts'
import { channelMoved } from '../channels/moved.ts'
import type { Config } from '../config/index.ts'
import { createKeyRing } from '../connections/keys.ts'
import { quietReason } from '../digests/deliver/deliver.ts'
import { type NextDigest, nextDigest } from '../digests/schedule/next.ts'
import { type Scheduler, startScheduler } from '../digests/schedule/schedule.ts'
import { redrawHome } from '../home/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Meter } from '../lib/metrics.ts'
import type { Handlers } from '../slack/receive/handlers.ts'
import type { SlackPorts } from '../slack/send/ports.ts'
import { createEncryptor, openStore, type Store } from '../store/index.ts'
import { recoverStaleTasks } from '../tasks/recover.ts'
import { checkWatches } from '../watches/check.ts'
import { createHandlers } from './handlers.ts'
import { countDigests } from './health/digests.ts'
import type { RuntimeHealth } from './health/source.ts'
import { createPruning } from './retention.ts'
import { configuredDigest, createWorkspace, databaseName } from './workspace.ts'

/** Everything behind the acknowledgement: the store, the API, and what works with them. */
export interface Runtime extends Handlers {
  readonly scheduler: Scheduler
  /** What of it tells how the bot does. */
  readonly healthSource: RuntimeHealth
  /** The digest of a workspace that comes next by itself; `null`: none does. */
  nextDigest(team: string): Promise<NextDigest | null>
  close(): Promise<void>
}

export interface RuntimeOptions {
  readonly config: Config
  readonly database: Parameters<typeof openStore>[0]
  readonly team: string
  /** The Slack workspace's address. */
  readonly url: string
  /** When the token was good, by Slack's clock, which dates its events, too. */
  readonly verifiedAt: Temporal.Instant
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly slack: SlackPorts
}

/**
 * Puts together what a command or a click needs once it has been acknowledged. Loaded after Slack is connected,
 * because it takes longer than all the rest.
 * @throws {StoreError} with one line for the operator; nothing is left open then
 */
export async function buildRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, clock, log, team } = options
  const store = await openRuntimeStore(options)
  try {
    await subscribeChannels(store, config, team, clock)
  } catch (error) {
    await store.close()
    throw error
  }
  const of = async () => workspace
  const everywhere = { store, clock, log, of }
  const prune = createPruning({ store, clock, log, keepDays: config.retentionDays })
  const scheduler = startScheduler(
    { ...everywhere, graceHours: config.digest.graceHours },
    {
      upkeep: {
        tasks: () => recoverStaleTasks(everywhere),
        watches: (signal) => checkWatches(everywhere, signal),
        prune,
      },
      changed: () => void redrawHome(workspace),
    },
  )
  const workspace = createWorkspace({
    ...options,
    store,
    keys: createKeyRing(store, clock),
    scheduler,
    defaults: config.channel,
    place: config.channel,
    keyChanged: () => void redrawHome(workspace),
  })
  checkApi(workspace.api, log)
  void scheduler.wake()
  return {
    ...createHandlers(of),
    scheduler,
    healthSource: { store, database: databaseName(config), scheduler },
    nextDigest: (of) => nextDigestOf(store, clock, of),
    channelMoved: (move) => channelMoved({ store, clock, log }, move, config.digest.channels),
    removed: async (from, why, happened) => {
      // Slack may tell late; the token of now was good at the start.
      if (Temporal.Instant.compare(happened, options.verifiedAt) < 0) return
      const stopped = await store.subscriptions.stopAll(from, clock.now())
      // Noted, so that one process asks whether they come again when Slack takes a token again.
      await store.disconnections.lost(from, why, clock.now())
      log.error('Sightline was taken out of its workspace; its digests stand still', {
        team: from,
        code: why,
        count: stopped,
        detail:
          'Install the app again, give Sightline its new bot token, and restart it: it asks then who owns the digests whether they come again.',
      })
    },
    close: async () => {
      await workspace.api.close()
      await store.close()
    },
  }
}

/** The store as a house uses it: with the secrets that it may open, and what becomes of digests counted. */
export async function openRuntimeStore({
  database,
  config,
  meter,
}: Pick<RuntimeOptions, 'database' | 'config' | 'meter'>): Promise<Store> {
  const store = await openStore(database, createEncryptor(config.encryptionKeys()))
  return countDigests(store, meter, quietReason)
}

/** See {@link Runtime.nextDigest}. */
export async function nextDigestOf(store: Store, clock: Clock, team: string): Promise<NextDigest | null> {
  return nextDigest(await store.subscriptions.ofTeam(team), clock.now())
}

async function subscribeChannels(store: Store, config: Config, team: string, clock: Clock): Promise<void> {
  await store.subscriptions.dropFromSettings(team, config.digest.channels, clock.now())
  for (const channel of config.digest.channels)
    await store.subscriptions.upsertFromSettings({ team, channel, ...configuredDigest(config) }, clock.now())
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
