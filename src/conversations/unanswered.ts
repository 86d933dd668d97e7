/**
 * Questions that are being answered, recorded in the database if that takes longer than a moment. If the process is killed
 * or can't reach the person, another one tells them. “Stop” in the agent view removes the record, from any replica, so that
 * the answer isn't posted.
 */
import { randomUUID } from 'node:crypto'
import { problemMessage } from '../blocks/kit/problem.ts'
import { withRecordRetry } from '../lib/retry.ts'
import { withTimeout } from '../lib/timeout.ts'
import { answerMark, type MessageAddress, PostError, type ProgressLine } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { type PostedMessage, type Store, singleUse } from '../store/index.ts'
import { isTokenRefusal } from '../store/reason.ts'

/** No answer takes longer than this. */
const longestMinutes = 3
/** Questions per pass; the next pass takes the rest. */
const atOnce = 50
/** How long an answer waits for its record while the database may be unavailable. */
const recordMs = 1_000
/** The same, once another process may have told the person that no answer is coming. */
const lateRecordMs = 30_000
/** One per second for 15 minutes: if a record outlives an outage, “Sightline was interrupted” replaces its answer. */
const recordAttempts = 900
/** How long a claim holds: longer than any process looks for the record. */
const claimHours = 24

/** A separate message, the answer or the notice that none is coming, is posted by the process that claims it first. */
function claimNotice(
  { idempotencyKeys }: Pick<Store, 'idempotencyKeys'>,
  { team, channel, ts }: Pick<PostedMessage, 'team' | 'channel' | 'ts'>,
  now: Temporal.Instant,
) {
  const key = singleUse('answer', team, channel, ts)
  // The database's reply to a claim may be lost in an outage. The same owner may then claim again.
  const owner = randomUUID()
  return {
    claim: () => idempotencyKeys.use(key, now.add({ hours: claimHours }), now, owner),
    release: () => idempotencyKeys.release(key),
  }
}

/** One question's record. */
export interface Unanswered {
  /** @param threadTs of a message in the agent view; `null`: the message is the line “Looking it up…” */
  begin(message: MessageAddress, threadTs: string | null): void
  /** @returns `false`: the person stopped the answer, or was told that none is coming */
  end(message: MessageAddress): Promise<boolean>
}

export function unansweredRecord({
  team,
  store,
  clock,
  log,
}: Pick<Workspace, 'team' | 'store' | 'clock' | 'log'>): Unanswered {
  let begun: Promise<boolean> = Promise.resolve(false)
  let startedAt = clock.now()
  let isLine = true
  const failed = (channel: string) => (error: unknown) => {
    log.warn('a question could not be recorded', { team, channel, error })
    return false
  }
  return {
    begin: ({ channel, ts }, threadTs) => {
      const question = { team, channel, ts, kind: 'unanswered', threadTs, text: '', blocks: [] } as const
      startedAt = clock.now()
      isLine = threadTs === null
      begun = store.messages
        .remember(question, [], clock.now())
        .then(() => true)
        .catch(failed(channel))
    },
    end: async ({ channel, ts }) => {
      const retried = <T>(record: () => Promise<T>) => withRecordRetry(clock, record, recordAttempts)
      const mayAnswer = async () => {
        if (isLine) return true
        if ((await retried(() => store.messages.get(team, channel, ts))) === null) return false
        return retried(claimNotice(store, { team, channel, ts }, clock.now()).claim)
      }
      const settle = async () => {
        if (!(await begun)) return true
        const may = await mayAnswer()
        await retried(() => store.messages.forgetQuestion(team, channel, ts))
        return may
      }
      const settling = settle().catch(failed(channel))
      const inTime = await withTimeout(clock, recordMs, () => settling)
      if (inTime !== null) return inTime
      const reportedAt = startedAt.add({ minutes: longestMinutes })
      if (Temporal.Instant.compare(clock.now(), reportedAt) < 0) return true
      return (await withTimeout(clock, lateRecordMs, () => settling)) ?? true
    },
  }
}

export function progressLine(workspace: Workspace): ProgressLine {
  const record = unansweredRecord(workspace)
  return {
    posted: (line) => record.begin(line, null),
    replaced: async (line) => void (await record.end(line)),
  }
}

interface UnansweredWorkspaces {
  readonly store: Pick<Store, 'messages' | 'idempotencyKeys'>
  readonly clock: Workspace['clock']
  readonly log: Workspace['log']
  /** `null`: Sightline was removed from that workspace. */
  readonly of: (team: string) => Promise<Pick<Workspace, 'poster' | 'history' | 'agentView'> | null>
}

/** Tells people whose question was cut off that no answer is coming. */
export async function recoverUnanswered(
  { store, clock, log, of }: UnansweredWorkspaces,
  signal: AbortSignal,
): Promise<void> {
  const since = clock.now().subtract({ minutes: longestMinutes })
  for (const question of await store.messages.unanswered(since, atOnce)) {
    if (signal.aborted) return
    const { team, channel, ts } = question
    const workspace = await of(team)
    try {
      if (workspace !== null) await reportCutOff(question, workspace, { store, clock })
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      log.warn('could not notify a person that their question was interrupted', { team, channel, error })
      // A later pass tries again, after questions tried less often, unless Slack may have it or will never accept it.
      const mayBeThere = question.threadTs !== null && error.outcome === 'unknown'
      if (!mayBeThere && (error.outcome !== 'refused' || isTokenRefusal(error.code))) {
        await store.messages.rewrite(question, question)
        continue
      }
    }
    await store.messages.forgetQuestion(team, channel, ts)
  }
}

async function reportCutOff(
  question: PostedMessage,
  { poster, history, agentView }: Pick<Workspace, 'poster' | 'history' | 'agentView'>,
  { store, clock }: Pick<UnansweredWorkspaces, 'store' | 'clock'>,
): Promise<void> {
  const { channel, ts, threadTs } = question
  const message = problemMessage({
    sentence: 'Sightline was interrupted before it could answer. Ask again.',
    reference: null,
  })
  // Several processes may replace the line: they write the same text.
  if (threadTs === null) return poster.update({ channel, ts }, message)
  // The original process may have posted the answer while the database was unavailable.
  const answer = await history.findReply(channel, threadTs, answerMark(ts)).catch((error: unknown) => {
    throw new PostError('not_sent', 'not_looked_up', null, error)
  })
  if (typeof answer === 'object') return
  const { claim, release } = claimNotice(store, question, clock.now())
  if (!(await withRecordRetry(clock, claim))) return
  try {
    await poster.post(channel, message, { threadTs })
  } catch (error) {
    if (!(error instanceof PostError) || error.outcome !== 'unknown') await release()
    throw error
  }
  await agentView.session({ channel, ts: threadTs }, 'active', '', '')
}
