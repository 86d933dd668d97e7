import { alertMessage } from '../../blocks/digests/alert.ts'
import { idsOf } from '../../model/recommendation.ts'
import { type Composition, endOf, type MessageKind, type Resolution, type Unsent } from '../../outbox/kind.ts'
import { writeCanvas } from '../../review/canvas.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { Ending, OutboxRow, Owed, Subscription } from '../../store/index.ts'
import { type Cause, causeOf, type Reason } from '../../store/reason.ts'
import { type ShownRecommendation, shownIn, trackMessage } from '../../tasks/create.ts'
import { type AlertIntent, alertObstacle } from '../alerts/check-alerts.ts'
import { type ComposedDigest, composeDigest } from '../compose/compose.ts'
import { noticeAbout } from './notice.ts'

export const digestKind: MessageKind = {
  compose: async (workspace, row, deliberate) => {
    const { team, subject, askedBy } = row
    const subscription = await workspace.store.subscriptions.get(team, subject)
    // Whoever requested it was told that it may be missing, and decides.
    if (askedBy !== null && row.state === 'unknown' && !deliberate) return { skip: 'not_arrived' }
    const obstacle = obstacleTo(row, subscription)
    if (subscription === null || obstacle !== null) return { skip: obstacle ?? 'digest_deleted' }
    const slot = Temporal.Instant.from(row.since)
    // A person who requests a digest gets it in full, even if nothing has changed.
    const composed = await composeDigest(workspace, subscription, slot, { short: askedBy === null })
    if (!composed.quiet || !subscription.onlyWhenChanged || askedBy !== null) return compositionOf(composed)
    await workspace.store.subscriptions.checkOwner(team, subject, workspace.clock.now())
    return { skip: 'quiet' }
  },
  arrived: async (workspace, row, posted, effect) => {
    const { recommendations = [], canvas }: DigestEffect = effect
    await trackMessage(workspace, row, posted, recommendations)
    if (canvas !== undefined) await writeCanvas(workspace, row, canvas)
  },
  unsent: async (workspace, row, unsent) => {
    const { team, subject, since, askedBy } = row
    const { why, reason } = unsent
    const subscription = await workspace.store.subscriptions.get(team, subject)
    const obstacle = obstacleTo(row, subscription)
    // A person who requested the digest sees the error in the reply.
    const tells = subscription !== null && askedBy === null
    const tell = (matter: Parameters<typeof noticeAbout>[2]): { readonly owed: readonly Owed[] } => ({
      owed:
        tells && subscription.state !== 'deleted'
          ? [noticeAbout(workspace, subscription, matter, since)]
          : [],
    })
    if (obstacle !== null && (why === 'absent' || why === 'late'))
      return { ending: { state: 'skipped', reason: obstacle } }
    switch (why) {
      case 'refused':
        return unsent.isChannel === true && subscription !== null
          ? pausing(workspace, row, subscription, unsent)
          : { ending: endOf(unsent), ...tell({ kind: 'not_posted', reason }) }
      case 'unreadable':
        return { ending: endOf(unsent), ...tell({ kind: 'unknown', delivery: row.id }) }
      case 'absent':
        return { ending: endOf(unsent), ...tell({ kind: 'not_posted', reason: 'too_late' }) }
      case 'late': {
        const cause = causeOf(reason)
        const matter = { kind: 'not_posted', reason: cause, hours: workspace.graceHours } as const
        return { ending: { state: 'skipped', reason: { code: 'given_up', cause } }, ...tell(matter) }
      }
      case 'skipped':
        return { ending: endOf(unsent) }
    }
  },
  ended: countDigest,
}

