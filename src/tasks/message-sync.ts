import { withTaskState } from '../blocks/tasks/task-state.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Block, Message } from '../model/message.ts'
import { type MessageAddress, PostError, type Poster } from '../slack/port.ts'
import type { PostedMessage, RecommendationRef, Store } from '../store/index.ts'
import { taskState } from './state.ts'

interface CopyDeps {
  readonly poster: Poster
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/** Slack's word for "this message is gone". */
const gone = 'message_not_found'

/** Refusals of this very message, for good. All others end: a channel is unarchived, a token renewed, the app let in. */
const refusedForGood = new Set([
  gone,
  'cant_update_message',
  'edit_window_closed',
  'block_mismatch',
  'invalid_blocks',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
])

/** Slack refuses the update as things are: so long nobody tries again. */
const refusedMinutes = 60

const atOnce = 3

/** So often a message may be rewritten by others while we rewrite it, before we leave it to them. */
const mostTries = 8

/**
 * Writes what is known of a recommendation's task into every message that shows it, here, in other channels and in
 * older digests. A message that Slack never lets us edit again is left as it is, and one that is gone is forgotten.
 * Where Slack didn't answer, or refused for a reason that passes, the upkeep comes back (`tasks/lost.ts`).
 *
 * @param only just this message
 * @param tries for each message, a second apart, while Slack doesn't answer
 * @returns the messages that don't say it, because Slack won't have it or didn't answer
 */
export async function syncTaskMessages(
  deps: CopyDeps,
  ref: RecommendationRef,
  only?: { readonly channel: string; readonly ts: string },
  tries = mostTries,
): Promise<readonly MessageAddress[]> {
  // Read first: what happens from here on is for whoever makes it happen.
  const since = only === undefined ? await deps.store.tasks.unshownSince(ref) : null
  const copies = (await deps.store.messages.copies(ref)).filter(
    ({ channel, ts }) => only === undefined || (channel === only.channel && ts === only.ts),
  )
  // Slack takes some fifty updates a minute: a few at a time, the newest messages first, since they are read.
  const waiting = copies.toReversed().values()
  const missed: (MessageAddress & { readonly why: Exclude<Sending, 'sent'> })[] = []
  const worker = async () => {
    for (const copy of waiting) {
      const why = await rewriteCopy(deps, ref, copy, tries)
      if (why !== 'sent') missed.push({ channel: copy.channel, ts: copy.ts, why })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const someAre = (what: Sending) => missed.some(({ why }) => why === what)
  if (since === null || someAre('unanswered')) return missed
  if (someAre('refused now'))
    await deps.store.tasks.showLater(ref, since, deps.clock.now().add({ minutes: refusedMinutes }))
  else await deps.store.tasks.shown(ref, since)
  return missed
}

type Sending = 'sent' | 'refused for good' | 'refused now' | 'unanswered'

/**
 * Several people, other recommendations' tasks and other replicas may rewrite the same message at the same time. The
 * store's revision orders the writers; whoever finds after the call to Slack that a newer revision is stored sends
 * that one, so that the last thing Slack gets is the newest, whatever order the calls arrive in.
 */
async function rewriteCopy(
  deps: CopyDeps,
  ref: RecommendationRef,
  copy: PostedMessage,
  patience: number,
): Promise<Sending> {
  const { store } = deps
  let current: PostedMessage | null = copy
  for (let tries = 0; tries < mostTries && current !== null; tries += 1) {
    // Read after the message: a state older than the message's revision could otherwise overwrite a newer one.
    const state = taskState(await store.tasks.latest(ref))
    const blocks = withTaskState(current.blocks as readonly Block[], ref, state)
    const unchanged = JSON.stringify(blocks) === JSON.stringify(current.blocks)
    // Nothing was ever written into it. In any other state it is sent again: an earlier call may not have arrived.
    if (unchanged && state.kind === 'none') return 'sent'
    const message: Message = { text: current.text, blocks }
    if (!unchanged && !(await store.messages.rewrite(current, message))) {
      current = await store.messages.get(copy.team, copy.channel, copy.ts)
      continue
    }
    const outcome = await sent(deps, copy, message, patience)
    if (outcome !== 'sent') return outcome
    const written = unchanged ? current.revision : current.revision + 1
    current = await store.messages.get(copy.team, copy.channel, copy.ts)
    if (current === null || current.revision <= written) return 'sent'
  }
  // Others keep rewriting it, and each of them sends the newest.
  return 'sent'
}

/**
 * Sends what a message says now. The call has the same effect however often it is made, so one that Slack put off or
 * didn't answer is made again.
 */
async function sent(
  { poster, store, clock, log }: CopyDeps,
  copy: PostedMessage,
  message: Message,
  patience: number,
): Promise<Sending> {
  const { team, channel, ts } = copy
  for (let tries = 1; ; tries += 1) {
    try {
      await poster.update({ channel, ts }, message)
      return 'sent'
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      if (error.outcome !== 'refused' && tries < patience) {
        await clock.sleep((error.retryAfterSeconds ?? 1) * 1_000)
        continue
      }
      if (error.code === gone) await store.messages.forget(team, channel, ts)
      log.warn('a copy of a recommendation could not be rewritten', { team, channel, code: error.code })
      if (error.outcome !== 'refused') return 'unanswered'
      return refusedForGood.has(error.code) ? 'refused for good' : 'refused now'
    }
  }
}
