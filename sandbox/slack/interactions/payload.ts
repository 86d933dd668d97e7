/** The fields that all interaction payloads share. docs.slack.dev/reference/interaction-payloads */

import { type Json, text } from '../json.ts'
import type { OpenView, SlackChannel } from '../model.ts'
import { APP, TOKENS } from '../world/seed.ts'
import { userTeam } from '../world/sharing.ts'
import type { World } from '../world/world.ts'

const CHANNEL_NAMES = { im: 'directmessage', private: 'privategroup' } as const

/** The channel's name in payloads. Only public channels and group conversations have their own there. */
export function payloadName({ kind, name }: SlackChannel): string {
  return kind === 'public' || kind === 'mpim' ? name : CHANNEL_NAMES[kind]
}

/**
 * The user, the workspace and the app. In views of a user from another organization, the workspace is the user's own
 * (bolt-js#1614); an app installed for a whole organization gets `null`.
 */
export function commonFields(world: World, userId: string, where: 'message' | 'view'): Json {
  const user = world.workspace.user(userId)
  const { team: homeTeam } = userTeam(world, user)
  const isAway = where === 'view' && homeTeam !== world.team.id
  const team = isAway
    ? { id: homeTeam, domain: 'elsewhere' }
    : { id: world.team.id, domain: world.team.domain }
  return {
    user: { id: user.id, username: user.name, name: user.name, team_id: homeTeam },
    api_app_id: APP.id,
    token: TOKENS.verification,
    team: world.orgInstalled ? null : team,
    enterprise: world.enterprise,
    is_enterprise_install: world.orgInstalled,
  }
}

/** The user's view. Throws if they don't have it open. */
export function openView(world: World, user: string, viewId: string): OpenView {
  const view = world.views.find(viewId)
  if (view?.user === user) return view
  const open = [...world.views.stack(user), world.views.home(user)].filter((view) => view !== undefined)
  const openNames = open.map(
    (view) => `${view.id} (${text(view.view.callback_id) || String(view.view.type)})`,
  )
  throw new Error(`${user} has no view ${viewId} open; open: ${openNames.join(', ') || 'none'}`)
}
