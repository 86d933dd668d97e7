import { channelMoved } from '../channels/moved.ts'
import type { Config } from '../config/index.ts'
import { createKeyRing } from '../connections/keys.ts'
import { restoreOffers } from '../digests/deliver/notices.ts'
import { startScheduler } from '../digests/schedule/schedule.ts'
import { redrawHome } from '../home/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Meter } from '../lib/metrics.ts'
import { Problem } from '../lib/problem.ts'
import type { ManySlack } from '../slack/many.ts'
import type { Installed, SlackInstallations } from '../slack/oauth/installation-store.ts'
import type { Workspace } from '../slack/workspace.ts'
import { recoverStaleTasks } from '../tasks/recover.ts'
import { checkWatches } from '../watches/check.ts'
import { createHandlers } from './handlers.ts'
import { createPruning } from './retention.ts'
import { nextDigestOf, openRuntimeStore, type Runtime } from './runtime.ts'
import { createWorkspace, databaseName } from './workspace.ts'

/** One store and one schedule for all workspaces, and rooms of its own for each. */
export interface Runtimes extends Runtime {
  /** Somebody has added Sightline to a workspace or an organization, for the first time or again. */
  installed(what: Installed): Promise<void>
}

export interface RuntimesOptions {
  readonly config: Config
  readonly database: Parameters<typeof openRuntimeStore>[0]['database']
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly slack: Pick<ManySlack, 'of' | 'changed' | 'noted' | 'meet' | 'isUnsure'>
  /** Where people install it, for those who have to do so again. */
  readonly installAddress: string
  /** Told as soon as the store is open. */
  readonly ready: (keeper: SlackInstallations) => void
}

/** Another process may have been told of an installation or a key; until then what was known holds. */
const knownForMs = 10_000

/** @throws {StoreError} with one line for the operator; nothing is left open then */
export async function buildRuntimes(options: RuntimesOptions): Promise<Runtimes> {
  const { config, clock, log, meter, slack } = options
  const store = await openRuntimeStore(options)
  options.ready({
    ...store.installations,
    useState: (state, until, now) => store.idempotencyKeys.use(state, until, now),
  })
  // Before links were confirmed, a click from another organization could make one.
  for (const { team, org } of await store.installations.unconfirmed()) slack.meet(team, org)
  const keys = createKeyRing(store, clock)
  const built = new Map<string, { readonly stamp: string; readonly workspace: Workspace }>()
  const looked = new Map<string, { readonly until: number; readonly workspace: Promise<Workspace | null> }>()

  /** The workspace's rooms as its installation and its connection are now; `null`: Sightline is not in it. */
  const look = async (team: string): Promise<Workspace | null> => {
    await slack.noted(team)
    const installation = await store.installations.get(team)
    if (installation === null || installation.endedAt !== null) {
      built.delete(team)
      return null
    }
    const place = (await store.connections.get(team))?.place ?? null
    const stamp = JSON.stringify([installation.installedAt, installation.url, place])
    const known = built.get(team)
    if (known?.stamp === stamp) return known.workspace
    // Whoever still works in the rooms before ends there; idle connections close by themselves.
    const workspace = createWorkspace({
      config,
      team,
      url: installation.url,
      clock,
      log,
      meter,
      slack: slack.of(team),
      store,
      keys,
      scheduler,
      defaults: { ...config.channel, ...place },
      place: null,
      keyChanged: () => {
        looked.delete(team)
        void redrawHome(workspace)
      },
    })
    built.set(team, { stamp, workspace })
    return workspace
  }
  const of = (team: string): Promise<Workspace | null> => {
    const now = clock.now().epochMilliseconds
    const known = looked.get(team)
    if (known !== undefined && known.until > now) return known.workspace
    const workspace = look(team)
    looked.set(team, { until: now + knownForMs, workspace })
    workspace.catch(() => looked.delete(team))
    return workspace
  }
  /** @throws {Problem} `not_installed` */
  const here = async (team: string): Promise<Workspace> => {
    const workspace = await of(team)
    if (workspace !== null) return workspace
    if (slack.isUnsure(team))
      throw new Problem(
        'workspace_unknown',
        "Slack didn't tell whether Sightline is installed for this workspace, so nothing was done. Try again in a minute.",
      )
    throw new Problem(
      'not_installed',
      `Sightline is no longer installed in this workspace. An admin adds it again at ${options.installAddress}`,
    )
  }
  const changed = (team: string) => {
    looked.delete(team)
    slack.changed(team)
  }

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
      changed: () => {
        for (const { workspace } of built.values()) void redrawHome(workspace)
      },
    },
  )
  void scheduler.wake()
  return {
    scheduler,
    healthSource: { store, database: databaseName(config), scheduler },
    nextDigest: (team) => nextDigestOf(store, clock, team),
    ...createHandlers(here),

    installed: async (what) => {
      await store.installations.save(what, what.at)
      const met = what.isOrg ? await store.installations.teamsOf(what.team) : []
      const teams = what.isOrg ? met.map(({ team }) => team) : [what.team]
      for (const team of new Set([what.team, ...teams])) {
        changed(team)
        // Slack takes the new token: what waited for one that works goes on.
        await store.disconnections.restored(team, clock.now(), () => [])
      }
      log.info('Sightline was installed', {
        team: what.team,
        ...(what.installedBy === null ? {} : { user: what.installedBy }),
      })
      const now = clock.now()
      const deps = { contact: config.contact, clock }
      // Whoever installed it again decides whether what stopped comes back.
      for (const team of teams)
        await store.subscriptions.offerToRestore(team, now, (stopped) =>
          restoreOffers(deps, stopped, String(now), what.installedBy),
        )
      void scheduler.wake()
    },
    channelMoved: (move) => channelMoved({ store, clock, log }, move, []),
    removed: async (from, why, happened) => {
      const ended = await store.installations.end(from, why, happened, clock.now())
      for (const { team, stopped } of ended) {
        changed(team)
        log.warn('Sightline was taken out of a workspace; its digests stand still', {
          team,
          code: why,
          count: stopped,
        })
      }
      changed(from)
    },
    close: async () => {
      await Promise.all([...built.values()].map(({ workspace }) => workspace.api.close()))
      await store.close()
    },
  }
}
