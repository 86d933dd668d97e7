import type { App } from '@slack/bolt'
import type { FunctionExecutedEvent } from '@slack/types'
import { withRetry } from '../../lib/async.ts'
import { type RunInBackground, stepIds } from '../port.ts'
import { endStep } from '../send/ports.ts'
import { fields, type Identity } from './access.ts'
import type { ListenerTools } from './deliveries.ts'
import type { Handlers, StepDelivery } from './handlers.ts'

/** How long recording a step is tried again while the database is unavailable. */
const recordMs = 60_000

/**
 * Acknowledges a workflow step once it is recorded, and runs it. Until then Slack brings it again, perhaps to a process
 * that can record it (https://docs.slack.dev/tools/bolt-js/concepts/custom-steps).
 */
export function addSteps(app: App, handlers: Handlers, tools: ListenerTools): void {
  const { place, lookUp, clock, inFlight, startQueue, reportFailure } = tools

  for (const step of stepIds)
    app.function(step, { autoAcknowledge: false }, async ({ event, body, ack, client }) => {
      const origin = { ...place(body), user: userOf(event) }
      const { team, user } = origin
      const { inputs, function_execution_id: id } = event
      const call = { team, user: user === '' ? null : user, id, step, inputs }
      const fields = { team, channel: '', user, action: `step.${step}` }
      let isRecorded = false
      let isStopping = false
      const recorded = () => {
        isRecorded = true
        void ack()
      }
      const identify = async () => (user === '' ? { ...origin, outside: null } : lookUp(origin))
      const inBackground: RunInBackground = (work) => inFlight.run(work)
      const end: StepDelivery<Identity>['endStep'] = (id, result) => endStep(client, id, result)
      const run = (late: Promise<never>): Promise<void> =>
        withRetry(
          clock,
          () => handlers.step(call, { recorded, identify, inBackground, endStep: end, late }),
          {
            forMs: recordMs,
            leastMs: (error) => (isRecorded || !isStoreError(error) ? null : 0),
            late,
          },
        )
      const failed = async (error: unknown): Promise<void> => {
        // Not acknowledged, so Slack brings it again.
        if (isStopping && !isRecorded && isStoreError(error)) return
        const { sentence, reference } = reportFailure(error, fields)
        if (isRecorded) return
        await end(call.id, { ok: false, sentence: `${sentence} (Reference: ${reference})` })
        await ack()
      }
      inFlight.run(async (late) => {
        late.catch(() => {
          isStopping = true
        })
        await startQueue.run(team, (turn) => turn())
        await run(late)
          .catch(failed)
          .catch((error: unknown) => void reportFailure(error, fields))
      })
    })
}

/** Compared by name, since importing the class would load the database before the first acknowledgement. */
function isStoreError(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreError'
}

/**
 * The person who started the workflow, or pressed the previous step's button; empty: no person. Slack itself fills inputs
 * of the type `slack#/types/user_context`, which can't be set in Workflow Builder
 * (https://docs.slack.dev/reference/types/user_context-type). A plain user id could be chosen by the workflow's author.
 */
function userOf({ inputs }: FunctionExecutedEvent): string {
  const { id, secret } = fields(inputs.asked_by)
  return typeof id === 'string' && typeof secret === 'string' ? id : ''
}
