import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../sandbox/exchanges.ts'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { TOKENS } from '../../../sandbox/slack/world/seed.ts'
import { secretsIn } from '../../secrets/shapes.ts'
import { boltForTest, MODES } from './bolt.ts'
import { act, heard, read } from './control.ts'
import { refusalOf, started } from './web-api.ts'

const channel = CHANNELS.brandVisibility

interface Answer {
  readonly exchanges: readonly Exchange[]
  readonly revision: number
}
/** What the page fetches, after all exchanges have ended. */
async function exchangesOf(slack: SlackSandbox, after = 0): Promise<Answer> {
  for (;;) {
    const answer = await read<Answer>(slack.url, `exchanges?after=${after}`)
    if (answer.exchanges.every(({ status }) => status !== 'open')) return answer
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('calls of the Web API', () => {
  it('are listed with their request, their response, and whether they failed', async () => {
    const { slack, client } = await started()
    await client.chat.postMessage({ channel, text: 'hello', blocks: [{ type: 'divider' }] })
    await refusalOf(client.chat.postMessage({ channel: 'C0NOWHERE', text: 'hello' }))
    const { exchanges } = await exchangesOf(slack)
    expect(exchanges).toMatchObject([
      {
        from: 'bot',
        to: 'slack',
        method: 'POST',
        title: 'chat.postMessage',
        status: '200 ok',
        failed: false,
      },
      { title: 'chat.postMessage', status: '200 channel_not_found', failed: true, ackMs: null },
    ])
    expect(JSON.parse(exchanges[0]?.request ?? '')).toEqual({
      channel,
      text: 'hello',
      blocks: [{ type: 'divider' }],
    })
    expect(JSON.parse(exchanges[0]?.response ?? '')).toMatchObject({ ok: true, message: { text: 'hello' } })
    expect(exchanges.every(({ ms }) => ms !== null && ms > 0)).toBe(true)
    expect(secretsIn(JSON.stringify(exchanges))).toEqual([])
  })

  it('show if Slack rejects, fails or cuts them', async () => {
    const { slack, client } = await started()
    slack.fail('auth.test', { retryAfter: 30 })
    slack.fail('auth.test', { status: 503 })
    slack.fail('auth.test', { reset: 'before' })
    for (let call = 0; call < 3; call += 1) await client.auth.test().catch(() => undefined)
    const { exchanges } = await exchangesOf(slack)
    expect(exchanges.map(({ status, failed }) => [status, failed])).toEqual([
      ['429 ratelimited', true],
      ['503', true],
      ['no answer', true],
    ])
    expect(exchanges[2]?.response).toContain('The connection was closed')
  })

  it('include uploads and response_urls, without usable URLs', async () => {
    const addresses: string[] = []
    const { slack, app } = await boltForTest('socket', (bolt) =>
      bolt.command('/answer', async ({ ack, respond, command: { response_url } }) => {
        await ack()
        addresses.push(response_url)
        await respond('later')
      }),
    )
    await slack.command({ user: USERS.member, channel, text: '/answer' })
    await slack.until(() => slack.messages(channel, USERS.member).length > 0, 'the answer')
    await app.client.filesUploadV2({ channel_id: channel, filename: 'a.csv', content: 'a,b' })
    const { exchanges } = await exchangesOf(slack)
    expect(exchanges.filter(({ to }) => to === 'slack').map(({ title, status }) => [title, status])).toEqual([
      ['auth.test', '200 ok'],
      ['apps.connections.open', '200 ok'],
      ['response_url', '200 ok'],
      ['files.getUploadURLExternal', '200 ok'],
      ['file upload', '200'],
      ['files.completeUploadExternal', '200 ok'],
    ])
    const all = JSON.stringify(exchanges)
    expect(all).toContain('/response/')
    for (const address of addresses) {
      // The last characters are the secret part.
      expect(all).not.toContain(address.slice(-16))
    }
    for (const secret of Object.values(TOKENS)) expect(all).not.toContain(secret)
    expect(all.match(/ticket=\w+/g)?.every((ticket) => ticket.length === 'ticket='.length + 4)).toBe(true)
    expect(all.match(/\/upload\/v1\/\w+/g)?.every((path) => path.length === '/upload/v1/'.length + 4)).toBe(
      true,
    )
  })
})

describe.each(MODES)('deliveries over %s', (mode) => {
  it('are listed with the time until their acknowledgement', async () => {
    const { slack } = await boltForTest(mode, (app) => {
      app.command('/hi', ({ ack }) => ack('hello'))
      app.event('app_home_opened', async () => undefined)
    })
    const { revision } = await exchangesOf(slack)
    await slack.command({ user: USERS.member, channel, text: '/hi there' })
    await slack.openHome({ user: USERS.member })
    const { exchanges } = await exchangesOf(slack, revision)
    expect(exchanges).toMatchObject([
      { from: 'slack', to: 'bot', title: '/hi there', status: 'acknowledged', failed: false },
      { from: 'slack', to: 'bot', title: 'app_home_opened', status: 'acknowledged' },
    ])
    expect(exchanges.map(({ method }) => method)).toEqual(
      mode === 'socket' ? ['socket', 'socket'] : ['POST', 'POST'],
    )
    expect(exchanges.every(({ ackMs }) => ackMs !== null && ackMs > 0)).toBe(true)
    expect(exchanges[0]?.response).toContain('hello')
    expect(JSON.parse(exchanges[0]?.request ?? '')).toMatchObject({ text: 'there', token: '***' })
    const all = JSON.stringify(exchanges)
    for (const secret of [...Object.values(TOKENS), 'x-slack-signature', 'v0='])
      expect(all).not.toContain(secret)
  })

  it('fail with Slack’s error if the app doesn’t acknowledge them', async () => {
    const { slack } = await boltForTest(mode, (app) => app.command('/hi', async () => undefined), {
      ackTimeoutMs: 50,
    })
    const { revision } = await exchangesOf(slack)
    await slack.command({ user: USERS.member, channel, text: '/hi' })
    expect((await exchangesOf(slack, revision)).exchanges).toMatchObject([
      { title: '/hi', status: 'operation_timeout', failed: true, ackMs: null },
    ])
  })
})

describe('the sandbox’s Slack without the demo', () => {
  it('notifies about exchanges as they happen, and has no panel', async () => {
    const { slack, client } = await started()
    const { url } = slack
    await heard(url, 'exchange', () => client.auth.test())
    const answers = [await fetch(`${url}control/panel`), await act(url, 'jump'), await act(url, 'fault')]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('lists Slack’s own messages on a socket', async () => {
    const { slack } = await boltForTest('socket', () => undefined)
    slack.disconnectSockets('warning')
    const { exchanges } = await exchangesOf(slack)
    const words = exchanges.filter(({ from }) => from === 'slack').map(({ title, method }) => [title, method])
    expect(words).toEqual([
      ['hello', 'socket'],
      ['disconnect (warning)', 'socket'],
    ])
  })
})
