import {
  deliveryUnknown,
  digestNotPosted,
  digestPaused,
  ownerWanted,
  restoreOffer,
  withPreface,
} from '../../blocks/digests/notices.ts'
import { withTimeout } from '../../lib/async.ts'
import type { Message } from '../../model/message.ts'
import { type Composition, type MessageKind, resendAfterMs } from '../../outbox/kind.ts'
import { asUnknown, PostError } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import {
  type Notice,
  type NoticeMatter,
  noticeOf,
  type OutboxRow,
  type Owed,
  type Subscription,
} from '../../store/index.ts'
import { codeOf, type Reason } from '../../store/reason.ts'

/** A notice tells a person about a digest. It is owed in its cause's transaction; this file decides who gets it. */

type NoticeWorkspace = Pick<Workspace, 'contact'>

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
    since: Temporal.Instant.from(since),
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
  const owned = Map.groupBy(stopped, ({ owner }) => installer ?? owner)
  owned.delete(null)
  if (owned.size === 0) return [sharedOffer(workspace, oldest, since)]
  const matter = { kind: 'restore', oldest: oldest.id } as const
  return [...owned].flatMap(([to, [first]]) =>
    first === undefined ? [] : [owed(first, { matter, tried: [] }, since, to)],
  )
}

/** One offer for all stopped digests, when an owner can't be reached. */
function sharedOffer(workspace: NoticeWorkspace, oldest: Subscription, since: string): Owed {
  const matter = { kind: 'restore', oldest: oldest.id } as const
  const [to = oldest.channel] = contactOf(workspace)
  return owed(oldest, { matter, tried: [], isShared: true }, since, to)
}

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
  }
}

/** Sightline sends no e-mail. */
function contactOf({ contact }: NoticeWorkspace): readonly string[] {
  return contact?.kind === 'user' ? [contact.id] : []
}

/** A notice about an unknown digest waits this long while that digest is being posted again. */
const repostedWithinMs = 60_000
/** A notice waits no longer for what Slack says about its recipient. */
const personWithinMs = 3_000

/** Tells a person, or else a channel, about a digest. Never too late; goes to the next recipient until it arrives. */
export const noticeKind: MessageKind = {
  resendAfterMs,
  compose: async (workspace, row) => {
    const { team, subject, unknowns } = row
    const { matter, tried } = noticeOf(row.about)
    const subscription = await workspace.store.subscriptions.get(team, subject)
    const content =
      subscription === null || subscription.state === 'deleted'
        ? null
        : await contentOf(workspace, subscription, row, matter)
    if (content === null) return { skip: 'no_longer_so' }
    if (content === 'pending')
      return { later: workspace.clock.now().add({ milliseconds: repostedWithinMs }), reason: 'posting_again' }
    const message = withPreface(content, { again: unknowns > 0, insteadOf: tried.at(-1) ?? null })
    return unlessDeactivated(workspace, row.channel, message)
  },
  unsent: async (workspace, row, unsent) => {
    const { team, subject, since } = row
    const { store, clock } = workspace
    const { why, reason } = unsent
    const subscription = await store.subscriptions.get(team, subject)
    if (subscription === null || why === 'skipped' || why === 'absent' || why === 'late')
      return { ending: { state: 'skipped', reason } }
    const notice = noticeOf(row.about)
    const { matter } = notice
    if (matter.kind === 'restore' && notice.isShared !== true) {
      const oldest = await store.subscriptions.get(team, matter.oldest)
      return {
        ending: { state: 'skipped', reason },
        owed: [sharedOffer(workspace, oldest ?? subscription, since)],
      }
    }
    const tried = [...notice.tried, row.channel]
    const to = recipientsOf(workspace, subscription, matter).find((other) => !tried.includes(other))
    if (to !== undefined)
      return { ending: { state: 'later', dueAt: clock.now(), reason, to, about: { ...notice, tried } } }
    logUnreached(workspace, row, reason)
    return { ending: { state: 'failed', reason } }
  },
}

/** Slack accepts messages to deactivated people, which nobody reads: such a message counts as refused. */
export async function unlessDeactivated(
  { people, clock }: Workspace,
  recipient: string,
  message: Message,
): Promise<Composition> {
  const person = /^[UW]/.test(recipient)
    ? await withTimeout(clock, personWithinMs, () => people.currentPerson(recipient)).catch(asUnknown)
    : null
  return person?.deleted === true ? { message, send: refused } : { message }
}

const refused = () => Promise.reject(new PostError('refused', 'user_not_found'))

function logUnreached({ log, contact }: Workspace, row: OutboxRow, reason: Reason): void {
  log.error('a notice about a digest reached nobody', {
    team: row.team,
    channel: row.channel,
    delivery: row.id,
    code: typeof reason === 'object' && 'detail' in reason ? reason.detail : codeOf(reason),
    detail: `${noticeOf(row.about).matter.kind}. ${
      contact?.kind === 'user'
        ? 'Check that SIGHTLINE_CONTACT is still a member of this workspace.'
        : 'With a single workspace, SIGHTLINE_CONTACT can name the Slack user who gets what an owner can’t.'
    } /sightline status shows it in the digest’s channel.`,
  })
}

/** The notice's message; `null` if it no longer applies; `pending` while its digest is being posted again. */
async function contentOf(
  workspace: Workspace,
  subscription: Subscription,
  { team, since }: OutboxRow,
  matter: Notice['matter'],
): Promise<Message | null | 'pending'> {
  const { store } = workspace
  const { id, name, channel, owner, ownerAsked, state, pausedReason } = subscription
  switch (matter.kind) {
    case 'paused': {
      if (state !== 'paused' || pausedReason === null) return null
      if (codeOf(pausedReason) !== codeOf(matter.code)) return null
      return digestPaused({ name, channel, slot: since, reason: matter.code })
    }
    case 'not_posted':
      return digestNotPosted({
        name,
        channel,
        slot: since,
        reason: matter.reason,
        hours: matter.hours ?? null,
      })
    case 'unknown': {
      const digest = await store.outbox.get(team, matter.delivery)
      if (digest?.state === 'sending' || digest?.dueAt != null) return 'pending'
      if (digest?.state !== 'unknown') return null
      const label = digest.kind === 'alert' ? `${name}, an alert` : name
      return deliveryUnknown({ deliveryId: digest.id, name: label, channel, slot: digest.since })
    }
    case 'owner_wanted': {
      if (owner !== matter.gone || ownerAsked !== matter.gone) return null
      return ownerWanted(name, matter.gone, id)
    }
    case 'restore': {
      const { length: count } = await store.subscriptions.stopped(team)
      return count === 0 ? null : restoreOffer({ count })
    }
  }
}