/** A threshold that was crossed. Composed as recorded, unless it is turned off or in its quiet hours. */
export const alertKind: MessageKind = {
  compose: async ({ store, clock }, { team, subject, about, askedBy }, deliberate) => {
    const subscription = await store.subscriptions.get(team, subject)
    const intent: AlertIntent = JSON.parse(about)
    const obstacle = obstacleTo({ askedBy: deliberate ? askedBy : null }, subscription)
    if (subscription === null || obstacle !== null) return { skip: obstacle ?? 'digest_deleted' }
    const quiet = deliberate ? null : alertObstacle(intent, subscription, clock.now())
    if (quiet !== null) return quiet
    return {
      message: alertMessage(intent.news),
      effect: { marks: intent.marks, told: intent.told, checkOwner: true },
    }
  },
  // The next check reports the change if it persists, so only a pause or an unknown outcome is told.
  unsent: async (workspace, row, unsent) => {
    const subscription = await workspace.store.subscriptions.get(row.team, row.subject)
    if (subscription === null) return { ending: endOf(unsent) }
    if (unsent.why === 'refused' && unsent.isChannel === true)
      return pausing(workspace, row, subscription, unsent)
    if (unsent.why === 'late')
      return { ending: { state: 'skipped', reason: { code: 'given_up', cause: causeOf(unsent.reason) } } }
    if (unsent.why !== 'unreadable') return { ending: endOf(unsent) }
    const matter = { kind: 'unknown', delivery: row.id } as const
    return {
      // It counts as sent, so that it isn't sent again automatically.
      ending: { state: 'unknown', dueAt: null, reason: unsent.reason, applies: true },
      owed: [noticeAbout(workspace, subscription, matter, row.since)],
    }
  },
  ended: countDigest,
}

/** A reply in a digest's thread. If it can't be looked up, a gap is better than a duplicate. */
export const replyKind: MessageKind = {
  compose: async (_, { message, effect }): Promise<Composition> =>
    message === null
      ? { skip: 'no_longer_so' }
      : { message: JSON.parse(message), effect: JSON.parse(effect ?? '{}') },
  arrived: async (workspace, row, posted, { recommendations = [] }: DigestEffect) => {
    await trackMessage(workspace, row, posted, recommendations)
  },
}

/** What a digest stores with its intent, beside what the store applies. */
interface DigestEffect {
  readonly recommendations?: readonly ShownRecommendation[]
  readonly canvas?: string
}

function compositionOf(composed: ComposedDigest): Composition {
  const { main, replies, statement, recommendations, question, canvas } = composed
  const shown = recommendations.map(({ task, ...ids }) => ({ ...idsOf(ids), task }))
  return {
    message: main,
    effect: {
      ...(statement === null ? {} : { statement }),
      checkOwner: true,
      recommendations: shown,
      ...(question === undefined ? {} : { question }),
      ...(canvas === undefined ? {} : { canvas }),
    },
    replies: replies.map((message) => {
      const inReply = shownIn(message, shown)
      return { message, ...(inReply.length === 0 ? {} : { effect: { recommendations: inReply } }) }
    }),
  }
}

/** Why a digest that is due is not posted; `null`: nothing stands in its way. */
function obstacleTo(
  { askedBy }: Pick<OutboxRow, 'askedBy'>,
  subscription: Subscription | null,
): Reason | null {
  if (subscription === null || subscription.state === 'deleted') return 'digest_deleted'
  if (askedBy !== null || subscription.state !== 'paused') return null
  return { code: 'digest_paused', cause: causeOf(subscription.pausedReason) }
}

function pausing(
  workspace: Workspace,
  { since }: OutboxRow,
  subscription: Subscription,
  { reason }: Unsent,
): Resolution {
  const code: Cause = causeOf(reason)
  return {
    ending: { state: 'failed', reason },
    pause: code,
    owed: [noticeAbout(workspace, subscription, { kind: 'paused', code }, since)],
  }
}

function countDigest(
  { meter }: Pick<Workspace, 'meter'>,
  { state: before }: OutboxRow,
  state: Ending['state'],
  reason?: Reason,
): void {
  if (state === 'unknown' && before === 'unknown') return
  // It only waits, for example for its turn: nothing failed. A failure to compose has details.
  if (state === 'later' && before === 'ready' && typeof reason === 'string') return
  const outcomes = {
    sent: 'posted',
    later: 'retried',
    unknown: 'unknown',
    failed: 'failed',
    skipped: 'skipped',
  }
  meter.digests(reason === 'quiet' ? 'quiet' : (outcomes[state] as 'posted'), 1)
}
