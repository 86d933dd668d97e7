/** Slack's agent view: what is offered there, and that Sightline is at work. */
import { channelsToChoose, conversationChannel } from '../channels/conversation-channel.ts'
import { channelScope } from '../channels/scope.ts'
import type { SuggestedPrompt, WrittenMessage } from '../slack/port.ts'
import type { AgentViewSeen } from '../slack/receive/handlers.ts'
import type { Identity } from '../slack/receive/identity.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'

/** Shows that a message is being answered. @returns ends that */
export function startSession(
  { channel, ts, threadTs, user, text, viewing }: Placed<WrittenMessage>,
  { agentView }: Pick<Workspace, 'agentView'>,
): () => void {
  if (viewing === null) return () => {}
  const thread = { channel, ts: threadTs ?? ts }
  const started = agentView.session(thread, 'processing', text, user)
  return () => void started.then(() => agentView.session(thread, 'active', text, user))
}

/** Offers what to ask about the channel that the person comes from. */
export async function suggestPrompts(
  { team, user, channel, viewing }: Placed<AgentViewSeen>,
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

/** assistant.threads.setSuggestedPrompts takes four. */
const mostPrompts = 4
const standing: SuggestedPrompt = { title: 'Where do we stand?', message: 'visibility' }
const weakest: SuggestedPrompt = { title: 'Where are we weakest?', message: 'gaps' }

/** They are commands, which are always understood. */
async function promptsOf(
  channel: string,
  others: readonly string[],
  { store, defaults, team, directory }: Workspace,
): Promise<readonly SuggestedPrompt[]> {
  const [scope, digests] = await Promise.all([
    channelScope(store, defaults, team, channel),
    store.subscriptions.ofChannel(team, channel),
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
