import { CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../../sandbox/slack/sandbox.ts'
import { bodyOf, listening } from '../../../listening.ts'
import type { CasesByMethod, Refusal } from './case.ts'

const input = { callbackId: 'greet', user: USERS.member, inputs: { channel: CHANNELS.brandVisibility } }

/** A running step. */
const running = async (slack: SlackSandbox) => (await slack.runStep(input)).id

/** The token that the app gets for a step. */
async function workflowToken(slack: SlackSandbox): Promise<string> {
  const bodies: string[] = []
  const address = await listening(async (request, response) => {
    bodies.push(await bodyOf(request))
    response.end()
  })
  slack.setRequestUrl(address)
  await slack.runStep(input)
  slack.setRequestUrl(null)
  return String(JSON.parse(bodies[0] ?? '').event.bot_access_token)
}

const missing: Refusal = () => ({ function_execution_id: 'Fx0NONE', outputs: {}, error: 'x' })
const foreign: Refusal = async ({ slack }) => {
  const token = await workflowToken(slack)
  return { token, function_execution_id: await running(slack), outputs: {}, error: 'x' }
}
const ended: Refusal = async ({ slack, client }) => {
  const function_execution_id = await running(slack)
  await client.functions.completeError({ function_execution_id, error: 'x' })
  return { function_execution_id, outputs: {}, error: 'x' }
}
const incomplete: Refusal = async ({ slack }) => ({ function_execution_id: await running(slack) })

export const functionCases: CasesByMethod = {
  'functions.completeSuccess': {
    function_execution_not_found: missing,
    access_denied: foreign,
    execution_not_in_running_state: ended,
    parameter_validation_failed: async (tried) => ({ ...(await incomplete(tried)), outputs: {} }),
    invalid_arguments: incomplete,
  },
  'functions.completeError': {
    function_execution_not_found: missing,
    access_denied: foreign,
    execution_not_in_running_state: ended,
    invalid_arguments: incomplete,
  },
}
