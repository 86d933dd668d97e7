/** Slack's other routes: response_urls, uploads and files. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { SlackError } from './api/call.ts'
import { avatarImage } from './control/avatars.ts'
import { isJson, type Json, text } from './json.ts'
import { fileType } from './world/files.ts'
import { showResponse } from './world/posting.ts'
import type { World } from './world/world.ts'

/** A response_url accepts JSON, or a form with JSON in the field `payload`. */
function responseBody(body: unknown): Json {
  if (!isJson(body)) throw new SlackError('invalid_payload')
  const payload = text(body.payload)
  if (payload === undefined) return body
  try {
    const parsed: unknown = JSON.parse(payload)
    if (isJson(parsed)) return parsed
  } catch {
    // Refused below.
  }
  throw new SlackError('invalid_payload')
}

function addResponses(app: FastifyInstance, worlds: readonly World[]): void {
  app.post<{ Params: { id: string } }>('/response/:id', async (request, reply) => {
    try {
      const world = worlds.find(({ team }) => request.params.id.startsWith(`${team.id}-`))
      if (!world) throw new SlackError('expired_url')
      const target = world.responses.use(request.params.id)
      showResponse(world, target, responseBody(request.body))
      return reply.send({ ok: true })
    } catch (error) {
      if (!(error instanceof SlackError)) throw error
      const gone = error.code === 'used_url' || error.code === 'expired_url'
      return reply.code(gone ? 404 : 400).send({ ok: false, error: error.code, ...error.details })
    }
  })
}

/** The uploaded bytes: raw, or the first file of a multipart body. */
async function uploaded(
  body: unknown,
  parts: () => AsyncIterable<{ type: string; toBuffer?: () => Promise<Buffer> }>,
) {
  if (Buffer.isBuffer(body)) return body
  for await (const part of parts()) if (part.toBuffer) return part.toBuffer()
  return Buffer.alloc(0)
}

/** The workspace whose files a request may read: its token's, or the page's. */
function readerOf(headers: IncomingHttpHeaders, [home]: readonly World[]): World | undefined {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  if (token === home?.botToken || headers['sec-fetch-site'] === 'same-origin') return home
  try {
    return home?.grants.find(token)?.world
  } catch {
    return undefined
  }
}

function addFiles(app: FastifyInstance, worlds: readonly World[]): void {
  app.post<{ Params: { ticket: string } }>('/upload/v1/:ticket', async (request, reply) => {
    const content = await uploaded(request.body, () => request.parts())
    if (!worlds.some(({ files }) => files.upload(request.params.ticket, content)))
      return reply.code(400).send('invalid upload')
    return reply.type('text/plain').send(`OK - ${content.length}`)
  })
  app.get<{ Params: { id: string } }>('/files/:id/:name', async ({ headers, params }, reply) => {
    const file = readerOf(headers, worlds)?.files.find(params.id)
    if (!file?.content) return reply.code(404).send('not found')
    return reply.type(fileType(file.name).mimetype).send(file.content)
  })
}

function addAvatars(app: FastifyInstance, worlds: readonly World[]): void {
  app.get<{ Params: { id: string } }>('/avatars/:id.svg', async (request, reply) => {
    const { id } = request.params
    const user = worlds.map(({ workspace }) => workspace.users.get(id)).find(Boolean)
    if (!user) return reply.code(404).send('not found')
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'max-age=3600')
      .send(avatarImage(id, user.realName))
  })
}

export function addRoutes(app: FastifyInstance, worlds: readonly World[]): void {
  addResponses(app, worlds)
  addAvatars(app, worlds)
  void app.register(async (scope) => {
    // An upload is bytes, whatever its content type. Only multipart bodies are parsed.
    scope.removeContentTypeParser(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    addFiles(scope, worlds)
  })
}
