import { ApiError } from '../api/index.ts'
import { channelMoved } from '../channels/channel-id-change.ts'
import type { Config } from '../config/index.ts'
import { createKeyRing } from '../connections/keys.ts'
import { type NextDigest, nextDigest } from '../digests/schedule/next-digest.ts'
import { type Scheduler, startScheduler } from '../digests/schedule/schedule.ts'
import { redrawHome } from '../home/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Meter } from '../lib/metrics.ts'
import type { FixedInstallation } from '../slack/app.ts'
import type { Installed, SlackInstallations } from '../slack/oauth/installation-store.ts'
import type { SlackTeams } from '../slack/oauth/installed-teams.ts'
import type { Handlers } from '../slack/receive/handlers.ts'
import type { Workspace } from '../slack/workspace.ts'
import { createEncryptor, openStore, type Store } from '../store/index.ts'
import { recoverStaleTasks } from '../tasks/recover.ts'
import { checkWatches } from '../watches/check.ts'
import { createHandlers } from './handlers.ts'
import { countDigests } from './health/count-digests.ts'
import type { RuntimeHealth } from './health/source.ts'
import { fixedInstallation, storedInstallations } from './installations.ts'
import { createPruning } from './retention.ts'
import { createWorkspace, databaseName } from './workspace.ts'
import { Workspaces } from './workspaces.ts'

/** Everything behind the acknowledgement: the store, the API, and what works with them. */
export interface Runtime extends Handlers {
  readonly scheduler: Scheduler
  /** What Slack's side asks the store. */
  readonly installations: SlackInstallations
  /** Sightline was added to a workspace or an organization, for the first time or again. */
  installed(what: Installed): Promise<void>
  /** What of it tells how the bot does. */
  readonly healthSource: RuntimeHealth
  /** The digest of a workspace that comes next by itself; `null`: none does. */
  nextDigest(team: string): Promise<NextDigest | null>
  close(): Promise<void>
}

export interface RuntimeOptions {
  readonly config: Config
  readonly database: Parameters<typeof openStore>[0]
  /** The workspace that the settings name; `null`: workspaces are installed by "Add to Slack". */
  readonly fixed: FixedInstallation | null
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly slack: SlackTeams
  /** More workspaces are not kept in memory. */
  readonly mostWorkspaces?: number
}

/**
 * Puts together what a command or a click needs once it has been acknowledged. Loaded after Slack is connected,
 * because it takes longer than all the rest.
 * @throws {StoreError} with one line for the operator; nothing is left open then
 */
export async function buildRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { database, config, meter } = options
  const opened = await openStore(database, createEncryptor(config.encryptionKeys()))
  const store = countDigests(opened, meter)
  try {
    return await runtimeWith(store, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function runtimeWith(store: Store, options: RuntimeOptions): Promise<Runtime> {
  const { config, clock, log, meter, slack, fixed, mostWorkspaces = 1_000 } = options
  const keys = createKeyRing(store, clock)
  const workspaces = new Workspaces({
    clock,
    max: mostWorkspaces,
    find: (team) => installations.find(team),
    create: (installation) => {
      const { team } = installation
      const workspace = createWorkspace({
        ...installation,
        config,
        clock,
        log,
        meter,
        slack: slack.of(team),
        store,
        keys,
        scheduler,
        keyChanged: () => {
          workspaces.changed(team)
          void redrawHome(workspace)
        },
      })
      return workspace
    },
    released: (team) => slack.release(team),
  })
  const changed = (team: string) => {
    workspaces.changed(team)
    slack.changed(team)
  }
  const deps = { config, store, clock, log }
  const installations =
    fixed === null
      ? await storedInstallations(deps, { slack, changed, offered: () => void scheduler.wake() })
      : await fixedInstallation(deps, fixed)
  const everywhere = { store, clock, log, of: (team: string) => workspaces.of(team) }
  const prune = createPruning({ store, clock, log, keepDays: config.retentionDays })
  const scheduler = startScheduler(
    { ...everywhere, graceHours: config.digest.graceHours },
    {
      upkeep: {
        tasks: () => recoverStaleTasks(everywhere),
        watches: (signal) => checkWatches(everywhere, signal),
        prune: () => {
          workspaces.releaseIdle()
          return prune()
        },
      },
      changed: () => {
        for (const workspace of workspaces.values()) void redrawHome(workspace)
      },
    },
  )
  if (fixed !== null) checkApi(await workspaces.of(fixed.team), log)
  void scheduler.wake()
  return {
    ...createHandlers(async (team) => {
      const workspace = await workspaces.of(team)
      if (workspace === null) throw installations.problemOf(team)
      return workspace
    }),
    scheduler,
    installations: {
      ...store.installations,
      useState: (state, until, now) => store.idempotencyKeys.use(state, until, now),
    },
    installed: (what) => installations.installed(what),
    removed: (...removal) => installations.removed(...removal),
    channelMoved: (move) => channelMoved({ store, clock, log }, move, config.digest.channels),
    healthSource: { store, database: databaseName(config), scheduler },
    nextDigest: async (team) => nextDigest(await store.subscriptions.ofTeam(team), clock.now()),
    close: async () => {
      await workspaces.close()
      await store.close()
    },
  }
}

/** A wrong key is told at the start, where an operator looks; the bot runs on, and answers say what is wrong. */
function checkApi(workspace: Workspace | null, log: Log): void {
  workspace?.api.authenticate().catch((error: unknown) => {
    log.warn("the analytics service can't be used yet", {
      code: error instanceof ApiError ? error.code : 'internal',
      error,
    })
  })
}
