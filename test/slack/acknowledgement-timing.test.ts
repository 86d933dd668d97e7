import { expect, it } from 'vitest'
import { createLog } from '../../src/lib/log.ts'
import type { Answer } from '../../src/slack/port.ts'
import { unknownPeople } from '../workspace.ts'
import { testDeliveries, testHandlers } from './handlers.ts'

const nothing = async () => {}
const answer: Answer = { ephemeral: nothing, inChannel: nothing, withProgress: () => answer }
const place = { team: { id: 'T1', domain: 'x' }, user: { id: 'U2' }, api_app_id: 'A1' }
const view = { id: 'V1', type: 'modal', callback_id: 'digest', private_metadata: '{}', state: { values: {} } }
const event = (of: object) => ({
  type: 'event_callback',
  team_id: 'T1',
  api_app_id: 'A1',
  event_time: 1_795_000_000,
  authorizations: [{ team_id: 'T1', user_id: 'U1', enterprise_id: null, is_bot: true }],
  event: of,
})

it.each([
  {
    what: 'a command',
    body: {
      command: '/sightline',
      text: 'visibility',
      team_id: 'T1',
      channel_id: 'C1',
      user_id: 'U2',
      trigger_id: '1.command',
      response_url: 'http://127.0.0.1:9/',
    },
  },
  {
    what: 'a click',
    body: {
      ...place,
      type: 'block_actions',
      trigger_id: '1.click',
      container: { type: 'message', message_ts: '1.1', channel_id: 'C1', is_ephemeral: false },
      channel: { id: 'C1', name: 'c' },
      message: { text: 'x', ts: '1.1' },
      response_url: 'http://127.0.0.1:9/',
      actions: [{ type: 'button', action_id: 'x', block_id: 'b', value: 'x', action_ts: '1.1' }],
    },
  },
  {
    what: 'a shortcut',
    body: { ...place, type: 'shortcut', trigger_id: '1.shortcut', callback_id: 'set_up_digest' },
  },
  {
    what: 'a shortcut of a message',
    body: {
      ...place,
      type: 'message_action',
      trigger_id: '1.message',
      callback_id: 'create_task',
      channel: { id: 'C1', name: 'c' },
      message_ts: '1.1',
      message: { type: 'message', ts: '1.1', text: 'x' },
      response_url: 'http://127.0.0.1:9/',
    },
  },
  {
    what: 'a workflow step',
    body: event({
      type: 'function_executed',
      function: { callback_id: 'get_visibility' },
      function_execution_id: 'Fx1',
      inputs: { channel: 'C1' },
    }),
  },
  {
    what: 'a question',
    body: event({
      type: 'app_mention',
      user: 'U2',
      channel: 'C1',
      ts: '1.1',
      event_ts: '1.1',
      text: 'tasks',
    }),
  },
  { what: 'a form', body: { ...place, type: 'view_submission', trigger_id: '1.form', view } },
  { what: 'the Home tab', body: event({ type: 'app_home_opened', user: 'U2', channel: 'D1', tab: 'home' }) },
  {
    what: 'a channel with another id',
    body: event({ type: 'channel_id_changed', old_channel_id: 'G1', new_channel_id: 'C1' }),
  },
  { what: 'an uninstallation', body: event({ type: 'app_uninstalled' }) },
])(
  'the work after the acknowledgement of $what runs even if the acknowledgement can’t be sent',
  async ({ body }) => {
    let done = 0
    const work = async () => {
      done += 1
    }
    const handlers = testHandlers({
      plan: () => ({
        kind: 'work',
        verb: 'visibility',
        who: 'readers',
        run: async () => ({ text: '', blocks: [] }),
      }),
      run: () => work().then(() => null),
      click: work,
      shortcut: work,
      step: (_, { recorded }) => {
        recorded()
        return work()
      },
      submit: async () => ({ kind: 'close', after: work }),
      homeOpened: work,
      questionArrived: async () => work,
      removed: work,
      channelMoved: work,
    })
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const of = () => ({ answerAt: () => answer, people: unknownPeople }) as never
    const { inFlight, deliver } = testDeliveries(handlers, { of, log })
    // As the SDK's socket does while it closes.
    const ack = async () => {
      throw Object.assign(new Error('no active connection'), {
        code: 'slack_socket_mode_send_while_not_ready',
      })
    }
    await deliver({ body, ack }).catch(() => {})
    await inFlight.drain(60_000)
    expect(done).toBe(1)
    expect(lines.filter((line) => line.includes('could not be acknowledged'))).toEqual([
      expect.stringContaining('slack_socket_mode_send_while_not_ready'),
    ])
  },
)
