import { withRecordRetry } from '../../lib/retry.ts'
import type { Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/reports.ts'
import { PostError, type Poster } from '../../slack/port.ts'
import { awaitTurn } from '../../slack/send/pace.ts'
import type { Claim, DigestStatement, Subscription } from '../../store/index.ts'
import { syncTaskMessages } from '../../tasks/message-sync.ts'
import { taskState } from '../../tasks/state.ts'
import type { DigestWorkspace } from '../workspace.ts'

type Posted = Awaited<ReturnType<Poster['post']>>

/** A recommendation in a message, with the task that it shows. */
export type ShownRecommendation = Pick<Recommendation, 'organizationId' | 'workspaceId' | 'resultId' | 'task'>

/**
 * The message is in the channel, whatever the database says: a record that fails is tried again, which may be repeated
 * with the same `ts`. `false`: the claim is void.
 * @param threadLeaseMs so long the caller has what follows it to itself; left out: it waits to be taken
 */
export async function recordPosted(
  { store, clock, log }: DigestWorkspace,
  claim: Claim,
  ts: string,
  threadLeaseMs?: number,
): Promise<boolean> {
  const isMine = await withRecordRetry(clock, () =>
    store.deliveries.posted(claim, ts, clock.now(), threadLeaseMs),
  )
  if (!isMine)
    log.error('a digest was posted after its claim had expired', {
      team: claim.team,
      channel: claim.channel,
      delivery: claim.id,
    })
  return isMine
}

/** Longer than posting can take: three attempts of up to 10 s each. */
const postLeaseMs = 60_000
/** Leaving later than this, a post could be applied when the lease has run out and somebody looks for it. */
const leaveWithinMs = 10_000
/** Slack may apply a post some seconds after it gave up on the answer. */
export const reconcileAfterMs = 15_000

/** A claimed post, and what to record with it. */
interface PostContent {
  readonly message: Message
  /** `null`: nothing that a digest's record keeps. */
  readonly says: DigestStatement | null
  /** What is to follow the post; left out: nothing. */
  readonly thread?: string | null
}

/** How a claimed post ended. `stopped`: it waited for its turn, and nothing was begun; `taken`: the claim is void. */
export type Sent =
  | { readonly kind: 'posted'; readonly posted: Posted; readonly recorded: boolean }
  | { readonly kind: 'refused'; readonly error: PostError }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'taken' }

/**
 * Commits the intent, posts, and commits the result: a digest, an alert or a notice. Slack's refusal, and a post without
 * an answer, are the caller's to settle.
 * @param channel or a person
 * @param how.threadLeaseMs so long the caller has what follows it to itself; left out: it waits to be taken
 */
export async function postClaimed(
  workspace: DigestWorkspace,
  claim: Claim,
  channel: string,
  { message, ...intent }: PostContent,
  { signal, threadLeaseMs }: { readonly signal?: AbortSignal | undefined; readonly threadLeaseMs?: number },
): Promise<Sent> {
  const { store, clock } = workspace
  try {
    await awaitTurn(workspace, { team: claim.team, channel }, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
    return { kind: 'stopped' }
  }
  const begun = clock.now()
  if (!(await store.deliveries.beginPost(claim, { ...intent, leaseMs: postLeaseMs }, begun)))
    return { kind: 'taken' }
  // This process may be held up from here on: somebody else settles the delivery then.
  const leaveBy = begun.epochMilliseconds + leaveWithinMs
  const mayLeave = () => clock.now().epochMilliseconds < leaveBy
  let posted: Posted
  try {
    posted = await workspace.poster.post(channel, message, { deliveryId: claim.id, mayLeave })
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    return { kind: 'refused', error }
  }
  return { kind: 'posted', posted, recorded: await recordPosted(workspace, claim, posted.ts, threadLeaseMs) }
}

/** Stores the message, so that later task changes are shown in it, too. */
export async function remember(
  workspace: DigestWorkspace,
  { team, channel }: Pick<Subscription, 'team' | 'channel'>,
  { message, ts }: Pick<Posted, 'message' | 'ts'>,
  threadTs: string | null,
  recommendations: readonly ShownRecommendation[],
): Promise<void> {
  const { store, clock } = workspace
  if (recommendations.length === 0) return
  const blocks = JSON.stringify(message.blocks)
  const shown = recommendations.filter(({ resultId }) =>
    blocks.includes(JSON.stringify(resultId).slice(1, -1)),
  )
  if (shown.length === 0) return
  await store.messages.remember(
    { team, channel, ts, kind: 'digest', threadTs, text: message.text, blocks: message.blocks },
    shown,
    clock.now(),
  )
  // Somebody may have created a task while this digest was on its way.
  for (const { organizationId, workspaceId, resultId, task } of shown) {
    const ref = { team, organizationId, workspaceId, resultId }
    const now = taskState(await store.tasks.latest(ref))
    if (JSON.stringify(now) !== JSON.stringify(task)) await syncTaskMessages(workspace, ref, { channel, ts })
  }
}
