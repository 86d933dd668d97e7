import { welcome } from '../blocks/invitation/welcome.ts'
import { connectionOf } from '../connections/connection.ts'
import type { MessageKind } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'

/** Later, nobody is looking. */
const lateHours = 1

/** Owes the welcome to a person who opens the direct messages with Sightline, the first time. */
export async function oweWelcome(
  { store, outbox, clock }: Pick<Workspace, 'store' | 'outbox' | 'clock'>,
  { team, user, channel }: { readonly team: string; readonly user: string; readonly channel: string },
): Promise<void> {
  const now = clock.now()
  const lateAt = now.add({ hours: lateHours })
  const owed = { team, kind: 'welcome', key: user, channel, since: String(now), lateAt }
  if ((await store.outbox.enqueue([owed], now)).length > 0) outbox.wake()
}

export const welcomeKind: MessageKind<Pick<Workspace, 'store' | 'apiKey'>> = {
  isAwaited: true,
  compose: async ({ store, apiKey }, { team }) => ({
    message: welcome({ isConnected: apiKey.configured || (await connectionOf({ store, team })) !== null }),
  }),
}
