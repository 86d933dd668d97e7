/** The baseline for calls of tools: the smallest MCP server behind a check of Slack's signature, as in Slack's samples. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { type CustomRoute, isValidSlackRequest } from '@slack/bolt'

export function bareMcp(signingSecret: string): CustomRoute {
  return {
    path: '/mcp',
    method: 'POST',
    handler: async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      const header = (name: string) => String(request.headers[name])
      const headers = {
        'x-slack-signature': header('x-slack-signature'),
        'x-slack-request-timestamp': Number(header('x-slack-request-timestamp')),
      }
      if (!isValidSlackRequest({ signingSecret, body, headers })) return void response.writeHead(401).end()
      const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } })
      server.setRequestHandler(CallToolRequestSchema, () => ({
        content: [{ type: 'text', text: 'Answered.' }],
      }))
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
      response.on('close', () => void server.close())
      await server.connect(transport as Parameters<Server['connect']>[0])
      await transport.handleRequest(request, response, JSON.parse(body))
    },
  }
}
