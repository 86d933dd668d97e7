/** A user's workspace and Enterprise Grid organization. */
import type { SlackUser } from '../model.ts'
import { PARTNER_TEAM } from './seed.ts'
import type { World } from './world.ts'

export function userTeam(
  world: World,
  { role, homeTeam, homeEnterprise }: SlackUser,
): { readonly team: string; readonly enterprise: string | null } {
  if (role === 'external') return { team: homeTeam ?? PARTNER_TEAM, enterprise: homeEnterprise ?? null }
  return { team: homeTeam ?? world.team.id, enterprise: homeEnterprise ?? world.enterprise?.id ?? null }
}
