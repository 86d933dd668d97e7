import type { Message } from '../../model/message.ts'
import type { ThreadClaim } from '../../store/index.ts'
import type { ComposedDigest } from '../compose/compose.ts'
import { isTooOld } from '../schedule/slot-plan.ts'
import type { DigestWorkspace, DigestWorkspaces } from '../workspace.ts'
import { remember, type ShownRecommendation } from './posting.ts'
import { ensureReply, replyLeaseMs } from './reply.ts'

/**
 * What follows a digest is kept with its intent, so that whoever learns that it was posted can go on: the process that
 * posted it, one that finds it in the channel, or one that takes over. Each reply is committed before it leaves; one of
 * which nobody knows whether it arrived is looked for in the thread before it is posted again, and left out where the bot
 * may not look: a reply that is missing is better than one that comes twice.
 */
interface Thread {
  /** The digest itself, where a task can be created from it; `null`: nobody has to know it again. */
  readonly main: Message | null
  readonly replies: readonly Message[]
  readonly recommendations: readonly ShownRecommendation[]
}

const atOnce = 20

/** For the intent; `null`: nothing follows. */
export function threadOf({ main, replies, recommendations }: ComposedDigest): Thread | null {
  if (replies.length === 0 && recommendations.length === 0) return null
  const shown = recommendations.map(({ organizationId, workspaceId, resultId, task }) => ({
    organizationId,
    workspaceId,
    resultId,
    task,
  }))
  return { main: shown.length === 0 ? null : main, replies, recommendations: shown }
}

/** As `followUp` reads it. */
export function threadJson({ main, replies, recommendations }: Thread): string {
  const asPosted = ({ text, blocks }: Message) => ({ text, blocks })
  return JSON.stringify({ main: main && asPosted(main), replies: replies.map(asPosted), recommendations })
}

/** Goes on with the digests that were posted, and of which something is still to follow. */
export async function resumeThreads(workspaces: DigestWorkspaces, signal: AbortSignal): Promise<void> {
  const { store, clock } = workspaces
  for (;;) {
    const waiting = await store.deliveries.threadsWaiting(clock.now(), atOnce)
    for (const one of waiting) {
      if (signal.aborted) return
      const own = await workspaces.of(one.team)
      if (own === null) await dropThread(workspaces, one)
      else await resumeThread(own, one, signal)
    }
    if (waiting.length < atOnce) return
  }
}

/** Nobody can post where Sightline no longer is. */
async function dropThread(
  { store, clock, log }: DigestWorkspaces,
  { team, id }: { readonly team: string; readonly id: string },
): Promise<void> {
  const claim = await store.deliveries.takeThread({ team, id, leaseMs: replyLeaseMs, now: clock.now() })
  if (claim === null) return
  await store.deliveries.replied(claim, 'all', clock.now())
  log.warn('replies to a digest were skipped: Sightline is no longer installed', {
    team,
    channel: claim.channel,
    delivery: id,
  })
}

/**
 * Posts what follows a digest, as far as it is not there, unless somebody is at it.
 * @param signal ends it before the next reply; the rest is then free for the next process
 */
export async function resumeThread(
  workspace: DigestWorkspace,
  { team, id }: { readonly team: string; readonly id: string },
  signal?: AbortSignal,
): Promise<void> {
  const { store, clock } = workspace
  const claim = await store.deliveries.takeThread({ team, id, leaseMs: replyLeaseMs, now: clock.now() })
  if (claim === null) return
  const thread: Thread = JSON.parse(claim.thread)
  const { main, recommendations } = thread
  if (main !== null && claim.next === 0)
    await remember(workspace, claim, { message: main, ts: claim.ts }, null, recommendations)
  await postReplies(workspace, claim, thread, { signal })
}

/**
 * Posts what follows a digest. It stands without: a reply that Slack refuses ends the rest.
 *
 * @param how.remembered resolves when the digest itself is; who takes over remembers it only before the first reply is settled
 * @param how.signal as for `followUp`
 */
export async function postReplies(
  workspace: DigestWorkspace,
  claim: ThreadClaim,
  { replies, recommendations }: Thread,
  {
    remembered = Promise.resolve(),
    signal,
  }: { readonly remembered?: Promise<void>; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { store, clock, log, graceHours } = workspace
  const { team, id, channel, ts, next } = claim
  if (next < replies.length && isTooOld(postedAt(claim), clock.now(), graceHours))
    log.warn('a reply to a digest was skipped: too late', { team, channel, delivery: id })
  else
    for (const [number, reply] of replies.entries()) {
      if (number < next) continue
      const [settled] = await Promise.all([
        ensureReply(workspace, claim, { number, reply, signal }),
        remembered,
      ])
      if (settled === 'later') return
      if (settled === 'refused') break
      if (settled !== 'given_up') await remember(workspace, claim, settled, ts, recommendations)
      // The last one ends it all, below.
      if (number + 1 === replies.length) break
      if (!(await store.deliveries.replied(claim, number + 1, clock.now()))) return
    }
  await remembered
  await store.deliveries.replied(claim, 'all', clock.now())
}

/** Slack's `ts` begins with its seconds. A digest that was posted long after its slot is young all the same. */
function postedAt({ ts, slot }: ThreadClaim): Temporal.Instant {
  const seconds = Number.parseInt(ts, 10)
  return Number.isFinite(seconds)
    ? Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
    : Temporal.Instant.from(slot)
}
