import type { Claim, NewNotice, Notice, NoticeMatter, Subscription } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'

/**
 * A notice tells a person about a digest. It is a delivery of its own, written in the transaction that records its cause,
 * and claimed, posted and reconciled like a digest. This file decides who gets it.
 */

/** Delays before a person gets a notice again if its outcome is unknown, since the bot can't read their messages. */
const resendAfterMs = [1, 5, 30, 120, 720].map((minutes) => minutes * 60_000)

/** Steps from this number on belong to a workspace's shared offer, which follows the offers to individual owners. */
const sharedSteps = 100

type NoticeWorkspace = Pick<DigestWorkspace, 'contact' | 'clock'>

/** @param since ISO 8601 instant of the slot or the event; with the matter, it identifies the notice */
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
 * Offers to restore the digests that stopped when Sightline was removed from a workspace. Each owner gets an offer. If
 * there are no owners, the configured contact gets it, or else a channel.
 * @param stopped oldest first
 * @param installer gets the only offer, as the person who installed Sightline again; `null`: unknown
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
  return [...owned].flatMap(([to, [first]]) => {
    if (first === undefined) return []
    const { team, id, channel } = first
    const notice = { matter, since, step: 0, tried: [] }
    return [{ team, subscriptionId: id, channel, to, notice, at: workspace.clock.now() }]
  })
}

/** One offer for all stopped digests, when an owner can't be reached. */
export function sharedOffer(workspace: NoticeWorkspace, oldest: Subscription, since: string): NewNotice {
  const { team, id, channel } = oldest
  const matter = { kind: 'restore', oldest: id } as const
  const notice = { matter, since, step: sharedSteps, tried: [] }
  const [to = channel] = contactOf(workspace)
  return { team, subscriptionId: id, channel, to, notice, at: workspace.clock.now() }
}

/** Whether an offer went to one owner. */
export const isForOneOwner = ({ matter, step }: Notice) => matter.kind === 'restore' && step < sharedSteps

/**
 * The next notice after one failed. If its outcome is unknown, the same person gets it again, marked as a possible
 * duplicate. Otherwise it goes to the next recipient.
 * @param unknown the outcome is unknown; otherwise Slack refused the post
 * @returns `null` if no recipient is left
 */
export function nextNotice(
  workspace: NoticeWorkspace,
  subscription: Subscription,
  { team, subscriptionId, channel: to }: Pick<Claim, 'team' | 'subscriptionId' | 'channel'>,
  notice: Notice,
  unknown: boolean,
): NewNotice | null {
  const tried = [...notice.tried, { to, unknown }]
  const unknownTries = tried.filter((one) => one.to === to && one.unknown).length
  const wait = unknown ? resendAfterMs[unknownTries - 1] : undefined
  const others = recipientsOf(workspace, subscription, notice.matter)
  const next = wait === undefined ? others.find((other) => !tried.some((one) => one.to === other)) : to
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

/** The recipients of a matter, in the order they are tried. */
function recipientsOf(
  workspace: NoticeWorkspace,
  { owner, channel }: Subscription,
  { kind }: NoticeMatter,
): readonly string[] {
  const owners = owner === null ? [] : [owner]
  switch (kind) {
    // Not the channel: the bot may not be able to post there.
    case 'paused':
      return [...owners, ...contactOf(workspace)]
    case 'not_posted':
    case 'unknown':
      return [...owners, ...contactOf(workspace), channel]
    case 'owner_wanted':
      return [channel, ...contactOf(workspace)]
    case 'restore':
      return [...contactOf(workspace), channel]
    // Not the channel: the question concerns the digest's owner only.
    case 'waiting':
      return [...owners, ...contactOf(workspace)]
  }
}

/** Sightline sends no e-mail. */
function contactOf({ contact }: Pick<DigestWorkspace, 'contact'>): readonly string[] {
  return contact?.kind === 'user' ? [contact.id] : []
}
