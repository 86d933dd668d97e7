/** Slackbot as the sandbox plays it, with an MCP server as in Slack's samples: the SDK behind a check of the signature. */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { APP, TEAM, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { bodyOf, listening } from '../../listening.ts'
import { startSandbox } from './manifest.ts'
import { started } from './web-api.ts'

const manifest = (server: object = {}) => ({
  display_information: { name: 'Tools' },
  oauth_config: { scopes: { bot: ['chat:write', 'mcp:connect'] } },
  settings: { interactivity: { is_enabled: true } },
  mcp_servers: {
    tools: { url: 'https://tools.example.com/mcp', auth_type: 'slack_identity_auth', ...server },
  },
})

/** What the app got, besides the tools. */
interface App {
  readonly slack: SlackSandbox
  readonly clicks: Record<string, unknown>[]
}

const isSigned = (headers: IncomingHttpHeaders, body: string, secret: string): boolean => {
  const time = String(headers['x-slack-request-timestamp'])
  const digest = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
  return headers['x-slack-signature'] === `v0=${digest}`
}

const card = [
  {
    type: 'actions',
    block_id: 'card',
    elements: [{ type: 'button', action_id: 'go', value: 'here', text: { type: 'plain_text', text: 'Go' } }],
  },
]

function tools(): McpServer {
  const server = new McpServer({ name: 'tools', version: '1' })
  const inputSchema = z.object({ word: z.string().describe('What to say'), times: z.int().optional() })
  server.registerTool(
    'say',
    { title: 'Say it', description: 'Says a word.', inputSchema },
    async ({ word }, { _meta }) => ({
      content: [{ type: 'text', text: `${word} to ${JSON.stringify(_meta?.slack)}` }],
      _meta: { slack: { blocks: word === 'blocks' ? card : word === 'wrong' ? [{ type: 'nonsense' }] : [] } },
    }),
  )
  return server
}

async function start(declared: object = manifest()): Promise<App> {
  const clicks: Record<string, unknown>[] = []
  const address = await listening(async (request, response) => {
    const body = await bodyOf(request)
    if (!isSigned(request.headers, body, slack.signingSecret)) return response.writeHead(401).end()
    if (request.url !== '/mcp') {
      clicks.push(JSON.parse(new URLSearchParams(body).get('payload') ?? '{}'))
      return response.end()
    }
    const server = tools()
    const transport = new StreamableHTTPServerTransport({})
    response.on('close', () => void server.close())
    await server.connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response, JSON.parse(body))
  })
  const { slack } = await started({ manifest: declared, requestUrl: `${address}/slack/events` })
  return { slack, clicks }
}

const last = (slack: SlackSandbox) => slack.slackbotMessages(USERS.member).at(-1)

describe('Slackbot', () => {
  it('lists the tools of the app’s server, with their arguments as fields', async () => {
    const { slack } = await start()
    const [tool] = await slack.slackbotTools(USERS.member)
    expect(tool).toMatchObject({ name: 'say', title: 'Say it', isReadOnly: false })
    expect(tool?.inputs.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['word', 'string', true],
      ['times', 'integer', false],
    ])
  })

  it('calls a tool for the person, who is named in the signed request', async () => {
    const { slack } = await start()
    await slack.askSlackbot({ user: USERS.member, tool: 'say', arguments: { word: 'hello' } })
    expect(last(slack)?.text).toBe(`hello to {"user_id":"${USERS.member}","team_id":"${TEAM.id}"}`)
    expect(slack.slackbotMessages(USERS.owner)).toEqual([])
  })

  it('draws the blocks of a result, whose buttons reach the app without a channel', async () => {
    const { slack, clicks } = await start()
    await slack.askSlackbot({ user: USERS.member, tool: 'say', arguments: { word: 'blocks' } })
    const answer = last(slack)
    expect(answer?.blocks).toEqual(card)
    await slack.clickInSlackbot({ user: USERS.member, ts: answer?.ts ?? '', actionId: 'go' })
    const [click] = clicks
    expect(click).toMatchObject({
      type: 'block_actions',
      api_app_id: APP.id,
      user: { id: USERS.member },
      actions: [{ action_id: 'go', value: 'here', block_id: 'card' }],
    })
    expect(click).not.toHaveProperty('channel')
    const replaced = await fetch(String(click?.response_url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ replace_original: true, text: 'Done.' }),
    })
    expect([replaced.status, last(slack)?.text]).toEqual([200, 'Done.'])
  })

  it('shows the text if it can’t draw the blocks, or if the arguments are wrong', async () => {
    const { slack } = await start()
    await slack.askSlackbot({ user: USERS.member, tool: 'say', arguments: { word: 'wrong' } })
    expect(last(slack)).toMatchObject({ blocks: [], text: expect.stringContaining('wrong to') })
    await slack.askSlackbot({ user: USERS.member, tool: 'say', arguments: {} })
    expect(last(slack)?.text).toContain('Invalid arguments')
  })

  it('says why it can’t ask the app', async () => {
    const { slack } = await start()
    slack.setRequestUrl(null)
    await expect(slack.slackbotTools(USERS.member)).rejects.toThrow('Socket Mode can’t serve it')
    const without = await start({ ...manifest(), mcp_servers: undefined })
    await expect(without.slack.slackbotTools(USERS.member)).rejects.toThrow('declares no mcp_servers')
    const unsigned = await start(manifest({ auth_type: 'no_auth' }))
    await expect(unsigned.slack.slackbotTools(USERS.member)).rejects.toThrow('status 401')
  })

  it.each([
    [
      'without the scope',
      { ...manifest(), oauth_config: { scopes: { bot: ['chat:write'] } } },
      'mcp:connect',
    ],
    ['with an unknown way to sign in', manifest({ auth_type: 'password' }), 'mcp_servers.tools.auth_type'],
    ['with an unknown field', manifest({ secret: 'x' }), 'mcp_servers.tools'],
    ['without an address', manifest({ url: 'tools' }), 'mcp_servers.tools.url'],
  ])('is refused with a manifest %s', async (_what, declared, place) => {
    await expect(startSandbox({ manifest: declared })).rejects.toThrow(place)
  })
})
