/** functions.*: docs.slack.dev/reference/methods?family=functions */
import type { StepRun } from '../model.ts'
import { endRun } from '../steps/run.ts'
import { flawsOf } from '../steps/types.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { SlackError, withMessages } from './errors.ts'
import { type Caller, type Methods, method } from './method.ts'

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
