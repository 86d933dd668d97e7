import { ownerFound } from '../../blocks/digests/notices.ts'
import type { ChannelAndUser } from '../../model/channel.ts'
import type { Message } from '../../model/message.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { auditEntry, type Subscription } from '../../store/index.ts'
import { describeDigest } from '../manage/describe-digests.ts'
import { digestGone } from '../manage/post-now.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { noticeAbout } from './notice.ts'

/** Lookups per minute that Slack's rate limit allows. */
export const ownersAtOnce = 20
/** Longer than a full batch of lookups takes. */
const checkLeaseMs = 600_000

/**
 * Checks the owners of digests after their runs. If one was deactivated, or left the workspace or the channel, asks the
 * channel for a new owner, once.
 * @returns how many owners were checked, and whether any channel was asked
 */
export async function checkOwners(workspaces: DigestWorkspaces, stopped: () => boolean) {
  const { store, clock } = workspaces
  let hasAsked = false
  const again = clock.now().add({ milliseconds: checkLeaseMs })
  const taken = await store.subscriptions.takeOwnerChecks(clock.now(), again, ownersAtOnce)
  for (const subscription of taken) {
    const { team, id } = subscription
    if (stopped()) await store.subscriptions.checkOwner(team, id, clock.now())
    else {
      hasAsked = (await askForOwner(workspaces, subscription)) || hasAsked
      await store.subscriptions.ownerChecked(team, id, again)
    }
  }
  return { checked: taken.length, hasAsked }
}

/** @returns whether the channel was asked. If Slack doesn't answer, the next run checks again */
async function askForOwner(
  { store, clock, of }: DigestWorkspaces,
  subscription: Subscription,
): Promise<boolean> {
  const { team, id, channel, owner, state } = subscription
  if (owner === null || state !== 'active') return false
  const workspace = await of(team)
  if (workspace === null || !(await workspace.people.hasLeft(owner, channel))) return false
  const now = clock.now()
  const question = noticeAbout(workspace, subscription, { kind: 'owner_wanted', gone: owner }, String(now))
  return store.subscriptions.askForOwner(team, id, owner, question, now)
}

/**
 * Makes a person the owner of a digest whose owner is gone. The first one wins.
 * @returns the message that replaces the question
 * @throws {Problem} if the digest was deleted
 */
export async function adopt(
  workspace: Pick<Workspace, 'store' | 'clock'>,
  { team, user }: Pick<ChannelAndUser, 'team' | 'user'>,
  subscriptionId: string,
): Promise<Message> {
  const { store, clock } = workspace
  const subscription = await store.subscriptions.get(team, subscriptionId)
  if (subscription === null || subscription.state === 'deleted')
    throw digestGone('This digest was deleted, so it needs no owner.')
  const { channel, owner, ownerAsked } = subscription
  const messageWith = async (by: string) => ownerFound(await describeDigest(workspace, subscription), by)
  if (ownerAsked !== null && ownerAsked === owner) {
    const change = { from: owner, to: user }
    const adopted = await store.subscriptions.setOwner(team, subscriptionId, change, clock.now(), (set) =>
      auditEntry(
        { team, user, channel },
        'digest.adopt',
        subscriptionId,
        set ? 'adopted' : 'somebody else was faster',
        { before: owner },
      ),
    )
    if (adopted) return messageWith(user)
  }
  return messageWith((await store.subscriptions.get(team, subscriptionId))?.owner ?? user)
}
