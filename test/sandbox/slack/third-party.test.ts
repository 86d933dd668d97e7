/** What third-party apps meet in their first minutes: bodies, scopes, ids, methods, a terminal that explains refusals. */
import type { WebClient } from '@slack/web-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import { APP, CHANNELS, TEAM, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { hearingBolt, inOrder } from './bolt.ts'
import type { SandboxOptions } from './manifest.ts'
import { installationCode, oauthApp } from './refusals/case.ts'
import { clientOf, refusalOf, started } from './web-api.ts'

const channel = CHANNELS.brandVisibility
let slack: SlackSandbox
let client: WebClient
const start = async (options: SandboxOptions = {}) => {
  ;({ slack, client } = await started({ rateLimits: false, oauth: oauthApp, ...options }))
}
beforeEach(() => start())
/** A call like one from another language's client. */
const call = async (
  method: string,
  type: string,
  body: string | FormData,
  token: string | null = slack.botToken,
) => {
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` })
  if (type !== '') headers.set('content-type', type)
  const answer = await fetch(`${slack.apiUrl}${method}`, { method: 'POST', headers, body })
  expect(answer.headers.get('content-type')).toContain('application/json')
  const json = (await answer.json()) as Record<string, unknown>
  return { ...json, status: answer.status } as Record<string, unknown>
}

describe('a body', () => {
  const json = 'application/json;charset=utf-8'

  it('may be empty with any content type, as Bolt for Python sends it', async () => {
    const tested = await call('auth.test', json, '')
    expect(tested).toMatchObject({ status: 200, ok: true, user_id: APP.botUser })
    expect(tested.warning).toBeUndefined()
    expect(await call('apps.connections.open', json, '', slack.appToken)).toMatchObject({ ok: true })
  })

  it.each([
    [json, '{"channel": ', 'invalid_json'],
    [json, '["channel"]', 'json_not_object'],
    ['application/xml', '<channel/>', 'invalid_post_type'],
    ['multipart/form-data', 'no boundary', 'invalid_form_data'],
  ])('that is not %s is refused in Slack’s format: %s', async (type, body, error) => {
    expect(await call('chat.postMessage', type, body)).toEqual({ status: 200, ok: false, error })
  })

  it('may be JSON with lists', async () => {
    const blocks = [{ type: 'divider' }]
    const body = JSON.stringify({ channel, text: 'x', blocks })
    expect(await call('chat.postMessage', json, body)).toMatchObject({ ok: true, message: { blocks } })
  })

  it('may be a multipart form', async () => {
    const form = new FormData()
    form.set('channel', channel)
    form.set('text', 'in parts')
    expect(await call('chat.postMessage', '', form)).toMatchObject({
      ok: true,
      message: { text: 'in parts' },
    })
  })

  it('in JSON can’t contain the token, like the URL, and should name its charset', async () => {
    const inUrl = await fetch(`${slack.apiUrl}auth.test?token=${slack.botToken}`)
    expect(await inUrl.json()).toMatchObject({ ok: false, error: 'not_authed' })
    const body = JSON.stringify({ token: slack.botToken })
    expect(await call('auth.test', json, body, null)).toMatchObject({ ok: false, error: 'not_authed' })
    expect(await call('auth.test', 'application/json', '{}')).toMatchObject({
      ok: true,
      warning: 'missing_charset',
      response_metadata: { warnings: ['missing_charset'] },
    })
  })
})

describe('“Add to Slack”', () => {
  const install = async (scope: string, more: Readonly<Record<string, string>> = {}) => {
    const asked = new URLSearchParams({ client_id: oauthApp.clientId, scope, state: 's', team: TEAM.id })
    const page = await fetch(`${slack.url}oauth/v2/authorize?${asked}`)
    const code = await installationCode(slack, { scope, ...more })
    // Bolt for Python sends the app's secret this way.
    const basic = Buffer.from(`${oauthApp.clientId}:${oauthApp.clientSecret}`).toString('base64')
    const granted = await fetch(`${slack.apiUrl}oauth.v2.access`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ code }),
    })
    const { access_token: token, scope: scopes } = (await granted.json()) as Record<string, string>
    return { page: await page.text(), scopes, token, client: clientOf(slack, { token: String(token) }) }
  }
  const other = { id: 'T0OTHER', name: 'Fabrikam', domain: 'fabrikam' }

  it('grants the requested scopes, adds more on the next installation, and starts over after removal', async () => {
    const first = await install('chat:write')
    expect(first.page).toContain('chat:write')
    expect(first.scopes).toBe('chat:write')
    expect(await refusalOf(first.client.users.list({}))).toMatchObject({
      error: 'missing_scope',
      needed: 'users:read',
      provided: 'chat:write',
    })
    const second = await install('users:read')
    expect(second.scopes).toBe('chat:write,users:read')
    expect((await second.client.users.list({})).ok).toBe(true)
    await slack.uninstall()
    expect((await install('users:read')).scopes).toBe('users:read')
  })

  it('grants a working token again after the app has revoked its own', async () => {
    const { client } = await install('chat:write')
    await client.auth.revoke()
    expect(await refusalOf(client.auth.test())).toMatchObject({ error: 'token_revoked' })
    expect((await (await install('chat:write')).client.auth.test()).ok).toBe(true)
  })

  it('grants nothing in another organization', async () => {
    const enterprise = { id: 'E0NORTH', name: 'Northwind Group' }
    const fabrikam = { id: 'E0FABRIKAM', name: 'Fabrikam Group' }
    await start({ enterprise, moreTeams: [{ ...other, enterprise: fabrikam }] })
    const { client } = await install('users:read', { org: '1' })
    expect((await client.users.list({ team_id: TEAM.id })).ok).toBe(true)
    expect(await refusalOf(client.users.list({ team_id: other.id }))).toMatchObject({
      error: 'team_access_not_granted',
    })
  })

  it('grants each workspace’s files to its own token', async () => {
    await start({ moreTeams: [other] })
    const read = async (team: string) => {
      const { client, token } = await install('files:write', { team })
      await client.filesUploadV2({ channel_id: channel, filename: 'a.csv', content: team })
      const find = () =>
        slack
          .in(team)
          .messages(channel)
          .find(({ files }) => files)
      const shown = await slack.in(team).until(find, 'the file')
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(String(shown.files?.[0]?.url_private), { headers })).text()
    }
    expect([await read(TEAM.id), await read(other.id)]).toEqual([TEAM.id, other.id])
  })

  it.each([
    [{ client_id: oauthApp.clientId }, 'invalid_scope'],
    [{ client_id: oauthApp.clientId, scope: 'chat:write,<b>' }, 'Not a scope: &lt;b>'],
    [{ client_id: '1.2', scope: 'chat:write' }, 'invalid_client_id'],
    [
      { client_id: oauthApp.clientId, scope: 'chat:write', redirect_uri: 'https://x.example/' },
      oauthApp.redirectUrl(),
    ],
  ])('%j: says what is wrong', async (asked, words) => {
    const answer = await fetch(`${slack.url}oauth/v2/authorize?${new URLSearchParams({ ...asked })}`)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(words)
  })
})

describe('an app developer', () => {
  it('finds every id, token, method and event on one page', async () => {
    const html = await (await fetch(`${slack.url}about`)).text()
    const ids = [...slack.users.keys(), ...slack.channels.keys(), TEAM.id, APP.id, APP.botId]
    const tokens = [slack.botToken, slack.appToken, slack.signingSecret, oauthApp.clientId]
    const all = [...ids, ...tokens, 'maya@northwind.example', 'chat.postMessage', 'reaction_added']
    expect(all.filter((one) => !html.includes(one))).toEqual([])
  })

  it('reads why a call was refused, and which method doesn’t exist', async () => {
    const lines: string[] = []
    await start({ log: (line) => lines.push(line), scopes: ['chat:write'] })
    const blocks = [{ type: 'header' as const, text: { type: 'plain_text' as const, text: '' } }]
    for (const refused of [
      client.apiCall('calls.add'),
      client.chat.postMessage({ channel, text: 'x', blocks }),
      client.users.list({}),
    ])
      await refusalOf(refused)
    expect(lines).toEqual([
      'calls.add: unknown_method, not implemented by the sandbox; see /about',
      expect.stringMatching(/^chat\.postMessage: invalid_blocks, \[ERROR\] .*\/blocks\/0\/text\/text\]$/),
      'users.list: missing_scope, needs users:read',
    ])
  })
})

describe('an app', () => {
  it('finds users by email, and the workspace’s emoji and groups', async () => {
    const lookup = await client.users.lookupByEmail({ email: 'Maya@northwind.example' })
    expect(lookup.user).toMatchObject({ id: USERS.member, profile: { email: 'maya@northwind.example' } })
    expect((await client.users.profile.get({ user: USERS.owner })).profile?.real_name).toBe('Olivia Okafor')
    expect((await client.emoji.list()).emoji).toMatchObject({ shipit: 'alias:rocket' })
    expect((await client.usergroups.list({ include_users: true })).usergroups?.[0]?.users).toContain(
      USERS.owner,
    )
  })

  it('removes its own reaction', async () => {
    const { ts: timestamp = '' } = await client.chat.postMessage({ channel, text: 'x' })
    const eyes = { channel, timestamp, name: 'eyes' }
    await client.reactions.add(eyes)
    const got = await client.reactions.get({ channel, timestamp })
    expect(got.message?.reactions).toEqual([{ name: 'eyes', users: [APP.botUser], count: 1 }])
    await client.reactions.remove(eyes)
    expect(slack.messages(channel)[0]?.reactions).toBeUndefined()
  })

  it('pins a message, and a deleted message is no longer pinned', async () => {
    const { ts: timestamp = '' } = await client.chat.postMessage({ channel, text: 'keep' })
    await client.pins.add({ channel, timestamp })
    expect((await client.pins.list({ channel })).items).toMatchObject([{ message: { text: 'keep' } }])
    await client.chat.delete({ channel, ts: timestamp })
    expect((await client.pins.list({ channel })).items).toEqual([])
  })

  it('schedules a message, and can cancel it', async () => {
    const clock = createSandboxClock()
    await start({ clock })
    const post_at = Math.trunc(clock.now().epochMilliseconds / 1000) + 40 * 86_400
    const { scheduled_message_id: id = '' } = await client.chat.scheduleMessage({
      channel,
      text: 'never',
      post_at,
    })
    await client.chat.scheduleMessage({ channel, text: 'later', post_at })
    await client.chat.deleteScheduledMessage({ channel, scheduled_message_id: id })
    expect((await client.chat.scheduledMessages.list()).scheduled_messages).toMatchObject([
      { text: 'later', post_at },
    ])
    clock.advance({ hours: 39 * 24 })
    expect(slack.messages(channel)).toEqual([])
    clock.advance({ hours: 25 })
    expect(slack.messages(channel).map(({ text }) => text)).toEqual(['later'])
    expect((await client.chat.scheduledMessages.list()).scheduled_messages).toEqual([])
  })

  it('creates a channel, invites users, sets its purpose, and archives it', async () => {
    const made = await client.conversations.create({ name: 'launch', is_private: true })
    const id = String(made.channel?.id)
    await client.conversations.invite({ channel: id, users: `${USERS.owner},${USERS.guest}` })
    await client.conversations.kick({ channel: id, user: USERS.guest })
    await client.conversations.setTopic({ channel: id, topic: 'On Friday' })
    expect((await client.conversations.info({ channel: id })).channel).toMatchObject({
      is_private: true,
      topic: { value: 'On Friday' },
    })
    expect((await client.conversations.members({ channel: id })).members).toEqual([APP.botUser, USERS.owner])
    const partly = { channel: id, users: `${USERS.owner},U0NOBODY,${USERS.admin}` }
    expect(await refusalOf(client.conversations.invite(partly))).toMatchObject({
      error: 'already_in_channel',
      errors: [{ user: USERS.owner }, { user: 'U0NOBODY', error: 'user_not_found' }],
    })
    await client.conversations.invite({ ...partly, force: true })
    await client.conversations.archive({ channel: id })
    expect(slack.channels.get(id)).toMatchObject({
      archived: true,
      members: new Set([APP.botUser, USERS.owner, USERS.admin]),
    })
  })
})

it('an app gets events about metadata named in its manifest, when it is posted, changed and deleted', async () => {
  const bot_events = ['message_metadata_posted', 'message_metadata_updated', 'message_metadata_deleted']
  const metadata_subscriptions = [{ app_id: 'A1', event_type: 'task_created' }]
  const { heard, client } = await hearingBolt('socket', {
    display_information: { name: 'Task Bot' },
    oauth_config: { scopes: { bot: ['chat:write', 'metadata.message:read'] } },
    settings: { event_subscriptions: { bot_events, metadata_subscriptions } },
  })
  expect((await client.auth.test()).user).toBe('task-bot')
  const task = (id: string, event_type = 'task_created') => ({ event_type, event_payload: { id } })
  await client.chat.postMessage({ channel, text: 'x', metadata: task('0', 'unheard') })
  const { ts = '' } = await client.chat.postMessage({ channel, text: 'x', metadata: task('1') })
  await client.chat.update({ channel, ts, text: 'y', metadata: task('2') })
  await client.chat.delete({ channel, ts })
  const about = {
    app_id: APP.id,
    channel_id: channel,
    user_id: APP.botUser,
    message_ts: ts,
    team_id: TEAM.id,
  }
  expect(inOrder(await heard.have(3))).toEqual([
    expect.objectContaining({ ...about, type: 'message_metadata_posted', metadata: task('1') }),
    expect.objectContaining({
      type: 'message_metadata_updated',
      previous_metadata: task('1'),
      metadata: task('2'),
    }),
    expect.objectContaining({ type: 'message_metadata_deleted', previous_metadata: task('2') }),
  ])
})
