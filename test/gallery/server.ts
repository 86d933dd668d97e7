/** Serves the gallery: the page of sandbox/slack/page, with its content. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGallery } from '../../sandbox/slack/page/server.ts'
import { galleryContent } from './exhibits.ts'

export type GalleryServer = Awaited<ReturnType<typeof startGallery>>

/** @param port 0: any free port. Rejects if the port is taken. */
export async function startGallery(port = 0) {
  const { html, script, style } = await createGallery()
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': ['text/html; charset=utf-8', html],
    '/page.js': ['text/javascript; charset=utf-8', script],
    '/page.css': ['text/css; charset=utf-8', style],
    '/gallery.json': ['application/json', JSON.stringify(galleryContent())],
  }
  const server = createServer((request, response) => {
    const file = files[new URL(request.url ?? '/', 'http://localhost').pathname]
    if (file === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': file[0] }).end(file[1])
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
