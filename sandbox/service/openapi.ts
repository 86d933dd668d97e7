/** The OpenAPI description of both origins, generated from their routes' schemas. */
import type { OpenAPIV3_1 } from 'openapi-types'
import { originOf } from '../listen.ts'
import type { ServiceApp } from './context.ts'

const TAGS: Record<string, string> = {
  Auth: 'Tokens for API keys',
  Organizations: 'Organizations that the token can access',
  Workspaces: 'Workspaces of an organization',
  'Content Briefs': 'Briefs of recommended actions',
  Metrics: 'Visibility of brands',
  'Website Evaluation': 'Evaluations of websites',
  'Platform Accounts': 'Accounts on outside platforms',
  Collects: 'Collections of answers',
  'Reddit Summaries': 'Weekly summaries of subreddits',
  'Recommended Action Result Task': 'Tasks of recommended actions',
  mcp: 'Read-only routes that the tool-protocol server offers as tools',
}

/** The description's general part. Part 5.1: the core declares its scheme as a header, search-analytics as a bearer. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Brand visibility analytics (sandbox)',
    description: 'Fictional data for trying Sightline without an account.',
    version: 'v1',
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  },
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  components: {
    securitySchemes: {
      Authorization: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'Bearer <ACCESS_TOKEN>',
      },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
  },
} satisfies Partial<OpenAPIV3_1.Document>

/** The paths of one origin. */
export function pathsOf(app: ServiceApp): OpenAPIV3_1.PathsObject {
  return (app.swagger() as OpenAPIV3_1.Document).paths ?? {}
}

/** The named schemas used in responses. Their input variants are never referenced. */
function answered({ components }: OpenAPIV3_1.Document) {
  return Object.fromEntries(
    Object.entries(components?.schemas ?? {}).filter(([name]) => !name.endsWith('Input')),
  )
}

/** One description of both origins. Paths of the search-analytics API name their own server. */
function describe(core: ServiceApp, search: ServiceApp): OpenAPIV3_1.Document {
  const base = core.swagger() as OpenAPIV3_1.Document
  const other = search.swagger() as OpenAPIV3_1.Document
  const servers = [{ url: originOf(search), description: 'Search analytics' }]
  const searchPaths = Object.entries(pathsOf(search)).map(([path, item]) => [path, { servers, ...item }])
  return {
    ...base,
    servers: [{ url: originOf(core), description: 'Core' }],
    paths: { ...base.paths, ...Object.fromEntries(searchPaths) },
    components: { ...base.components, schemas: { ...answered(base), ...answered(other) } },
  }
}

/** Adds the same `/openapi.json` to both origins. It needs no token. */
export function descriptionRoutes(core: ServiceApp, search: ServiceApp): void {
  for (const app of [core, search]) {
    app.get('/openapi.json', { schema: { hide: true } }, async () => describe(core, search))
  }
}
