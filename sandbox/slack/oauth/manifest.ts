/** The parts of the app's manifest that the sandbox uses. */

import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { isJson, type Json, objects, strings, text } from '../json.ts'
import type {
  AssistantPrompt,
  DeclaredCommand,
  DeclaredShortcut,
  DeclaredStep,
  McpServer,
  StepParameter,
} from '../model.ts'
import { isKnownType, isParameterType } from '../steps/types.ts'

// Checks parts of a manifest like Slack does when it is saved. docs.slack.dev/reference/app-manifest

/** The text of a field, from 1 to `most` characters. @throws an Error that names the field */
function textAt(of: Json, field: string, place: string, most: number): string {
  const value = of[field]
  if (typeof value !== 'string' || value.length < 1 || value.length > most)
    throw new Error(`${place}.${field} must be a string of 1 to ${most} characters`)
  return value
}

/** @throws an Error that names the first field unknown to Slack */
function refuseUnknown(of: Json, allowed: readonly string[], place: string): void {
  const unknown = Object.keys(of).find((name) => !allowed.includes(name))
  if (unknown !== undefined) throw new Error(`${place} has an unknown field "${unknown}"`)
}

// `features.shortcuts` of a manifest. docs.slack.dev/reference/app-manifest, /interactivity/implementing-shortcuts

const MOST_SHORTCUTS = 10
const KINDS = ['global', 'message'] as const

function readShortcut(value: unknown, place: string): DeclaredShortcut {
  if (!isJson(value)) throw new Error(`${place} must be an object`)
  refuseUnknown(value, ['name', 'type', 'callback_id', 'description'], place)
  const type = KINDS.find((kind) => kind === value.type)
  if (type === undefined) throw new Error(`${place}.type must be "global" or "message"`)
  return {
    name: textAt(value, 'name', place, 24),
    type,
    callback_id: textAt(value, 'callback_id', place, 255),
    description: textAt(value, 'description', place, 150),
  }
}

/** @throws an Error that names the first place that Slack would reject */
function readShortcuts(value: unknown): DeclaredShortcut[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST_SHORTCUTS)
    throw new Error(`features.shortcuts must be a list of 1 to ${MOST_SHORTCUTS} shortcuts`)
  return value.map((item, at) => readShortcut(item, `features.shortcuts[${at}]`))
}

// `mcp_servers` of a manifest. docs.slack.dev/ai/slackbot-mcp-client, slackapi/manifest-schema

const MOST_SERVERS = 20
const LONGEST_URL = 500
const AUTH_TYPES = ['no_auth', 'slack_identity_auth', 'manual_auth', 'dynamic_client_registration'] as const

/** @throws an Error that names the first place that Slack would reject */
function readMcpServers(value: unknown, scopes: ReadonlySet<string>): McpServer[] {
  if (value === undefined) return []
  if (!isJson(value) || Object.keys(value).length > MOST_SERVERS)
    throw new Error(`mcp_servers must be an object with at most ${MOST_SERVERS} servers`)
  if (!scopes.has('mcp:connect')) throw new Error('mcp_servers needs the bot scope mcp:connect')
  return Object.entries(value).map(([key, server]) => {
    const place = `mcp_servers.${key}`
    if (!isJson(server)) throw new Error(`${place} must be an object`)
    refuseUnknown(server, ['url', 'auth_type', 'auth_provider_key', 'headers'], place)
    const url = textAt(server, 'url', place, LONGEST_URL)
    if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Error(`${place}.url must be an HTTP URL`)
    const authType = AUTH_TYPES.find((type) => type === server.auth_type)
    if (authType === undefined) throw new Error(`${place}.auth_type must be one of ${AUTH_TYPES.join(', ')}`)
    return { key, url, authType }
  })
}

// `functions` of a manifest: the app's steps for Workflow Builder. docs.slack.dev/workflows/workflow-steps,
// /tools/bolt-js/tutorials/custom-steps; counts and types by slackapi/manifest-schema.

const MOST_STEPS = 50
const MOST_PARAMETERS = 50
const STEP_PARTS = ['title', 'description', 'input_parameters', 'output_parameters']

