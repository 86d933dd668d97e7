import { aboutIn } from '../blocks/conversation/replies.ts'
import { loadingModal } from '../blocks/forms/modal.ts'
import { type Action, channelAbout, decode } from '../blocks/kit/codec.ts'
import { chooseChannelModal, chooseTitles } from '../blocks/settings/choose-channel.ts'
import { conversationChannel } from '../channels/conversation-channel.ts'
import { commands, formOf } from '../commands/index.ts'
import { outOfDate } from '../commands/visibility.ts'
import { useChannelAction } from '../conversations/channel-word.ts'
import { turnHome } from '../home/index.ts'
import { Problem } from '../lib/problem.ts'
import type { Permission } from '../model/permission.ts'
import type { RecommendationIds } from '../model/recommendation.ts'
import { changesSomething } from '../slack/plan.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'
import { unknownTask } from '../tasks/follow-up.ts'
import { refOf } from '../tasks/recommendations.ts'
import * as answers from './answers.ts'
import * as creation from './create-task.ts'
import * as digests from './digests.ts'
import { type ActionOf, callerOf, type Handler, type ModalButton, type Reply } from './handler.ts'
import * as taskButtons from './tasks.ts'

// The channel that a button is about.

/** @returns `null`: none @throws {Problem} if it can't be told */
type About<Kind> = (
  action: Kind,
  click: Click,
  workspace: Pick<Workspace, 'store'>,
) => string | null | Promise<string | null>

/** The button is about no channel, or the command that it runs is checked itself. */
const noChannel = () => null

/** On the Home tab, it is about no channel yet. */
const hereOrHome: About<unknown> = (_action, { channel }) => channel

const here: About<unknown> = (_action, { channel }) => channel ?? unknownChannel()

const namedChannel: About<{ readonly channel: string }> = ({ channel }) => channel

/** A deleted digest has none: its button says that it was deleted. */
const channelOfDigest: About<{ readonly id: string }> = async ({ id }, { team }, { store }) =>
  (await store.subscriptions.get(team, id))?.channel ?? null

const channelOfHistory: About<{ readonly of: string | null }> = ({ of: id }, click, workspace) =>
  id === null ? here({ id }, click, workspace) : channelOfDigest({ id }, click, workspace)

const channelOfDelivery: About<{ readonly deliveryId: string }> = async (
  { deliveryId },
  click,
  workspace,
) => {
  const message = await workspace.store.outbox.get(click.team, deliveryId)
  return message && channelOfDigest({ id: message.subject }, click, workspace)
}

type TaskAction = RecommendationIds & { readonly taskId?: string | null; readonly channel?: string }

/** The channel with the message; on the Home tab, the one where the task was created. */
const channelOfTask: About<TaskAction> = (action, click, workspace) =>
  action.channel ?? click.channel ?? channelOfStory(action, click, workspace)

/** A story is told with the settings of the channel where the task was created, wherever the button is. */
const channelOfStory: About<TaskAction> = async (action, { team }, { store: { tasks } }) => {
  const ref = refOf(action, team)
  const task = action.taskId == null ? await tasks.latest(ref) : await tasks.withId(ref, action.taskId)
  if (task === null) throw unknownTask()
  return task.channel
}

function unknownChannel(): never {
  throw new Problem('no_channel', 'This button doesn’t say which channel it is about. Use it in the channel.')
}

/** It has one of the three, or a modal where that opens and a reply elsewhere. */
interface Button<Kind extends Action['kind']> {
  readonly who: Permission
  readonly about: About<ActionOf<Kind>>
  readonly run?: Handler<ActionOf<Kind>>
  readonly modal?: ModalButton<Kind>
  readonly reply?: Reply<Kind>
}

