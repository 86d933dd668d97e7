/** Events about the metadata of messages. docs.slack.dev/reference/events/message_metadata_posted */
import { emitEvent } from '../delivery/events.ts'
import type { Json } from '../json.ts'
import type { ShownMessage } from '../model.ts'
import { APP } from './seed.ts'
import type { World } from './world.ts'

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
