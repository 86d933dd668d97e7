import { createAnalyticsApi, readKey } from '../api/index.ts'
import { type Config, databaseName } from '../config/index.ts'
import type { KeyRing } from '../connections/connection.ts'
import { slackPaces } from '../digests/workspace.ts'
import { AnswerCache, Cache } from '../lib/cache.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { hashed } from '../lib/strings.ts'
import type { ChannelDefaults } from '../model/channel.ts'
import { createPermissions } from '../slack/receive/access.ts'
import { pacedPoster } from '../slack/send/pace.ts'
import type { SlackPorts } from '../slack/send/ports.ts'
import { createIdempotency, type Workspace } from '../slack/workspace.ts'
import type { Installation } from './installations.ts'

export interface WorkspaceOptions
  extends Pick<
    Workspace,
    'team' | 'url' | 'clock' | 'log' | 'meter' | 'store' | 'scheduler' | 'defaults' | 'homeViewers'
  > {
  readonly config: Config
  readonly slack: SlackPorts
  readonly keys: KeyRing
  readonly wakeOutbox: () => void
  /** The configured analysis; `null`: each workspace enters its own with its API key. */
  readonly place: ChannelDefaults | null
  readonly keyChanged: () => void
}

/** Creates a workspace. Its API client, permissions and Home tabs are shared with no other workspace. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { config, slack, keys, place, wakeOutbox, keyChanged, ...own } = options
  const { team, store, clock, log, meter } = own
  const apiWith = (apiKey: () => string | Promise<string>, cacheSeconds: number) =>
    createAnalyticsApi({
      ...config.api,
      apiKey,
      cacheSeconds,
      clock,
      onRequest: ({ method, route, status, durationMs, attempt, error }) => {
        meter.apiRequest({ method, route, status, seconds: durationMs / 1_000 })
        const fields = { route: `${method} ${route}`, status, code: error, attempt }
        log.debug('api request', { ...fields, ms: Math.round(durationMs) })
      },
      onLookup: meter.cacheAsked,
    })
  const key = config.api.keyIsConfigured ? config.api.key : () => keys.keyOf(team)
  const pacing = { team, store, clock, paces: slackPaces, log }
  return {
    ...slack,
    ...own,
    poster: pacedPoster(slack.poster, pacing),
    api: apiWith(key, config.api.cacheSeconds),
    access: createPermissions({
      ...config.access,
      contact: config.contact,
      people: slack.people,
      store,
      clock,
    }),
    rules: config.access,
    contact: config.contact,
    first: createIdempotency(store, systemClock),
    apiKey: {
      configured: config.api.keyIsConfigured,
      place,
      fingerprint: async () => hashed(await readKey(key)),
      clientWith: (candidate) => apiWith(() => candidate, 0),
      changed: () => {
        keys.changed(team)
        keyChanged()
      },
    },
    outbox: { wake: wakeOutbox },
    database: databaseName(config),
    paces: slackPaces,
    graceHours: config.digest.graceHours,
  }
}

/** Another process may change an installation or a key. The old one is used for at most this long. */
const lookupTtlMs = 10_000
/** By then most of a workspace's cache has expired. Evicting it costs a key exchange and its figures of past weeks. */
const idleMs = 15 * 60_000

export interface WorkspacesOptions {
  readonly find: (team: string) => Promise<Installation | null>
  /** @param before the one that it replaces, if there is one */
  readonly create: (installation: Installation, before?: Workspace) => Workspace
  /** Called when a workspace is evicted. Its API client is released but not closed, since requests may be pending. */
  readonly released: (team: string) => void
  readonly clock: Clock
  readonly max: number
}

/** Created on demand; evicted when idle, too many, or when the installation or connection changed. */
export function createWorkspaces({ find, create, released, clock, max }: WorkspacesOptions) {
  const lookups = new AnswerCache<Workspace | null>({ clock, ttlMs: lookupTtlMs, max })
  const active = new Cache<{ readonly stamp: string; readonly workspace: Workspace }>({
    clock,
    ttlMs: idleMs,
    max,
    onEvict: ({ workspace }, team) => {
      lookups.delete(team)
      workspace.api.release()
      released(team)
    },
  })
  const values = () => active.values().map(({ workspace }) => workspace)
  const markUsed = (team: string) => {
    const entry = active.get(team)
    if (entry !== undefined) active.set(team, entry)
  }
  const lookUp = async (team: string): Promise<Workspace | null> => {
    const installation = await find(team)
    if (installation === null) {
      active.delete(team)
      return null
    }
    const stamp = JSON.stringify(installation)
    const current = active.get(installation.team)
    if (current?.stamp === stamp) return current.workspace
    // Evict the old one first: eviction drops the team's Slack ports, which the new one uses.
    active.delete(installation.team)
    const workspace = create(installation, current?.workspace)
    active.set(installation.team, { stamp, workspace })
    return workspace
  }
  return {
    values,
    /** The workspace with its current installation and connection; `null`: not installed. */
    of: async (team: string): Promise<Workspace | null> => {
      // Another process may install it at any moment, and what arrives then must not be lost.
      const workspace = await lookups.get(
        team,
        () => lookUp(team),
        (found) => (found === null ? 0 : undefined),
      )
      if (workspace !== null) markUsed(workspace.team)
      return workspace
    },
    /** Call when its installation or connection has changed: the next `of` looks it up again. */
    changed: (team: string) => lookups.delete(team),
    evict: (team: string) => active.delete(team),
    /** Evicts idle workspaces, except those with an open Home tab. Call it more often than workspaces expire. */
    releaseIdle: () => {
      for (const { team, homeViewers } of values()) if (homeViewers.tabs().length > 0) markUsed(team)
      active.deleteExpired()
    },
    close: async () => void (await Promise.all(values().map(({ api }) => api.close()))),
  }
}
