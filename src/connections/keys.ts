import { ApiError } from '../api/errors.ts'
import { AnswerCache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/index.ts'

/** The workspaces' API keys as they are now, for the clients of the analytics service. */
export interface KeyRing {
  /** @throws {ApiError} `authentication`, with who can mend it, when the workspace has none */
  keyOf(team: string): Promise<string>
  /** The key was just changed here: the next call reads it anew. */
  changed(team: string): void
}

/** Another process may have changed a key; until then the old one is used, which the service itself may refuse. */
const rememberedMs = 10_000
const mostKeys = 2_000

export function createKeyRing(store: Pick<Store, 'connections'>, clock: Clock): KeyRing {
  const known = new AnswerCache<string | null>({ clock, ttlMs: rememberedMs, max: mostKeys })
  return {
    keyOf: async (team) => {
      const key = await known.get(team, () => store.connections.key(team))
      if (key !== null) return key
      throw new ApiError({
        code: 'authentication',
        message: 'no API key was entered for this workspace',
        userMessage:
          'Sightline has no API key of the analytics service for this workspace. Ask an admin of the workspace to type /sightline connect.',
        retryable: false,
      })
    },
    changed: (team) => {
      known.delete(team)
    },
  }
}
