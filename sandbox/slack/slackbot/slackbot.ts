/** A conversation with Slackbot, without a language model: the person picks the tool and its arguments. */

import { validateMessage } from '../blockkit/index.ts'
import { plain } from '../delivery/delivery.ts'
import { postSigned } from '../delivery/signed-http.ts'
import { findElement, identify } from '../interactions/elements.ts'
import { commonFields } from '../interactions/payload.ts'
import { isJson, type Json, objects, strings, text } from '../json.ts'
import { escapeText } from '../markup/entities.ts'
import type {
  Acknowledgement,
  ShownMessage,
  SlackbotCall,
  SlackbotClick,
  SlackbotTool,
  StepParameter,
} from '../model.ts'
import { TOKENS } from '../world/seed.ts'
import type { World } from '../world/world.ts'

// Slackbot as a client of the app's MCP server: streamable HTTP without sessions, each request signed like an event, with
// the person in `_meta.slack`. docs.slack.dev/ai/slackbot-mcp-client

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

async function listTools(world: World, user: string): Promise<Json[]> {
  await introduce(world, user)
  return objects((await request(world, user, 'tools/list', {})).tools)
}

const callTool = (world: World, user: string, name: string, args: Json): Promise<Json> =>
  request(world, user, 'tools/call', { name, arguments: args })

const SLACKBOT = 'USLACKBOT'

/** A person's conversation with Slackbot. The app isn't in it, and none of its methods finds it. */
const conversationOf = (user: string) => `SLACKBOT-${user}`

export const slackbotMessages = (world: World, user: string): readonly ShownMessage[] =>
  world.messages.list(conversationOf(user), user)

/** What the app's server offers, with each argument as a field. */
export async function slackbotTools(world: World, user: string): Promise<SlackbotTool[]> {
  const tools = await listTools(world, world.workspace.user(user).id)
  return tools.map((tool) => {
    const schema = isJson(tool.inputSchema) ? tool.inputSchema : {}
    const required = new Set(strings(schema.required))
    const annotations = isJson(tool.annotations) ? tool.annotations : {}
    return {
      name: text(tool.name) ?? '',
      title: text(tool.title) ?? text(tool.name) ?? '',
      description: text(tool.description) ?? '',
      isReadOnly: annotations.readOnlyHint === true,
      inputs: Object.entries(isJson(schema.properties) ? schema.properties : {}).map(([name, property]) =>
        fieldOf(name, isJson(property) ? property : {}, required.has(name)),
      ),
    }
  })
}

function fieldOf(name: string, property: Json, required: boolean): StepParameter {
  const type = text(property.type) ?? 'string'
  const items = isJson(property.items) ? property.items : {}
  return {
    name,
    type,
    title: name,
    description: text(property.description) ?? '',
    hint: type === 'array' ? 'Several are separated by commas.' : '',
    required: required && property.default === undefined,
    choices: strings(property.enum),
    ...(type === 'array' ? { items: strings(items.enum).join(', ') || 'string' } : {}),
  }
}

/** Calls a tool as Slackbot does for this person, and shows what comes back. */
export async function askSlackbot(world: World, input: SlackbotCall): Promise<Acknowledgement> {
  const user = world.workspace.user(input.user).id
  const given = Object.entries(input.arguments).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  say(world, user, user, { text: escapeText([input.tool, ...given].join('\n')), blocks: [] })
  const started = performance.now()
  try {
    const result = await callTool(world, user, input.tool, { ...input.arguments })
    say(world, user, SLACKBOT, contentOf(world, result))
    return { ok: true, ms: performance.now() - started, body: result }
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    say(world, user, SLACKBOT, { text: escapeText(sentence), blocks: [] })
    return { ok: false, ms: performance.now() - started, error: sentence }
  }
}

/** The result's blocks if Slack would draw them, else its text. */
function contentOf(
  world: World,
  { content, _meta: meta, isError }: Json,
): Pick<ShownMessage, 'text' | 'blocks'> {
  const said = objects(content).flatMap((part) => text(part.text) ?? [])
  const slack = isJson(meta) && isJson(meta.slack) ? meta.slack : {}
  const blocks = isError === true ? [] : objects(slack.blocks)
  const [problem] = blocks.length === 0 ? [] : validateMessage({ blocks }, world.rights)
  if (problem !== undefined)
    world.log(`Slackbot can't draw the blocks of a tool's result: ${problem.pointer} ${problem.message}`)
  return { text: said.join('\n'), blocks: problem === undefined ? identify(blocks) : [] }
}

function say(world: World, user: string, by: string, content: Pick<ShownMessage, 'text' | 'blocks'>): void {
  const { messages } = world
  messages.add({
    ...content,
    ts: messages.nextTs(),
    channel: conversationOf(user),
    user: by,
    ephemeralFor: user,
  })
}

/**
 * Presses a button of Slackbot's answer. How Slack fills in such a `block_actions` isn't documented; here it names neither
 * a channel nor the message's content.
 */
export async function clickInSlackbot(world: World, input: SlackbotClick): Promise<Acknowledgement> {
  const user = world.workspace.user(input.user).id
  const channel = conversationOf(user)
  const message = world.messages.find(channel, input.ts)
  if (message === undefined) throw new Error(`${user} has no answer ${input.ts} of Slackbot`)
  const placed = findElement(message.blocks, input.actionId, input.blockId, `answer ${input.ts}`)
  const { type, text: label, value } = placed.element
  const target = { channel, user, original: message.ts }
  const payload: Json = {
    type: 'block_actions',
    ...commonFields(world, user, 'message'),
    container: { type: 'message', message_ts: message.ts },
    trigger_id: world.triggers.issue({ user }),
    response_url: `${world.origin}${world.responses.issue(target)}`,
    actions: [
      {
        type,
        text: label,
        value,
        action_id: placed.actionId,
        block_id: placed.blockId,
        action_ts: world.messages.nextTs(),
      },
    ],
  }
  return world.delivery.send('interactive', payload, plain)
}
