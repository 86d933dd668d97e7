import type { Claim, NewNotice, Notice, NoticeMatter, Subscription } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'

/**
 * What somebody has to know about a digest is a delivery of its own: written in the transaction that records what it
 * tells, and claimed, posted and settled as digests are. Here is whom it goes to.
 */

/** Where the one who is told may look, and nobody else, "did it arrive?" is asked by saying it again: after so long each time. */
const againAfterMs = [1, 5, 30, 120, 720].map((minutes) => minutes * 60_000)

/** The steps of an offer that no owner took, which all owners of a workspace share. */
const sharedSteps = 100

type NoticeWorkspace = Pick<DigestWorkspace, 'contact' | 'clock'>

/** @param since ISO 8601 instant: the slot that it is about, or when it happened; the same matter is told once */
export function noticeAbout(
  workspace: NoticeWorkspace,
  subscription: Subscription,
  matter: Exclude<NoticeMatter, { kind: 'restore' }>,
  since: string,
): NewNotice {
  const { team, id, channel } = subscription
  const [to = null] = recipientsOf(workspace, subscription, matter)
  const notice = { matter, since, step: 0, tried: [] }
  return { team, subscriptionId: id, channel, to, notice, at: workspace.clock.now() }
}

/**
 * Who is asked whether the digests come again that stopped when Sightline was taken out of a workspace: each of their
 * owners; where there is none, whom the configuration names, else a channel of theirs.
 * @param stopped the oldest first
 * @param installer who installed it again, and is asked in the owners' place; `null`: nobody says
 */
export function restoreOffers(
  workspace: NoticeWorkspace,
  stopped: readonly Subscription[],
  since: string,
  installer: string | null = null,
): readonly NewNotice[] {
  const [oldest] = stopped
  if (oldest === undefined) return []
  const owned = Map.groupBy(installer === null ? stopped : [oldest], ({ owner }) => installer ?? owner)
  owned.delete(null)
  if (owned.size === 0) return [sharedOffer(workspace, oldest, since)]
  const matter = { kind: 'restore', oldest: oldest.id } as const
  return [...owned].flatMap(([to, [theirs]]) => {
    if (theirs === undefined) return []
    const { team, id, channel } = theirs
    const notice = { matter, since, step: 0, tried: [] }
    return [{ team, subscriptionId: id, channel, to, notice, at: workspace.clock.now() }]
  })
}

/** The same where an owner could not be asked: one offer for all of them. */
export function sharedOffer(workspace: NoticeWorkspace, oldest: Subscription, since: string): NewNotice {
  const { team, id, channel } = oldest
  const matter = { kind: 'restore', oldest: id } as const
  const notice = { matter, since, step: sharedSteps, tried: [] }
  const [to = channel] = contactOf(workspace)
  return { team, subscriptionId: id, channel, to, notice, at: workspace.clock.now() }
}

/** Whether an offer is one owner's, and not all owners'. */
export const isForOneOwner = ({ matter, step }: Notice) => matter.kind === 'restore' && step < sharedSteps

/**
 * Whom a matter goes to after one delivery of it has ended in vain. Where Slack did not say whether it arrived, the same
 * one is told again, and told that it may be the second time: only they can look. Else whoever is next.
 * @param unknown Slack did not say; else it refused
 * @returns `null`: nobody is left
 */
export function nextNotice(
  workspace: NoticeWorkspace,
  subscription: Subscription,
  { team, subscriptionId, channel: to }: Pick<Claim, 'team' | 'subscriptionId' | 'channel'>,
  notice: Notice,
  unknown: boolean,
): NewNotice | null {
  const tried = [...notice.tried, { to, unknown }]
  const doubts = tried.filter((one) => one.to === to && one.unknown).length
  const wait = unknown ? againAfterMs[doubts - 1] : undefined
  const others = recipientsOf(workspace, subscription, notice.matter)
  const next = wait === undefined ? others.find((one) => !tried.some((two) => two.to === one)) : to
  if (next === undefined) return null
  return {
    team,
    subscriptionId,
    channel: subscription.channel,
    to: next,
    notice: { ...notice, step: notice.step + 1, tried },
    at: workspace.clock.now().add({ milliseconds: wait ?? 0 }),
  }
}

/** The recipients of a matter, in order, until one can be reached. */
function recipientsOf(
  workspace: NoticeWorkspace,
  { owner, channel }: Subscription,
  { kind }: NoticeMatter,
): readonly string[] {
  const owners = owner === null ? [] : [owner]
  switch (kind) {
    // Nobody may post in the channel, or nobody needs to know there.
    case 'paused':
      return [...owners, ...contactOf(workspace)]
    case 'not_posted':
    case 'unknown':
      return [...owners, ...contactOf(workspace), channel]
    case 'owner_wanted':
      return [channel, ...contactOf(workspace)]
    case 'restore':
      return [...contactOf(workspace), channel]
  }
}

/** Sightline sends no e-mail. */
function contactOf({ contact }: Pick<DigestWorkspace, 'contact'>): readonly string[] {
  return contact?.kind === 'user' ? [contact.id] : []
}
