import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { PostError } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Store } from '../store/index.ts'
import { isTokenRefusal } from '../store/reason.ts'
import { cutOff, longestMinutes } from './index.ts'

/** Executions per pass; the next pass takes the rest. */
const atOnce = 50

interface StepWorkspaces {
  readonly store: Pick<Store, 'stepExecutions'>
  readonly clock: Clock
  readonly log: Log
  /** `null`: Sightline was removed from that workspace. */
  readonly of: (team: string) => Promise<Pick<Workspace, 'steps'> | null>
}

/**
 * Tells Slack how steps ended if their process was killed or couldn't reach Slack: a workflow waits for its step, and
 * Slack doesn't send an acknowledged one again. Telling Slack twice does no harm.
 */
export async function recoverSteps(
  { store: { stepExecutions }, clock, log, of }: StepWorkspaces,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const since = now.subtract({ minutes: longestMinutes })
  for (const { team, id, result } of await stepExecutions.unreported(since, atOnce)) {
    if (signal.aborted) return
    const workspace = await of(team)
    try {
      await workspace?.steps.end(id, result ?? cutOff)
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      log.warn('could not report a workflow step’s result to Slack', { team, detail: id, error })
      // The next pass tries again, unless Slack will never accept it.
      if (error.outcome !== 'refused' || isTokenRefusal(error.code)) continue
    }
    await stepExecutions.markReported(team, id, now)
  }
}
