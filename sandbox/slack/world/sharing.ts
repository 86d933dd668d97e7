/** Slack Connect: channels shared by several organizations. */
import type { SlackChannel, SlackUser } from '../model.ts'
import { PARTNER_TEAM } from './seed.ts'
import type { World } from './world.ts'

/** Whether another organization is in the channel, or only invited. */
export function sharingOf(world: World, { shared, members }: SlackChannel): 'yes' | 'pending' | 'no' {
  const isPartner = (id: string) => world.workspace.users.get(id)?.role === 'external'
  return [...members].some(isPartner) ? 'yes' : (shared ?? 'no')
}

// A user's workspace and Enterprise Grid organization.

export function userTeam(
  world: World,
  { role, homeTeam, homeEnterprise }: SlackUser,
): { readonly team: string; readonly enterprise: string | null } {
  if (role === 'external') return { team: homeTeam ?? PARTNER_TEAM, enterprise: homeEnterprise ?? null }
  return { team: homeTeam ?? world.team.id, enterprise: homeEnterprise ?? world.enterprise?.id ?? null }
}
