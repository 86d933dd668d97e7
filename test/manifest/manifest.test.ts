import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { appManifest, type ManifestOptions } from '../../src/cli/app-manifest.ts'
import { commands } from '../../src/commands/index.ts'
import { shortcuts } from '../../src/shortcuts/index.ts'
import { installUrlOptions } from '../../src/slack/oauth/installer.ts'
import { stepIds } from '../../src/slack/port.ts'
import { mcpEndpoint } from '../../src/slack/receive/mcp-route.ts'
import { scopes, slackbotScope } from '../../src/slack/scopes.ts'
import { root, run } from '../processes.ts'
import { manifestSchema } from './schema.ts'

const source = readFileSync(join(root, 'manifest.yml'), 'utf8')
const manifest = manifestSchema.parse(parse(source))
const { features, functions = {}, oauth_config, settings } = manifest

describe('manifest.yml', () => {
  // Slack's schema accepts it, or this file would not load.
  it('requests exactly the scopes that features need, with the optional ones marked', () => {
    expect([...(oauth_config?.scopes?.bot ?? [])].sort()).toEqual(scopes.map(({ name }) => name).sort())
    expect([...(oauth_config?.scopes?.bot_optional ?? [])].sort()).toEqual(
      scopes
        .filter(({ optional }) => optional)
        .map(({ name }) => name)
        .sort(),
    )
  })

  it('says above each scope what it is for', () => {
    const list = source.slice(source.indexOf('    bot:\n'), source.indexOf('    bot_optional:\n'))
    const lines = list.split('\n')
    for (const { name } of scopes) {
      const at = lines.indexOf(`      - ${name}`)
      expect(lines[at - 1], name).toMatch(/^ {6}# \S/)
    }
  })

  it('subscribes to exactly the events that have a listener', () => {
    const folder = join(root, 'src/slack')
    const listened = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((file) =>
        [
          ...readFileSync(join(folder, file), 'utf8').matchAll(
            /\b(?:app\.event\('([a-z_.]+)'|app\.function\()/g,
          ),
        ].map(([, name = 'function_executed']) => name),
      )
    // Questions are recorded before Bolt gets them: `questionIn`.
    const events = [...listened, 'app_mention', 'message.im']
    expect(settings?.event_subscriptions?.bot_events?.toSorted()).toEqual([...new Set(events)].toSorted())
  })

  it('has exactly the shortcuts and workflow steps that have a handler', () => {
    expect(features?.shortcuts?.map(({ callback_id }) => callback_id)).toEqual([...shortcuts.keys()])
    expect(oauth_config?.scopes?.bot).toContain('commands')
    expect(Object.keys(functions)).toEqual(stepIds)
    expect(settings).toMatchObject({ org_deploy_enabled: true, function_runtime: 'remote' })
  })

  it('requires workflows that change something to say who runs them', () => {
    for (const [step, { input_parameters: inputs }] of Object.entries(functions)) {
      expect(inputs.properties.asked_by?.type, step).toBe('slack#/types/user_context')
      expect(inputs.required.includes('asked_by'), step).toBe(step !== 'get_visibility')
    }
  })

  it('turns on what the bot uses: buttons, the Home tab, direct messages', () => {
    expect(settings?.interactivity?.is_enabled).toBe(true)
    expect(features?.app_home).toEqual({
      home_tab_enabled: true,
      messages_tab_enabled: true,
      messages_tab_read_only_enabled: false,
    })
  })

  it('hints at the commands that help shows first, in its order', () => {
    const { verbs } = commands
    const [command] = features?.slash_commands ?? []
    expect(command?.command).toBe('/sightline')
    expect(command?.should_escape).toBe(true)
    const common = verbs.filter(({ isCommon }) => isCommon)
    expect(command?.usage_hint).toBe(['help', ...common.map(({ name }) => name)].join(' | '))
  })
})

describe('npm run manifest', () => {
  const http = 'https://sightline.example.com/bots'
  const written = (options: Partial<ManifestOptions>) => {
    const text = appManifest({ http, distribute: false, slackbot: false, ...options })
    return { text, manifest: manifestSchema.parse(parse(text)) }
  }

  it('writes manifest.yml without options, comments included', async () => {
    expect(await run(['src/cli/manifest.ts']).ended).toMatchObject({ code: 0, output: source })
  })

  it.each([['--slackbot'], ['--distribute'], ['--http', 'http://sightline.example.com'], ['--htpp']])(
    'refuses %s %s, and says why',
    async (...args) => {
      const errors = expect.stringContaining(args[0] ?? '')
      expect(await run(['src/cli/manifest.ts', ...args]).ended).toMatchObject({ code: 2, output: '', errors })
    },
  )

  it('puts the public address wherever HTTP mode needs it, and changes nothing else', () => {
    const events = `${http}/slack/events`
    expect(written({}).manifest).toEqual({
      ...manifest,
      features: { ...features, slash_commands: [{ ...features?.slash_commands?.[0], url: events }] },
      settings: {
        ...settings,
        socket_mode_enabled: false,
        event_subscriptions: { ...settings?.event_subscriptions, request_url: events },
        interactivity: { is_enabled: true, request_url: events, message_menu_options_url: events },
      },
    })
  })

  it('for everybody: no workflow steps and no closely reviewed scopes, but “Add to Slack”', () => {
    const { text, manifest: distributed } = written({ distribute: true })
    expect(distributed.functions).toBeUndefined()
    expect(distributed.settings?.function_runtime).toBeUndefined()
    expect(distributed.settings?.event_subscriptions?.bot_events).not.toContain('function_executed')
    const { bot = [], bot_optional: optional = [] } = distributed.oauth_config?.scopes ?? {}
    const reviewed = ['channels:history', 'groups:history', 'canvases:read']
    expect([...bot, ...reviewed].toSorted()).toEqual(oauth_config?.scopes?.bot?.toSorted())
    expect([...optional, ...reviewed].toSorted()).toEqual(oauth_config?.scopes?.bot_optional?.toSorted())
    expect(text).not.toMatch(/[Ww]orkflow|history arrived/)
    const requested = installUrlOptions({ publicUrl: http, distributed: true })
    expect(requested.scopes.toSorted()).toEqual(bot.toSorted())
    expect(distributed.oauth_config?.redirect_urls).toEqual([requested.redirectUri])
  })

  it('with Slackbot: its scope, and the address of the tools', () => {
    for (const distribute of [false, true]) {
      const { manifest: extended } = written({ slackbot: true, distribute })
      const bot = extended.oauth_config?.scopes?.bot
      expect(bot).toEqual([
        ...(written({ distribute }).manifest.oauth_config?.scopes?.bot ?? []),
        slackbotScope,
      ])
      expect(extended.mcp_servers).toEqual({
        sightline: { url: `${http}${mcpEndpoint}`, auth_type: 'slack_identity_auth' },
      })
    }
  })
})
