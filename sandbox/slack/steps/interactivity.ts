/**
 * Messages and modals that a running step created. Interactions with them name the execution until the step has
 * ended. docs.slack.dev/tools/bolt-js/tutorials/custom-steps#interactivity
 */
import { isJson, type Json, text } from '../json.ts'
import type { World } from '../world/world.ts'
import { interactivityOf } from './run.ts'
import { messageKey } from './runs.ts'

/** Records what a call with an execution's token created. @param result of the method */
export function noteWork(world: World, execution: string, args: Json, result: Json): void {
  const channel = text(result.channel) ?? text(args.channel)
  const ts = text(result.ts) ?? text(result.message_ts)
  if (channel !== undefined && ts !== undefined) world.steps.setBehind(messageKey(channel, ts), execution)
  const view = isJson(result.view) && result.view.type === 'modal' ? text(result.view.id) : undefined
  if (view !== undefined) world.steps.setBehind(view, execution)
}

/** The extra payload fields of an interaction if a running step created that message or view. */
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
