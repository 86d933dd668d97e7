import { withRecordRetry } from '../../lib/retry.ts'
import type { Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import { PostError, type Poster } from '../../slack/port.ts'
import { awaitTurn } from '../../slack/send/pace.ts'
import type { Claim, DigestStatement, Subscription } from '../../store/index.ts'
import { syncTaskMessages } from '../../tasks/message-sync.ts'
import { taskState } from '../../tasks/state.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { countDigest } from './count.ts'

type Posted = Awaited<ReturnType<Poster['post']>>

/** A recommendation in a message, with the task state shown there. */
export type ShownRecommendation = Pick<Recommendation, 'organizationId' | 'workspaceId' | 'resultId' | 'task'>

/**
 * Records a posted message. Retries on database errors, since the message is in the channel; recording is idempotent.
 * @param threadLeaseMs how long the caller has claimed the replies; omitted: any process may claim them
 * @returns `false` if the claim has expired
 */
export async function recordPosted(
  workspace: DigestWorkspace,
  claim: Claim,
  ts: string,
  threadLeaseMs?: number,
): Promise<boolean> {
  const { store, clock, log } = workspace
  const isRecorded = await withRecordRetry(clock, () =>
    store.deliveries.posted(claim, ts, clock.now(), threadLeaseMs),
  )
  if (!countDigest(workspace, claim, 'posted', isRecorded))
    log.error('a digest was posted after its claim had expired', {
      team: claim.team,
      channel: claim.channel,
      delivery: claim.id,
    })
  return isRecorded
}

/** Longer than posting takes: three attempts of at most 10 s each. */
export const postLeaseMs = 60_000
/** A post sent later could arrive after its lease has expired and another process has already looked for it. */
export const sendWithinMs = 10_000
/** Slack may still post a message some seconds after the request timed out. */
export const reconcileAfterMs = 15_000

/** A message to post, and what to record with it. */
interface PostContent {
  readonly message: Message
  /** What the digest reports, for its record; `null` if nothing. */
  readonly statement: DigestStatement | null
  /** The replies as JSON; omitted if there are none. */
  readonly thread?: string | null
}

/** The outcome of a claimed post. `stopped`: aborted before the intent was committed; `taken`: the claim has expired. */
export type PostOutcome =
  | { readonly kind: 'posted'; readonly posted: Posted; readonly recorded: boolean }
  | { readonly kind: 'refused'; readonly error: PostError }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'taken' }

/**
 * Posts a claimed digest, alert or notice: commits the intent, posts, commits the result. The caller handles posts that
 * Slack refused or didn't answer.
 * @param channel a channel or a person
 * @param how.threadLeaseMs as for {@link recordPosted}
 */
export async function postClaimed(
  workspace: DigestWorkspace,
  claim: Claim,
  channel: string,
  { message, ...intent }: PostContent,
  { signal, threadLeaseMs }: { readonly signal?: AbortSignal | undefined; readonly threadLeaseMs?: number },
): Promise<PostOutcome> {
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
  // If this process is suspended from here on, another one reconciles the delivery.
  const sendBy = begun.epochMilliseconds + sendWithinMs
  const maySend = () => clock.now().epochMilliseconds < sendBy
  let posted: Posted
  try {
    posted = await workspace.poster.post(channel, message, { deliveryId: claim.id, maySend })
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    return { kind: 'refused', error }
  }
  return { kind: 'posted', posted, recorded: await recordPosted(workspace, claim, posted.ts, threadLeaseMs) }
}

/** Stores a message that shows recommendations, so that it is updated when their tasks change. */
export async function trackMessage(
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
  // A task may have been created since the digest was composed.
  for (const { organizationId, workspaceId, resultId, task } of shown) {
    const ref = { team, organizationId, workspaceId, resultId }
    const current = taskState(await store.tasks.latest(ref))
    if (JSON.stringify(current) !== JSON.stringify(task))
      await syncTaskMessages(workspace, ref, { channel, ts })
  }
}
