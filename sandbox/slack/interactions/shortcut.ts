/**
 * Shortcuts of both kinds: docs.slack.dev/interactivity/implementing-shortcuts,
 * /reference/interaction-payloads/shortcuts-interaction-payload
 */
import { plain } from '../delivery/delivery.ts'
import type { Json } from '../json.ts'
import type { Acknowledgement, DeclaredShortcut, ShortcutInput } from '../model.ts'
import { messageObject } from '../world/posting.ts'
import type { World } from '../world/world.ts'
import { seenMessage } from './click.ts'
import { commonFields, payloadName } from './payload.ts'

type Kind = DeclaredShortcut['type']

/** The shortcut's name in its menu. Throws if there is none of that type. Without a manifest, any shortcut exists. */
function offered({ manifest, scopes }: World, id: string, type: Kind): string {
  if (manifest === undefined) return id
  const declared = manifest.shortcuts.find((one) => one.callback_id === id && one.type === type)
  if (!declared) {
    const declared = manifest.shortcuts.map((one) => `${one.callback_id} (${one.type})`).join(', ')
    throw new Error(`the manifest declares no ${type} shortcut "${id}"; it declares ${declared || 'none'}`)
  }
  if (!manifest.interactive)
    throw new Error('the manifest does not turn on interactivity (settings.interactivity.is_enabled)')
  if (!scopes.has('commands')) throw new Error('shortcuts need the scope "commands"')
  return declared.name
}

/** The fields of a message shortcut. Throws if Slack doesn't offer it to this user on that message. */
function messageFields(world: World, user: string, channelId: string, ts: string): Json {
  const message = seenMessage(world, user, channelId, ts)
  if (message.ephemeralFor !== undefined)
    throw new Error('message shortcuts are not offered on ephemeral messages')
  const channel = world.workspace.channel(channelId)
  return {
    channel: { id: channel.id, name: payloadName(channel) },
    message_ts: ts,
    message: messageObject(world, message, true),
    response_url: `${world.origin}${world.responses.issue({ channel: channel.id, user })}`,
  }
}

/** Uses a shortcut, on a message or globally. The app isn't told in which channel a global one was used. */
export async function runShortcut(world: World, input: ShortcutInput): Promise<Acknowledgement> {
  const { callbackId, channel, ts } = input
  const user = world.workspace.user(input.user).id
  const type = ts === undefined ? 'global' : 'message'
  const name = offered(world, callbackId, type)
  if (ts !== undefined && channel === undefined) throw new Error('a message shortcut also needs the channel')
  const { api_app_id: _app, ...common } = commonFields(world, user, 'message')
  const payload: Json = {
    type: type === 'global' ? 'shortcut' : 'message_action',
    ...common,
    action_ts: world.messages.nextTs(),
    callback_id: callbackId,
    trigger_id: world.triggers.issue({ user, ...(channel === undefined ? {} : { channel }) }),
    ...(ts === undefined || channel === undefined ? {} : messageFields(world, user, channel, ts)),
  }
  return world.delivery.send('interactive', payload, (outcome) =>
    outcome.ok
      ? plain(outcome)
      : { ...plain(outcome), error: `"${name}" failed with the error "${outcome.failure}"` },
  )
}
