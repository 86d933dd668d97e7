/** Server-sent events that tell the page to fetch what is new. */
import type { FastifyReply } from 'fastify'
import type { World } from '../world/world.ts'

/** Sends a line after each burst of changes in the workspace, of exchanges with the app, or of changes in the panel. */
export function streamChanges(world: World, reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  reply.raw.write(': connected\n\n')
  const tell = (type: 'change' | 'exchange' | 'panel') => () => {
    reply.raw.write(`data: ${JSON.stringify({ type })}\n\n`)
  }
  const ends = [
    world.changes.onChange(tell('change')),
    world.exchanges.onChange(tell('exchange')),
    world.panel.onChange(tell('panel')),
  ]
  reply.raw.on('close', () => {
    for (const end of ends) end()
  })
}
