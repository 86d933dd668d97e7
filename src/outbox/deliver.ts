import { backoffMs, unlessAborted, withRetry } from '../lib/async.ts'
import { explain } from '../lib/problem.ts'
import type { Message } from '../model/message.ts'
import { IncompleteSearchError, type MessageAddress, PostError } from '../slack/port.ts'
import { awaitTurn } from '../slack/send/pace.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Ending, OutboxRow } from '../store/index.ts'
import { isTokenRefusal, type Reason } from '../store/reason.ts'
import { classifyPostError, endOf, type MessageKind, type Resolution, type Unsent } from './kind.ts'

/** Longer than composing takes: an API request takes at most 45 s. */
export const composeLeaseMs = 180_000
/**
 * Longer than posting takes: each request takes at most 10 s, no post begins later than `sendWithinMs`, and the rest is
 * for what its arrival needs.
 */
const postLeaseMs = 60_000
/** A message sent later could arrive after its lease has expired and another process has already looked for it. */
const sendWithinMs = 10_000
/** Slack may still post a message some seconds after the request timed out. */
const lookUpAfterMs = 15_000
const lookUpAgainMs = 60_000
/**
 * For so long, a late message is looked up again: it is not sent any more, but may be there. Notices, which are never
 * late, are looked up for so long after their post.
 */
const lookUpLateMs = 3_600_000
/** Tolerated clock difference when a message is looked for. Its id identifies it, not the time. */
const clockSkewMs = 60_000
/** A message whose turn is further away waits in the table. */
const longestWaitMs = 5_000
/** Delay if a message can't be composed at its first claim; doubled with each claim. */
const retryAfterMs = 60_000
const maxRetryMs = 900_000

/** How an attempt ended. `found`: an earlier attempt had sent it. `taken`: another process has claimed the message. */
export type Delivered = (
  | { readonly state: 'sent'; readonly channel: string; readonly ts: string; readonly found: boolean }
  | { readonly state: 'later' | 'unknown' | 'skipped' | 'failed'; readonly reason: Reason }
  | { readonly state: 'taken' }
) & {
  /** The next message of its thread, claimed for the caller; omitted: none. */
  readonly reply?: OutboxRow
}

export interface DeliverOptions {
  /** Aborts composing and waiting. The next process continues. */
  readonly signal?: AbortSignal | undefined
  /** Whether it is tried again if it has to wait. Otherwise it fails. */
  readonly retries?: boolean
  /** A person wants it sent, even if it is late or can't be looked up. */
  readonly deliberate?: boolean
  /** Claims the next message of its thread, for the caller: it follows at once, however much else is due. */
  readonly claimsReply?: boolean
}

/**
 * Delivers a claimed message: looks it up if it may be in Slack already, composes it, commits the intent, posts it, and
 * commits the outcome. The rules of every kind:
 * - it is not sent late;
 * - it is looked up before it is repeated, or says that it is repeated;
 * - it waits while its workspace is disconnected;
 * - Slack's Retry-After is honoured;
 * - its kind says who hears if it can't be sent.
 */
