import type { App } from '@slack/bolt'
import type { FunctionExecutedEvent } from '@slack/types'
import type { StepResult } from '../../store/index.ts'
import { PostError, type StepCall } from '../port.ts'
import { type StepId, stepIds } from '../steps.ts'
import type { Handlers } from './handlers.ts'
import type { Place } from './identity.ts'
import type { ListenerTools } from './listener-tools.ts'
import type { Placed } from './payloads.ts'

/** Slack may be unreachable for a moment, and a workflow waits until its step has ended. */
const attempts = 5
/**
 * Attempts while the database is unavailable, one per second. Another process may have received the step as well and run
 * it later, so Slack isn't told at once that it failed.
 */
const beginAttempts = 60

/**
 * Runs workflow steps, which Bolt acknowledges first, and tells Slack how each ended
 * (https://docs.slack.dev/tools/bolt-js/concepts/custom-steps).
 */
export function addSteps(app: App, handlers: Handlers, tools: ListenerTools): void {
  const { of, place, lookUp, clock, inFlight, startQueue, reportFailure } = tools

  /** Ending a step twice is harmless, so every call is repeated unless Slack refused it. */
  const end = async ({ team, id }: Placed<StepCall>, result: StepResult): Promise<void> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        await of(team).steps.end(id, result)
        return await handlers.stepReported({ team, id })
      } catch (error) {
        const isPermanent = !(error instanceof PostError) || error.outcome === 'refused'
        if (isPermanent || attempt === attempts) throw error
        await clock.sleep((error.retryAfterSeconds ?? attempt) * 1_000)
      }
  }

  for (const step of stepIds)
    app.function(step, async ({ event, body }) => {
      const origin = { ...place(body), user: userOf(event) }
      const call = toStepCall(step, event, origin)
      const fields = { team: call.team, channel: '', user: origin.user, action: `step.${step}` }
      let isBegun = false
      let isStopping = false
      // Called once the step has begun.
      const identify = async () => {
        isBegun = true
        return origin.user === '' ? { ...origin, outside: null } : lookUp(origin)
      }
      const work = async () => {
        for (let attempt = 1; ; attempt += 1)
          try {
            return await handlers.step(call, identify, (more) => inFlight.run(more))
          } catch (error) {
            const isStoreDown = !isBegun && isStoreError(error)
            if (!isStoreDown || isStopping || attempt === beginAttempts) throw error
            await clock.sleep(1_000)
            if (isStopping) throw error
          }
      }
      inFlight.run(async (late) => {
        late.catch(() => {
          isStopping = true
        })
        await startQueue.run(fields.team, (turn) => turn())
        const result = await Promise.race([late, work()]).catch((error: unknown): StepResult => {
          const { sentence, reference } = reportFailure(error, fields)
          return { ok: false, sentence: `${sentence} (Reference: ${reference})` }
        })
        if (result !== null) await end(call, result).catch((error: unknown) => reportFailure(error, fields))
      })
    })
}

/** Compared by name, since importing the class would load the database before the first acknowledgement. */
function isStoreError(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreError'
}

function toStepCall(
  step: StepId,
  { inputs, function_execution_id: id }: FunctionExecutedEvent,
  { team, user }: Place,
): Placed<StepCall> {
  return { team, user: user === '' ? null : user, id, step, inputs }
}

/**
 * The person who started the workflow, or pressed the previous step's button; empty: no person. Slack itself fills inputs
 * of the type `slack#/types/user_context`, which can't be set in Workflow Builder
 * (https://docs.slack.dev/reference/types/user_context-type). A plain user id could be chosen by the workflow's author.
 */
function userOf({ inputs }: FunctionExecutedEvent): string {
  const { asked_by: context } = inputs
  if (typeof context !== 'object' || context === null) return ''
  const { id, secret } = context as { readonly id?: unknown; readonly secret?: unknown }
  return typeof id === 'string' && typeof secret === 'string' ? id : ''
}
