import { homeCallbackId } from '../blocks/home/home.ts'
import { actionsAnswer, taskAnswer } from '../blocks/tasks/recommendations.ts'
import { channelScope } from '../channels/settings.ts'
import { newsSinceDigest } from '../digests/reported.ts'
import { redrawHome } from '../home/index.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { Message } from '../model/message.ts'
import type { ClickOutcome, RecommendationIds } from '../model/recommendation.ts'
import type { Answer, Click, MessageAddress } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef } from '../store/index.ts'
import { aimInTime } from '../tasks/aims.ts'
import { createdMessage } from '../tasks/create.ts'
import { syncTaskMessages } from '../tasks/message-sync.ts'
import { cachedBriefs, loadRecommendation, trackedRecommendations } from '../tasks/recommendations.ts'
import { taskState } from '../tasks/state.ts'
import { refOf } from './handler.ts'

export type Clicked = Awaited<ReturnType<typeof clickedRecommendation>>

/**
 * `with_aim`: the message also says what the task aims at. `missed`: it is gone, too old, or in a channel that was left.
 */
type Shown = 'shown' | 'with_aim' | 'missed'

export async function clickedRecommendation(
  place: RecommendationIds,
  click: Click,
  answer: Answer,
  workspace: Workspace,
) {
  const ref = refOf(place, click.team)
  const here = click.message !== null && !click.message.ephemeral ? click.message : undefined
  const isOnHome = click.view?.callbackId === homeCallbackId
  const refresh = async (outcome?: ClickOutcome): Promise<Shown> => {
    if (!isOnHome) return refreshPrivately(ref, click.channel, answer, workspace, outcome)
    await redrawHome(workspace, click, outcome === undefined ? null : { ...outcome, resultId: ref.resultId })
    return 'shown'
  }
  await rememberClicked(workspace, ref, click)
  const update = async (outcome?: ClickOutcome, only?: MessageAddress): Promise<Shown> => {
    const clicked = here && outcome && { ...here, outcome }
    const missed = await syncTaskMessages(workspace, ref, { clicked, ...(only && { only }) })
    return missed.length === 0 ? 'shown' : 'missed'
  }
  // The task's outcome is recorded; a message that can't be updated must not hide it.
  const unlessFailed = (shown: Promise<Shown>) =>
    shown.catch((error: unknown): Shown => {
      workspace.log.warn('could not update every message with the task', { team: click.team, error })
      return 'missed'
    })
  return {
    ref,
    /** In what was clicked. Errors are logged, not thrown. */
    showHere: (outcome?: ClickOutcome) =>
      unlessFailed(here === undefined ? refresh(outcome) : update(outcome, here)),
    /** In every message, which may take minutes. Errors are logged, not thrown. */
    showEverywhere: (outcome?: ClickOutcome) => unlessFailed(update(outcome)),
  }
}

/** The click contains the message, so the task can be written into it even if its post was never recorded. */
export async function rememberClicked(
  { store, clock }: Workspace,
  ref: RecommendationRef,
  { message }: Pick<Click, 'message'>,
): Promise<void> {
  if (message === null || message.ephemeral || message.content === null) return
  const { channel, ts, content } = message
  await store.messages.remember({ ...content, team: ref.team, channel, ts }, [ref], clock.now())
}

/**
 * Slack can't update an ephemeral message by its `ts`, so it is replaced: by the channel's list, or by only the
 * recommendation if the channel doesn't track it. It shows the briefs that were last read, even during an outage.
 * @returns `missed` if the message stays as it was, because it has no channel or the recommendation can't be read
 */
export async function refreshPrivately(
  ref: RecommendationRef,
  channel: string | null,
  answer: Answer,
  workspace: Workspace,
  outcome?: ClickOutcome,
): Promise<Shown> {
  if (channel === null) return 'missed'
  const scope = await channelScope(workspace, { team: ref.team, channel })
  if (!scope.recommendations.includes(ref.resultId)) {
    const { message, isAimed } = await singleRecommendation(workspace, scope, ref, outcome)
    await answer.ephemeral(message, { replace: true })
    return isAimed ? 'with_aim' : 'shown'
  }
  const shown = { store: workspace.store, api: cachedBriefs(workspace.api) }
  const sections = await trackedRecommendations(shown, scope)
  const clicked = sections.find((section) => section.ok && section.data.resultId === ref.resultId)
  if (clicked === undefined) return 'missed'
  const news = await newsSinceDigest(workspace.store, scope, sections)
  const shownOutcome = outcome === undefined ? {} : { outcome: { ...outcome, resultId: ref.resultId } }
  const list = actionsAnswer(sections, { shareable: false, command: 'actions', news, ...shownOutcome })
  await answer.ephemeral(list, { replace: true })
  return 'shown'
}

async function singleRecommendation(
  workspace: Workspace,
  scope: ChannelScope,
  ref: RecommendationRef,
  outcome?: ClickOutcome,
): Promise<{ readonly message: Message; readonly isAimed: boolean }> {
  const { store, api } = workspace
  const shown = { store, api: cachedBriefs(api) }
  const recommendation = await loadRecommendation(shown, ref)
  const { task } = recommendation
  const texts = task.kind === 'created' ? task : { name: null, description: null }
  // While the task is being created, nothing waits for its aim.
  const aim = task.kind === 'creating' ? null : await aimInTime(workspace, scope, { ...ref, ...texts })
  return { message: taskAnswer(recommendation, { outcome, aim }), isAimed: aim !== null }
}

/** Shows a changed aim in the ephemeral message, which keeps its button. */
export async function refreshAim(
  ref: RecommendationRef,
  channel: string,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const state = taskState(await workspace.store.tasks.latest(ref))
  const scope = channelScope(workspace, { team: ref.team, channel })
  const message =
    state.kind === 'created'
      ? await createdMessage(workspace, scope, ref, state)
      : (await singleRecommendation(workspace, await scope, ref)).message
  await answer.ephemeral(message, { replace: true })
}
