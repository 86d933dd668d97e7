/**
 * The app's Messages tab, and its assistant beside a channel. With `agent_view`, a conversation is a thread of the
 * Messages tab; with `assistant_view`, it is a separate thread.
 * docs.slack.dev/ai/migrating-to-agent-messaging
 */
import { randomBytes } from 'node:crypto'
import { sendEvent } from '../delivery/events.ts'
import type { Json } from '../json.ts'
import type { Acknowledgement, AssistantPane, ShownMessage, SlackChannel } from '../model.ts'
import { announcePosted } from '../world/message-events.ts'
import { messageObject } from '../world/posting.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'

const nothingSent: Acknowledgement = { ok: true, ms: 0 }

const enterpriseOf = ({ enterprise }: World) => enterprise?.id ?? null

/** What a user is viewing, in the format of `agent_view`: docs.slack.dev/reference/events/app_context_changed */
function entities(world: World, at: string | undefined): Json {
  if (at === undefined) return {}
  const enterprise = enterpriseOf(world)
  const where = { team_id: world.team.id, ...(enterprise === null ? {} : { enterprise_id: enterprise }) }
  return { entities: [{ type: 'slack#/types/channel_id', value: at, ...where }] }
}

/** The same in the format of `assistant_view`: docs.slack.dev/reference/events/assistant_thread_started */
const threadContext = (world: World, at: string | undefined): Json => ({
  ...(at === undefined ? {} : { channel_id: at }),
  team_id: world.team.id,
  enterprise_id: enterpriseOf(world),
})

function featureOf(world: World) {
  const { feature } = world.assistant
  if (feature === undefined)
    throw new Error('the manifest has no assistant (features.agent_view or features.assistant_view)')
  return feature
}

/** The fields that an event about a direct message has in addition to the message. */
export function eventContext(
  world: World,
  user: string,
  { id, kind }: SlackChannel,
  thread: string | undefined,
): Json {
  const pane = world.assistant.paneOf(user)
  if (kind !== 'im' || pane?.channel !== id) return {}
  if (pane.thread_ts === undefined) return { app_context: entities(world, pane.at) }
  if (pane.thread_ts !== thread) return {}
  return { assistant_thread: { action_token: `${Date.now()}.${randomBytes(8).toString('hex')}` } }
}

/** Opens the Messages tab as a user. Resolves when the app has acknowledged `app_home_opened`. */
export async function openMessages(
  world: World,
  user: string,
  at?: string,
): Promise<Acknowledgement & { readonly channel: string }> {
  world.workspace.user(user)
  const channel = world.workspace.dm(user).id
  const event: Json = { type: 'app_home_opened', user, channel, tab: 'messages' }
  const { feature } = world.assistant
  if (feature?.view === 'agent_view') {
    world.assistant.open(user, { channel, wrote: false, ...(at === undefined ? {} : { at }) })
    event.context = entities(world, at)
  }
  return { ...((await sendEvent(world, 'app_home_opened', event)) ?? nothingSent), channel }
}

/** The first message of a conversation. Slack posts it in the app's name. */
function beginThread(world: World, channel: string): ShownMessage {
  const ts = world.messages.nextTs()
  const title = 'New chat'
  const root: ShownMessage = {
    ts,
    thread_ts: ts,
    channel,
    user: APP.botUser,
    subtype: 'assistant_app_thread',
    assistant_app_thread: { title, title_blocks: [], artifacts: [] },
    text: title,
    blocks: [],
  }
  world.messages.add(root)
  return root
}

const threadEvent = (
  world: World,
  user: string,
  change: 'started' | 'context_changed',
  pane: AssistantPane,
  at?: string,
) =>
  sendEvent(world, `assistant_thread_${change}`, {
    type: `assistant_thread_${change}`,
    assistant_thread: {
      user_id: user,
      context: threadContext(world, at),
      channel_id: pane.channel,
      thread_ts: pane.thread_ts,
    },
  })

/** Opens the assistant beside a channel. Resolves when the app has acknowledged. Rejects for an app without one. */
export async function openAssistant(world: World, user: string, at?: string): Promise<AssistantPane> {
  const { view } = featureOf(world)
  if (at !== undefined) world.workspace.channel(at)
  if (view === 'agent_view') {
    await openMessages(world, user, at)
  } else {
    const channel = world.workspace.dm(world.workspace.user(user).id).id
    const root = beginThread(world, channel)
    const pane = { channel, thread_ts: root.ts, wrote: false, ...(at === undefined ? {} : { at }) }
    world.assistant.open(user, pane)
    world.assistant.setTitle(channel, root.ts, root.text)
    announcePosted(world, root, messageObject(world, root))
    await threadEvent(world, user, 'started', { ...pane, prompts: [] }, at)
  }
  const shown = world.assistant.shown(user)
  if (shown === undefined) throw new Error('the assistant was closed while it was opening')
  return shown
}

/** Opens another channel as a user. The app gets an event if its assistant is open. */
export async function moveTo(world: World, user: string, channel: string): Promise<Acknowledgement> {
  const { kind } = world.workspace.channel(channel)
  const at = kind === 'im' ? undefined : channel
  const pane = world.assistant.paneOf(user)
  if (pane === undefined || pane.at === at) return nothingSent
  const { at: _before, ...rest } = pane
  const moved = { ...rest, ...(at === undefined ? {} : { at }) }
  world.assistant.open(user, moved)
  if (pane.thread_ts !== undefined)
    return (await threadEvent(world, user, 'context_changed', { ...moved, prompts: [] }, at)) ?? nothingSent
  const event = { type: 'app_context_changed', context: entities(world, at) }
  // Slack's page has the event without a person, its types have it with one. An app has to get along with both.
  await sendEvent(world, event.type, event)
  return (await sendEvent(world, event.type, { ...event, channel: pane.channel, user })) ?? nothingSent
}

/**
 * Presses “Stop” in a processing session. The app decides what to stop.
 * docs.slack.dev/reference/events/agent_session_stopped
 */
export async function stopSession(
  world: World,
  {
    user,
    channel,
    thread_ts,
  }: { readonly user: string; readonly channel: string; readonly thread_ts: string },
): Promise<Acknowledgement> {
  if (world.assistant.session(channel, thread_ts)?.status !== 'processing') {
    throw new Error(`no work is in progress in the thread ${thread_ts} of ${channel}`)
  }
  const type = 'agent_session_stopped'
  return (
    (await sendEvent(world, type, { type, channel, user, thread_ts, streaming_message_ts: [] })) ??
    nothingSent
  )
}
