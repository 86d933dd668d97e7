/** The app's manifest, as far as the sandbox goes by it. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { isJson, type Json, objects, text } from '../json.ts'
import type { DeclaredCommand, DeclaredShortcut, DeclaredStep } from '../model.ts'
import { readShortcuts } from './manifest-shortcuts.ts'
import { readSteps } from './manifest-steps.ts'

export interface AppManifest {
  /** The bot token's scopes, the optional ones included. */
  readonly scopes: ReadonlySet<string>
  readonly commands: readonly DeclaredCommand[]
  readonly shortcuts: readonly DeclaredShortcut[]
  readonly steps: readonly DeclaredStep[]
  readonly events: ReadonlySet<string>
  readonly interactive: boolean
  readonly homeTab: boolean
  readonly messagesTab: boolean
  readonly unfurlDomains: readonly string[]
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
const child = (value: Json, name: string): Json => (isJson(value[name]) ? value[name] : {})

/**
 * Reads a manifest in YAML (or JSON). Throws when the file is missing or holds no object, and where Slack would not take
 * its shortcuts or steps.
 */
export async function readManifest(path: string): Promise<AppManifest> {
  const manifest: unknown = parse(await readFile(path, 'utf8'))
  if (!isJson(manifest)) throw new Error(`${path} holds no app manifest`)
  const features = child(manifest, 'features')
  const settings = child(manifest, 'settings')
  const scopes = child(child(manifest, 'oauth_config'), 'scopes')
  const home = child(features, 'app_home')
  return {
    scopes: new Set([...strings(scopes.bot), ...strings(scopes.bot_optional)]),
    commands: objects(features.slash_commands).map((command) => ({
      command: text(command.command) ?? '',
      description: text(command.description) ?? '',
      usage_hint: text(command.usage_hint) ?? '',
      should_escape: command.should_escape === true,
    })),
    shortcuts: readShortcuts(features.shortcuts),
    steps: readSteps(manifest, settings),
    events: new Set(strings(child(settings, 'event_subscriptions').bot_events)),
    interactive: child(settings, 'interactivity').is_enabled === true,
    homeTab: home.home_tab_enabled === true,
    messagesTab: home.messages_tab_enabled === true,
    unfurlDomains: strings(features.unfurl_domains),
  }
}
