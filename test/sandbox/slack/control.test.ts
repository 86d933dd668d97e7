import { request } from 'node:http'
import type { WebClient } from '@slack/web-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { act, listenTo, read } from './control.ts'
import { started } from './web-api.ts'

const channel = CHANNELS.brandVisibility
let slack: SlackSandbox
let client: WebClient
beforeEach(async () => {
  ;({ slack, client } = await started())
})

interface State {
  readonly channels: readonly { readonly id: string }[]
  readonly messages: Readonly<Record<string, readonly ShownMessage[]>>
}
const state = (user: string) => read<State>(slack.url, `state?user=${user}`)

describe('the control interface', () => {
  it('shows what one user sees', async () => {
    await client.chat.postMessage({ channel, text: 'for all' })
    await client.chat.postEphemeral({ channel, user: USERS.owner, text: 'for the owner' })
    const member = await state(USERS.member)
    expect(member).toMatchObject({
      team: { id: 'T0SANDBOX' },
      views: [],
      home: null,
      now: expect.any(String),
    })
    expect(member.messages[channel]).toMatchObject([{ text: 'for all' }])
    expect(member.channels.map(({ id }) => id)).not.toContain(CHANNELS.leads)
    expect(member.channels[0]).toMatchObject({ id: channel, members: expect.arrayContaining([USERS.member]) })
    const guest = await state(USERS.guest)
    expect(guest.channels.map(({ id }) => id)).toEqual([channel])
    expect((await state(USERS.owner)).messages[channel]).toHaveLength(2)
  })

  it('says what was wrong with a request', async () => {
    const click = await act(slack.url, 'click', { user: USERS.member, channel, ts: '1.0', actionId: 'x' })
    expect([click.status, await click.json()]).toEqual([
      400,
      { error: `${USERS.member} sees no message 1.0 in ${channel}` },
    ])
    for (const name of ['dance', 'constructor']) expect((await act(slack.url, name)).status).toBe(404)
    expect((await act(slack.url, 'click', [])).status).toBe(400)
    expect((await fetch(`${slack.url}control/state?user=U0NOBODY`)).status).toBe(404)
  })

  it('lists the app’s calls', async () => {
    await client.auth.test()
    const requests = [{ method: 'auth.test', ok: true }]
    expect(await read(slack.url, 'requests')).toMatchObject({ requests })
  })

  it('notifies about changes as they happen, combining several at once', async () => {
    const { next, end } = await listenTo(slack.url)
    expect(await next()).toBe(': connected\n\n')
    slack.post({ user: USERS.member, channel, text: '1' })
    slack.post({ user: USERS.member, channel, text: '2' })
    expect(await next()).toBe('data: {"type":"change"}\n\n')
    slack.post({ user: USERS.member, channel, text: '3' })
    expect(await next()).toBe('data: {"type":"change"}\n\n')
    await end()
  })

  /** The status for a request with these headers, which fetch doesn't allow callers to set. */
  const statusFor = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${slack.url}control/state?user=${USERS.member}`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      sent.end()
    })

  it('is closed to other sites’ pages', async () => {
    const address = slack.url.slice(0, -1)
    const host = new URL(address).host
    expect(await statusFor({ origin: address })).toBe(200)
    expect(await statusFor({ host: host.replace('127.0.0.1', 'localhost') })).toBe(200)
    expect(await statusFor({ origin: 'https://evil.example' })).toBe(403)
    expect(await statusFor({ origin: 'null' })).toBe(403)
    expect(await statusFor({ host: 'evil.example' })).toBe(403)
    expect(await statusFor({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  })
})

it('the sandbox names what it waited for when a wait times out', async () => {
  await expect(slack.until(() => false, 'the impossible', 20)).rejects.toThrow(
    'timed out after 20 ms: the impossible',
  )
  const waiting = slack.until(() => false, 'the impossible')
  const ended = expect(waiting).rejects.toThrow('stopped')
  await slack.stop()
  await ended
})