/** Every button, who may use it, and the channel that it is about: only people who are in it may use it. */
const buttons: { readonly [Kind in Action['kind']]: Button<Kind> } = {
  create_task: { who: 'changers', about: channelOfTask, run: creation.createTaskAction },
  create_task_again: { who: 'changers', about: channelOfTask, run: creation.createTaskAction },
  check_task: { who: 'readers', about: channelOfTask, run: creation.checkTaskAction },
  confirm_task: { who: 'changers', about: channelOfTask, run: creation.confirmTaskAction },
  view_brief: { who: 'readers', about: channelOfTask, modal: taskButtons.viewBriefButton },
  view_task_brief: { who: 'readers', about: channelOfTask, modal: taskButtons.viewBriefButton },
  mark_done: { who: 'changers', about: channelOfTask, modal: taskButtons.markDoneButton },
  reopen_task: { who: 'changers', about: channelOfTask, run: taskButtons.reopenTaskAction },
  task_story: { who: 'readers', about: channelOfStory, ...taskButtons.taskStoryButton },
  change_aim: { who: 'changers', about: channelOfTask, modal: taskButtons.changeAimButton },
  note_edit: { who: 'changers', about: here, modal: answers.editNoteButton },
  tasks_page: { who: 'readers', about: here, run: taskButtons.tasksPageAction },
  tasks_export: { who: 'readers', about: noChannel, run: taskButtons.tasksExportAction },
  watch_evaluation: { who: 'readers', about: here, reply: answers.watchEvaluationReply },
  unwatch_evaluation: { who: 'readers', about: here, run: answers.unwatchEvaluationAction },
  digest_edit: { who: 'changers', about: channelOfDigest, modal: digests.editDigestModal },
  digest_pause: { who: 'changers', about: channelOfDigest, run: digests.pauseDigestAction },
  digest_resume: { who: 'changers', about: channelOfDigest, run: digests.resumeDigestAction },
  digest_delete: { who: 'changers', about: channelOfDigest, run: digests.deleteDigestAction },
  digest_delete_ask: { who: 'changers', about: channelOfDigest, modal: digests.askDeleteModal },
  digest_test: { who: 'readers', about: channelOfDigest, ...digests.testDigestButton },
  digest_alerts_off: { who: 'changers', about: channelOfDigest, run: digests.alertsOffAction },
  digest_now: { who: 'changers', about: channelOfDigest, run: digests.postDigestNowAction },
  digest_add: { who: 'changers', about: hereOrHome, modal: digests.addDigestModal },
  first_digest: { who: 'changers', about: here, run: digests.firstDigestAction },
  digest_history: { who: 'readers', about: channelOfHistory, run: digests.digestHistoryAction },
  adopt_digest: { who: 'changers', about: channelOfDigest, run: digests.adoptDigestAction },
  post_again: { who: 'changers', about: channelOfDelivery, run: digests.postAgainAction },
  digests_restore: { who: 'changers', about: here, run: digests.restoreDigestsAction },
  home_page: {
    who: 'readers',
    about: noChannel,
    run: ({ page }, { click, workspace }) => turnHome(workspace, click, page),
  },
  choose_channel: {
    who: 'changers',
    about: noChannel,
    modal: { title: chooseTitles.settings, content: async () => chooseChannelModal(null) },
  },
  // The command that it runs checks the permission.
  run_verb: { who: 'anyone', about: noChannel, run: answers.runVerbAction },
  use_channel: { who: 'readers', about: namedChannel, run: useChannelAction },
  share: { who: 'readers', about: here, run: answers.shareAction },
  filter: { who: 'readers', about: here, modal: answers.filterButton },
  csv: { who: 'readers', about: here, reply: answers.csvReply },
  review_csv: { who: 'readers', about: here, reply: answers.reviewCsvReply },
  how_sure: { who: 'readers', about: here, modal: answers.howSureButton },
  more: { who: 'readers', about: here, reply: answers.moreReply },
  why: { who: 'readers', about: here, reply: answers.whyReply },
}

/** Actions of readers whose effect must not be repeated. */
const lastingReaderActions: ReadonlySet<Action['kind']> = new Set([
  'share',
  'use_channel',
  'csv',
  'review_csv',
  'tasks_export',
  'watch_evaluation',
  'unwatch_evaluation',
])

