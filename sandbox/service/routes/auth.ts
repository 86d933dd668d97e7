/** Tokens (specification, part 5.1). Both operations return 200 with `{token}`. */
import { z } from 'zod'
import type { Routes } from '../context.ts'
import { ErrorBody, ValidationErrorBody } from '../errors.ts'

const Token = z
  .object({ token: z.string().describe('Send it as Authorization: Bearer <token>') })
  .meta({ id: 'Token' })

const responses = {
  200: Token.describe('The new token'),
  401: ErrorBody.describe('The credential is not valid'),
  422: ValidationErrorBody.describe('The input does not validate'),
}

export const authRoutes: Routes = (app, { tokens }) => {
  app.post(
    '/v1/auth/token',
    {
      schema: {
        operationId: 'exchange_api_key',
        summary: 'Exchange an API key for a token',
        tags: ['Auth'],
        security: [],
        body: z.object({ secret_key: z.string().describe('The API key') }),
        response: responses,
      },
    },
    async ({ body }, reply) => reply.code(200).send({ token: await tokens.exchange(body.secret_key) }),
  )
  app.post(
    '/v1/auth/refresh_token',
    {
      schema: {
        operationId: 'refresh_token',
        summary: 'Refresh a token that is still valid',
        tags: ['Auth'],
        security: [],
        body: z.object({ token: z.string().describe('The current token') }),
        response: responses,
      },
    },
    async ({ body }, reply) => reply.code(200).send({ token: await tokens.refresh(body.token) }),
  )
}
