import type { Block, Message } from '../blocks/message.ts'
import { withTaskState } from '../blocks/task-state.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { PostError, type Poster } from '../slack/port.ts'
import type { PostedMessage, RecommendationRef, Store } from '../store/index.ts'
import { taskState } from './state.ts'

interface CopyDeps {
  readonly poster: Poster
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/** Slack's words for "this message is gone". */
const gone = new Set(['message_not_found', 'channel_not_found'])

const atOnce = 3

/** So often a message may be rewritten by others while we rewrite it, before we leave it to them. */
const mostTries = 8

/**
 * Writes what is known of a recommendation's task into every message that shows it, here, in other channels and in
 * older digests. A message that Slack no longer lets us edit is left as it is, and one that is gone is forgotten.
 *
 * @param only just this message
 */
export async function rewriteCopies(
  deps: CopyDeps,
  ref: RecommendationRef,
  only?: { readonly channel: string; readonly ts: string },
): Promise<void> {
  const copies = (await deps.store.messages.copies(ref)).filter(
    ({ channel, ts }) => only === undefined || (channel === only.channel && ts === only.ts),
  )
  // Slack takes some fifty updates a minute: a few at a time, the newest messages first, since they are read.
  const waiting = copies.toReversed().values()
  const worker = async () => {
    for (const copy of waiting) await rewriteCopy(deps, ref, copy)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/**
 * Several people, other recommendations' tasks and other replicas may rewrite the same message at the same time. The
 * store's revision orders the writers; whoever finds after the call to Slack that a newer revision is stored sends
 * that one, so that the last thing Slack gets is the newest, whatever order the calls arrive in.
 */
async function rewriteCopy(deps: CopyDeps, ref: RecommendationRef, copy: PostedMessage): Promise<void> {
  const { store } = deps
  let current: PostedMessage | null = copy
  for (let tries = 0; tries < mostTries && current !== null; tries += 1) {
    // Read after the message: a state older than the message's revision could otherwise overwrite a newer one.
    const state = taskState(await store.tasks.latest(ref))
    const blocks = withTaskState(current.blocks as readonly Block[], ref, state)
    const unchanged = JSON.stringify(blocks) === JSON.stringify(current.blocks)
    // Nothing was ever written into it. In any other state it is sent again: an earlier call may not have arrived.
    if (unchanged && state.kind === 'none') return
    const message: Message = { text: current.text, blocks }
    if (!unchanged && !(await store.messages.rewrite(current, message))) {
      current = await store.messages.get(copy.team, copy.channel, copy.ts)
      continue
    }
    if (!(await sent(deps, copy, message))) return
    const written = unchanged ? current.revision : current.revision + 1
    current = await store.messages.get(copy.team, copy.channel, copy.ts)
    if (current === null || current.revision <= written) return
  }
}

/**
 * Sends what a message says now. The call has the same effect however often it is made, so one that Slack put off or
 * didn't answer is made again. `false`: Slack won't take it.
 */
async function sent(
  { poster, store, clock, log }: CopyDeps,
  copy: PostedMessage,
  message: Message,
): Promise<boolean> {
  const { team, channel, ts } = copy
  for (let tries = 1; ; tries += 1) {
    try {
      await poster.update({ channel, ts }, message)
      return true
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      if (error.outcome !== 'refused' && tries < mostTries) {
        await clock.sleep((error.retryAfterSeconds ?? 1) * 1_000)
        continue
      }
      if (gone.has(error.code)) await store.messages.forget(team, channel, ts)
      log.warn('a copy of a recommendation could not be rewritten', { team, channel, code: error.code })
      return false
    }
  }
}
