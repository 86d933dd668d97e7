import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../src/commands/index.ts'
import { shortcuts } from '../../src/shortcuts/index.ts'
import { mcpEndpoint } from '../../src/slack/receive/mcp-route.ts'
import { scopes, slackbotScope } from '../../src/slack/scopes.ts'
import { stepIds } from '../../src/slack/steps.ts'
import { manifestSchema } from './schema.ts'
import { slackbotManifest } from './slackbot-manifest.ts'

const root = join(import.meta.dirname, '../..')
const source = readFileSync(join(root, 'manifest.yml'), 'utf8')
const raw: unknown = parse(source)
const manifest = manifestSchema.parse(raw)
const { features, functions = {}, oauth_config, settings } = manifest

/** The manifest with one part changed, e.g. `settings.is_hosted`. */
function changed(path: string, value: unknown): unknown {
  const copy = structuredClone(raw) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let place = copy
  for (const key of keys) place = place[key] as Record<string, unknown>
  place[last] = value
  return copy
}

describe('manifest.yml', () => {
  it('is accepted by Slack’s published schema', () => {
    expect(manifestSchema.safeParse(raw).error).toBeUndefined()
  })

  it.each([
    ['an unknown key', 'settings.socket_mode', true],
    ['a name that is too long', 'display_information.name', 'x'.repeat(36)],
    ['a description that is too long', 'display_information.description', 'x'.repeat(141)],
    ['a color that is none', 'display_information.background_color', 'green'],
    ['a hint that is too long', 'features.slash_commands.0.usage_hint', 'x'.repeat(1_001)],
    ['a command without its slash', 'features.slash_commands.0.command', 'sightline'],
    ['an optional scope that is not in the list of all', 'oauth_config.scopes.bot_optional', ['files:read']],
    ['a shortcut whose name is too long', 'features.shortcuts.2.name', 'Track this recommendation'],
    ['a step that requires what it does not have', 'functions.create_task.input_parameters.required', ['x']],
    ['an event twice', 'settings.event_subscriptions.bot_events', ['app_home_opened', 'app_home_opened']],
  ])('would be refused with %s', (_, path, value) => {
    expect(manifestSchema.safeParse(changed(path, value)).success).toBe(false)
  })

  it('requests exactly the scopes that features need, with the optional ones marked', () => {
    expect([...(oauth_config?.scopes?.bot ?? [])].sort()).toEqual(scopes.map(({ name }) => name).sort())
    expect([...(oauth_config?.scopes?.bot_optional ?? [])].sort()).toEqual(
      scopes
        .filter(({ optional }) => optional)
        .map(({ name }) => name)
        .sort(),
    )
    expect(oauth_config?.scopes?.user).toBeUndefined()
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
            /\b(?:onEvent\('([a-z_.]+)'|app\.function\()/g,
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

describe('the manifest with Slackbot, as docs/slackbot.md extends it', () => {
  it('is accepted by Slack’s schema, and asks for the scope that Slackbot needs', () => {
    const extended = manifestSchema.parse(parse(slackbotManifest()))
    const bot = extended.oauth_config?.scopes?.bot
    expect(bot).toEqual([...(oauth_config?.scopes?.bot ?? []), slackbotScope])
    expect(extended.settings?.socket_mode_enabled).toBe(false)
    const servers = Object.values(extended.mcp_servers ?? {})
    expect(servers.map(({ url, auth_type: auth }) => [new URL(url).pathname, auth])).toEqual([
      [mcpEndpoint, 'slack_identity_auth'],
    ])
  })
})
