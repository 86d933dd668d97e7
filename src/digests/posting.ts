import { blocksJson, type Message } from '../blocks/message.ts'
import { awaitTurn } from '../channels/turn.ts'
import type { Recommendation } from '../insights/model.ts'
import { PostError, type Poster } from '../slack/port.ts'
import type { Claim, Subscription } from '../store/index.ts'
import { rewriteCopies } from '../tasks/copies.ts'
import { taskState } from '../tasks/state.ts'
import type { DigestDeps } from './deps.ts'

type Posted = Awaited<ReturnType<Poster['post']>>

/** A recommendation in a message, with the task that it shows. */
export type Shown = Pick<Recommendation, 'organizationId' | 'workspaceId' | 'resultId' | 'task'>

/** So often, a second apart, the record of a post is tried before the look into the channel has to settle it. */
const recordTries = 5

/**
 * The message is in the channel, whatever the database says: a record that fails is tried again, which may be repeated
 * with the same `ts`. `false`: the claim is void.
 * @param threadLeaseMs so long the caller has what follows it to itself; left out: it waits to be taken
 */
export async function recordPosted(
  { store, clock, log }: DigestDeps,
  claim: Claim,
  ts: string,
  threadLeaseMs?: number,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (await store.deliveries.posted(claim, ts, clock.now(), threadLeaseMs)) return true
      log.error('a digest was posted under a claim that was void by then', {
        team: claim.team,
        channel: claim.channel,
        delivery: claim.id,
      })
      return false
    } catch (error) {
      if (tries === recordTries) throw error
      await clock.sleep(1_000)
    }
  }
}

/** So often a message waits as long as Slack asks. */
const patientTries = 5

/**
 * Posts what is not a digest of its own: a word to a person.
 * @throws {PostError}
 * @throws the reason of `deps.stopping`, when it would have to wait and Sightline stops: nothing has left
 */
export async function postPatiently(
  deps: DigestDeps,
  place: { readonly team: string; readonly channel: string },
  message: Message,
): Promise<Posted> {
  for (let tries = 1; ; tries += 1) {
    await awaitTurn(deps, place, deps.stopping)
    try {
      return await deps.poster.post(place.channel, message)
    } catch (error) {
      if (!(error instanceof PostError) || error.outcome !== 'rate_limited' || tries === patientTries)
        throw error
      await deps.clock.sleep((error.retryAfterSeconds ?? 1) * 1_000, deps.stopping)
    }
  }
}

/** So that a task created from any copy is written into this one, too. */
export async function remember(
  deps: DigestDeps,
  { team, channel }: Pick<Subscription, 'team' | 'channel'>,
  { message, ts }: Pick<Posted, 'message' | 'ts'>,
  threadTs: string | null,
  recommendations: readonly Shown[],
): Promise<void> {
  const { store, clock } = deps
  if (recommendations.length === 0) return
  const blocks = blocksJson(message.blocks)
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
    if (JSON.stringify(now) !== JSON.stringify(task)) await rewriteCopies(deps, ref, { channel, ts })
  }
}