export async function deliverOwed(
  workspace: Workspace,
  kind: MessageKind,
  row: OutboxRow,
  { signal, retries = true, deliberate = false, claimsReply = false }: DeliverOptions = {},
): Promise<Delivered> {
  const { clock, log } = workspace
  const { team, channel } = row
  const fields = { team, channel, action: row.kind, delivery: row.id, slot: row.since, attempt: row.attempt }
  const settle = async (
    ending: Ending,
    consequences: Omit<Resolution, 'ending'> = {},
  ): Promise<Delivered> => {
    const all = { ...consequences, replyLeaseMs: claimsReply ? composeLeaseMs : null }
    const record = () => workspace.store.outbox.settle(row, ending, clock.now(), all)
    const { result, reply } = await (ending.state === 'sent' ? withRetry(clock, record) : record())
    if (result === 'void') return { state: 'taken' }
    const reason = 'reason' in ending ? ending.reason : undefined
    kind.ended?.(workspace, { ...row, state }, ending.state, reason)
    if (result === 'paused')
      log.error('a digest was paused: Slack refused to post it', {
        ...fields,
        code: typeof reason === 'string' ? reason : (reason?.code ?? ''),
        detail:
          'Fix the cause (invite the bot, unarchive the channel), then type /sightline digest resume there.',
      })
    return {
      ...(ending.state === 'sent'
        ? { state: 'sent', channel, ts: ending.ts, found: false }
        : { state: ending.state, reason: ending.reason }),
      ...(reply === null ? {} : { reply }),
    }
  }
  const unsent = async (why: Unsent): Promise<Delivered> => {
    const { ending, ...consequences }: Resolution = (await kind.unsent?.(workspace, row, why)) ?? {
      ending: endOf(why),
    }
    return settle(ending, consequences)
  }
  let { state, pacePlace } = row
  const later = (ms: number, reason: Reason): Promise<Delivered> => {
    const dueAt = clock.now().add({ milliseconds: ms })
    if (retries) return settle({ state: 'later', dueAt, reason, pacePlace })
    return settle(
      row.state === 'unknown' ? { state: 'unknown', dueAt: null, reason } : { state: 'failed', reason },
    )
  }
  const sent = async (
    posted: MessageAddress & { readonly message: Message },
    { effect, found }: { readonly effect: object | null; readonly found: boolean },
  ): Promise<Delivered> => {
    // Before it is recorded: whoever takes over does the same again.
    const owed = await withRetry(clock, async () => kind.arrived?.(workspace, row, posted, effect ?? {}))
    const result = await settle({ state: 'sent', ts: posted.ts }, owed === undefined ? {} : { owed })
    if (result.state === 'taken') log.error('a message was posted after its claim had expired', fields)
    const { reply } = result
    return { state: 'sent', channel: posted.channel, ts: posted.ts, found, ...(reply && { reply }) }
  }

  const isPast = (at: string | null, byMs = 0) =>
    !deliberate &&
    at !== null &&
    Temporal.Instant.from(at).epochMilliseconds + byMs < clock.now().epochMilliseconds
  const isLate = () => isPast(row.lateAt)
  const tooLate = () =>
    row.state === 'unknown'
      ? unsent({ why: 'absent', reason: 'not_arrived' })
      : unsent({ why: 'late', reason: row.reason ?? 'not_reached' })
  // Nothing was begun under this claim, so the next process may start immediately.
  if (signal?.aborted)
    return row.state === 'unknown'
      ? settle({ state: 'unknown', dueAt: clock.now(), reason: row.reason ?? 'no_answer' })
      : later(0, 'stopped')
  /** The `ts` of a line in Slack that the message replaces. Replacing it twice is harmless. */
  let replaces = row.ts
  if (row.state === 'unknown') {
    const lookup = await lookUp(workspace, row)
    if (lookup.kind === 'found' && standsIn(row)) replaces = lookup.ts
    else if (lookup.kind === 'found') {
      log.info('a message of unknown outcome was found in its channel', fields)
      const message: Message = JSON.parse(row.message ?? 'null') ?? { text: '', blocks: [] }
      return sent(
        { channel, ts: lookup.ts, message },
        { effect: JSON.parse(row.effect ?? 'null'), found: true },
      )
    }
    if (lookup.kind === 'absent') replaces = null
    if (lookup.kind === 'no_answer' && !isPast(row.lateAt ?? row.begunAt, lookUpLateMs)) {
      const { error } = lookup
      log.warn('a message of unknown outcome could not be looked up', { ...fields, code: error.code })
      const ms = error.retryAfterSeconds === null ? lookUpAgainMs : error.retryAfterSeconds * 1_000
      return settle({
        state: 'unknown',
        dueAt: deliberate ? null : clock.now().add({ milliseconds: ms }),
        reason: 'no_answer',
        ...(error instanceof IncompleteSearchError ? { searchedUpTo: error.upTo } : {}),
      })
    }
    if (lookup.kind === 'refused') return unsent({ why: 'refused', reason: lookup.reason })
    const resendAfter = kind.resendAfterMs?.[row.unknowns - 1]
    if (lookup.kind !== 'absent' && replaces === null && resendAfter !== undefined && !isLate())
      return later(resendAfter, row.reason ?? 'no_answer')
    const isHarmless = replaces !== null && lookup.kind !== 'no_answer'
    if (lookup.kind !== 'absent' && !isHarmless && !(deliberate && lookup.kind === 'not_permitted')) {
      log.warn('a message’s outcome stays unknown: Sightline can’t read its channel', fields)
      return unsent({ why: 'unreadable', reason: row.reason ?? 'no_answer' })
    }
    if (replaces === null) log.warn('a message of unknown outcome was not in its channel', fields)
  }
  if (isLate()) return tooLate()

  const notComposed = async (ms: number, reason: Reason): Promise<Delivered> => {
    const isAbsent = row.state === 'unknown' && replaces === null
    if (!retries || isAbsent) return later(ms, reason)
    // Unless it is still “ready”: the line that stands in for it may be in Slack, and is looked up first.
    const dueAt = clock.now().add({ milliseconds: Math.max(ms, lineLookUpMs) })
    const held = await settle({ state: 'unknown', dueAt, reason })
    return held.state === 'taken' ? later(ms, reason) : held
  }
  let composition: Awaited<ReturnType<typeof kind.compose>>
  try {
    composition = await unlessAborted(kind.compose(workspace, { ...row, ts: replaces }, deliberate), signal)
  } catch (error) {
    if (signal?.aborted) return notComposed(0, 'stopped')
    const { code, sentence, foreseen } = explain(error)
    log.error('a message could not be composed', { ...fields, code, error })
    return notComposed(backoffMs(row.attempt, retryAfterMs, maxRetryMs), {
      code: 'not_composed',
      detail: foreseen ? sentence : unforeseen,
    })
  }
  if ('later' in composition)
    return settle({ state: 'later', dueAt: composition.later, reason: composition.reason })
  if ('skip' in composition)
    return unsent(
      row.state === 'unknown'
        ? { why: 'absent', reason: 'not_arrived' }
        : { why: 'skipped', reason: composition.skip },
    )

  const { message, effect = null, replies = [], send } = composition
  if (composition.replaces !== undefined) replaces = composition.replaces
  try {
    if (send === undefined && replaces === null) {
      const mostMs = retries ? longestWaitMs : Number.POSITIVE_INFINITY
      const turn = await awaitTurn(
        workspace,
        { team, channel },
        { signal, place: pacePlace, mostMs: kind.isAwaited ? 0 : mostMs },
      )
      if (!kind.isAwaited) pacePlace = turn.place
      const waitMs = turn.at.epochMilliseconds - clock.now().epochMilliseconds
      if (!kind.isAwaited && waitMs > 0) return later(waitMs, row.reason ?? 'held_up')
    }
  } catch (error) {
    if (!signal?.aborted) throw error
    return later(0, 'stopped')
  }
  // Composing takes a while, or this process was suspended.
  if (isLate()) return tooLate()
  const begun = clock.now()
  const composed = row.part > 0 ? {} : { message: contentOf(message), effect }
  const stored = replies.map((reply) => ({ ...reply, message: contentOf(reply.message) }))
  const intent = { ...composed, replies: stored, replaces }
  if (!(await workspace.store.outbox.begin(row, intent, postLeaseMs, begun))) return { state: 'taken' }
  state = 'sending'
  const { maySend, post } = postingOf(workspace, row, begun)
  let posted: Awaited<ReturnType<typeof post>>
  try {
    if (send !== undefined && !maySend()) throw new PostError('not_sent', 'held_up')
    if (send !== undefined) posted = { channel, message, ...(await send()) }
    else
      posted =
        (replaces === null ? null : await replaced(workspace, { channel, ts: replaces }, message)) ??
        (await post(message))
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    log.warn('a message was not posted', { ...fields, code: error.code })
    const failure = classifyPostError(error)
    const { reason } = failure
    switch (failure.kind) {
      case 'wait':
        return later(failure.ms, reason)
      case 'unknown': {
        const milliseconds = Math.min(lookUpAfterMs, kind.resendAfterMs?.[row.unknowns] ?? lookUpAfterMs)
        return settle({ state: 'unknown', dueAt: clock.now().add({ milliseconds }), reason })
      }
      case 'disconnected':
        // Slack's client has recorded it, so the claim passes this workspace over until it is back.
        return later(0, reason)
      case 'pause':
      case 'fail':
        return unsent({ why: 'refused', reason, isChannel: failure.kind === 'pause' })
    }
  }
  log.info('message posted', fields)
  return sent(posted, { effect, found: false })
}

