/**
 * Questions that are being answered, kept in the database while it takes longer than a moment. If their process dies, or
 * can't tell the person, another one does; and whoever forgets one of the agent view has stopped it, on any replica.
 */
import { problemMessage } from '../blocks/kit/problem.ts'
import { withRecordRetry } from '../lib/retry.ts'
import { withTimeout } from '../lib/timeout.ts'
import { type MessageAddress, PostError, type ProgressLine } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { PostedMessage, Store } from '../store/index.ts'
import { isTokenRefusal } from '../store/reason.ts'

/** No answer takes so long. */
const longestMinutes = 3
/** Questions per pass; the next pass takes the rest. */
const atOnce = 50
/** An answer waits this long for the record, whose database may be away, */
const recordMs = 1_000
/** and this long once another process may have told the person that none comes. */
const lateRecordMs = 30_000
/** A quarter of an hour: a record that outlives an outage has its answer replaced by “Sightline was interrupted”. */
const forgetAttempts = 900

/** One question's record. */
export interface Unanswered {
  /** @param threadTs of a message in the agent view; `null`: the message is the line “Looking it up…” */
  begin(message: MessageAddress, threadTs: string | null): void
  /** @returns `false`: it was forgotten before, by whoever stopped it, or told the person that no answer comes */
  end(message: MessageAddress): Promise<boolean>
}

export function unansweredRecord({
  team,
  store,
  clock,
  log,
}: Pick<Workspace, 'team' | 'store' | 'clock' | 'log'>): Unanswered {
  let begun: Promise<boolean> = Promise.resolve(false)
  let begunAt = clock.now()
  const failed = (channel: string) => (error: unknown) => {
    log.warn('a question could not be recorded', { team, channel, error })
    return false
  }
  return {
    begin: ({ channel, ts }, threadTs) => {
      const question = { team, channel, ts, kind: 'unanswered', threadTs, text: '', blocks: [] } as const
      begunAt = clock.now()
      begun = store.messages
        .remember(question, [], clock.now())
        .then(() => true)
        .catch(failed(channel))
    },
    end: async ({ channel, ts }) => {
      const forget = async () => {
        if (!(await begun)) return true
        return withRecordRetry(clock, () => store.messages.forget(team, channel, ts), forgetAttempts)
      }
      const forgetting = forget().catch(failed(channel))
      const inTime = await withTimeout(clock, recordMs, () => forgetting)
      if (inTime !== null) return inTime
      const toldAt = begunAt.add({ minutes: longestMinutes })
      if (Temporal.Instant.compare(clock.now(), toldAt) < 0) return true
      return (await withTimeout(clock, lateRecordMs, () => forgetting)) ?? true
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
  readonly store: Pick<Store, 'messages'>
  readonly clock: Workspace['clock']
  readonly log: Workspace['log']
  /** `null`: Sightline was removed from that workspace. */
  readonly of: (team: string) => Promise<Pick<Workspace, 'poster' | 'agentView'> | null>
}

/** Tells people whose question was cut off that no answer comes. */
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
      if (workspace !== null) await tellCutOff(question, workspace, store)
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      log.warn('nobody could be told that a question was cut off', { team, channel, error })
      // Unless Slack won't ever take it, a later pass tries again.
      if (error.outcome !== 'refused' || isTokenRefusal(error.code)) {
        await postpone(question, error, store, clock.now())
        continue
      }
    }
    await store.messages.forget(team, channel, ts)
  }
}

async function postpone(
  question: PostedMessage,
  { outcome }: PostError,
  { messages }: Pick<Store, 'messages'>,
  now: Temporal.Instant,
): Promise<void> {
  if (question.threadTs === null) {
    // Its next revision comes after those that were tried less often.
    await messages.rewrite(question, question)
    return
  }
  // It was forgotten before it was posted.
  if (outcome !== 'unknown') await messages.remember(question, [], now)
}

async function tellCutOff(
  { team, channel, ts, threadTs }: PostedMessage,
  { poster, agentView }: Pick<Workspace, 'poster' | 'agentView'>,
  { messages }: Pick<Store, 'messages'>,
): Promise<void> {
  const message = problemMessage({
    sentence: 'Sightline was interrupted before it could answer. Ask again.',
    reference: null,
  })
  // The same line for whichever process replaces it.
  if (threadTs === null) return poster.update({ channel, ts }, message)
  // A message of its own is posted once at most.
  if (!(await messages.forget(team, channel, ts))) return
  await poster.post(channel, message, { threadTs })
  await agentView.session({ channel, ts: threadTs }, 'active', '', '')
}
