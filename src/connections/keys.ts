import { ApiError } from '../api/errors.ts'
import { AnswerCache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/index.ts'

/** The workspaces' current API keys, for the API clients. */
export interface KeyRing {
  /** @throws {ApiError} `authentication` when the workspace has none, saying who can fix it */
  keyOf(team: string): Promise<string>
  changed(team: string): void
}

/** Another process may change a key. The old one, which the service may reject, is used for at most this long. */
const cacheMs = 10_000
const maxKeys = 2_000

export function createKeyRing(store: Pick<Store, 'connections'>, clock: Clock): KeyRing {
  const keys = new AnswerCache<string | null>({ clock, ttlMs: cacheMs, max: maxKeys })
  return {
    keyOf: async (team) => {
      const key = await keys.get(team, () => store.connections.key(team))
      if (key !== null) return key
      throw new ApiError({
        code: 'authentication',
        message: 'no API key was entered for this workspace',
        userMessage:
          'Sightline has no analytics API key for this workspace. Ask a workspace admin to type /sightline connect.',
        retryable: false,
      })
    },
    changed: (team) => {
      keys.delete(team)
    },
  }
}
