import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { send, started } from './support.ts'

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly Record<string, unknown>[]
  readonly responses: Record<string, unknown>
  readonly requestBody?: { readonly content: Record<string, unknown> }
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
}

interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Record<string, Record<'get' | 'post', Operation> & { servers?: readonly { url: string }[] }>
  readonly components: { readonly securitySchemes: Record<string, Record<string, string>> }
}

const WORKSPACE = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'

/** Parts 4 and 5.1 of the specification. */
const ENDPOINTS = [
  'GET /v1/organizations',
  'GET /v1/organizations/{organization_id}/workspaces',
  `GET ${WORKSPACE}/analyses/{project_id}/search/brands`,
  `GET ${WORKSPACE}/analyses/{project_id}/search/collects`,
  `GET ${WORKSPACE}/recommended-actions/{id}/briefs`,
  `GET ${WORKSPACE}/reddit/summaries`,
  `GET ${WORKSPACE}/search/insights/filters`,
  `GET ${WORKSPACE}/website_evaluations/{id}`,
  'POST /v1/auth/refresh_token',
  'POST /v1/auth/token',
  `POST ${WORKSPACE}/platform_accounts`,
  `POST ${WORKSPACE}/recommended-actions/{result_id}/tasks`,
]

async function describe() {
  const service = await started()
  const { body, text } = await send<Description>(`${service.baseUrl}/openapi.json`)
  const other = await send(`${service.searchBaseUrl}/openapi.json`)
  return { service, body, text, other }
}

const operations = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) =>
      item[method] ? { ...item[method], key: `${method.toUpperCase()} ${path}` } : [],
    ),
  )

test('the description contains exactly the endpoints of the specification, on both origins', async () => {
  const { service, body, text, other } = await describe()
  expect(
    operations(body)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(ENDPOINTS)
  expect(other.text).toBe(text)
  expect(body.openapi).toMatch(/^3\.1\./)
  expect(body.info.version).toBe('v1')
  expect(body.servers).toMatchObject([{ url: service.baseUrl }])
  const brands = body.paths[`${WORKSPACE}/analyses/{project_id}/search/brands`]
  expect(brands?.servers).toMatchObject([{ url: service.searchBaseUrl }])
})

test('operations have tags, names and media types, and the two descriptions of the token', async () => {
  const { body } = await describe()
  for (const { key, tags, operationId, responses } of operations(body)) {
    expect(tags.includes('mcp'), key).toBe(key.startsWith('GET'))
    expect(operationId).toMatch(/^[a-z_]+$/)
    expect(Object.keys(responses), key).toContain('401')
  }
  const evaluation = body.paths[`${WORKSPACE}/website_evaluations/{id}`]?.get
  expect(evaluation?.operationId).toBe('retrieve_website_evaluation')
  expect(Object.keys(body.paths[`${WORKSPACE}/platform_accounts`]?.post.requestBody?.content ?? {})).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '*/*',
  ])
  expect(body.components.securitySchemes.Authorization).toMatchObject({
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
  })
  expect(evaluation?.security).toEqual([{ Authorization: [] }])
  const brands = body.paths[`${WORKSPACE}/analyses/{project_id}/search/brands`]?.get
  expect(body.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(brands?.security).toEqual([{ bearer: [] }])
  const query = brands?.parameters?.filter((parameter) => parameter.in === 'query') ?? []
  expect(query).toHaveLength(19)
  expect(query.filter(({ required }) => required).map(({ name }) => name)).toEqual(['date_start'])
})

test('redocly reports no problems', async () => {
  const { text } = await describe()
  const folder = await mkdtemp(join(tmpdir(), 'sightline-openapi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'openapi.json'), text)
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\n')
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const cli = join(manifest, '..', 'bin', 'cli.js')
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    CI: 'true',
  }
  const lint = promisify(execFile)(process.execPath, [cli, 'lint', 'openapi.json', '--format=json'], {
    cwd: folder,
    env,
  })
  const report = JSON.parse((await lint).stdout) as { totals: object; problems: object[] }
  expect(report.problems).toEqual([])
})
