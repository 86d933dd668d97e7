import { problemMessage } from '../../blocks/kit/problem.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { withRetry } from '../../lib/retry.ts'
import { isPermitted } from '../plan.ts'
import { untilReceived } from '../send/resend.ts'
import type { Handlers } from './handlers.ts'
import type { InFlight } from './in-flight.ts'
import type { ListenerTools } from './listener-tools.ts'

interface RunOptions extends Pick<ListenerTools, 'startQueue' | 'reportFailure'> {
  readonly plan: Handlers['plan']
  readonly errorToReport: Handlers['errorToReport']
  readonly inFlight: InFlight
  readonly clock: Clock
  readonly log: Log
}

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
