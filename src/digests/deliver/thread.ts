import { fewAtOnce } from '../../insights/section.ts'
import type { Message } from '../../model/message.ts'
import { writeCanvas } from '../../review/canvas.ts'
import type { ThreadClaim } from '../../store/index.ts'
import type { ComposedDigest } from '../compose/compose.ts'
import { isTooOld } from '../schedule/slot-plan.ts'
import type { DigestWorkspace, DigestWorkspaces } from '../workspace.ts'
import { type ShownRecommendation, trackMessage } from './posting.ts'
import { ensureReply, replyLeaseMs } from './reply.ts'

/**
 * A digest's replies. They are stored with its intent, so that any process can continue them: the one that posted the
 * digest, or one that finds it in the channel. Each reply is committed before it is sent. A reply with an unknown outcome
 * is looked up before it is posted again. If the bot may not look it up, it is skipped: a gap is better than a duplicate.
 */
interface Thread {
  /** The digest itself, if it shows recommendations and so has to be tracked. */
  readonly main: Message | null
  readonly replies: readonly Message[]
  readonly recommendations: readonly ShownRecommendation[]
  /** New content of the channel's canvas; omitted: unchanged. */
  readonly canvas?: string
}

const atOnce = 20

/** `null` if there are no replies, nothing to track, and no canvas. */
export function threadOf({ main, replies, recommendations, canvas }: ComposedDigest): Thread | null {
  if (replies.length === 0 && recommendations.length === 0 && canvas === undefined) return null
  const refs = recommendations.map(({ organizationId, workspaceId, resultId, task }) => ({
    organizationId,
    workspaceId,
    resultId,
    task,
  }))
  const canvasField = canvas === undefined ? {} : { canvas }
  return { main: refs.length === 0 ? null : main, replies, recommendations: refs, ...canvasField }
}

export function threadJson({ main, replies, ...more }: Thread): string {
  const contentOf = ({ text, blocks }: Message) => ({ text, blocks })
  return JSON.stringify({ main: main && contentOf(main), replies: replies.map(contentOf), ...more })
}

/** Continues the threads of posted digests whose replies are incomplete. */
export async function resumeThreads(workspaces: DigestWorkspaces, signal: AbortSignal): Promise<void> {
  const { store, clock } = workspaces
  for (;;) {
    const waiting = await store.deliveries.threadsWaiting(clock.now(), atOnce)
    await fewAtOnce(waiting, async (delivery) => {
      if (signal.aborted) return
      const workspace = await workspaces.of(delivery.team)
      if (workspace === null) await dropThread(workspaces, delivery)
      else await resumeThread(workspace, delivery, signal)
    })
    if (waiting.length < atOnce || signal.aborted) return
  }
}

/** Ends a thread in a workspace from which Sightline was removed. */
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
 * Posts a digest's missing replies, unless another process does.
 * @param signal leaves the rest to the next process
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
    await trackMessage(workspace, claim, { message: main, ts: claim.ts }, null, recommendations)
  await postReplies(workspace, claim, thread, { signal })
}

/**
 * Posts the missing replies. A refused reply ends the thread.
 *
 * @param how.tracked resolves once the digest itself is tracked; a process that takes over tracks it before the first reply
 * @param how.signal as for {@link resumeThread}
 */
export async function postReplies(
  workspace: DigestWorkspace,
  claim: ThreadClaim,
  { replies, recommendations, canvas }: Thread,
  {
    tracked = Promise.resolve(),
    signal,
  }: { readonly tracked?: Promise<void>; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { store, clock, log, graceHours } = workspace
  const { team, id, channel, ts, next } = claim
  const isOld = isTooOld(postedAt(claim), clock.now(), graceHours)
  if (canvas !== undefined && next === 0 && !isOld) await writeCanvas(workspace, claim, canvas)
  if (next < replies.length && isOld)
    log.warn('a reply to a digest was skipped: too late', { team, channel, delivery: id })
  else
    for (const [number, reply] of replies.entries()) {
      if (number < next) continue
      const [outcome] = await Promise.all([ensureReply(workspace, claim, { number, reply, signal }), tracked])
      if (outcome === 'later') return
      if (outcome === 'refused') break
      if (outcome !== 'given_up') await trackMessage(workspace, claim, outcome, ts, recommendations)
      // The last reply ends the thread, below.
      if (number + 1 === replies.length) break
      if (!(await store.deliveries.replied(claim, number + 1, clock.now()))) return
    }
  await tracked
  await store.deliveries.replied(claim, 'all', clock.now())
}

/** Slack's `ts` begins with the seconds of the post. The slot may be much older. */
function postedAt({ ts, slot }: ThreadClaim): Temporal.Instant {
  const seconds = Number.parseInt(ts, 10)
  return Number.isFinite(seconds)
    ? Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
    : Temporal.Instant.from(slot)
}
