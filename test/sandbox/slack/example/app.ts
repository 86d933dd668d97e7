/**
 * A small stock Bolt app in a separate process, which knows only the sandbox's URLs. `/note <text>` posts a note with
 * a button, the button opens a form, and the submitted text replaces the note.
 */
import { App, type BlockAction } from '@slack/bolt'
import type { KnownBlock } from '@slack/types'

const { SLACK_API_URL = '', SLACK_BOT_TOKEN = '', SLACK_APP_TOKEN, SLACK_SIGNING_SECRET } = process.env
const common = { token: SLACK_BOT_TOKEN, clientOptions: { slackApiUrl: SLACK_API_URL } }
const app =
  SLACK_APP_TOKEN === undefined
    ? new App({ ...common, signingSecret: SLACK_SIGNING_SECRET ?? '' })
    : new App({ ...common, appToken: SLACK_APP_TOKEN, socketMode: true })

const note = (text: string): KnownBlock[] => [
  { type: 'section', text: { type: 'mrkdwn', text } },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'edit', text: { type: 'plain_text', text: 'Edit' }, value: text },
    ],
  },
]

app.command('/note', async ({ ack, command, client }) => {
  await ack({ text: 'Noted.' })
  const { channel_id: channel, text } = command
  await client.chat.postMessage({ channel, text, blocks: note(text) })
})

app.action<BlockAction>('edit', async ({ ack, body, client }) => {
  await ack()
  await client.views.open({
    trigger_id: body.trigger_id,
    view: {
      type: 'modal',
      callback_id: 'edited',
      private_metadata: JSON.stringify({ channel: body.channel?.id, ts: body.message?.ts }),
      title: { type: 'plain_text', text: 'Edit the note' },
      submit: { type: 'plain_text', text: 'Save' },
      blocks: [
        {
          type: 'input',
          block_id: 'note',
          label: { type: 'plain_text', text: 'Note' },
          element: { type: 'plain_text_input', action_id: 'text' },
        },
      ],
    },
  })
})

app.view('edited', async ({ ack, view, client }) => {
  const text = view.state.values.note?.text?.value ?? ''
  if (text.length < 3) {
    await ack({ response_action: 'errors', errors: { note: 'A note has at least three characters.' } })
    return
  }
  await ack()
  const { channel, ts } = JSON.parse(view.private_metadata) as { channel: string; ts: string }
  await client.chat.update({ channel, ts, text, blocks: note(text) })
})

const server = await app.start(0)
const address = typeof server === 'object' && 'address' in server ? server.address() : null
process.stdout.write(
  `ready ${typeof address === 'object' && address !== null ? address.port : 'over Socket Mode'}\n`,
)
process.once('SIGTERM', async () => {
  await app.stop()
  process.exit(0)
})
