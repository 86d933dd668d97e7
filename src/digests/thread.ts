import type { Message } from '../blocks/message.ts'
import type { ComposedDigest } from './compose.ts'
import type { DigestDeps, ScheduleDeps } from './deps.ts'
import { isTooOld } from './due.ts'
import { remember, type Shown } from './posting.ts'
import { replyLeaseMs, settleReply } from './reply.ts'

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
  readonly recommendations: readonly Shown[]
}

const atOnce = 20

/** For the intent; `null`: nothing follows. */
export function threadOf({ main, replies, recommendations }: ComposedDigest): string | null {
  if (replies.length === 0 && recommendations.length === 0) return null
  const shown = recommendations.map(({ organizationId, workspaceId, resultId, task }) => ({
    organizationId,
    workspaceId,
    resultId,
    task,
  }))
  const thread: Thread = { main: shown.length === 0 ? null : main, replies, recommendations: shown }
  return JSON.stringify(thread)
}

/** Goes on with the digests that were posted, and of which something is still to follow. */
export async function followUps(deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps
  for (;;) {
    const waiting = await store.deliveries.threadsWaiting(clock.now(), atOnce)
    for (const one of waiting) {
      if (signal.aborted) return
      const own = await deps.of(one.team)
      if (own === null) await leaveOut(deps, one)
      else await followUp(own, one, { signal })
    }
    if (waiting.length < atOnce) return
  }
}

/** Nobody can post where Sightline no longer is. */
async function leaveOut(
  { store, clock, log }: ScheduleDeps,
  { team, id }: { readonly team: string; readonly id: string },
): Promise<void> {
  const claim = await store.deliveries.takeThread({ team, id, leaseMs: replyLeaseMs, now: clock.now() })
  if (claim === null) return
  await store.deliveries.replied(claim, 'all', clock.now())
  log.warn('what follows a digest was left out', { team, channel: claim.channel, delivery: id })
}

/**
 * Posts what follows a digest, as far as it is not there. It stands without: a reply that Slack refuses ends the rest.
 *
 * @param how.known whether the digest itself is remembered already, as it was posted
 * @param how.signal ends it before the next reply; the rest is then free for the next process
 */
export async function followUp(
  deps: DigestDeps,
  { team, id }: { readonly team: string; readonly id: string },
  { known = false, signal }: { readonly known?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { store, clock, log, graceHours } = deps
  const claim = await store.deliveries.takeThread({ team, id, leaseMs: replyLeaseMs, now: clock.now() })
  if (claim === null) return
  const { channel, ts, slot, next } = claim
  const { main, replies, recommendations }: Thread = JSON.parse(claim.thread)
  const rememberAs = (posted: { readonly message: Message; readonly ts: string }, threadTs: string | null) =>
    remember(deps, { team, channel }, posted, threadTs, recommendations)

  if (main !== null && next === 0 && !known) await rememberAs({ message: main, ts }, null)
  if (next < replies.length && isTooOld(Temporal.Instant.from(slot), clock.now(), graceHours))
    log.warn('a reply of a digest came too late and was left out', { team, channel, delivery: id })
  else
    for (const [number, reply] of replies.entries()) {
      if (number < next) continue
      const settled = await settleReply(deps, claim, { number, reply, signal })
      if (settled === 'later') return
      if (settled === 'refused') break
      if (settled !== 'given_up') await rememberAs(settled, ts)
      if (!(await store.deliveries.replied(claim, number + 1, clock.now()))) return
    }
  await store.deliveries.replied(claim, 'all', clock.now())
}
