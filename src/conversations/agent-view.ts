/** Slack's agent view: suggested prompts, and the status of an answer in progress. */
import { channelsToChoose, conversationChannel } from '../channels/conversation-channel.ts'
import { channelScope } from '../channels/scope.ts'
import type { SuggestedPrompt, WrittenMessage } from '../slack/port.ts'
import type { AgentViewer, StoppedSession } from '../slack/receive/handlers.ts'
import type { Identity } from '../slack/receive/identity.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import { progressAfterMs } from '../slack/send/answer.ts'
import type { Workspace } from '../slack/workspace.ts'
import { unansweredRecord } from './unanswered.ts'

interface Session {
  /** `true`: the person pressed “Stop”, or another process has told them that no answer is coming. */
  isStopped(): Promise<boolean>
  end(): void
}

/** Shows in the agent view that a message is being answered. */
export function startSession(
  { channel, ts, threadTs, user, text, viewing }: Placed<WrittenMessage>,
  workspace: Pick<Workspace, 'team' | 'agentView' | 'store' | 'clock' | 'log'>,
): Session {
  if (viewing === null) return { isStopped: async () => false, end: () => {} }
  const { agentView, clock } = workspace
  const message = { channel, ts }
  const thread = { channel, ts: threadTs ?? ts }
  const started = agentView.session(thread, 'processing', text, user)
  const record = unansweredRecord(workspace)
  let ended: Promise<boolean> | null = null
  void clock.sleep(progressAfterMs).then(() => {
    if (ended === null) record.begin(message, thread.ts)
  })
  const isOver = () => {
    ended ??= record.end(message)
    return ended
  }
  return {
    isStopped: async () => !(await isOver()),
    end: () => {
      void isOver()
      void started.then(() => agentView.session(thread, 'active', text, user))
    },
  }
}

/**
 * Ends the session when the person pressed “Stop”, which Slack leaves to the app
 * (https://docs.slack.dev/reference/events/agent_session_stopped).
 */
export async function stopSession(
  { team, channel, threadTs, user }: StoppedSession,
  { agentView, store }: Pick<Workspace, 'agentView' | 'store'>,
): Promise<void> {
  await Promise.all([
    // Stops the answer on another replica.
    store.messages.forgetQuestionsIn(team, channel, threadTs),
    agentView.session({ channel, ts: threadTs }, 'active', '', user),
  ])
}

/** Suggests prompts about the channel that the person came from. */
export async function suggestPrompts(
  { team, user, channel, viewing }: Placed<AgentViewer>,
  workspace: Workspace,
  identify: () => Promise<Pick<Identity, 'outside'>>,
): Promise<void> {
  const { outside } = await identify()
  const refusals = await workspace.access.refusals({ team, user, channel: null, outside })
  if (refusals.has('readers')) return
  const about = await conversationChannel(workspace, user, viewing)
  const others = (await channelsToChoose(workspace, user)).filter((one) => viewing.includes(one))
  const prompts =
    about.kind === 'channel' ? await promptsOf(about.channel, others, workspace) : [standing, weakest]
  await workspace.agentView.suggest(channel, 'Ask about your brand', prompts.slice(0, mostPrompts))
}

/** assistant.threads.setSuggestedPrompts takes at most four. */
const mostPrompts = 4
const standing: SuggestedPrompt = { title: 'Where do we stand?', message: 'visibility' }
const weakest: SuggestedPrompt = { title: 'Where are we weakest?', message: 'gaps' }

/** Prompts that send commands, which are always understood. */
async function promptsOf(
  channel: string,
  others: readonly string[],
  { store, defaults, team, directory }: Workspace,
): Promise<readonly SuggestedPrompt[]> {
  const [scope, digests] = await Promise.all([
    channelScope(store, defaults, team, channel),
    store.subscriptions.forChannel(team, channel),
  ])
  const other = others.find((one) => one !== channel)
  const name = other === undefined ? undefined : (await directory.state(other).catch(() => null))?.name
  return [
    standing,
    { title: 'What is Reddit saying?', message: 'reddit' },
    scope.recommendations.length > 0 ? { title: 'What should we do next?', message: 'actions' } : weakest,
    ...(name === undefined ? [] : [{ title: `Ask about #${name} instead`, message: `channel #${name}` }]),
    digests.length === 0
      ? { title: 'Set up a weekly digest', message: 'digest add' }
      : { title: 'When is the next digest?', message: 'digest' },
  ]
}
