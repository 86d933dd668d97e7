import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import { avatarImage } from '../../../sandbox/slack/control/avatars.ts'
import { APP, CHANNELS, TEAM, USERGROUP, USERS } from '../../../sandbox/slack/index.ts'
import { clientOf, refusalOf, started } from './web-api.ts'

const channel = CHANNELS.brandVisibility
const errors = (...calls: Promise<unknown>[]) =>
  Promise.all(calls.map(async (call) => (await refusalOf(call)).error))

describe('the Web API', () => {
  it('knows the app, the workspace and its users', async () => {
    const { client } = await started()
    expect(await client.auth.test()).toMatchObject({
      user_id: APP.botUser,
      bot_id: APP.botId,
      team_id: TEAM.id,
    })
    expect(await client.bots.info({ bot: APP.botId })).toMatchObject({ bot: { app_id: APP.id } })
    expect(await client.team.info()).toMatchObject({ team: { domain: TEAM.domain } })
    expect(await client.users.info({ user: USERS.owner })).toMatchObject({
      user: { is_owner: true, is_admin: true, is_email_confirmed: true, tz: 'Europe/Berlin' },
    })
    expect(await client.users.info({ user: USERS.guest })).toMatchObject({ user: { is_restricted: true } })
    expect(await client.users.info({ user: USERS.external })).toMatchObject({
      // The user shares a channel with the app.
      user: { is_stranger: false, team_id: 'T0PARTNER' },
    })
    expect(await client.usergroups.users.list({ usergroup: USERGROUP.id })).toMatchObject({
      users: USERGROUP.users,
    })
    expect(await client.apiCall('api.test', { foo: 'bar' })).toMatchObject({ ok: true, args: { foo: 'bar' } })
  })

  it('returns a user’s language only on request', async () => {
    const { client } = await started()
    const { user } = await client.users.info({ user: USERS.owner })
    expect(user).not.toHaveProperty('locale')
    const asked = await client.users.info({ user: USERS.owner, include_locale: true })
    expect(asked.user?.locale).toBe('en-GB')
    const { members } = await client.users.list({ include_locale: true })
    expect(members?.every(({ locale }) => locale === 'en-GB')).toBe(true)
  })

  it('has a picture of each user, with the initials of their name as text', async () => {
    const { slack, client } = await started()
    const { user } = await client.users.info({ user: USERS.owner })
    const address = user?.profile?.image_72 ?? ''
    expect(address).toBe(`${slack.url}avatars/${USERS.owner}.svg`)
    const image = await fetch(address)
    expect(image.headers.get('content-type')).toContain('image/svg+xml')
    expect(await image.text()).toContain('>OO</text>')
    expect(avatarImage('U1', '<b> &c')).toContain('>&#60;&#38;</text>')
    expect((await fetch(address.replace(USERS.owner, 'U0NOBODY'))).status).toBe(404)
  })

  it('knows the channels, and lets the bot join public ones', async () => {
    const { client } = await started()
    const { general } = CHANNELS
    expect(await client.conversations.info({ channel, include_num_members: true })).toMatchObject({
      channel: { name: 'brand-visibility', is_member: true, is_private: false, num_members: 6 },
    })
    const members = await client.conversations.members({ channel, limit: 5 })
    expect(members.members).toHaveLength(5)
    expect(members.response_metadata?.next_cursor).toBeTruthy()
    expect(await errors(client.conversations.history({ channel: general }))).toEqual(['not_in_channel'])
    await client.conversations.join({ channel: general })
    expect((await client.conversations.history({ channel: general })).ok).toBe(true)
  })

  it('validates blocks without a token', async () => {
    const { slack } = await started()
    const nobody = clientOf(slack, { token: null })
    const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }]
    expect(await refusalOf(nobody.apiCall('blocks.validate', { blocks }))).toMatchObject({
      error: 'invalid_blocks',
      errors: [
        { pointer: '/blocks/0/text/text', code: 'too_long', constraint: 'header.text', field: 'text' },
      ],
    })
    expect((await nobody.apiCall('blocks.validate', { blocks: [{ type: 'divider' }] })).ok).toBe(true)
    expect(await errors(nobody.apiCall('blocks.validate', { blocks, view: {} }))).toEqual([
      'invalid_arguments',
    ])
  })

  it('lists the calls without tokens', async () => {
    const { slack, client } = await started()
    await client.apiCall('users.info', { user: USERS.owner, token: slack.botToken })
    await refusalOf(client.users.info({ user: 'U0NOBODY' }))
    expect(slack.requests()).toMatchObject([
      { method: 'users.info', args: { user: USERS.owner }, status: 200, ok: true },
      { method: 'users.info', ok: false, error: 'user_not_found' },
    ])
    expect(JSON.stringify(slack.requests())).not.toContain(slack.botToken)
  })
})

describe('scopes', () => {
  const withManifest = async (scopes: object, withoutScopes: string[] = []) =>
    (await started({ withoutScopes, manifest: { oauth_config: { scopes } } })).client

  it('are those of the manifest', async () => {
    const client = await withManifest({ bot: ['commands', 'chat:write', 'channels:read'] })
    expect((await client.chat.postMessage({ channel, text: 'x' })).ok).toBe(true)
    expect((await client.conversations.info({ channel })).ok).toBe(true)
    expect(await refusalOf(client.conversations.info({ channel: CHANNELS.leads }))).toMatchObject({
      error: 'missing_scope',
      needed: 'groups:read',
    })
    const tested = await client.auth.test()
    expect(tested.response_metadata?.scopes).toEqual(['commands', 'chat:write', 'channels:read'])
  })

  it('can be declined if they are optional', async () => {
    const scopes = { bot: ['chat:write'], bot_optional: ['channels:history'] }
    const granted = await withManifest(scopes)
    expect((await granted.conversations.history({ channel })).ok).toBe(true)
    const declined = await withManifest(scopes, ['channels:history'])
    expect(await errors(declined.conversations.history({ channel }))).toEqual(['missing_scope'])
  })

  it('allow posting without membership only with chat:write.public', async () => {
    const client = await withManifest({ bot: ['chat:write', 'chat:write.public'] })
    expect((await client.chat.postMessage({ channel: CHANNELS.general, text: 'x' })).ok).toBe(true)
  })
})

it('a fault can take effect late, after the caller has given up', async () => {
  const [arrived, passed, hasty] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    new AbortController(),
  ]
  const [clock, delayMs] = [createSandboxClock(), 900]
  const sleep = (ms: number, signal?: AbortSignal) => {
    if (ms !== delayMs) return clock.sleep(ms, signal)
    arrived.resolve()
    return passed.promise
  }
  const { slack } = await started({ clock: { ...clock, sleep } })
  slack.fail('chat.postMessage', { delayMs })
  const answer = fetch(`${slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel, text: 'late' }),
    signal: hasty.signal,
  })
  await arrived.promise
  hasty.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  expect(slack.messages(channel)).toEqual([])
  passed.resolve()
  await slack.until(() => slack.messages(channel).length === 1, 'the late message')
})
