/** What the sandbox's Slackbot says when it can't show an answer. test/browser/slackbot.test.ts asks it for answers. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { USERS } from '../../../sandbox/slack/index.ts'
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

function tools(): McpServer {
  const server = new McpServer({ name: 'tools', version: '1' })
  const inputSchema = z.object({ word: z.string() })
  server.registerTool('say', { inputSchema }, async ({ word }) => ({
    content: [{ type: 'text', text: `You said ${word}` }],
    _meta: { slack: { blocks: [{ type: 'nonsense' }] } },
  }))
  return server
}

async function start(declared: object = manifest()): Promise<SlackSandbox> {
  const address = await listening(async (request, response) => {
    if (request.headers['x-slack-signature'] === undefined) return response.writeHead(401).end()
    const server = tools()
    const transport = new StreamableHTTPServerTransport({})
    response.on('close', () => void server.close())
    await server.connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response, JSON.parse(await bodyOf(request)))
  })
  return (await started({ manifest: declared, requestUrl: `${address}/slack/events` })).slack
}

const last = (slack: SlackSandbox) => slack.slackbotMessages(USERS.member).at(-1)

describe('Slackbot', () => {
  it('shows the text if it can’t draw the blocks, or if the arguments are wrong', async () => {
    const slack = await start()
    await slack.askSlackbot({ user: USERS.member, tool: 'say', arguments: { word: 'hello' } })
    expect(last(slack)).toMatchObject({ blocks: [], text: expect.stringContaining('You said hello') })
    expect(slack.slackbotMessages(USERS.owner)).toEqual([])
    await slack.askSlackbot({ user: USERS.member, tool: 'say', arguments: {} })
    expect(last(slack)?.text).toContain('Invalid arguments')
  })

  it('says why it can’t ask the app', async () => {
    const slack = await start()
    slack.setRequestUrl(null)
    await expect(slack.slackbotTools(USERS.member)).rejects.toThrow('Socket Mode can’t serve it')
    const without = await start({ ...manifest(), mcp_servers: undefined })
    await expect(without.slackbotTools(USERS.member)).rejects.toThrow('declares no mcp_servers')
    const unsigned = await start(manifest({ auth_type: 'no_auth' }))
    await expect(unsigned.slackbotTools(USERS.member)).rejects.toThrow('status 401')
  })

  it.each([
    ['without the scope', { ...manifest(), oauth_config: { scopes: { bot: [] } } }, 'mcp:connect'],
    ['with an unknown way to sign in', manifest({ auth_type: 'password' }), 'mcp_servers.tools.auth_type'],
    ['with an unknown field', manifest({ secret: 'x' }), 'mcp_servers.tools'],
    ['without an address', manifest({ url: 'tools' }), 'mcp_servers.tools.url'],
  ])('is refused with a manifest %s', async (_what, declared, place) => {
    await expect(startSandbox({ manifest: declared })).rejects.toThrow(place)
  })
})
