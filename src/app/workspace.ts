import { createAnalyticsApi, readKey } from '../api/index.ts'
import { type Config, databaseName } from '../config/index.ts'
import type { KeyRing } from '../connections/connection.ts'
import { slackPaces } from '../digests/workspace.ts'
import { systemClock } from '../lib/clock.ts'
import { hashed } from '../lib/hash.ts'
import type { ChannelDefaults } from '../model/channel.ts'
import { createIdempotency } from '../slack/receive/idempotency.ts'
import { createPermissions } from '../slack/receive/permission.ts'
import { pacedPoster } from '../slack/send/pace.ts'
import type { SlackPorts } from '../slack/send/ports.ts'
import type { Workspace } from '../slack/workspace.ts'

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
