/** The parts of the app's manifest that the sandbox uses. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { isJson, type Json, objects, strings, text } from '../json.ts'
import type { AssistantPrompt, DeclaredCommand, DeclaredShortcut, DeclaredStep, McpServer } from '../model.ts'
import { refuseUnknown } from './manifest-fields.ts'
import { readMcpServers } from './manifest-mcp.ts'
import { readShortcuts } from './manifest-shortcuts.ts'
import { readSteps, unknownTypes } from './manifest-steps.ts'

export interface AppManifest {
  /** The name of the bot user, or else of the app. */
  readonly appName: string | undefined
  /** The bot token's scopes, including the optional ones. */
  readonly scopes: ReadonlySet<string>
  readonly commands: readonly DeclaredCommand[]
  readonly shortcuts: readonly DeclaredShortcut[]
  readonly steps: readonly DeclaredStep[]
  readonly mcpServers: readonly McpServer[]
  readonly events: ReadonlySet<string>
  /** The types of message metadata that the app subscribes to. */
  readonly metadataTypes: ReadonlySet<string>
  readonly interactive: boolean
  readonly homeTab: boolean
  readonly messagesTab: boolean
  /** Whether users can only read there. */
  readonly messagesReadOnly: boolean
  readonly assistant: AssistantFeature | undefined
  readonly unfurlDomains: readonly string[]
  /** What Slack accepts, but the sandbox doesn't know. */
  readonly warnings: readonly string[]
}

/**
 * How users talk to the app beside a channel: `agent_view` in the Messages tab, `assistant_view` in separate threads.
 * docs.slack.dev/ai/migrating-to-agent-messaging
 */
export interface AssistantFeature {
  readonly view: 'agent_view' | 'assistant_view'
  /** Shown until the app sets others. */
  readonly prompts: readonly AssistantPrompt[]
}

function assistantOf(features: Json): AssistantFeature | undefined {
  const view = (['agent_view', 'assistant_view'] as const).find((one) => isJson(features[one]))
  if (view === undefined) return undefined
  const prompts = objects(child(features, view).suggested_prompts).map(({ title, message }) => ({
    title: text(title) ?? '',
    message: text(message) ?? '',
  }))
  return { view, prompts }
}

/** github.com/slackapi/manifest-schema */
const PARTS = [
  '$schema',
  '_metadata',
  'app_directory',
  'datastores',
  'display_information',
  'events',
  'external_auth_providers',
  'features',
  'functions',
  'mcp_servers',
  'metadata_events',
  'oauth_config',
  'outgoing_domains',
  'settings',
  'types',
  'workflows',
]

const child = (value: Json, name: string): Json => (isJson(value[name]) ? value[name] : {})

/**
 * Reads a manifest in YAML or JSON. Throws if the file is missing or holds no object, or if Slack would reject its
 * shortcuts or steps.
 */
export async function readManifest(path: string): Promise<AppManifest> {
  const manifest: unknown = parse(await readFile(path, 'utf8'))
  if (!isJson(manifest)) throw new Error(`${path} is not an app manifest`)
  refuseUnknown(manifest, PARTS, path)
  const features = child(manifest, 'features')
  const settings = child(manifest, 'settings')
  const scopes = child(child(manifest, 'oauth_config'), 'scopes')
  const home = child(features, 'app_home')
  const shown = child(manifest, 'display_information')
  const steps = readSteps(manifest, settings)
  const granted = new Set([...strings(scopes.bot), ...strings(scopes.bot_optional)])
  return {
    appName: text(child(features, 'bot_user').display_name) ?? text(shown.name),
    scopes: granted,
    commands: objects(features.slash_commands).map((command) => ({
      command: text(command.command) ?? '',
      description: text(command.description) ?? '',
      usage_hint: text(command.usage_hint) ?? '',
      should_escape: command.should_escape === true,
    })),
    shortcuts: readShortcuts(features.shortcuts),
    steps,
    mcpServers: readMcpServers(manifest.mcp_servers, granted),
    events: new Set(strings(child(settings, 'event_subscriptions').bot_events)),
    metadataTypes: new Set(
      objects(child(settings, 'event_subscriptions').metadata_subscriptions).map(
        ({ event_type: type }) => text(type) ?? '',
      ),
    ),
    interactive: child(settings, 'interactivity').is_enabled === true,
    homeTab: home.home_tab_enabled === true,
    messagesTab: home.messages_tab_enabled === true,
    messagesReadOnly: home.messages_tab_read_only_enabled === true,
    assistant: assistantOf(features),
    unfurlDomains: strings(features.unfurl_domains),
    warnings: unknownTypes(steps),
  }
}
