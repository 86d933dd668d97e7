import type { Notice, NoticeMatter, Owed, Subscription } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'

/**
 * A notice tells a person about a digest. It is owed in the transaction that records its cause, and delivered like a
 * digest. This file decides who gets it.
 */

type NoticeWorkspace = Pick<DigestWorkspace, 'contact'>

/** @param since ISO 8601 instant of the slot or the event; with the matter, it identifies the notice */
export function noticeAbout(
  workspace: NoticeWorkspace,
  subscription: Subscription,
  matter: Exclude<NoticeMatter, { kind: 'restore' }>,
  since: string,
): Owed {
  const [to = null] = recipientsOf(workspace, subscription, matter)
  return owed(subscription, { matter, tried: [] }, since, to)
}

function owed({ team, id, channel }: Subscription, notice: Notice, since: string, to: string | null): Owed {
  return {
    team,
    kind: 'notice',
    key: JSON.stringify([id, notice.matter.kind, since, notice.isShared === true]),
    subject: id,
    channel: to ?? channel,
    since,
    about: notice,
    ...(to === null ? { ended: { state: 'failed', reason: 'nobody_to_tell' } } : {}),
  }
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
): readonly Owed[] {
  const [oldest] = stopped
  if (oldest === undefined) return []
  const owned = Map.groupBy(installer === null ? stopped : [oldest], ({ owner }) => installer ?? owner)
  owned.delete(null)
  if (owned.size === 0) return [sharedOffer(workspace, oldest, since)]
  const matter = { kind: 'restore', oldest: oldest.id } as const
  return [...owned].flatMap(([to, [first]]) =>
    first === undefined ? [] : [owed(first, { matter, tried: [] }, since, to)],
  )
}

/** One offer for all stopped digests, when an owner can't be reached. */
export function sharedOffer(workspace: NoticeWorkspace, oldest: Subscription, since: string): Owed {
  const matter = { kind: 'restore', oldest: oldest.id } as const
  const [to = oldest.channel] = contactOf(workspace)
  return owed(oldest, { matter, tried: [], isShared: true }, since, to)
}

/** The recipients of a matter, in the order they are tried. */
export function recipientsOf(
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
  }
}

/** Sightline sends no e-mail. */
function contactOf({ contact }: Pick<DigestWorkspace, 'contact'>): readonly string[] {
  return contact?.kind === 'user' ? [contact.id] : []
}
