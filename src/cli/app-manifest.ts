import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { installUrlOptions } from '../slack/oauth/installer.ts'
import { mcpEndpoint } from '../slack/receive/mcp-route.ts'
import { scopes, slackbotScope } from '../slack/scopes.ts'

export interface ManifestOptions {
  /** The bot's public address, for HTTP mode; `null`: Socket Mode. */
  readonly http: string | null
  /** For any workspace, by "Add to Slack". Requires `http`. */
  readonly distribute: boolean
  /** Slackbot may ask. Requires `http`. */
  readonly slackbot: boolean
}

/** The Slack app's manifest with its comments, as YAML: `manifest.yml`, changed for what is wanted. */
export function appManifest({ http, distribute, slackbot }: ManifestOptions): string {
  const manifest = parseDocument(readFileSync(join(import.meta.dirname, '../../manifest.yml'), 'utf8'))
  if (http !== null) addPublicAddress(manifest, http)
  if (http !== null && distribute) prepareForEverybody(manifest, http)
  if (http !== null && slackbot) {
    manifest.addIn(['oauth_config', 'scopes', 'bot'], slackbotScope)
    const url = `${http.replace(/\/+$/, '')}${mcpEndpoint}`
    manifest.set('mcp_servers', { sightline: { url, auth_type: 'slack_identity_auth' } })
  }
  return manifest.toString({ lineWidth: 120 })
}

function addPublicAddress(manifest: Document, http: string): void {
  const events = `${http.replace(/\/+$/, '')}/slack/events`
  manifest.setIn(['settings', 'socket_mode_enabled'], false)
  manifest.setIn(['features', 'slash_commands', 0, 'url'], events)
  manifest.setIn(['settings', 'event_subscriptions', 'request_url'], events)
  manifest.setIn(['settings', 'interactivity', 'request_url'], events)
  manifest.setIn(['settings', 'interactivity', 'message_menu_options_url'], events)
}

/** Slack distributes no app with workflow steps, and reviews some scopes more closely. */
function prepareForEverybody(manifest: Document, publicUrl: string): void {
  const { redirectUri } = installUrlOptions({ publicUrl })
  manifest.setIn(['oauth_config', 'redirect_urls'], [redirectUri])
  manifest.delete('functions')
  manifest.deleteIn(['settings', 'function_runtime'])
  without(manifest, ['settings', 'event_subscriptions', 'bot_events'], ['function_executed'])
  const reviewed = scopes.filter(({ isReviewed }) => isReviewed).map(({ name }) => name)
  without(manifest, ['oauth_config', 'scopes', 'bot'], reviewed)
  without(manifest, ['oauth_config', 'scopes', 'bot_optional'], reviewed)
}

function without(manifest: Document, path: readonly (string | number)[], values: readonly string[]): void {
  const list = manifest.getIn(path)
  if (isSeq(list))
    list.items = list.items.filter((item) => !isScalar(item) || !values.includes(`${item.value}`))
}

/** Slack's page "Create an app" with the manifest filled in. Comments are left out: an address should have at most 8 KB. */
export function createAppAddress(manifest: string): string {
  const short = stringify(parseDocument(manifest).toJS(), { indent: 1, lineWidth: 0 })
  const query = new URLSearchParams({ new_app: '1', manifest_yaml: short })
  return `https://api.slack.com/apps?${query.toString().replace(/%(3A|2C|2F)/g, decodeURIComponent)}`
}
