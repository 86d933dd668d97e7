/**
 * agents.sessions.*: docs.slack.dev/ai/agent-sessions. Slack documents no error name for an app that isn't declared
 * as an agent; existing apps check for `feature_disabled`.
 */
import type { AgentSession, ShownMessage, SlackChannel } from '../model.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { channelOf, invalidArgument, isRoot } from './assistant.ts'
import { SlackError } from './errors.ts'
import { type Methods, method } from './method.ts'

const LONGEST_TITLE = 200
const STATUSES: readonly AgentSession['status'][] = ['active', 'processing', 'suspended', 'closed']

/** Throws `invalid_arguments` for any other. */
export function statusOf(given: string | undefined, field: string): AgentSession['status'] {
  const status = STATUSES.find((one) => one === given)
  if (status === undefined) throw invalidArgument(field, `must be one of ${STATUSES.join(', ')}`)
  return status
}
const STOPPED = 'agent_session_stopped'

/** The root message of a session's thread. Throws `thread_not_found`. */
function threadOf(world: World, channel: SlackChannel, args: Arguments): ShownMessage {
  const root = world.messages.find(channel.id, args.required('thread_ts'))
  if (root === undefined || !isRoot(root)) throw new SlackError('thread_not_found')
  return root
}

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
    const { ts: thread_ts } = threadOf(world, channel, args)
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
