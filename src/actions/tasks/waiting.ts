import type { Action } from '../../blocks/kit/codec.ts'
import { type WaitingOutcome, waitingDone, withWaitingOutcome } from '../../blocks/tasks/waiting.ts'
import { stopTracking } from '../../channels/stop-tracking.ts'
import { redrawHome } from '../../home/index.ts'
import { currentReference } from '../../lib/log.ts'
import type { Block } from '../../model/message.ts'
import type { Answer, Click } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { answerInPlace } from '../answer-in-place.ts'
import type { ActionHandler } from '../handler.ts'

type Handler = ActionHandler<Extract<Action, { readonly channel: string; readonly resultId: string }>>

/** "Keep", in the question to a digest's owner. Nothing changes, and the question isn't asked again. */
export const keepWaitingAction: Handler = async (action, click, answer, workspace) => {
  const { channel, resultId: subject } = action
  const { team, user } = click
  await workspace.store.audit.record(
    {
      team,
      user,
      channel,
      action: 'recommendation.keep',
      subject,
      outcome: 'kept',
      detail: null,
      reference: currentReference(),
    },
    workspace.clock.now(),
  )
  await show(workspace, click, answer, { kind: 'kept', channel, resultId: subject })
}

export const stopWaitingAction: Handler = async (action, click, answer, workspace) => {
  const { channel, resultId } = action
  const { team, user } = click
  const removed = await stopTracking(workspace, { team, user, channel }, resultId)
  await show(workspace, click, answer, { kind: removed ? 'stopped' : 'not_tracked', channel, resultId })
  await redrawHome(workspace, click)
}

/**
 * Two clicks on the same message may be handled at the same time, and each carries the message as it was before both. So
 * the message is stored, and each click adds its outcome there. After sending a revision to Slack, a click checks for a
 * newer one, and sends it as well.
 */
async function show(
  workspace: Workspace,
  click: Click,
  answer: Answer,
  outcome: WaitingOutcome,
): Promise<void> {
  const { store, clock } = workspace
  const { team, message } = click
  if (message === null || message.content === null) return answer.ephemeral(waitingDone(outcome))
  const { channel, ts, threadTs, content } = message
  const asShown = { team, channel, ts, kind: 'answer', threadTs, ...content } as const
  await store.messages.remember(asShown, [], clock.now())
  const readStored = () => store.messages.get(team, channel, ts)
  let current = await readStored()
  for (; current !== null; current = await readStored()) {
    const { text, blocks } = current
    const changed = withWaitingOutcome(blocks as readonly Block[], click, outcome)
    // Another click on the same row came first.
    if (changed === null) return answer.ephemeral(waitingDone(outcome))
    if (await store.messages.rewrite(current, { text, blocks: changed })) break
  }
  if (current === null) return answer.ephemeral(waitingDone(outcome))
  let sent: number | null = null
  for (
    let newest = await readStored();
    newest !== null && newest.revision !== sent;
    newest = await readStored()
  ) {
    const { text, blocks, revision } = newest
    await answerInPlace(workspace, click, answer, { text, blocks: blocks as readonly Block[] })
    sent = revision
  }
}
