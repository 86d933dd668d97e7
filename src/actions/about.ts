/** The channel that a button is about. */
import { digestMenuPlace } from '../blocks/digests/digest-list.ts'
import type { RecommendationRef } from '../blocks/kit/codec.ts'
import { Problem } from '../lib/problem.ts'
import type { Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { digestModals } from './digests.ts'
import { unknownTask } from './tasks/done.ts'

/** @returns `null`: none @throws {Problem} if it can't be told */
export type About<Kind> = (
  action: Kind,
  click: Click,
  workspace: Pick<Workspace, 'store'>,
) => string | null | Promise<string | null>

/** The button is about no channel, or the command that it runs is checked itself. */
export const noChannel = () => null

/** On the Home tab, it is about no channel yet. */
export const hereOrHome: About<unknown> = (_action, { channel }) => channel

export const here: About<unknown> = (_action, { channel }) => channel ?? unknownChannel()

export const namedChannel: About<{ readonly channel: string }> = ({ channel }) => channel

/** A deleted digest has none: its button says that it was deleted. */
export const channelOfDigest: About<{ readonly subscriptionId: string }> = async (
  { subscriptionId },
  { team },
  { store },
) => (await store.subscriptions.get(team, subscriptionId))?.channel ?? null

export const channelOfHistory: About<{ readonly of: string | null }> = (
  { of: subscriptionId },
  click,
  workspace,
) => {
  if (subscriptionId !== null) return channelOfDigest({ subscriptionId }, click, workspace)
  const { channel, view } = click
  const isInModal = view !== null && digestModals.has(view.callbackId)
  return channel ?? (isInModal ? digestMenuPlace(view.privateMetadata).channel : null) ?? unknownChannel()
}

export const channelOfDelivery: About<{ readonly deliveryId: string }> = async (
  { deliveryId },
  click,
  workspace,
) => {
  const message = await workspace.store.outbox.get(click.team, deliveryId)
  return message && channelOfDigest({ subscriptionId: message.subject }, click, workspace)
}

type TaskAction = RecommendationRef & { readonly taskId?: string | null; readonly channel?: string }

/** The channel with the message; on the Home tab, the one where the task was created. */
export const channelOfTask: About<TaskAction> = (action, click, workspace) =>
  action.channel ?? click.channel ?? channelOfStory(action, click, workspace)

/** A story is told with the settings of the channel where the task was created, wherever the button is. */
export const channelOfStory: About<TaskAction> = async (
  { organizationId, workspaceId, resultId, taskId },
  { team },
  { store: { tasks } },
) => {
  const ref = { team, organizationId, workspaceId, resultId }
  const task = taskId == null ? await tasks.latest(ref) : await tasks.withId(ref, taskId)
  if (task === null) throw unknownTask()
  return task.channel
}

function unknownChannel(): never {
  throw new Problem('no_channel', 'This button doesn’t say which channel it is about. Use it in the channel.')
}
