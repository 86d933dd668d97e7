/** assistant.threads.*: docs.slack.dev/reference/methods?family=assistant.threads */
import { isJson, type Json } from '../json.ts'
import type { AgentSession, AssistantPrompt, ShownMessage, SlackChannel } from '../model.ts'
import { replaceMessage } from '../world/posting.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { type Arguments, invalidArgument, SlackError, withMessages } from './call.ts'
import { knownChannel, type Methods, method } from './method.ts'

const MOST_PROMPTS = 4
const MOST_LOADING_MESSAGES = 10

/** A channel that the app is in. Throws `channel_not_found`. */
function channelOf(world: World, args: Arguments): SlackChannel {
  const channel = knownChannel(world, args.required('channel_id'))
  if (!channel.members.has(APP.botUser)) throw new SlackError('channel_not_found')
  return channel
}

/** The channel of an assistant's threads: a user's direct messages with an app that has an assistant. */
function conversations(world: World, args: Arguments): SlackChannel {
  const channel = channelOf(world, args)
  if (channel.kind !== 'im' || world.assistant.feature === undefined)
    throw new SlackError('channel_not_found')
  return channel
}

const isRoot = ({ ts, thread_ts, ephemeralFor }: ShownMessage) =>
  ephemeralFor === undefined && (thread_ts === undefined || thread_ts === ts)

/** The first message of the thread. Throws `invalid_thread_ts`, or the given error. */
function rootOf(world: World, { id }: SlackChannel, ts: string, error = 'invalid_thread_ts'): ShownMessage {
  const root = world.messages.find(id, ts)
  if (root === undefined || !isRoot(root)) throw new SlackError(error)
  return root
}

/** Like `rootOf`, but only for a thread that the assistant answers in. */
function conversation(world: World, channel: SlackChannel, ts: string): ShownMessage {
  const root = rootOf(world, channel, ts)
  const apart = world.assistant.feature?.view === 'assistant_view'
  if (apart && root.subtype === undefined) throw new SlackError('invalid_thread_ts')
  return root
}

function promptOf(given: unknown, at: number): AssistantPrompt {
  const { title, message }: Json = isJson(given) ? given : {}
  if (typeof title !== 'string' || title === '')
    throw invalidArgument(`prompts/${at}/title`, 'must be a string')
  if (typeof message !== 'string' || message === '')
    throw invalidArgument(`prompts/${at}/message`, 'must be a string')
  return { title, message }
}

export const assistant: Methods = {
  'assistant.threads.setSuggestedPrompts': method('tier4', 'assistant:write', (args, world) => {
    const channel = conversations(world, args)
    const given = args.list('prompts') ?? []
    if (given.length === 0) throw invalidArgument('prompts', 'must hold at least 1 item')
    if (given.length > MOST_PROMPTS)
      throw invalidArgument('prompts', `must hold at most ${MOST_PROMPTS} items`)
    const title = args.string('title')
    const set = { ...(title ? { title } : {}), prompts: given.map(promptOf) }
    const thread = args.string('thread_ts')
    if (world.assistant.feature?.view === 'agent_view') {
      // "Including it in a call for an agent app will cause the call to silently fail."
      if (!thread) world.assistant.setPrompts(channel.id, undefined, set)
      return {}
    }
    const latest = world.messages.list(channel.id).findLast(({ subtype }) => subtype !== undefined)?.ts
    const root = conversation(world, channel, thread || latest || '')
    world.assistant.setPrompts(channel.id, root.ts, set)
  }),
  'assistant.threads.setTitle': method('tier4', 'assistant:write', (args, world) => {
    const channel = conversations(world, args)
    const root = conversation(world, channel, args.required('thread_ts'))
    const title = args.required('title')
    world.assistant.setTitle(channel.id, root.ts, title)
    if (root.assistant_app_thread) {
      const assistant_app_thread = { ...root.assistant_app_thread, title }
      replaceMessage(world, root, { ...root, text: title, assistant_app_thread })
    }
  }),
  /** Sets the status in any thread of a conversation that the app is in, including channels. */
  'assistant.threads.setStatus': method('special', 'chat:write', (args, world) => {
    const channel = channelOf(world, args)
    const root = rootOf(world, channel, args.required('thread_ts'))
    const status = args.string('status')
    if (status === undefined) throw withMessages('invalid_arguments', ['missing required field: status'])
    const loading_messages = (args.list('loading_messages') ?? []).map(String)
    if (loading_messages.length > MOST_LOADING_MESSAGES)
      throw invalidArgument('loading_messages', `must hold at most ${MOST_LOADING_MESSAGES} items`)
    world.assistant.setStatus({ channel: channel.id, thread_ts: root.ts, status, loading_messages })
  }),
}

// agents.sessions.*: docs.slack.dev/ai/agent-sessions. Slack documents no error name for an app that isn't declared
// as an agent; existing apps check for `feature_disabled`.

const LONGEST_TITLE = 200
const STATUSES: readonly AgentSession['status'][] = ['active', 'processing', 'suspended', 'closed']

/** Throws `invalid_arguments` for any other. */
export function statusOf(given: string | undefined, field: string): AgentSession['status'] {
  const status = STATUSES.find((one) => one === given)
  if (status === undefined) throw invalidArgument(field, `must be one of ${STATUSES.join(', ')}`)
  return status
}
const STOPPED = 'agent_session_stopped'

function titleOf(args: Arguments): string | undefined {
  const title = args.string('title')
  if (title !== undefined && title.length > LONGEST_TITLE)
    throw invalidArgument('title', `must be less than ${LONGEST_TITLE + 1} characters`)
  return title || undefined
}

export const agents: Methods = {
  'agents.sessions.setStatus': method('tier3', 'chat:write', (args, world) => {
    if (world.assistant.feature?.view !== 'agent_view') throw new SlackError('feature_disabled')
    const channel = channelOf(world, args)
    const status = statusOf(args.required('status'), 'status')
    const { ts: thread_ts } = rootOf(world, channel, args.required('thread_ts'), 'thread_not_found')
    const initiator = args.string('initiator_user_id')
    if (initiator && !channel.members.has(initiator)) throw new SlackError('user_not_in_channel')
    const previous = world.assistant.session(channel.id, thread_ts)
    const title = previous === undefined ? titleOf(args) : previous.title
    const session = { channel: channel.id, thread_ts, status, ...(title ? { title } : {}) }
    world.assistant.setSession(session)
    // Without this event, users cannot stop the session.
    const warning = world.manifest?.events.has(STOPPED) ? undefined : `missing_${STOPPED}_event_subscription`
    return { status, agent_status: status, title, warning }
  }),
  'agents.sessions.rename': method('tier3', 'chat:write', (args, world) => {
    const channel = channelOf(world, args)
    args.required('title')
    const title = titleOf(args)
    const session = world.assistant.session(channel.id, args.required('thread_ts'))
    if (session === undefined) throw new SlackError('session_not_found')
    world.assistant.setSession({ ...session, ...(title ? { title } : {}) })
    return { title }
  }),
}
