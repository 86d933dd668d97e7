import type { Message } from '../../model/message.ts'
import { PostError } from '../../slack/port.ts'
import { awaitTurn } from '../../slack/send/pace.ts'
import type { ThreadClaim } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { classifyPostError } from './post-failure.ts'
import { reconcileAfterMs, sendWithinMs } from './posting.ts'

/** Longer than posting one reply takes. */
export const replyLeaseMs = 60_000
/** Delay after a look-up that Slack didn't answer. */
const lookUpAgainMs = 60_000

/**
 * - `{ message, ts }`: the reply is in the thread.
 * - `given_up`: the outcome is unknown, and the bot may not look it up.
 * - `refused`: Slack refused it.
 * - `later`: another run or process continues.
 */
type ReplyOutcome = { readonly message: Message; readonly ts: string } | 'given_up' | 'refused' | 'later'

interface ReplyJob {
  /** Its position among the replies, from 0. */
  readonly number: number
  readonly reply: Message
  /** Aborts waiting. The next process posts the rest. */
  readonly signal: AbortSignal | undefined
}

/** Posts one reply, unless it is in the thread already. */
export async function ensureReply(
  workspace: DigestWorkspace,
  claim: ThreadClaim,
  job: ReplyJob,
): Promise<ReplyOutcome> {
  const mayBeThere = claim.mayBeSent && job.number === claim.next
  if (job.signal?.aborted) return releaseThread(workspace, claim, mayBeThere)
  const existing = mayBeThere ? await findReply(workspace, claim, job) : null
  return existing ?? post(workspace, claim, job)
}

/** @param mayBeSent whether the reply may be in the thread already */
async function releaseThread(
  { store, clock }: DigestWorkspace,
  claim: ThreadClaim,
  mayBeSent: boolean,
): Promise<'later'> {
  await store.deliveries.releaseThread(claim, { at: clock.now(), mayBeSent })
  return 'later'
}

/** Looks for the reply in its thread; `null` if it is not there. */
async function findReply(
  { store, clock, log, history }: DigestWorkspace,
  claim: ThreadClaim,
  { number, reply }: ReplyJob,
): Promise<ReplyOutcome | null> {
  const { team, channel, ts, id } = claim
  try {
    const match = await history.findReply(channel, ts, { deliveryId: id, reply: number })
    if (match === 'absent') return null
    if (typeof match === 'object') return { message: reply, ts: match.ts }
    log.warn('a reply to a digest has an unknown outcome', { team, channel, delivery: id })
    return 'given_up'
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    const { kind } = classifyPostError(error)
    // For example, the digest's message was deleted, and its thread with it.
    if (kind === 'fail' || kind === 'pause') return 'refused'
    const wait = error.retryAfterSeconds === null ? lookUpAgainMs : error.retryAfterSeconds * 1_000
    await store.deliveries.releaseThread(claim, {
      at: clock.now().add({ milliseconds: wait }),
      mayBeSent: true,
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
  // If this process is suspended from here on, another one continues.
  const sendBy = begun.epochMilliseconds + sendWithinMs
  const maySend = () => clock.now().epochMilliseconds < sendBy
  try {
    return await workspace.poster.post(channel, reply, {
      threadTs: ts,
      deliveryId: id,
      reply: number,
      maySend,
    })
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    const failure = classifyPostError(error)
    const event =
      failure.kind === 'wait' ? 'a reply to a digest will be retried' : 'a reply to a digest was not posted'
    log.warn(event, { team, channel, delivery: id, code: error.code })
    const after = (ms: number) => clock.now().add({ milliseconds: ms })
    switch (failure.kind) {
      case 'wait':
        await store.deliveries.releaseThread(claim, { at: after(failure.ms), mayBeSent: false })
        return 'later'
      case 'unknown':
        await store.deliveries.releaseThread(claim, { at: after(reconcileAfterMs), mayBeSent: true })
        return 'later'
      case 'disconnected':
        await store.deliveries.releaseThread(claim, { at: clock.now(), mayBeSent: false })
        return 'later'
      default:
        return 'refused'
    }
  }
}
