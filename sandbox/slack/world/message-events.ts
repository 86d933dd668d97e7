/** Events about messages: docs.slack.dev/reference/events/message, …/app_mention */
import { emitEvent } from '../delivery/events.ts'
import type { Json } from '../json.ts'
import type { ShownMessage } from '../model.ts'
import { APP } from './seed.ts'
import type { World } from './world.ts'

const KINDS = {
  public: { event: 'message.channels', type: 'channel' },
  private: { event: 'message.groups', type: 'group' },
  im: { event: 'message.im', type: 'im' },
  mpim: { event: 'message.mpim', type: 'mpim' },
} as const

/** Sends an event about a message if the app is in the channel. */
function tell(world: World, channelId: string, event: Json): void {
  const channel = world.workspace.channel(channelId)
  if (!channel.members.has(APP.botUser)) return
  const { event: name, type } = KINDS[channel.kind]
  emitEvent(world, name, { ...event, channel: channelId, channel_type: type })
}

const namesApp = (text: string) => text.includes(`<@${APP.botUser}>`) || text.includes(`<@${APP.botUser}|`)

/**
 * Sends `app_mention` for a message that mentions the app, except in its direct messages. If the app isn't a member,
 * the event is sent when the author then invites it.
 * @param shown the message in the event's format
 */
export function announceMention(world: World, message: ShownMessage, shown: Json, at = message.ts): void {
  const { channel, user, ts, text } = message
  const { kind, members } = world.workspace.channel(channel)
  if (kind === 'im' || user === APP.botUser || !namesApp(text)) return
  if (!members.has(APP.botUser)) {
    world.missedMentions.set(channel, { user, ts })
    return
  }
  emitEvent(world, 'app_mention', { ...shown, type: 'app_mention', channel, event_ts: at })
}

/** @param shown the message in the event's format, with the event's extra fields */
export function announcePosted(world: World, message: ShownMessage, shown: Json): void {
  tell(world, message.channel, { ...shown, event_ts: message.ts })
  announceMention(world, message, shown)
}

/**
 * An edit by a user or through chat.update. Slack sends app_mention again for an edited message that mentions the
 * app, with another event id (slackapi/bolt-js#960).
 * docs.slack.dev/reference/events/message/message_changed
 */
export function announceChanged(world: World, message: ShownMessage, shown: Json, before: Json): void {
  const ts = world.messages.nextTs()
  const changed = { message: shown, previous_message: before, hidden: true, ts, event_ts: ts }
  tell(world, message.channel, { type: 'message', subtype: 'message_changed', ...changed })
  announceMention(world, message, shown, ts)
}

/** docs.slack.dev/reference/events/message/message_deleted */
export function announceDeleted(world: World, message: ShownMessage, before: Json): void {
  const ts = world.messages.nextTs()
  const deleted = { previous_message: before, hidden: true, deleted_ts: message.ts, ts, event_ts: ts }
  tell(world, message.channel, { type: 'message', subtype: 'message_deleted', ...deleted })
}

// Events about the metadata of messages. docs.slack.dev/reference/events/message_metadata_posted

type Metadata = ShownMessage['metadata']

/**
 * Sends an event about metadata that was posted, changed or deleted with its message, if the manifest subscribes to
 * its `event_type`. Ignores the manifest's `app_id`, because the sandbox has only one app.
 */
export function tellMetadata(world: World, message: ShownMessage, before: Metadata, after: Metadata): void {
  const { event_type: type } = after ?? before ?? {}
  if (type === undefined || message.ephemeralFor) return
  if (world.manifest && !world.manifest.metadataTypes.has(type)) return
  if (!world.workspace.channel(message.channel).members.has(APP.botUser)) return
  const kind = before === undefined ? 'posted' : after === undefined ? 'deleted' : 'updated'
  const event: Json = {
    type: `message_metadata_${kind}`,
    app_id: APP.id,
    bot_id: APP.botId,
    user_id: message.user,
    team_id: world.team.id,
    channel_id: message.channel,
    ...(after === undefined ? {} : { metadata: after }),
    ...(before === undefined ? {} : { previous_metadata: before }),
    message_ts: message.ts,
    ...(kind === 'deleted' ? { deleted_ts: world.messages.nextTs() } : {}),
  }
  emitEvent(world, `message_metadata_${kind}`, event)
}
