/** Serves the page on which users click. */
import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../../command-line.ts'

export function addPage(app: FastifyInstance): void {
  const serve = (path: string, type: string, part: 'html' | 'script' | 'style') =>
    app.get(path, async (_request, reply) => {
      try {
        // Only now, because most sandboxes never show it.
        const { createPage } = await import('../page/server.ts')
        return reply.type(type).send((await createPage())[part])
      } catch (error) {
        const type = 'text/plain; charset=utf-8'
        return reply
          .code(503)
          .type(type)
          .send(`The page can't be served: ${reasonOf(error)}`)
      }
    })
  serve('/', 'text/html; charset=utf-8', 'html')
  // Permalinks also open the page, which finds the message from the URL.
  serve('/archives/*', 'text/html; charset=utf-8', 'html')
  serve('/page.js', 'text/javascript; charset=utf-8', 'script')
  serve('/page.css', 'text/css; charset=utf-8', 'style')
}
