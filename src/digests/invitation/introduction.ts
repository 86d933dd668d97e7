import { invitation } from '../../blocks/invitation/invitation.ts'
import type { MessageKind } from '../../outbox/kind.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { Owed } from '../../store/index.ts'

/** Sightline introduces itself once in each channel that it was invited to. */
export function introductionTo(
  { team, channel }: { readonly team: string; readonly channel: string },
  now: Temporal.Instant,
  graceHours: number,
): Owed {
  // Later, people wouldn't expect it.
  const lateAt = now.add({ hours: graceHours })
  return { team, kind: 'introduction', key: channel, channel, since: String(now), lateAt }
}

export const introductionKind: MessageKind<Pick<Workspace, 'store' | 'apiKey' | 'isShared'>> = {
  compose: async ({ store, apiKey, isShared }, { team, channel }) => {
    if ((await store.subscriptions.forChannel(team, channel)).length > 0) return { skip: 'no_longer_so' }
    const isConnected = apiKey.configured || (await store.connections.get(team)) !== null
    return { message: invitation({ channel, isConnected, isShared: (await isShared(channel)) === true }) }
  },
}
