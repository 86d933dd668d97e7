/** `mcp_servers` of a manifest. docs.slack.dev/ai/slackbot-mcp-client, slackapi/manifest-schema */
import { isJson } from '../json.ts'
import type { McpServer } from '../model.ts'
import { refuseUnknown, textAt } from './manifest-fields.ts'

const MOST = 20
const LONGEST_URL = 500
const AUTH_TYPES = ['no_auth', 'slack_identity_auth', 'manual_auth', 'dynamic_client_registration'] as const

/** @throws an Error that names the first place that Slack would reject */
export function readMcpServers(value: unknown, scopes: ReadonlySet<string>): McpServer[] {
  if (value === undefined) return []
  if (!isJson(value) || Object.keys(value).length > MOST)
    throw new Error(`mcp_servers must be an object with at most ${MOST} servers`)
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
