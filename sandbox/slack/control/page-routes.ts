/** Serves the page on which users click. */
import type { FastifyInstance } from 'fastify'
import { isJson } from '../json.ts'

interface Page {
  readonly html: string
  readonly script: string
  readonly style: string
}

/** Built on the first request, because most sandboxes never show it. */
async function loadPage(): Promise<Page> {
  const { createPage } = await import('../page/server.ts')
  const page: unknown = await createPage()
  if (!isJson(page)) throw new Error('the page could not be built')
  return { html: String(page.html), script: String(page.script), style: String(page.style) }
}

export function addPage(app: FastifyInstance): void {
  let page: Promise<Page> | undefined
  const serve = (path: string, type: string, part: keyof Page) =>
    app.get(path, async (_request, reply) => {
      page ??= loadPage()
      try {
        return reply.type(type).send((await page)[part])
      } catch (error) {
        page = undefined
        const reason = error instanceof Error ? error.message : String(error)
        return reply.code(503).type('text/plain; charset=utf-8').send(`The page can't be served: ${reason}`)
      }
    })
  serve('/', 'text/html; charset=utf-8', 'html')
  // Permalinks also open the page, which finds the message from the URL.
  serve('/archives/*', 'text/html; charset=utf-8', 'html')
  serve('/page.js', 'text/javascript; charset=utf-8', 'script')
  serve('/page.css', 'text/css; charset=utf-8', 'style')
}
