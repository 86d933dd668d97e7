/** Authentication for every endpoint except the two that issue tokens. */
import type { FastifyRequest } from 'fastify'
import type { ServiceApp, ServiceContext } from './context.ts'
import { HttpError } from './errors.ts'
import type { ApiKey } from './keys.ts'

const keys = new WeakMap<FastifyRequest, ApiKey>()

/** The key of an authenticated request. */
export function keyOf(request: FastifyRequest): ApiKey {
  const key = keys.get(request)
  if (!key) throw new HttpError(401, 'This endpoint needs a token.')
  return key
}

/** 401 without a valid token, then 403 if the key's role may not write. Both come before the input is validated. */
export function requireToken(app: ServiceApp, { tokens }: ServiceContext): void {
  app.addHook('onRequest', async (request) => {
    const key = await tokens.authenticate(request.headers.authorization)
    if (key.role === 'viewer' && request.method !== 'GET') {
      throw new HttpError(403, 'This key is read-only: its role is viewer.')
    }
    keys.set(request, key)
  })
}
