import { waitingMessage, waitingShown } from '../../blocks/tasks/waiting.ts'
import { channelScope } from '../../channels/scope.ts'
import type { Message } from '../../model/message.ts'
import type { Subscription, WaitingItem } from '../../store/index.ts'
import type { Waiting } from '../compose/waiting.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { noticeAbout } from './notice-recipients.ts'

/** Stores since when the channel has its configured recommendations. Only a delivered digest counts. */
export async function noteWaiting(
  { store }: Pick<DigestWorkspace, 'store'>,
  { team, channel }: Pick<Subscription, 'team' | 'channel'>,
  { unknown, gone }: Waiting,
  slot: Temporal.Instant,
): Promise<void> {
  await store.channels.recordConfigured(team, channel, unknown, slot)
  await store.channels.forgetConfigured(team, channel, gone)
}

/**
 * Asks a digest's owner about the recommendations and tasks that wait in its channel, several in one message. Each is
 * asked about once, by the first of the channel's digests. If there is no one to ask, nothing is marked.
 */
export async function askAboutWaiting(
  workspace: DigestWorkspace,
  subscription: Subscription,
  { items }: Pick<Waiting, 'items'>,
): Promise<void> {
  const { store, clock, contact } = workspace
  if (items.length === 0 || (subscription.owner === null && contact?.kind !== 'user')) return
  const now = clock.now()
  await store.waiting.ask(
    subscription,
    items.slice(0, waitingShown),
    (named) => noticeAbout(workspace, subscription, { kind: 'waiting', items: named }, String(now)),
    now,
  )
}

/** The question about items that the channel still tracks and that still wait; `null` if there are none. */
export async function waitingQuestion(
  { store, defaults }: Pick<DigestWorkspace, 'store' | 'defaults'>,
  { team, channel }: Pick<Subscription, 'team' | 'channel'>,
  items: readonly WaitingItem[],
): Promise<Message | null> {
  const { recommendations } = await channelScope(store, defaults, team, channel)
  const still = await Promise.all(
    items.map(async ({ task, ...ref }) => {
      if (!recommendations.includes(ref.resultId)) return false
      if (task === null) {
        const latest = await store.tasks.latest({ team, ...ref })
        return latest === null || latest.state === 'released'
      }
      return (await store.tasks.withId({ team, ...ref }, task.id))?.doneOn === null
    }),
  )
  const waiting = items.filter((_, index) => still[index])
  return waiting.length === 0 ? null : waitingMessage({ channel, items: waiting })
}
