import type { Block, Message } from '../blocks/message.ts'
import { withTaskState } from '../blocks/task-state.ts'
import type { Log } from '../log.ts'
import { PostError, type Poster } from '../slack/port.ts'
import type { PostedMessage, RecommendationRef, Store } from '../store/index.ts'
import { taskState } from './state.ts'

interface CopyDeps {
  readonly poster: Poster
  readonly store: Store
  readonly log: Log
}

/** Slack's words for "this message is gone". */
const gone = new Set(['message_not_found', 'channel_not_found'])

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
  const copies = await deps.store.messages.copies(ref)
  await Promise.all(
    copies
      .filter(({ channel, ts }) => only === undefined || (channel === only.channel && ts === only.ts))
      .map((copy) => rewriteCopy(deps, ref, copy)),
  )
}

/**
 * Several people, other recommendations' tasks and other replicas may rewrite the same message at the same time. The
 * store's revision orders the writers; whoever finds after the call to Slack that a newer revision is stored sends
 * that one, so that the last thing Slack gets is the newest, whatever order the calls arrive in.
 */
async function rewriteCopy(deps: CopyDeps, ref: RecommendationRef, copy: PostedMessage): Promise<void> {
  const { store, poster, log } = deps
  let current: PostedMessage | null = copy
  for (let tries = 0; tries < mostTries && current !== null; tries += 1) {
    // Read after the message: a state older than the message's revision could otherwise overwrite a newer one.
    const state = taskState(await store.tasks.latest(ref))
    const blocks = withTaskState(current.blocks as readonly Block[], ref, state)
    const unchanged = JSON.stringify(blocks) === JSON.stringify(current.blocks)
    if (unchanged && tries === 0) return
    const message: Message = { text: current.text, blocks }
    if (!unchanged && !(await store.messages.rewrite(current, message))) {
      current = await store.messages.get(copy.team, copy.channel, copy.ts)
      continue
    }
    try {
      await poster.update({ channel: copy.channel, ts: copy.ts }, message)
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      if (gone.has(error.code)) await store.messages.forget(copy.team, copy.channel, copy.ts)
      log.warn('a copy of a recommendation could not be rewritten', {
        team: copy.team,
        channel: copy.channel,
        code: error.code,
      })
      return
    }
    const written = unchanged ? current.revision : current.revision + 1
    current = await store.messages.get(copy.team, copy.channel, copy.ts)
    if (current === null || current.revision <= written) return
  }
}
