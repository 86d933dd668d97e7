/**
 * The sandbox's control routes, under `/control` on the core's origin. They are not part of the service or its
 * description, and any process on this machine may use them. Keys are managed here because the specification shows no
 * paths for that.
 */
import { z } from 'zod'
import type { ServiceApp, ServiceContext } from './context.ts'
import type { Faults } from './faults.ts'
import { ROLES } from './keys.ts'
import type { Recorder } from './recorder.ts'

const count = z.int().min(1)

const Fault = z.object({
  route: z.string().exactOptional(),
  method: z.string().exactOptional(),
  times: count.exactOptional(),
  how: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('latency'), ms: z.int().min(0) }),
    z.object({ kind: z.literal('stall') }),
    z.object({
      kind: z.literal('status'),
      status: z.int().min(200).max(599),
      body: z.unknown().exactOptional(),
    }),
    z.object({ kind: z.literal('rate_limit'), retryAfterSeconds: z.int().min(0) }),
    z.object({ kind: z.literal('reset'), when: z.enum(['before_effect', 'after_effect']) }),
    z.object({ kind: z.literal('slow_body'), bytesPerSecond: count }),
    z.object({ kind: z.literal('broken_json') }),
    z.object({ kind: z.literal('huge_body'), bytes: count }),
    z.object({ kind: z.literal('extra_fields') }),
    z.object({ kind: z.literal('missing_field'), field: z.string() }),
    z.object({ kind: z.literal('token_expired') }),
  ]),
})

const NewKey = z.object({
  name: z.string().min(1),
  role: z.enum(ROLES),
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), userId: z.uuid() }),
    z.object({ kind: z.literal('organization'), organizationId: z.uuid() }),
    z.object({ kind: z.literal('workspace'), organizationId: z.uuid(), workspaceId: z.uuid() }),
  ]),
})
const KeyPath = z.object({ id: z.string() })

const NewEffect = z.object({
  brand: z.string().exactOptional(),
  engine: z.string().exactOptional(),
  from: z.iso.date(),
  points: z.number(),
  days: count.exactOptional(),
})

/** An ISO 8601 duration without a sign (`P7D`, `PT90S`): time only moves ahead. */
const Span = z.object({ duration: z.iso.duration() })

export function controlRoutes(
  app: ServiceApp,
  { keys, clock, effects }: ServiceContext,
  recorder: Recorder,
  faults: Faults,
): void {
  const hide = true
  app.post('/control/faults', { schema: { hide, body: Fault } }, async ({ body }, reply) => {
    faults.add(body)
    return reply.code(204).send()
  })
  app.delete('/control/faults', { schema: { hide } }, async (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
  app.post('/control/effects', { schema: { hide, body: NewEffect } }, async ({ body }, reply) => {
    effects.add(body)
    return reply.code(204).send()
  })
  app.post('/control/clock/advance', { schema: { hide, body: Span } }, async ({ body }) => {
    clock.advance(Temporal.Duration.from(body.duration))
    return { now: clock.now().toString() }
  })
  app.get('/control/requests', { schema: { hide } }, async () => recorder.requests)
  app.get('/control/keys', { schema: { hide } }, async () => keys.list())
  app.post('/control/keys', { schema: { hide, body: NewKey } }, async ({ body }, reply) =>
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
