import { problemMessage } from '../../blocks/kit/problem.ts'
import type { FairQueue } from '../../lib/fair-queue.ts'
import type { LogFields } from '../../lib/log.ts'
import type { CommandOutcome } from '../../lib/metrics.ts'
import type { Reported } from '../../lib/problem.ts'
import { withRetry } from '../../lib/retry.ts'
import type { Refusals } from '../../model/permission.ts'
import { isPermitted } from '../plan.ts'
import type { Answer } from '../port.ts'
import { untilReceived } from '../send/calls.ts'
import type { SlackContext } from '../send/client.ts'
import type { SlackPorts } from '../send/ports.ts'
import type { Handlers } from './handlers.ts'
import type { Identities } from './identity.ts'
import type { InFlight } from './in-flight.ts'
import type { RecentDeliveries } from './recent-deliveries.ts'

/** What the listeners share. */
export interface ListenerTools extends Identities, Pick<SlackContext, 'clock' | 'log' | 'meter'> {
  /** Slack ports of a workspace. */
  readonly of: (team: string) => Pick<SlackPorts, 'answerAt' | 'steps'>
  readonly inFlight: InFlight
  readonly recentDeliveries: RecentDeliveries
  /** Workspaces start their work in turn, so that a burst is acknowledged before any of its work begins. */
  readonly startQueue: FairQueue
  /** Logs the error; returns the sentence for the person, with the same reference. */
  reportFailure(error: unknown, fields: LogFields): Reported
  /** Starts work that no one waits for. Its failure is only logged. */
  inBackground(fields: LogFields, work: () => Promise<unknown>): void
  /** What the person may not do, to decide what to show. Never rejects; actions check permissions again. */
  refusalsFor(payload: unknown): Promise<Refusals>
  /**
   * @param refusals what the person may not do, and so isn't suggested after a failure
   * @param more.ended called with the outcome once the person has an answer
   * @param more.retry what was typed after `/sightline `, offered again if the failure may pass
   */
  runAfterAck(
    answer: Pick<Answer, 'ephemeral'>,
    fields: LogFields & { readonly team: string },
    refusals: () => Promise<Refusals>,
    work: () => Promise<void>,
    more?: { readonly ended?: (outcome: CommandOutcome) => void; readonly retry?: string },
  ): void
}

type RunOptions = Pick<Handlers, 'plan' | 'errorToReport'> &
  Pick<ListenerTools, 'startQueue' | 'reportFailure' | 'inFlight' | 'clock' | 'log'>

/** Runs the work of an acknowledged delivery. If it fails, the person is told why as soon as Slack can be reached. */
export function createRunAfterAck(options: RunOptions): ListenerTools['runAfterAck'] {
  const { plan, errorToReport, inFlight, startQueue, reportFailure, clock, log } = options
  return (answer, fields, refusals, work, { ended = () => {}, retry = null } = {}) =>
    inFlight.run(async (late) => {
      await startQueue.run(fields.team, (turn) => turn())
      const problemOf = async (error: unknown) => {
        const { from, suggestion, isPassing, ...problem } = reportFailure(
          await errorToReport(fields.team ?? '', error),
          fields,
        )
        const isOffered = suggestion !== null && isPermitted(await plan(suggestion), await refusals())
        const message = problemMessage({
          ...problem,
          suggestion: isOffered ? suggestion : null,
          retry: isPassing ? retry : null,
        })
        return { message, from, reference: problem.reference }
      }
      const attempt = async () => {
        try {
          await Promise.race([late, work()])
          return null
        } catch (error) {
          return problemOf(error)
        }
      }
      const problem = await attempt()
      if (problem !== null) {
        const { message, reference } = problem
        await withRetry(clock, () => answer.ephemeral(message), untilReceived(late)).catch((error: unknown) =>
          log.error('could not report an error to the person', { ...fields, reference, error }),
        )
      }
      ended(problem?.from ?? 'answered')
    })
}
