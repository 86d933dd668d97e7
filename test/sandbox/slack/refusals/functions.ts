import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../../sandbox/slack/sandbox.ts'
import type { CasesByMethod, Refusal } from './case.ts'

const input = { callbackId: 'greet', user: USERS.member, inputs: { channel: CHANNELS.brandVisibility } }

/** A running step. */
const running = async (slack: SlackSandbox) => (await slack.runStep(input)).id

/** The token that the app gets for a step. */
async function workflowToken(slack: SlackSandbox): Promise<string> {
  const app = createServer()
  app.listen(0, '127.0.0.1')
  await once(app, 'listening')
  slack.setRequestUrl(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`)
  const asked = once(app, 'request')
  const run = slack.runStep(input)
  const [request, response] = await asked
  const body = JSON.parse(await text(request))
  response.end()
  await run
  app.close()
  slack.setRequestUrl(null)
  return String(body.event.bot_access_token)
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
