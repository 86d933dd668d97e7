import { welcome } from '../blocks/invitation/welcome.ts'
import { connectionOf } from '../connections/connection.ts'
import type { MessageKind } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Owed } from '../store/index.ts'

/** Later, nobody is looking. */
const lateHours = 1

/** A person who opens the direct messages with Sightline the first time is welcomed, once. */
export function welcomeTo(
  { team, user, channel }: { readonly team: string; readonly user: string; readonly channel: string },
  now: Temporal.Instant,
): Owed {
  const lateAt = now.add({ hours: lateHours })
  return { team, kind: 'welcome', key: user, channel, since: String(now), lateAt }
}

export const welcomeKind: MessageKind<Pick<Workspace, 'store' | 'apiKey'>> = {
  isAwaited: true,
  compose: async ({ store, apiKey }, { team }) => ({
    message: welcome({ isConnected: apiKey.configured || (await connectionOf({ store, team })) !== null }),
  }),
}
