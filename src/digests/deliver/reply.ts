import type { Message } from '../../model/message.ts'
import { PostError } from '../../slack/port.ts'
import { awaitTurn } from '../../slack/send/pace.ts'
import type { ThreadClaim } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { recordDisconnection } from './disconnection.ts'
import { refusalOf } from './post-failure.ts'

/** Longer than posting one reply can take. */
export const replyLeaseMs = 60_000
/** Leaving later than this, it could be applied when the lease has run out and somebody looks for it. */
const leaveWithinMs = 10_000
/** Slack may apply a post some seconds after it gave up on the answer. */
const reconcileAfterMs = 15_000
/** After a look that Slack didn't answer. */
const againAfterMs = 60_000

/**
 * - an address: it is in the thread, as this message.
 * - `given_up`: nobody knows whether it is, and the bot may not look.
 * - `refused`: Slack doesn't take it.
 * - `later`: somebody goes on later, or has gone on already.
 */
type ReplyOutcome = { readonly message: Message; readonly ts: string } | 'given_up' | 'refused' | 'later'

interface ReplyJob {
  /** Which reply of its digest, from 0. */
  readonly number: number
  readonly reply: Message
  /** Ends the wait for its turn: it is then free for the next process. */
  readonly signal: AbortSignal | undefined
}

/** Sees to it that one reply of a digest is in its thread, once. */
export async function ensureReply(
  workspace: DigestWorkspace,
  claim: ThreadClaim,
  wanted: ReplyJob,
): Promise<ReplyOutcome> {
  const mayBeThere = claim.leaving && wanted.number === claim.next
  if (wanted.signal?.aborted) return releaseThread(workspace, claim, mayBeThere)
  const found = mayBeThere ? await lookFor(workspace, claim, wanted) : null
  return found ?? post(workspace, claim, wanted)
}

/** @param leaving whether it may be there already */
async function releaseThread(
  { store, clock }: DigestWorkspace,
  claim: ThreadClaim,
  leaving: boolean,
): Promise<'later'> {
  await store.deliveries.leaveThread(claim, { at: clock.now(), leaving })
  return 'later'
}

/** `null`: it is not there. */
async function lookFor(
  { store, clock, log, history }: DigestWorkspace,
  claim: ThreadClaim,
  { number, reply }: ReplyJob,
): Promise<ReplyOutcome | null> {
  const { team, channel, ts, id } = claim
  try {
    const found = await history.findReply(channel, ts, { deliveryId: id, reply: number })
    if (found === 'absent') return null
    if (typeof found === 'object') return { message: reply, ts: found.ts }
    log.warn('a reply to a digest has an unknown outcome', { team, channel, delivery: id })
    return 'given_up'
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    const { kind } = refusalOf(error)
    // For instance since the digest was deleted: there is no thread any more.
    if (kind === 'fail' || kind === 'pause') return 'refused'
    const wait = error.retryAfterSeconds === null ? againAfterMs : error.retryAfterSeconds * 1_000
    await recordDisconnection({ store, clock, log }, team, error)
    await store.deliveries.leaveThread(claim, {
      at: clock.now().add({ milliseconds: wait }),
      leaving: true,
    })
    return 'later'
  }
}

async function post(
  workspace: DigestWorkspace,
  claim: ThreadClaim,
  { number, reply, signal }: ReplyJob,
): Promise<ReplyOutcome> {
  const { store, clock, log } = workspace
  const { team, channel, ts, id } = claim
  try {
    await awaitTurn(workspace, { team, channel }, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
    return releaseThread(workspace, claim, false)
  }
  const begun = clock.now()
  if (!(await store.deliveries.beginReply(claim, replyLeaseMs, begun))) return 'later'
  // This process may be held up from here on: somebody else goes on then.
  const leaveBy = begun.epochMilliseconds + leaveWithinMs
  const mayLeave = () => clock.now().epochMilliseconds < leaveBy
  try {
    return await workspace.poster.post(channel, reply, {
      threadTs: ts,
      deliveryId: id,
      reply: number,
      mayLeave,
    })
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    log.warn('a reply to a digest was not posted', { team, channel, delivery: id, code: error.code })
    const refusal = refusalOf(error)
    const after = (ms: number) => clock.now().add({ milliseconds: ms })
    switch (refusal.kind) {
      case 'wait':
        await store.deliveries.leaveThread(claim, { at: after(refusal.ms), leaving: false })
        return 'later'
      case 'unknown':
        await store.deliveries.leaveThread(claim, { at: after(reconcileAfterMs), leaving: true })
        return 'later'
      case 'disconnected':
        await recordDisconnection(workspace, team, error)
        await store.deliveries.leaveThread(claim, { at: clock.now(), leaving: false })
        return 'later'
      default:
        return 'refused'
    }
  }
}
