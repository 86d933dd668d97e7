/**
 * Messages and modals that a running step has made: what people do there comes back with the execution.
 * docs.slack.dev/tools/bolt-js/tutorials/custom-steps#interactivity. Once the step has ended they are like all others.
 */
import { isJson, type Json, text } from '../json.ts'
import type { World } from '../world/world.ts'
import { interactivityOf } from './run.ts'
import { messageKey } from './runs.ts'

/** Notes what a call with an execution's token has made. @param result of the method */
export function noteWork(world: World, execution: string, args: Json, result: Json): void {
  const channel = text(result.channel) ?? text(args.channel)
  const ts = text(result.ts) ?? text(result.message_ts)
  if (channel !== undefined && ts !== undefined) world.steps.setBehind(messageKey(channel, ts), execution)
  const view = isJson(result.view) && result.view.type === 'modal' ? text(result.view.id) : undefined
  if (view !== undefined) world.steps.setBehind(view, execution)
}

/** What an interaction's payload has more when a running step made that message or view. */
export function executionFields(world: World, thing: string, user: string): Json {
  const run = world.steps.behind(thing)
  if (run === undefined) return {}
  return {
    function_data: {
      execution_id: run.id,
      function: { callback_id: run.callbackId },
      inputs: run.inputs,
    },
    interactivity: interactivityOf(world, user),
    bot_access_token: world.grants.workflowToken(world, run.id),
  }
}
