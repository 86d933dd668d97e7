/**
 * The tool-protocol server (specification, part 1): Model Context Protocol over streamable HTTP at `/mcp` of the
 * core's origin, without sessions. Its tools are exactly the GET routes tagged `mcp` in the description. It takes the
 * bearer token of part 5.1 instead of a login in the browser.
 */
import type { FastifyRequest } from 'fastify'
import type { ServiceApp, ServiceContext } from './context.ts'
import { HttpError } from './errors.ts'
import { pathsOf } from './openapi.ts'

interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { type: 'object'; properties: Record<string, object>; required: string[] }
  readonly app: ServiceApp
  readonly path: string
}

/** The tools of one origin: one for each GET operation with the tag. */
function toolsOf(app: ServiceApp): Tool[] {
  return Object.entries(pathsOf(app)).flatMap(([path, item]) => {
    const operation = item?.get
    if (!operation?.tags?.includes('mcp')) return []
    const parameters = (operation.parameters ?? []).flatMap((parameter) =>
      '$ref' in parameter ? [] : parameter,
    )
    return {
      name: operation.operationId ?? path,
      description: operation.summary ?? path,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          parameters.map(({ name, schema, description }) => [
            name,
            description ? { ...schema, description } : { ...schema },
          ]),
        ),
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
      },
      app,
      path,
    }
  })
}

/** The URL of a tool call: path arguments filled in, the others in the query, lists as repeated parameters. */
function addressOf(tool: Tool, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  let path = tool.path
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined) continue
    const inPath = `{${name}}`
    if (path.includes(inPath)) path = path.replace(inPath, encodeURIComponent(String(value)))
    else for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return `${path}?${query}`
}

async function callTool(tool: Tool, values: Record<string, unknown>, authorization: string) {
  const answer = await tool.app.inject({
    method: 'GET',
    url: addressOf(tool, values),
    headers: { authorization },
  })
  return { content: [{ type: 'text' as const, text: answer.body }], isError: answer.statusCode >= 400 }
}

/** Answers one message. The SDK is imported on the first message, so that the service starts without it. */
async function answer(request: FastifyRequest, tools: readonly Tool[]): Promise<Response> {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  const { authorization = '' } = request.headers
  const server = new Server({ name: 'sightline-sandbox', version: 'v1' }, { capabilities: { tools: {} } })
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
      annotations: { readOnlyHint: true },
    })),
  }))
  server.setRequestHandler(types.CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw new types.McpError(types.ErrorCode.InvalidParams, `No such tool: ${params.name}`)
    return callTool(tool, params.arguments ?? {}, authorization)
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const headers = new Headers({ 'content-type': 'application/json' })
    for (const name of ['accept', 'mcp-protocol-version']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const message = new Request(`http://${request.host}/mcp`, { method: 'POST', headers })
    return await transport.handleRequest(message, { parsedBody: request.body })
  } finally {
    await server.close()
  }
}

/** Adds `/mcp` to the core. Faults and the request log apply to `/mcp` itself, not to the calls its tools make. */
export function mcpRoute(core: ServiceApp, search: ServiceApp, { tokens }: ServiceContext): void {
  let tools: readonly Tool[] | undefined
  core.post('/mcp', { schema: { hide: true } }, async (request, reply) => {
    await tokens.authenticate(request.headers.authorization)
    tools ??= [...toolsOf(core), ...toolsOf(search)]
    const response = await answer(request, tools)
    reply.code(response.status)
    const type = response.headers.get('content-type')
    if (type) reply.type(type)
    return reply.send(await response.text())
  })
  core.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.header('allow', 'POST')
      throw new HttpError(405, 'This server keeps no sessions. Use POST.')
    },
  })
}