function readParameter(name: string, value: unknown, required: boolean, place: string): StepParameter {
  if (!isJson(value)) throw new Error(`${place} must be an object`)
  if (value.name !== undefined && value.name !== name)
    throw new Error(`${place}.name must be "${name}", like its key`)
  if (!isParameterType(value.type))
    throw new Error(`${place}.type "${String(value.type)}" is not a Slack type`)
  const items = isJson(value.items) ? value.items.type : undefined
  if (value.type === 'array' && !isParameterType(items))
    throw new Error(`${place}.items must give the type of the list's items`)
  return {
    name,
    type: value.type,
    ...(isParameterType(items) ? { items } : {}),
    title: text(value.title) ?? name,
    description: text(value.description) ?? '',
    hint: text(value.hint) ?? '',
    required,
    choices: Array.isArray(value.enum) ? value.enum.filter((item) => typeof item === 'string') : [],
  }
}

/** Whether the parameters use the second version: under `properties`, next to a list `required`. */
function isSecond(parameters: Json, version: unknown): boolean {
  return version === 2 || (isJson(parameters.properties) && typeof parameters.properties.type !== 'string')
}

function readParameters(value: unknown, version: unknown, place: string): StepParameter[] {
  if (!isJson(value)) throw new Error(`${place} must be an object`)
  const second = isSecond(value, version)
  if (second) refuseUnknown(value, ['properties', 'required'], place)
  const parameters = second ? value.properties : value
  if (!isJson(parameters)) throw new Error(`${place}.properties must be an object`)
  const entries = Object.entries(parameters)
  if (entries.length > MOST_PARAMETERS)
    throw new Error(`${place} has more than ${MOST_PARAMETERS} parameters`)
  const needed: readonly unknown[] = second && Array.isArray(value.required) ? value.required : []
  const stray = needed.find((name) => !entries.some(([declared]) => declared === name))
  if (stray !== undefined)
    throw new Error(`${place}.required names "${String(stray)}", which is not a parameter`)
  return entries.map(([name, parameter]) => {
    const required = second ? needed.includes(name) : isJson(parameter) && parameter.is_required === true
    return readParameter(name, parameter, required, `${place}.${name}`)
  })
}

function readStep(id: string, value: unknown, version: unknown): DeclaredStep {
  const place = `functions.${id}`
  if (id.length < 1 || id.length > 100) throw new Error(`${place}: a callback id has 1 to 100 characters`)
  if (!isJson(value)) throw new Error(`${place} must be an object`)
  refuseUnknown(value, STEP_PARTS, place)
  if (typeof value.description !== 'string') throw new Error(`${place}.description must be a string`)
  return {
    callback_id: id,
    title: textAt(value, 'title', place, 255),
    description: value.description,
    inputs: readParameters(value.input_parameters, version, `${place}.input_parameters`),
    outputs: readParameters(value.output_parameters, version, `${place}.output_parameters`),
  }
}

/** @throws an Error that names the first place that Slack would reject */
function readSteps(manifest: Json, settings: Json): DeclaredStep[] {
  const { functions, _metadata } = manifest
  if (functions === undefined) return []
  if (!isJson(functions)) throw new Error('functions must be an object')
  const entries = Object.entries(functions)
  if (entries.length > MOST_STEPS) throw new Error(`functions holds more than ${MOST_STEPS} steps`)
  if (entries.length === 0) return []
  if (settings.org_deploy_enabled !== true)
    throw new Error('functions need settings.org_deploy_enabled: true')
  if (settings.function_runtime !== 'remote')
    throw new Error('functions need settings.function_runtime: remote')
  const version = isJson(_metadata) ? _metadata.major_version : undefined
  return entries.map(([id, step]) => readStep(id, step, version))
}

/** The types of parameters that the sandbox doesn't check, each with its place. */
function unknownTypes(steps: readonly DeclaredStep[]): readonly string[] {
  return steps.flatMap(({ callback_id: id, inputs, outputs }) =>
    [...inputs, ...outputs].flatMap(({ name, type, items }) =>
      [type, ...(items === undefined ? [] : [items])]
        .filter((one) => !isKnownType(one))
        .map(
          (one) =>
            `functions.${id}: the type "${one}" of ${name} is unknown here, so its values aren’t checked`,
        ),
    ),
  )
}

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