/** If this process is suspended after `begun`, another one looks the message up. */
function postingOf(workspace: Workspace, { id, channel, threadTs }: OutboxRow, begun: Temporal.Instant) {
  const sendBy = begun.epochMilliseconds + sendWithinMs
  const maySend = () => workspace.clock.now().epochMilliseconds < sendBy
  const options = { deliveryId: id, ...(threadTs === null ? {} : { threadTs }), maySend }
  return { maySend, post: (message: Message) => workspace.poster.post(channel, message, options) }
}

const contentOf = ({ text, blocks }: Message) => ({ text, blocks })

/** Whether what was sent is only a line that the message replaces. */
const standsIn = ({ ts, effect }: OutboxRow) => ts !== null || effect === lineEffect
const lineEffect = JSON.stringify({ line: true })

/** @returns `null`: the line is gone, so the message has to be posted */
async function replaced(
  { poster }: Workspace,
  line: MessageAddress,
  message: Message,
): Promise<(MessageAddress & { readonly message: Message }) | null> {
  try {
    await poster.update(line, message)
    return { ...line, message }
  } catch (error) {
    if (error instanceof PostError && error.outcome === 'refused' && !isTokenRefusal(error.code)) return null
    throw error
  }
}

/** There is no reference below it. */
const unforeseen = 'Something went wrong in Sightline. Ask your Sightline admin to check the log.'

