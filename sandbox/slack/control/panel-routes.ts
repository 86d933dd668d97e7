/** The panel over HTTP, for the page. */
import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../../command-line.ts'
import { isJson } from '../json.ts'
import type { World } from '../world/world.ts'

/** `/control/panel`, `/control/jump` and `/control/fault`. All return 404 if there is no panel. */
export function addPanel(scope: FastifyInstance, { panel: place }: World): void {
  const none = { error: 'this sandbox has no demo panel' }
  scope.get('/panel', async (_request, reply) => (await place.get()?.read()) ?? reply.code(404).send(none))
  scope.post('/jump', async (_request, reply) => {
    const panel = place.get()
    if (panel === null) return reply.code(404).send(none)
    try {
      return await panel.jump()
    } catch (error) {
      return reply.code(400).send({ error: reasonOf(error) })
    }
  })
  scope.post('/fault', async ({ body }, reply) => {
    const panel = place.get()
    if (panel === null) return reply.code(404).send(none)
    if (!isJson(body) || typeof body.id !== 'string' || typeof body.on !== 'boolean')
      return reply.code(400).send({ error: 'the body must be {"id": "…", "on": true or false}' })
    try {
      await panel.setFault(body.id, body.on)
      return await panel.read()
    } catch (error) {
      return reply.code(400).send({ error: reasonOf(error) })
    }
  })
}
