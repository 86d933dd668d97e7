/**
 * The sandbox's control routes, under `/control` on the core's origin. They are not part of the service or its
 * description, and any process on this machine may use them. Keys are managed here because the specification shows no
 * paths for that.
 */
import { z } from 'zod'
import type { ServiceApp, ServiceContext } from './context.ts'
import { Effect } from './data/effects.ts'
import type { Faults } from './faults.ts'
import { KeyInput } from './keys.ts'
import { ServiceFault } from './model.ts'
import type { Recorder } from './recorder.ts'

const KeyPath = z.object({ id: z.string() })

/** An ISO 8601 duration without a sign (`P7D`, `PT90S`): time only moves ahead. */
const Span = z.object({ duration: z.iso.duration() })

export function controlRoutes(
  app: ServiceApp,
  { keys, clock, effects }: ServiceContext,
  recorder: Recorder,
  faults: Faults,
): void {
  const hide = true
  app.post('/control/faults', { schema: { hide, body: ServiceFault } }, async ({ body }, reply) => {
    faults.add(body)
    return reply.code(204).send()
  })
  app.delete('/control/faults', { schema: { hide } }, async (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
  app.post('/control/effects', { schema: { hide, body: Effect } }, async ({ body }, reply) => {
    effects.add(body)
    return reply.code(204).send()
  })
  app.post('/control/clock/advance', { schema: { hide, body: Span } }, async ({ body }) => {
    clock.advance(Temporal.Duration.from(body.duration))
    return { now: clock.now().toString() }
  })
  app.get('/control/requests', { schema: { hide } }, async () => recorder.requests)
  app.get('/control/keys', { schema: { hide } }, async () => keys.list())
  app.post('/control/keys', { schema: { hide, body: KeyInput } }, async ({ body }, reply) =>
    reply.code(201).send(keys.create(body)),
  )
  app.post('/control/keys/:id/rotate', { schema: { hide, params: KeyPath } }, async ({ params }) =>
    keys.rotate(params.id),
  )
  app.delete('/control/keys/:id', { schema: { hide, params: KeyPath } }, async ({ params }, reply) => {
    keys.remove(params.id)
    return reply.code(204).send()
  })
}
