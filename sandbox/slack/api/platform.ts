/** api.test, apps.connections.open and blocks.validate. */
import { type Problem, validateMessage, validateView } from '../blockkit/index.ts'
import type { StepRun } from '../model.ts'
import { endRun } from '../steps/run.ts'
import { flawsOf } from '../steps/types.ts'
import type { World } from '../world/world.ts'
import { type Arguments, SlackError, withMessages } from './call.ts'
import { type Caller, type Methods, method } from './method.ts'

/** Validates exactly one of `blocks`, `message` and `view`. `blocks.validate` doesn't require a message's text. */
function problems(args: Arguments, world: World): Problem[] {
  const given = ['blocks', 'message', 'view'].filter((name) => args.raw[name] !== undefined)
  if (given.length !== 1) throw new SlackError('invalid_arguments')
  const view = args.object('view')
  if (view) return validateView(view, world.rights)
  const message = args.object('message') ?? { blocks: args.list('blocks', 'invalid_blocks_format') }
  return validateMessage(message, world.rights)
}

export const platform: Methods = {
  'api.test': method('special', { token: 'none' }, (args) => {
    const { token: _token, ...given } = args.raw
    if (args.string('error')) throw new SlackError(args.required('error'), { args: given })
    return { args: given }
  }),
  'apps.connections.open': method('tier1', { token: 'app' }, (_args, world) => {
    if (!world.sockets.enabled()) throw new SlackError('access_denied')
    return { url: `${world.origin.replace(/^http/, 'ws')}${world.sockets.ticketPath()}` }
  }),
  'oauth.v2.access': method('tier4', { token: 'none' }, (args, world) => {
    const names = ['client_id', 'client_secret', 'grant_type', 'code', 'redirect_uri', 'refresh_token']
    return world.grants.access(Object.fromEntries(names.map((name) => [name, args.string(name)])))
  }),
  'blocks.validate': method('special', { token: 'none' }, (args, world) => {
    const errors = problems(args, world).map(({ pointer, message, code, limit }) => ({
      pointer,
      code,
      message,
      field: pointer.split('/').at(-1),
      ...(limit ? { constraint: limit } : {}),
    }))
    if (errors.length > 0) throw new SlackError('invalid_blocks', { errors })
  }),
}

// functions.*: docs.slack.dev/reference/methods?family=functions

/** The execution to end. A workflow's token can only end its own execution. */
function runningStep(world: World, args: Arguments, { execution }: Caller): StepRun {
  const run = world.steps.find(args.required('function_execution_id'))
  if (!run) throw new SlackError('function_execution_not_found')
  if (execution !== undefined && execution !== run.id) throw new SlackError('access_denied')
  if (run.status !== 'running') throw new SlackError('execution_not_in_running_state')
  return run
}

export const functions: Methods = {
  'functions.completeSuccess': method('tier3', [], (args, world, caller) => {
    const run = runningStep(world, args, caller)
    const outputs = args.object('outputs')
    if (!outputs) throw withMessages('invalid_arguments', ['missing required field: outputs'])
    const step = world.manifest?.steps.find((one) => one.callback_id === run.callbackId)
    const flaws = flawsOf(step?.outputs ?? [], outputs)
    if (flaws.length > 0)
      throw withMessages(
        'parameter_validation_failed',
        flaws.map(({ name, message }) => `${message} [json-pointer:/outputs/${name}]`),
      )
    endRun(world, run, { outputs })
  }),
  'functions.completeError': method('tier3', [], (args, world, caller) => {
    const run = runningStep(world, args, caller)
    endRun(world, run, { error: args.required('error') })
  }),
}