const lineLookUpMs = 2_000

/**
 * Posts a line that stands in for a message while it is composed, under the message's claim and id.
 * @returns its `ts`, for `Composition.replaces`; `null`: it wasn't posted, or can't be found
 * @throws {PostError} Slack didn't say whether it is there
 */
export async function postLine(workspace: Workspace, row: OutboxRow, line: Message): Promise<string | null> {
  const { store, clock, poster } = workspace
  const begun = clock.now()
  const intent = { message: contentOf(line), effect: { line: true }, replies: [] }
  if (!(await store.outbox.begin(row, intent, postLeaseMs, begun))) return null
  const post = async (): Promise<string | null> => {
    try {
      return (await postingOf(workspace, row, begun).post(line)).ts
    } catch (error) {
      if (!(error instanceof PostError) || error.outcome !== 'unknown') return null
      await clock.sleep(lineLookUpMs)
      const lookup = await lookUp(workspace, row)
      // The message waits, and looks for its line first.
      if (lookup.kind === 'no_answer') throw lookup.error
      return lookup.kind === 'found' ? lookup.ts : null
    }
  }
  const ts = await post()
  const mayContinue = await store.outbox.continueWith(row, ts, composeLeaseMs, clock.now())
  // This process was suspended, and another one has answered: the line would stay below its answer, unless it is that.
  if (!mayContinue && ts !== null && (await store.outbox.get(row.team, row.id))?.ts !== ts)
    await poster.remove({ channel: row.channel, ts }).catch(() => {})
  return ts
}

type LookUp =
  | { readonly kind: 'found'; readonly ts: string }
  | { readonly kind: 'absent' | 'not_permitted' }
  | { readonly kind: 'refused'; readonly reason: Reason }
  | { readonly kind: 'no_answer'; readonly error: PostError }

/** Looks for a message by the id in its metadata, if the history scope was granted. There is none for direct messages. */
async function lookUp(workspace: Workspace, row: OutboxRow): Promise<LookUp> {
  const { channel, threadTs, id } = row
  if (!/^[CG]/.test(channel)) return { kind: 'not_permitted' }
  const since = Temporal.Instant.from(row.begunAt ?? row.since).subtract({ milliseconds: clockSkewMs })
  try {
    const match = await (threadTs === null
      ? workspace.history.find(channel, since, id, row.searchedUpTo)
      : workspace.history.findReply(channel, threadTs, id))
    return typeof match === 'object' ? { kind: 'found', ts: match.ts } : { kind: match }
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    const { kind, reason } = classifyPostError(error)
    if (kind !== 'fail' && kind !== 'pause') return { kind: 'no_answer', error }
    // For example, the first message of the thread was deleted.
    return threadTs === null ? { kind: 'not_permitted' } : { kind: 'refused', reason }
  }
}