/** Whether repeated deliveries of a click must be ignored, across all replicas. */
function isOnce(action: Action, permission: Permission): boolean {
  if (action.kind === 'run_verb') return changesSomething(commands.plan(action.text))
  return permission === 'changers' || lastingReaderActions.has(action.kind)
}

/**
 * Runs a button's handler. Elements that are not ours (links, a table's own controls) are ignored.
 * A modal opens before the permission check: Slack allows three seconds for that, and identifying the person may take
 * longer. A click opens only one modal, so a repeated delivery does no harm.
 * @param identified resolves with the click once the person is identified
 */
export async function runAction(
  placed: Placed<Click>,
  answer: Answer,
  workspace: Workspace,
  identified: () => Promise<Click>,
): Promise<void> {
  const decoded = decode(placed.actionId, placed.value)
  if (decoded.ok) {
    const { action } = decoded
    // The table's type pairs each kind with its handler; TypeScript can't follow that through an index.
    const button = buttons[action.kind] as Button<Action['kind']>
    const permitted = async (click: Click): Promise<Click> => {
      const channel = await button.about(action, click, workspace)
      await workspace.access.require(button.who, { ...click, channel }, action.kind, {
        subject: 'resultId' in action ? action.resultId : null,
        message: click.message?.ts ?? null,
      })
      return channel === null ? click : { ...click, presence: { channel, isMember: true } }
    }
    const { triggerId, team, channel, user } = placed
    const opener = { team, user, ...(channel === null ? {} : { channel }) }
    const plan = action.kind === 'run_verb' ? commands.plan(action.text) : null
    if (plan?.kind === 'modal') {
      const form = async () => formOf(plan, callerOf(await identified()), workspace)
      await workspace.modals.show({ triggerId }, plan.loading(), form, { ...opener, verb: plan.verb })
      return
    }
    if (button.modal !== undefined && button.modal.opens?.(placed) !== false) {
      const { title, within, content, onTop = false } = button.modal
      const where = { triggerId, viewId: within?.(placed) ?? null, onTop }
      const fill = async () => content(action, await permitted(await identified()), workspace)
      await workspace.modals.show(where, loadingModal(title), fill, { ...opener, action: action.kind })
      return
    }
    const click = await identified()
    if (isOnce(action, button.who) && !(await workspace.first(click))) return
    const asked = await permitted(click)
    if (button.run !== undefined) return button.run(action, { click: asked, answer, workspace })
    const progress = answer.withProgress()
    if (button.reply !== undefined) await progress.ephemeral(await button.reply(action, asked, workspace))
    return
  }
  if (decoded.reason === 'unknown') return
  if (decoded.reason === 'malformed') throw outOfDate('actions')
  throw new Problem(
    'button_newer',
    'This button is from a newer Sightline. Try again once the update is finished.',
    { suggestion: 'actions' },
  )
}

/**
 * Moves a click in an answer of Slackbot to the channel that its button names. Moves one in direct messages to the channel
 * that the message is about, or else to the one that the person's direct messages are about. Click handlers use the
 * analysis of the click's channel.
 */
export async function clickWithChannel(click: Click, workspace: Workspace): Promise<Click> {
  const { team, channel, user, message, value } = click
  const named = channelAbout(value)
  if (named !== null && (channel === null || channel.startsWith('D'))) return { ...click, channel: named }
  if (message === null || channel === null || !channel.startsWith('D')) return click
  const statedChannel = aboutIn(message.content?.blocks ?? [])
  if (statedChannel !== null) return { ...click, channel: statedChannel }
  try {
    const about = await conversationChannel(workspace, user)
    return about.kind === 'channel' ? { ...click, channel: about.channel } : click
  } catch (error) {
    workspace.log.warn('could not find the channel of a click in direct messages', { team, user, error })
    return click
  }
}
