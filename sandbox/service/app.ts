/** One origin of the service: a Fastify app with validation, errors, request log, faults and routes. */
import swagger from '@fastify/swagger'
import fastify, { type FastifyRequest } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler } from 'fastify-type-provider-zod'
import type { Exchanges } from '../exchanges.ts'
import { recordHttp } from '../exchanges-http.ts'
import { requireToken } from './access.ts'
import type { Routes, ServiceApp, ServiceContext } from './context.ts'
import { answerUnreadable, answerUnroutable, parseJson, registerErrors } from './errors.ts'
import type { Faults } from './faults.ts'
import { DOCUMENT } from './openapi.ts'
import { isControl, isInner, type Recorder } from './recorder.ts'
import { authRoutes } from './routes/auth.ts'
import { brandRoutes } from './routes/brands.ts'
import { collectRoutes } from './routes/collects.ts'
import { insightsFilterRoutes } from './routes/insights-filters.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { platformAccountRoutes } from './routes/platform-accounts.ts'
import { recommendedActionRoutes } from './routes/recommended-actions.ts'
import { redditRoutes } from './routes/reddit.ts'
import { websiteEvaluationRoutes } from './routes/website-evaluations.ts'
import { validatorCompiler } from './validation.ts'

interface Origin {
  /** Routes that issue tokens or need none. */
  readonly open: readonly Routes[]
  /** Routes that need a token. */
  readonly scoped: readonly Routes[]
}

export const CORE: Origin = {
  open: [authRoutes],
  scoped: [
    organizationRoutes,
    websiteEvaluationRoutes,
    platformAccountRoutes,
    redditRoutes,
    recommendedActionRoutes,
  ],
}

export const SEARCH: Origin = {
  open: [],
  scoped: [brandRoutes, collectRoutes, insightsFilterRoutes],
}

function recordExchanges(app: ServiceApp, exchanges: Exchanges): void {
  recordHttp(app, exchanges, {
    describe: (request) =>
      isControl(request) || isInner(request)
        ? null
        : { to: 'service', title: `${request.method} ${request.url.split('?')[0]}` },
    judge: (status) => ({ status: String(status), failed: status >= 400 }),
  })
}

/** An app that is not listening yet, so more routes can be added. */
export async function createApp(
  origin: Origin,
  context: ServiceContext,
  recorder: Recorder,
  faults: Faults,
  exchanges: Exchanges | undefined,
): Promise<ServiceApp> {
  const app: ServiceApp = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // A client may send a JSON content type without a body, for example when it creates a task.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseJson(body),
  )
  registerErrors(app)
  recorder.attach(app)
  if (exchanges !== undefined) recordExchanges(app, exchanges)
  faults.attach(app)
  await app.register(swagger, {
    openapi: DOCUMENT,
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  for (const routes of origin.open) routes(app, context)
  await app.register(async (scoped: ServiceApp) => {
    requireToken(scoped, context)
    for (const routes of origin.scoped) routes(scoped, context)
  })
  return app
}
