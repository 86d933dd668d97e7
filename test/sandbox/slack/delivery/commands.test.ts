import type { App, RespondFn, SlashCommand } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../../sandbox/clock.ts'
import { CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import { boltForTest, MODES } from '../bolt.ts'
import type { SandboxOptions } from '../manifest.ts'
import { started } from '../web-api.ts'

const here = { user: USERS.member, channel: CHANNELS.brandVisibility }

describe.each(MODES)('slash commands over %s', (mode) => {
  const start = async (listen: (app: App) => void, options: SandboxOptions = {}) =>
    (await boltForTest(mode, listen, options)).slack
  /** Starts an app that collects its commands. */
  const startKeeping = async (options: SandboxOptions = {}) => {
    const received: { command: SlashCommand; respond: RespondFn }[] = []
    const slack = await start((app) => {
      app.command(/.*/, async ({ ack, command, respond }) => {
        received.push({ command, respond })
        await ack()
      })
    }, options)
    return { slack, received }
  }

  it('tell the app who typed what, and where', async () => {
    const { slack, received } = await startKeeping()
    const answered = await slack.command({ ...here, text: '/sightline visibility ChatGPT' })
    expect(answered.ok).toBe(true)
    expect(received[0]?.command).toMatchObject({
      command: '/sightline',
      text: 'visibility ChatGPT',
      user_id: USERS.member,
      user_name: 'maya',
      channel_id: CHANNELS.brandVisibility,
      channel_name: 'brand-visibility',
      team_id: 'T0SANDBOX',
      team_domain: 'northwind-marketing',
      api_app_id: 'A0SIGHTLINE',
      is_enterprise_install: 'false',
    })
  })

  it('show the acknowledgement only to the user, or to everyone with in_channel', async () => {
    const slack = await start((app) => {
      app.command('/quiet', ({ ack }) => ack({ text: 'for you' }))
      app.command('/loud', ({ ack }) => ack({ text: 'for all', response_type: 'in_channel' }))
    })
    await slack.command({ ...here, text: '/quiet' })
    await slack.command({ ...here, text: '/loud' })
    const seenBy = (user: string) => slack.messages(CHANNELS.brandVisibility, user).map(({ text }) => text)
    expect(seenBy(USERS.member)).toEqual(['for you', 'for all'])
    expect(seenBy(USERS.owner)).toEqual(['for all'])
  })

  it('add answers through the response_url, and ignore requests to replace or delete them', async () => {
    const { slack, received } = await startKeeping()
    await slack.command({ ...here, text: '/sightline' })
    const respond = received[0]?.respond
    await respond?.({ text: 'working' })
    await respond?.({ text: 'done', replace_original: true })
    await respond?.({ delete_original: true })
    const shown = slack.messages(CHANNELS.brandVisibility, USERS.member).map(({ text }) => text)
    expect(shown).toEqual(['working', 'done'])
  })

  it('accept five answers through a response_url, and no sixth', async () => {
    const { slack, received } = await startKeeping()
    await slack.command({ ...here, text: '/sightline' })
    const [first] = received
    for (const text of ['1', '2', '3', '4', '5']) await first?.respond(text)
    await expect(first?.respond('6')).rejects.toThrow('404')
    const again = await fetch(first?.command.response_url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ payload: '{}' }),
    })
    expect([again.status, await again.json()]).toEqual([404, { ok: false, error: 'used_url' }])
  })

  it('accept no answer through a response_url after thirty minutes', async () => {
    const clock = createSandboxClock()
    const { slack, received } = await startKeeping({ clock })
    await slack.command({ ...here, text: '/sightline' })
    clock.advance({ minutes: 31 })
    const late = await fetch(received[0]?.command.response_url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ payload: '{"text":"x"}' }),
    })
    expect([late.status, await late.json()]).toEqual([404, { ok: false, error: 'expired_url' }])
  })

  it('fail with Slack’s message if the app doesn’t acknowledge in time', async () => {
    const slack = await start((app) => app.command('/sightline', async () => undefined), {
      ackTimeoutMs: 100,
    })
    const answered = await slack.command({ ...here, text: '/sightline' })
    expect(answered).toMatchObject({
      ok: false,
      error: '/sightline failed with the error "operation_timeout"',
    })
  })

  it('refuse an acknowledgement that Slack could not show', async () => {
    const slack = await start((app) => {
      app.command('/sightline', ({ ack }) => ack({ text: 'x', blocks: [{ type: 'section' }] }))
    })
    const answered = await slack.command({ ...here, text: '/sightline' })
    expect(answered.error).toBe('/sightline failed with the error "invalid_command_response"')
  })

  it('follow the manifest: only its commands, with names escaped where it says so', async () => {
    const commands = [
      { command: '/escaped', description: 'd', usage_hint: 'h', should_escape: true },
      { command: '/raw', description: 'd' },
    ]
    const manifest = { features: { slash_commands: commands } }
    const { slack, received } = await startKeeping({ manifest })
    const typed = 'from #marketing by @maya & #nowhere <#C0BRAND|brand-visibility> https://a.example/b'
    await slack.command({ ...here, text: `/escaped ${typed}` })
    await slack.command({ ...here, text: `/raw #marketing` })
    expect(received.map(({ command }) => command.text)).toEqual([
      'from <#C0MARKETING|marketing> by <@U0MAYA|maya> &amp; #nowhere <#C0BRAND|brand-visibility> <https://a.example/b>',
      '#marketing',
    ])
    expect(await slack.command({ ...here, text: '/foo' })).toMatchObject({
      ok: false,
      error: '/foo is not a valid command.',
    })
    expect(slack.commands[0]).toEqual({ ...commands[0] })
  })
})

describe('slash commands without an app', () => {
  it('fail when no connection is open', async () => {
    const { slack } = await started()
    const answered = await slack.command({ ...here, text: '/sightline' })
    expect(answered).toMatchObject({ ok: false, error: '/sightline failed with the error "dispatch_failed"' })
  })

  it('can only be typed by members, and not in an archived channel', async () => {
    const { slack } = await started()
    const guest = await slack.command({ user: USERS.guest, channel: CHANNELS.marketing, text: '/x' })
    const archived = await slack.command({ user: USERS.owner, channel: CHANNELS.archive, text: '/x' })
    expect([guest.error, archived.error]).toEqual([
      'greta is not in #marketing, and can’t type there.',
      '#archive is archived, nobody can type there.',
    ])
  })
})
