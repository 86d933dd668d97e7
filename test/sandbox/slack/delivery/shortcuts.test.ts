import type { App, GlobalShortcut, MessageShortcut } from '@slack/bolt'
import type { KnownBlock } from '@slack/types'
import { describe, expect, it } from 'vitest'
import { CHANNELS, TEAM, USERS } from '../../../../sandbox/slack/index.ts'
import { input, plain } from '../blocks.ts'
import { boltForTest, MODES, type Mode } from '../bolt.ts'
import { createCollector } from '../collector.ts'
import { entryPointsManifest, type SandboxOptions } from '../manifest.ts'
import { started } from '../web-api.ts'

const channel = CHANNELS.brandVisibility
const user = USERS.member

const where = { type: 'conversations_select', action_id: 'channel', default_to_current_conversation: true }
const blocks = [input('Where', where, { block_id: 'where' })] as KnownBlock[]
const form = { type: 'modal' as const, title: plain('A note'), submit: plain('Save'), blocks }

const manifest = entryPointsManifest
const start = async (mode: Mode, listen: (app: App) => void, options: SandboxOptions = {}) =>
  (await boltForTest(mode, listen, { manifest, ...options })).slack

describe.each(MODES)('shortcuts over %s', (mode) => {
  it('tell the app who used a global one, but not where, and their trigger opens a modal', async () => {
    const shortcuts = createCollector<GlobalShortcut>()
    const slack = await start(mode, (app) => {
      app.shortcut<GlobalShortcut>({ callback_id: 'begin', type: 'shortcut' }, async (args) => {
        await args.ack()
        shortcuts.add(args.shortcut)
        await args.client.views.open({ trigger_id: args.shortcut.trigger_id, view: form })
      })
    })
    const ack = await slack.shortcut({ user, callbackId: 'begin', channel })
    expect(ack).toMatchObject({ ok: true })
    const [payload] = await shortcuts.have(1)
    expect(payload).toMatchObject({
      type: 'shortcut',
      callback_id: 'begin',
      user: { id: user, username: 'maya', team_id: TEAM.id },
      team: { id: TEAM.id, domain: TEAM.domain },
      is_enterprise_install: false,
    })
    expect(payload?.action_ts).toMatch(/^\d+\.\d{6}$/)
    for (const field of ['channel', 'response_url', 'message', 'api_app_id'])
      expect(payload).not.toHaveProperty(field)
    const opened = await slack.until(() => slack.views(user)[0], 'the modal')
    // Slack's client knows where the user is; the app doesn't.
    expect(opened.values.where?.channel).toMatchObject({ selected_conversation: channel })
  })

  it('name their message, even in a channel without the app, and their response_url answers there', async () => {
    const shortcuts = createCollector<MessageShortcut>()
    const slack = await start(mode, (app) => {
      app.shortcut<MessageShortcut>({ callback_id: 'keep', type: 'message_action' }, async (args) => {
        await args.ack()
        shortcuts.add(args.shortcut)
        await args.respond({ text: 'Kept.' })
      })
    })
    const general = CHANNELS.general
    const ts = slack.post({ user: USERS.owner, channel: general, text: 'Read this' })
    expect(await slack.shortcut({ user, callbackId: 'keep', channel: general, ts })).toMatchObject({
      ok: true,
    })
    expect((await shortcuts.have(1))[0]).toMatchObject({
      type: 'message_action',
      callback_id: 'keep',
      channel: { id: general, name: 'general' },
      message_ts: ts,
      message: { type: 'message', ts, user: USERS.owner, text: 'Read this' },
      user: { id: user },
    })
    const ephemeral = await slack.until(
      () => slack.messages(general, user).find(({ text }) => text === 'Kept.'),
      'the answer',
    )
    expect(ephemeral.ephemeralFor).toBe(user)
    expect(slack.messages(general, USERS.owner)).not.toContainEqual(ephemeral)
  })

  it('fail with a message for the user if the app doesn’t acknowledge in time', async () => {
    const slack = await start(mode, (app) => app.shortcut('begin', async () => {}), { ackTimeoutMs: 100 })
    expect(await slack.shortcut({ user, callbackId: 'begin' })).toMatchObject({
      ok: false,
      error: '"Begin a note" failed with the error "operation_timeout"',
    })
  })
})

describe('a shortcut is not offered', () => {
  it('with a name or type that the manifest doesn’t declare', async () => {
    const { slack } = await started({ manifest })
    await expect(slack.shortcut({ user, callbackId: 'end' })).rejects.toThrow('no global shortcut "end"')
    await expect(slack.shortcut({ user, callbackId: 'keep' })).rejects.toThrow(
      'begin (global), keep (message)',
    )
  })

  it('on a message that the user can’t see, or that only one user sees', async () => {
    const { slack, client } = await started({ manifest })
    const ts = slack.post({ user: USERS.owner, channel: CHANNELS.leads, text: 'Confidential' })
    const unseen = slack.shortcut({ user, callbackId: 'keep', channel: CHANNELS.leads, ts })
    await expect(unseen).rejects.toThrow('sees no message')
    const { message_ts = '' } = await client.chat.postEphemeral({ channel, user, text: 'For you' })
    const alone = slack.shortcut({ user, callbackId: 'keep', channel, ts: message_ts })
    await expect(alone).rejects.toThrow('ephemeral messages')
  })

  it('without interactivity or without its scope', async () => {
    const settings = { ...manifest.settings, interactivity: { is_enabled: false } }
    const mute = await started({ manifest: { ...manifest, settings } })
    await expect(mute.slack.shortcut({ user, callbackId: 'begin' })).rejects.toThrow('interactivity')
    const poor = await started({ manifest, withoutScopes: ['commands'] })
    await expect(poor.slack.shortcut({ user, callbackId: 'begin' })).rejects.toThrow('"commands"')
  })
})
