/** Slack's agent view: suggested prompts, and “Stop”. */

import { stoppedReply } from '../blocks/conversation/replies.ts'
import { welcome } from '../blocks/invitation/invitation.ts'
import { channelsToChoose, conversationChannel } from '../channels/conversation-channel.ts'
import { channelScope } from '../channels/settings.ts'
import { type MessageKind, repeatAfterMs } from '../outbox/kind.ts'
import type { SuggestedPrompt } from '../slack/port.ts'
import type { Identity } from '../slack/receive/access.ts'
import type { AgentViewer, StoppedSession } from '../slack/receive/handlers.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow, Owed } from '../store/index.ts'
import { threadSubject } from './question.ts'

/**
 * Ends the session when the person pressed “Stop”, which Slack leaves to the app, and tells them so
 * (https://docs.slack.dev/reference/events/agent_session_stopped).
 */
export async function stopSession(
  { team, channel, threadTs }: StoppedSession,
  { store, clock, poster, outbox }: Pick<Workspace, 'store' | 'clock' | 'poster' | 'outbox'>,
): Promise<void> {
  const now = clock.now()
  // On any replica: what is being composed there is not sent.
  const isStopped = await store.outbox.stop(team, threadSubject(channel, threadTs), 'answer', now)
  await store.outbox.enqueue([sessionEnd({ team, channel, threadTs }, `${channel} ${now}`, now)], now)
  outbox.wake()
  // Otherwise the answer is there already, or Slack brings the event again.
  if (isStopped) await poster.post(channel, stoppedReply(), { threadTs })
}

/** A session that stays at “processing” looks stuck, so its end is owed: another process shows it if this one can't. */
export function sessionEnd(
  { team, channel, threadTs }: Pick<OutboxRow, 'team' | 'channel' | 'threadTs'>,
  key: string,
  now: Temporal.Instant,
): Owed {
  return { team, kind: 'session', key, channel, threadTs, since: now }
}

export const sessionKind: MessageKind = {
  // Showing it twice is harmless.
  resendAfterMs: repeatAfterMs,
  compose: async ({ agentView }, { channel, threadTs }) => ({
    message: { text: '', blocks: [] },
    send: async () => {
      await agentView.end({ channel, ts: threadTs ?? '' })
      return { ts: '' }
    },
  }),
}

/** Welcomes a new person, and suggests prompts about the channel that they came from. */
export async function openAgentView(
  { team, user, channel, viewing }: Placed<AgentViewer>,
  workspace: Workspace,
  identify: () => Promise<Pick<Identity, 'outside'>>,
): Promise<void> {
  const { outside } = await identify()
  const refusals = await workspace.access.refusals({ team, user, channel: null, outside })
  if (refusals.has('readers')) return
  const now = workspace.clock.now()
  const owed = await workspace.store.outbox.enqueue([welcomeTo({ team, user, channel }, now)], now)
  if (owed.length > 0) workspace.outbox.wake()
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
  { store, defaults, team, channelState }: Workspace,
): Promise<readonly SuggestedPrompt[]> {
  const [scope, digests] = await Promise.all([
    channelScope({ store, defaults }, { team, channel }),
    store.subscriptions.forChannel(team, channel),
  ])
  const other = others.find((one) => one !== channel)
  const name = other === undefined ? undefined : (await channelState(other).catch(() => null))?.name
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

const lateHours = 1

export function welcomeTo(
  { team, user, channel }: { readonly team: string; readonly user: string; readonly channel: string },
  now: Temporal.Instant,
): Owed {
  const lateAt = now.add({ hours: lateHours })
  return { team, kind: 'welcome', key: user, channel, since: now, lateAt }
}

export const welcomeKind: MessageKind = {
  isAwaited: true,
  compose: async ({ store, apiKey }, { team }) => ({
    message: welcome({ isConnected: apiKey.configured || (await store.connections.get(team)) !== null }),
  }),
}
