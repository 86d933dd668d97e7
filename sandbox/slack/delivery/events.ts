/** The Events API: which events the app gets, and the callback around an event. docs.slack.dev/apis/events-api */
import { randomBytes } from 'node:crypto'
import type { Json } from '../json.ts'
import type { Acknowledgement } from '../model.ts'
import { APP, TOKENS } from '../world/seed.ts'
import { sharingOf } from '../world/sharing.ts'
import type { World } from '../world/world.ts'

/** The events sent to an app without a manifest. */
const WITHOUT_MANIFEST = new Set(['app_home_opened', 'app_mention', 'member_joined_channel'])

/** More events for an app without a manifest, if it listens: most apps start with them. */
const WITH_A_LISTENER = new Set([
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'message_metadata_posted',
  'message_metadata_updated',
  'message_metadata_deleted',
  'reaction_added',
  'reaction_removed',
])

/** An event needs one of its scopes. docs.slack.dev/reference/events */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  app_mention: ['app_mentions:read'],
  'message.channels': ['channels:history'],
  'message.groups': ['groups:history'],
  'message.im': ['im:history'],
  'message.mpim': ['mpim:history'],
  reaction_added: ['reactions:read'],
  reaction_removed: ['reactions:read'],
  app_context_changed: ['assistant:write'],
  member_joined_channel: ['channels:read', 'groups:read'],
  member_left_channel: ['channels:read', 'groups:read'],
  message_metadata_posted: ['metadata.message:read'],
  message_metadata_updated: ['metadata.message:read'],
  message_metadata_deleted: ['metadata.message:read'],
  channel_created: ['channels:read'],
  channel_id_changed: ['channels:read', 'groups:read'],
  channel_archive: ['channels:read'],
  channel_left: ['channels:read'],
  channel_unarchive: ['channels:read'],
  group_archive: ['groups:read'],
  group_left: ['groups:read'],
  group_unarchive: ['groups:read'],
}

/** Events that need no scope. */
const UNSCOPED = [
  'agent_session_stopped',
  'app_home_opened',
  'app_uninstalled',
  'assistant_thread_context_changed',
  'assistant_thread_started',
  'function_executed',
  'tokens_revoked',
]

/** Every event that the sandbox sends, with its scopes. */
export const EVENTS = [
  ...Object.entries(SCOPES),
  ...UNSCOPED.map((name): [string, readonly string[]] => [name, []]),
].toSorted(([a], [b]) => a.localeCompare(b))

/** The scopes that events need. A token without a manifest has these, too. */
export const EVENT_SCOPES: ReadonlySet<string> = new Set(Object.values(SCOPES).flat())

/** Whether the app gets this event. @param name as in the manifest's `bot_events` */
export function subscribes({ manifest, scopes, delivery, sockets }: World, name: string): boolean {
  const needed = SCOPES[name]
  if (needed !== undefined && !needed.some((scope) => scopes.has(scope))) return false
  if (manifest !== undefined) return manifest.events.has(name)
  const listens = delivery.requestUrl !== null || sockets.count() > 0
  return WITHOUT_MANIFEST.has(name) || (listens && WITH_A_LISTENER.has(name))
}

function isInShared(world: World, { channel }: Json): boolean {
  const shownIn = typeof channel === 'string' ? world.workspace.channels.get(channel) : undefined
  return shownIn !== undefined && sharingOf(world, shownIn) === 'yes'
}

const seconds = (world: World) => Math.trunc(world.clock.now().epochMilliseconds / 1000)

/** The event sent in place of those above the limit. docs.slack.dev/reference/events/app_rate_limited */
function rateLimited(world: World): Json {
  return {
    token: TOKENS.verification,
    type: 'app_rate_limited',
    team_id: world.team.id,
    minute_rate_limited: seconds(world) - (seconds(world) % 60),
    api_app_id: APP.id,
  }
}

/**
 * Sends the app an event if it subscribes to it, and waits for the first acknowledgement.
 * @param sent called with the whole callback before it is delivered
 */
export async function sendEvent(
  world: World,
  name: string,
  event: Json,
  sent?: (callback: Json) => void,
): Promise<Acknowledgement | undefined> {
  if (!subscribes(world, name) || world.revoked) return undefined
  const verdict = world.events?.spend() ?? 'deliver'
  if (verdict === 'tell') return world.delivery.emit(rateLimited(world))
  if (verdict === 'drop') return undefined
  const org = world.enterprise?.id ?? null
  const callback: Json = {
    ...(org === null ? {} : { enterprise_id: org }),
    token: TOKENS.verification,
    team_id: world.team.id,
    context_team_id: world.team.id,
    context_enterprise_id: org,
    api_app_id: APP.id,
    event: { event_ts: world.messages.nextTs(), ...event },
    type: 'event_callback',
    event_id: `Ev0${randomBytes(5).toString('hex').toUpperCase()}`,
    event_time: seconds(world),
    authorizations: [
      {
        enterprise_id: org,
        team_id: world.team.id,
        user_id: APP.botUser,
        is_bot: true,
        is_enterprise_install: world.orgInstalled,
      },
    ],
    is_ext_shared_channel: isInShared(world, event),
    event_context: randomBytes(16).toString('hex'),
  }
  sent?.(callback)
  return world.delivery.emit(callback)
}

/** Like `sendEvent`, without waiting. */
export function emitEvent(world: World, name: string, event: Json): void {
  void sendEvent(world, name, event)
}
