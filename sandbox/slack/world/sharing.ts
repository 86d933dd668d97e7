/** Slack Connect: channels shared by several organizations. */
import type { SlackChannel } from '../model.ts'
import type { World } from './world.ts'

/** Whether another organization is in the channel, or only invited. */
export function sharingOf(world: World, { shared, members }: SlackChannel): 'yes' | 'pending' | 'no' {
  const isPartner = (id: string) => world.workspace.users.get(id)?.role === 'external'
  return [...members].some(isPartner) ? 'yes' : (shared ?? 'no')
}
