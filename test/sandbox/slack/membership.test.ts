import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import { APP, CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { type clientOf, refusalOf, started } from './web-api.ts'

const both = 'public_channel,private_channel'
const { brandVisibility, marketing, archive, leads, general } = CHANNELS

describe('users.conversations', () => {
  const ids = async (client: ReturnType<typeof clientOf>, args: Record<string, unknown>) => {
    const { channels } = (await client.apiCall('users.conversations', args)) as {
      channels?: { id: string }[]
    }
    return channels?.map(({ id }) => id).sort()
  }

  it('lists the user’s public channels, and the private ones that the bot is in, too', async () => {
    const { slack, client } = await started()
    expect(await ids(client, { user: USERS.owner, types: both })).toEqual(
      [brandVisibility, marketing, general, archive, leads].sort(),
    )
    expect(await ids(client, { user: USERS.member, types: both })).toEqual(
      [brandVisibility, marketing, general].sort(),
    )
    slack.setMember({ channel: leads, user: APP.botUser, member: false })
    expect(await ids(client, { user: USERS.owner, types: 'private_channel' })).toEqual([])
  })

  it('without a user, lists the bot’s own; only public channels by default', async () => {
    const { client } = await started()
    expect(await ids(client, {})).toEqual([brandVisibility, marketing, archive].sort())
    expect(await ids(client, { exclude_archived: true })).toEqual([brandVisibility, marketing].sort())
    expect(await ids(client, { exclude_archived: true })).not.toContain(general)
  })

  it('is paged, without the membership that other methods include', async () => {
    const { client } = await started()
    const first = await client.users.conversations({ user: USERS.owner, types: both, limit: 4 })
    expect(first.channels).toHaveLength(4)
    expect(first.channels?.[0]).not.toHaveProperty('is_member')
    const cursor = first.response_metadata?.next_cursor ?? ''
    const rest = await client.users.conversations({ user: USERS.owner, types: both, limit: 4, cursor })
    expect(rest.channels).toHaveLength(1)
    expect(rest.response_metadata?.next_cursor).toBe('')
  })

  it('needs the scope for each kind of channel', async () => {
    const { client } = await started({ withoutScopes: ['groups:read', 'mpim:read'] })
    expect(await ids(client, { user: USERS.owner })).toContain(brandVisibility)
    expect(await refusalOf(client.users.conversations({ user: USERS.owner, types: both }))).toMatchObject({
      error: 'missing_scope',
      needed: 'groups:read',
    })
    expect(await refusalOf(client.users.conversations({ types: 'mpim' }))).toMatchObject({
      needed: 'mpim:read',
    })
  })
})

it('a channel that is shared with another organization says so, also if the other one is only invited, and keeps its id unless it is private', async () => {
  const { slack, client } = await started()
  const info = async (channel: string) => (await client.conversations.info({ channel })).channel
  const pending = slack.addChannel({ name: 'launch', shared: 'pending' })
  expect(await info(pending.id)).toMatchObject({ is_ext_shared: false, is_pending_ext_shared: true })
  expect(await info(marketing)).toMatchObject({ is_shared: true, is_ext_shared: true })
  expect(await info(brandVisibility)).toMatchObject({ is_shared: false, is_ext_shared: false })
  expect(slack.shareChannel(brandVisibility)).toBe(brandVisibility)
  const moved = slack.shareChannel(leads)
  expect(moved).not.toBe(leads)
  for (const channel of [brandVisibility, moved])
    expect(await info(channel)).toMatchObject({ is_ext_shared: true, is_pending_ext_shared: false })
})

it('a closed account has left its channels, and appears as deleted, without a time zone or a role', async () => {
  const { slack, client } = await started()
  slack.deactivate(USERS.admin)
  const { user } = await client.users.info({ user: USERS.admin })
  expect(user).toMatchObject({ id: USERS.admin, deleted: true })
  expect(user).not.toHaveProperty('tz')
  expect(user).not.toHaveProperty('is_admin')
  expect((await client.conversations.members({ channel: leads })).members).not.toContain(USERS.admin)
})

it('each response includes the sandbox’s time', async () => {
  const clock = createSandboxClock(Temporal.Instant.from('2026-11-16T07:59:00Z'))
  const { slack } = await started({ clock })
  const answered = await fetch(`${slack.apiUrl}auth.test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.botToken}` },
  })
  expect(answered.headers.get('date')).toMatch(/^Mon, 16 Nov 2026 07:59:0\d GMT$/)
})
