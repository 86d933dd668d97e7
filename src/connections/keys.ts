import { ApiError } from '../api/errors.ts'
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

export function createKeyRing(store: Pick<Store, 'connections'>, clock: Clock): KeyRing {
  const known = new Map<string, { readonly until: number; readonly key: Promise<string | null> }>()
  const read = (team: string) => {
    const now = clock.now().epochMilliseconds
    const found = known.get(team)
    if (found !== undefined && found.until > now) return found.key
    const key = store.connections.key(team)
    known.set(team, { until: now + rememberedMs, key })
    key.catch(() => known.delete(team))
    return key
  }
  return {
    keyOf: async (team) => {
      const key = await read(team)
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
