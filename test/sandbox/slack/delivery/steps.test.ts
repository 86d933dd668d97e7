import type { App, BlockAction } from '@slack/bolt'
import type { FunctionExecutedEvent } from '@slack/types'
import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../../sandbox/clock.ts'
import { CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../../sandbox/slack/sandbox.ts'
import { actions, button } from '../blocks.ts'
import { boltForTest, MODES, type Mode } from '../bolt.ts'
import { createCollector } from '../collector.ts'
import { entryPointsManifest, type SandboxOptions } from '../manifest.ts'
import { clientOf, refusalOf, started } from '../web-api.ts'

const channel = CHANNELS.brandVisibility
const user = USERS.member

const manifest = entryPointsManifest
const start = async (mode: Mode, listen: (app: App) => void, options: SandboxOptions = {}) =>
  (await boltForTest(mode, listen, { manifest, ...options })).slack

const ended = (slack: SlackSandbox, id: string) =>
  slack.until(() => slack.stepRuns().find((run) => run.id === id && run.status !== 'running'), 'the end')

interface Execution {
  readonly event: FunctionExecutedEvent
  readonly eventId: string
}

describe.each(MODES)('a workflow step over %s', (mode) => {
  it('tells the app who runs it with which inputs, and shows its outputs', async () => {
    const executions = createCollector<Execution>()
    const clock = createSandboxClock()
    const greet = (app: App) =>
      app.function('greet', async ({ event, body, inputs, client, complete }) => {
        executions.add({ event, eventId: body.event_id })
        const text = `Hello from <@${(inputs.asked_by as { id: string }).id}>`
        const { ts } = await client.chat.postMessage({ channel: String(inputs.channel), text })
        await complete({ outputs: { greeting: text, ts } })
      })
    const slack = await start(mode, greet, { clock })
    const run = await slack.runStep({ callbackId: 'greet', user, inputs: { channel, times: 2 } })
    expect(run.acknowledged).toMatchObject({ ok: true })
    const [{ event } = { event: undefined }] = await executions.have(1)
    expect(event).toMatchObject({
      type: 'function_executed',
      function: {
        callback_id: 'greet',
        title: 'Greet somebody',
        type: 'app',
        output_parameters: [
          { type: 'string', name: 'greeting', title: 'Greeting', is_required: true },
          { type: 'slack#/types/message_ts', name: 'ts', is_required: false },
        ],
        date_deleted: 0,
      },
      inputs: { asked_by: { id: user, secret: expect.any(String) }, channel, times: 2 },
      function_execution_id: run.id,
      workflow_execution_id: run.workflowId,
      bot_access_token: expect.stringMatching(/^xwfp-/),
    })
    const done = await ended(slack, run.id)
    const greeting = `Hello from <@${user}>`
    const posted = slack.messages(channel).at(-1)
    expect(posted?.text).toBe(greeting)
    expect(done).toMatchObject({ status: 'completed', user, outputs: { greeting, ts: posted?.ts } })
    // The workflow's own token can still be used for a final edit, as in Slack's own sample, and then no more.
    const stepClient = clientOf(slack, { token: event?.bot_access_token ?? '' })
    expect((await stepClient.chat.update({ channel, ts: posted?.ts ?? '', text: 'Done' })).ok).toBe(true)
    clock.advance({ seconds: 2 })
    expect(await refusalOf(stepClient.chat.postMessage({ channel, text: 'x' }))).toMatchObject({
      error: 'token_revoked',
    })
  })

  it('waits for a button, and is completed when a user presses it', async () => {
    const pressed = createCollector<BlockAction>()
    const slack = await start(mode, (app) => {
      app.function('approve', async ({ inputs, client }) => {
        const blocks = [actions(button('yes'))]
        await client.apiCall('chat.postMessage', { channel: inputs.channel, text: 'Approve?', blocks })
      })
      app.action<BlockAction>('yes', async ({ ack, body, complete }) => {
        await ack()
        pressed.add(body)
        await complete?.({ outputs: { approver: body.user.id } })
      })
    })
    const run = await slack.runStep({ callbackId: 'approve', inputs: { channel } })
    const asked = await slack.until(
      () => slack.messages(channel).find(({ text }) => text === 'Approve?'),
      'the question',
    )
    const press = () => slack.click({ user: USERS.admin, channel, ts: asked.ts, actionId: 'yes' })
    await press()
    expect(await ended(slack, run.id)).toMatchObject({ user: null, outputs: { approver: USERS.admin } })
    expect((await pressed.have(1))[0]).toMatchObject({
      function_data: { execution_id: run.id, function: { callback_id: 'approve' }, inputs: { channel } },
      interactivity: { interactor: { id: USERS.admin } },
      bot_access_token: expect.stringMatching(/^xwfp-/),
    })
    // After the step has ended, the message is an ordinary one.
    await press()
    expect((await pressed.have(2))[1]).not.toHaveProperty('function_data')
  })

  it('is delivered again with the same execution, as the same event or another', async () => {
    const executions = createCollector<Execution>()
    const slack = await start(mode, (app) =>
      app.function('greet', async ({ event, body }) => {
        executions.add({ event, eventId: body.event_id })
      }),
    )
    const run = await slack.runStep({ callbackId: 'greet', user, inputs: { channel } })
    expect(await slack.repeatStep(run.id)).toMatchObject({ ok: true })
    expect(await slack.repeatStep(run.id, 'again')).toMatchObject({ ok: true })
    const [first, retried, another] = await executions.have(3)
    expect(retried).toEqual(first)
    expect(another?.eventId).not.toBe(first?.eventId)
    expect(another?.event.function_execution_id).toBe(run.id)
    expect(another?.event.bot_access_token).not.toBe(first?.event.bot_access_token)
    expect(slack.deliveries().map(({ name, attempt }) => [name, attempt])).toEqual([
      ['function_executed', 0],
      ['function_executed', 1],
      ['function_executed', 0],
    ])
  })
})

describe('the outcome of a step', () => {
  const waiting = async (options: SandboxOptions = {}) => {
    const executions = createCollector<FunctionExecutedEvent>()
    const slack = await start(
      'http',
      (app) => app.function('greet', async ({ event }) => executions.add(event)),
      options,
    )
    const run = await slack.runStep({ callbackId: 'greet', user, inputs: { channel } })
    const [event] = await executions.have(1)
    const token = event?.bot_access_token ?? ''
    return { slack, run, token, client: clientOf(slack, { token }) }
  }

  it('is refused with a list of problems, and the step stays open', async () => {
    const { slack, run, client } = await waiting()
    const function_execution_id = run.id
    const wrong = { ts: 'yesterday', mood: 'good' }
    const refused = await refusalOf(
      client.functions.completeSuccess({ function_execution_id, outputs: wrong }),
    )
    expect(refused).toMatchObject({
      error: 'parameter_validation_failed',
      errors: [
        'is required [json-pointer:/outputs/greeting]',
        'must be of type slack#/types/message_ts [json-pointer:/outputs/ts]',
        'is not declared in the manifest [json-pointer:/outputs/mood]',
      ],
    })
    const long = { greeting: 'ä'.repeat(2001) }
    const tooLong = await refusalOf(
      client.functions.completeSuccess({ function_execution_id, outputs: long }),
    )
    expect(tooLong.errors).toEqual(['must have at most 4000 bytes [json-pointer:/outputs/greeting]'])
    expect(slack.stepRuns()[0]?.status).toBe('running')
  })

  it("is too late with a workflow's token after fifteen minutes", async () => {
    const clock = createSandboxClock()
    const { run, client } = await waiting({ clock })
    clock.advance({ minutes: 15 })
    const late = client.functions.completeError({ function_execution_id: run.id, error: 'Slow' })
    expect(await refusalOf(late)).toMatchObject({ error: 'token_expired' })
  })

  it('is still awaited if the app doesn’t acknowledge the event, and the failure is reported', async () => {
    const slack = await start(
      'http',
      (app) => app.function('greet', { autoAcknowledge: false }, async () => {}),
      { ackTimeoutMs: 100 },
    )
    const run = await slack.runStep({ callbackId: 'greet', user, inputs: { channel } })
    expect(run).toMatchObject({ status: 'running', acknowledged: { ok: false, error: 'operation_timeout' } })
  })
})

describe('Workflow Builder runs no step', () => {
  const builder = async (options: SandboxOptions = {}) => (await started({ manifest, ...options })).slack
  const greet = { callbackId: 'greet', user, inputs: { channel } }

  it('whose inputs are missing, mistyped, unknown, or filled in by Slack', async () => {
    const slack = await builder()
    const refused = (inputs: Record<string, unknown>) => expect(slack.runStep({ ...greet, inputs })).rejects
    await refused({}).toThrow('Fill in "Channel"')
    await refused({ channel, times: 1.5 }).toThrow('"How often" must be of type integer')
    await refused({ channel, mood: 'good' }).toThrow('"mood" is not declared')
    await refused({ channel: 'C0NOWHERE' }).toThrow('no channel C0NOWHERE')
    await refused({ channel, asked_by: { id: USERS.owner, secret: 'x' } }).toThrow(
      'Slack fills in "Asked by"',
    )
    expect(slack.stepRuns()).toEqual([])
  })

  it('without the event, without the app, or if only one workspace of the organization has the app', async () => {
    const settings = { ...manifest.settings, event_subscriptions: {} }
    const deaf = await builder({ manifest: { ...manifest, settings } })
    await expect(deaf.runStep(greet)).rejects.toThrow('function_executed')
    const gone = await builder()
    await gone.uninstall()
    await expect(gone.runStep(greet)).rejects.toThrow('not installed')
    const partly = await builder({ enterprise: { id: 'E0GRID', name: 'Northwind Group' } })
    await expect(partly.runStep(greet)).rejects.toThrow('installed for the whole organization')
  })
})
