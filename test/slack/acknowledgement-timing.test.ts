import { expect, it } from 'vitest'
import { createLog } from '../../src/lib/telemetry.ts'
import type { Answer } from '../../src/slack/port.ts'
import { unknownPeople } from '../workspace.ts'
import { eventBody, testDeliveries, testHandlers } from './handlers.ts'

const nothing = async () => {}
const answer: Answer = { ephemeral: nothing, inChannel: nothing, withProgress: () => answer }
const place = { team: { id: 'T1' }, user: { id: 'U2' } }
const onMessage = { ...place, channel: { id: 'C1' }, message: { text: 'x', ts: '1.1' } }
const container = { type: 'message', message_ts: '1.1', channel_id: 'C1', is_ephemeral: false }
const button = { type: 'button', action_id: 'x', block_id: 'b', value: 'x' }
const view = { id: 'V1', type: 'modal', callback_id: 'digest', private_metadata: '{}', state: { values: {} } }

it.each<[string, Record<string, unknown>]>([
  [
    'a command',
    { command: '/sightline', text: 'visibility', team_id: 'T1', channel_id: 'C1', user_id: 'U2' },
  ],
  ['a click', { ...onMessage, type: 'block_actions', container, actions: [button] }],
  ['a shortcut', { ...place, type: 'shortcut', callback_id: 'set_up_digest' }],
  ['a shortcut of a message', { ...onMessage, type: 'message_action', callback_id: 'create_task' }],
  [
    'a workflow step',
    eventBody({
      type: 'function_executed',
      function: { callback_id: 'get_visibility' },
      function_execution_id: 'Fx1',
      inputs: { channel: 'C1' },
    }),
  ],
  ['a question', eventBody({ type: 'app_mention', user: 'U2', channel: 'C1', ts: '1.1', text: 'tasks' })],
  ['a form', { ...place, type: 'view_submission', view }],
  ['the Home tab', eventBody({ type: 'app_home_opened', user: 'U2', channel: 'D1', tab: 'home' })],
  [
    'a channel with another id',
    eventBody({ type: 'channel_id_changed', old_channel_id: 'G1', new_channel_id: 'C1' }),
  ],
  ['an uninstallation', eventBody({ type: 'app_uninstalled' })],
])(
  'the work after the acknowledgement of %s runs even if the acknowledgement can’t be sent',
  async (_, given) => {
    const body = { trigger_id: '1.2', response_url: 'http://127.0.0.1:9/', ...given }
    let done = 0
    const work = async () => void ++done
    const handlers = testHandlers({
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
