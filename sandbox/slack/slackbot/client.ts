/**
 * Slackbot as a client of the app's MCP server: streamable HTTP without sessions, each request signed like an event, with
 * the person in `_meta.slack`. docs.slack.dev/ai/slackbot-mcp-client
 */

import { postSigned } from '../delivery/signed-http.ts'
import { isJson, type Json, objects, text } from '../json.ts'
import { TOKENS } from '../world/seed.ts'
import type { World } from '../world/world.ts'

/** Slack doesn't say how long it waits. */
const WAIT_MS = 10_000
const VERSION = '2025-06-18'

/** The server that Slackbot asks: the manifest's first one, behind the request URL's host. */
function serverOf({ manifest, delivery }: World): { readonly url: string; readonly signs: boolean } {
  const [server] = manifest?.mcpServers ?? [{ url: 'http://localhost/mcp', authType: 'slack_identity_auth' }]
  if (server === undefined) throw new Error('the manifest declares no mcp_servers, so Slackbot has no tools')
  if (delivery.requestUrl === null)
    throw new Error('Slackbot needs an app with a request URL: Socket Mode can’t serve it')
  if (server.authType !== 'slack_identity_auth' && server.authType !== 'no_auth')
    throw new Error(`the sandbox’s Slackbot can’t sign in with ${server.authType}`)
  // The declared host is public. Here, the app listens where its other requests go.
  const url = new URL(new URL(server.url).pathname, delivery.requestUrl).href
  return { url, signs: server.authType === 'slack_identity_auth' }
}

const metaOf = (world: World, user: string): Json => ({
  slack: {
    user_id: user,
    team_id: world.team.id,
    ...(world.enterprise === null ? {} : { enterprise_id: world.enterprise.id }),
  },
})

/** The answer in a JSON body, or in the last event of a stream. */
function answerIn(body: string, type: string): Json {
  const events = body.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
  const parsed: unknown = JSON.parse(type.includes('text/event-stream') ? (events.at(-1) ?? '') : body)
  if (!isJson(parsed)) throw new Error('the MCP server’s answer is not an object')
  return parsed
}

/** One request. Throws with the server's error. */
async function request(world: World, user: string, method: string, params: Json): Promise<Json> {
  const { url, signs } = serverOf(world)
  const meta = signs ? { _meta: metaOf(world, user) } : {}
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, ...meta } }
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(method === 'initialize' ? {} : { 'mcp-protocol-version': VERSION }),
  }
  const answer = await postSigned(url, JSON.stringify(message), {
    headers,
    secret: signs ? TOKENS.signing : null,
    signal: AbortSignal.any([AbortSignal.timeout(WAIT_MS), world.stopping.signal]),
  })
  if (answer.status !== 200) throw new Error(`the MCP server answered ${method} with status ${answer.status}`)
  const { result, error } = answerIn(answer.text, answer.type)
  if (isJson(result)) return result
  throw new Error(text(isJson(error) ? error.message : undefined) ?? `${method} has no result`)
}

const introduce = (world: World, user: string) =>
  request(world, user, 'initialize', {
    protocolVersion: VERSION,
    clientInfo: { name: 'Slackbot', version: '1' },
    capabilities: {
      extensions: { 'io.slack/block-kit': { mimeTypes: ['application/vnd.slack.blocks+json'] } },
    },
  })

export async function listTools(world: World, user: string): Promise<Json[]> {
  await introduce(world, user)
  return objects((await request(world, user, 'tools/list', {})).tools)
}

export const callTool = (world: World, user: string, name: string, args: Json): Promise<Json> =>
  request(world, user, 'tools/call', { name, arguments: args })
