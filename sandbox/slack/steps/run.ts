/**
 * Running a workflow of one step: docs.slack.dev/workflows/workflow-steps, /reference/events/function_executed,
 * /reference/types/user_context-type
 */
import { createHmac, randomBytes } from 'node:crypto'
import { sendEvent } from '../delivery/events.ts'
import { isJson, type Json, text } from '../json.ts'
import type { Acknowledgement, DeclaredStep, StepParameter, StepRun, StepRunInput } from '../model.ts'
import { APP, TOKENS } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { messageKey } from './runs.ts'
import { FILLED_BY_SLACK, flawsOf } from './types.ts'

const EVENT = 'function_executed'
const newId = (prefix: string) => `${prefix}0${randomBytes(5).toString('hex').toUpperCase()}`

/** The user, vouched for by Slack. The app can't check the secret, and doesn't need to. */
const contextOf = (user: string): Json => ({
  id: user,
  secret: createHmac('sha256', TOKENS.signing).update(user).digest('hex'),
})

/** The interacting user, and a pointer that opens a modal like a `trigger_id`. */
const interactivityOf = (world: World, user: string): Json => ({
  interactor: contextOf(user),
  interactivity_pointer: world.triggers.issue({ user }),
})

/** The step as Workflow Builder offers it. Throws if it would not offer it. */
function offered(world: World, id: string): DeclaredStep {
  const { manifest, enterprise } = world
  const steps = manifest?.steps ?? []
  const step = steps.find((one) => one.callback_id === id)
  if (!step) {
    const declared = steps.map((one) => one.callback_id).join(', ')
    throw new Error(`the manifest declares no step "${id}" (functions); it declares ${declared || 'none'}`)
  }
  if (world.revoked)
    throw new Error('the app is not installed here, so Workflow Builder does not offer its steps')
  if (enterprise !== null && !world.orgInstalled)
    throw new Error(
      "an organization's Workflow Builder offers only steps of apps installed for the whole organization",
    )
  if (manifest?.events.has(EVENT) !== true)
    throw new Error(`the manifest does not subscribe to ${EVENT} (settings.event_subscriptions.bot_events)`)
  return step
}

/** Values that Slack fills in from the user who started the workflow. Throws if one is required without a user. */
function filled(world: World, step: DeclaredStep, user: string | undefined): Json {
  const asked = step.inputs.filter(({ type }) => FILLED_BY_SLACK.includes(type))
  const needed = asked.find(({ required }) => required)
  if (user === undefined && needed !== undefined)
    throw new Error(`A person must start this workflow: Slack fills in "${needed.title}" from that person`)
  if (user === undefined) return {}
  const valueFor = ({ type }: StepParameter) =>
    type.endsWith('/interactivity') ? interactivityOf(world, user) : contextOf(user)
  return Object.fromEntries(asked.map((parameter) => [parameter.name, valueFor(parameter)]))
}

/** Throws if a channel or user among the inputs isn't in this workspace. */
function refuseStrangers({ workspace }: World, step: DeclaredStep, inputs: Json): void {
  for (const { name, type } of step.inputs) {
    const value = inputs[name]
    if (typeof value !== 'string') continue
    if (type === 'slack#/types/channel_id') workspace.channel(value)
    if (type === 'slack#/types/user_id') workspace.user(value)
  }
}

function inputsOf(world: World, step: DeclaredStep, input: StepRunInput): Json {
  const given: Json = { ...input.inputs }
  const forged = step.inputs.find(({ name, type }) => FILLED_BY_SLACK.includes(type) && name in given)
  if (forged) throw new Error(`Slack fills in "${forged.title}"; a workflow can't set it`)
  const inputs = { ...given, ...filled(world, step, input.user) }
  const [flaw] = flawsOf(step.inputs, inputs)
  const title = step.inputs.find(({ name }) => name === flaw?.name)?.title ?? flaw?.name
  if (flaw?.missing) throw new Error(`Fill in "${title}": the step requires it`)
  if (flaw) throw new Error(`"${title}" ${flaw.message}`)
  refuseStrangers(world, step, inputs)
  return inputs
}

const described = (parameters: readonly StepParameter[]) =>
  parameters.map(({ type, name, description, title, required }) => ({
    type,
    name,
    description,
    title,
    is_required: required,
  }))

function functionOf(world: World, step: DeclaredStep): Json {
  const since = Math.trunc(world.startedAt.epochMilliseconds / 1000)
  return {
    id: `Fn0${step.callback_id.replaceAll(/\W|_/g, '').toUpperCase()}`,
    callback_id: step.callback_id,
    title: step.title,
    description: step.description,
    type: 'app',
    input_parameters: described(step.inputs),
    output_parameters: described(step.outputs),
    app_id: APP.id,
    date_created: since,
    date_updated: since,
    date_deleted: 0,
  }
}

/** Sends the app the event to execute, with a fresh token. Keeps the delivered callback, so that it can be repeated. */
const tell = (world: World, run: StepRun, event: Json): Promise<Acknowledgement | undefined> =>
  sendEvent(
    world,
    EVENT,
    { ...event, bot_access_token: world.grants.workflowToken(world, run.id) },
    (payload) => world.steps.setDelivered(run.id, payload),
  )

/** Runs a workflow that consists of this step. Resolves when the app has acknowledged it or failed to. */
export async function runStep(world: World, input: StepRunInput): Promise<StepRun> {
  const step = offered(world, input.callbackId)
  const user = input.user === undefined ? null : world.workspace.user(input.user).id
  const run: StepRun = {
    id: newId('Fx'),
    workflowId: newId('Wx'),
    callbackId: step.callback_id,
    title: step.title,
    user,
    inputs: inputsOf(world, step, input),
    status: 'running',
    startedAt: world.clock.now().toString(),
  }
  world.steps.put(run)
  const acknowledged = await tell(world, run, {
    type: EVENT,
    function: functionOf(world, step),
    inputs: run.inputs,
    function_execution_id: run.id,
    workflow_execution_id: run.workflowId,
  })
  // The app may already have completed it.
  const now = { ...(world.steps.find(run.id) ?? run), ...(acknowledged ? { acknowledged } : {}) }
  world.steps.put(now)
  return now
}

/** Delivers an execution's event again. */
export async function repeatStep(
  world: World,
  id: string,
  how: 'retry' | 'again' = 'retry',
): Promise<Acknowledgement> {
  const run = world.steps.find(id)
  const payload = world.steps.delivered(id)
  if (!run || !payload || !isJson(payload.event)) throw new Error(`no step execution ${id} was delivered`)
  if (how === 'retry') return world.delivery.repeat(payload)
  const { event_ts: _ts, ...event } = payload.event
  return (await tell(world, run, event)) ?? { ok: false, ms: 0, error: 'the event was not delivered' }
}

/** Ends the execution. Its tokens are revoked shortly after. */
export function endRun(
  world: World,
  run: StepRun,
  how: { readonly outputs: Json } | { readonly error: string },
): void {
  const status = 'error' in how ? 'failed' : 'completed'
  world.grants.endWorkflow(run.id)
  world.steps.put({ ...run, status, ...how, endedAt: world.clock.now().toString() })
}

// Messages and modals that a running step created. Interactions with them name the execution until the step has
// ended. docs.slack.dev/tools/bolt-js/tutorials/custom-steps#interactivity

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
