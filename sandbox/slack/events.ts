/** The Events API: who subscribes to what, and the callback around an event. docs.slack.dev/apis/events-api */
import { randomBytes } from 'node:crypto'
import type { Json } from './json.ts'
import type { Acknowledgement } from './model.ts'
import { APP, TOKENS } from './seed.ts'
import type { World } from './world.ts'

/** Without a manifest the app hears of these. */
const WITHOUT_MANIFEST = new Set(['app_home_opened', 'app_mention', 'member_joined_channel'])

/** Whether the app is told of this event; `name` as in the manifest's `bot_events`. */
function subscribes(world: World, name: string): boolean {
  return (world.manifest?.events ?? WITHOUT_MANIFEST).has(name)
}

/** Tells the app of an event if it subscribes to it, and waits for the first acknowledgement. */
export async function sendEvent(
  world: World,
  name: string,
  event: Json,
): Promise<Acknowledgement | undefined> {
  if (!subscribes(world, name) || world.revoked) return undefined
  const org = world.enterprise?.id ?? null
  return world.delivery.emit({
    ...(org === null ? {} : { enterprise_id: org }),
    token: TOKENS.verification,
    team_id: world.team.id,
    context_team_id: world.team.id,
    context_enterprise_id: org,
    api_app_id: APP.id,
    event: { event_ts: world.messages.nextTs(), ...event },
    type: 'event_callback',
    event_id: `Ev0${randomBytes(5).toString('hex').toUpperCase()}`,
    event_time: Math.trunc(world.clock.now().epochMilliseconds / 1000),
    authorizations: [
      {
        enterprise_id: org,
        team_id: world.team.id,
        user_id: APP.botUser,
        is_bot: true,
        is_enterprise_install: world.orgInstalled,
      },
    ],
    is_ext_shared_channel: false,
    event_context: randomBytes(16).toString('hex'),
  })
}

/** As `sendEvent`, without anybody waiting. */
export function emitEvent(world: World, name: string, event: Json): void {
  void sendEvent(world, name, event)
}
