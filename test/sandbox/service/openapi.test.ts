import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { describedBy, operationsOf } from './description.ts'
import { send, started } from './support.ts'

const WORKSPACE = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'
const BRANDS = `${WORKSPACE}/analyses/{project_id}/search/brands`

test('both origins have one description, which names the origin of each endpoint', async () => {
  const service = await started()
  const [core, search] = await Promise.all(
    [service.baseUrl, service.searchBaseUrl].map((origin) => send(`${origin}/openapi.json`)),
  )
  expect(search?.text).toBe(core?.text)
  expect(core?.body).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    info: { version: 'v1' },
    servers: [{ url: service.baseUrl }],
    paths: { [BRANDS]: { servers: [{ url: service.searchBaseUrl }] } },
  })
})

test('operations have tags, names and media types, and the two descriptions of the token', async () => {
  const body = await describedBy(await started())
  for (const { key, tags, operationId, responses } of operationsOf(body)) {
    expect(tags.includes('mcp'), key).toBe(key.startsWith('GET'))
    expect(operationId).toMatch(/^[a-z_]+$/)
    expect(Object.keys(responses), key).toContain('401')
  }
  const evaluation = body.paths[`${WORKSPACE}/website_evaluations/{id}`]?.get
  expect(evaluation?.operationId).toBe('retrieve_website_evaluation')
  expect(Object.keys(body.paths[`${WORKSPACE}/platform_accounts`]?.post?.requestBody?.content ?? {})).toEqual(
    ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', '*/*'],
  )
  expect(body.components.securitySchemes.Authorization).toMatchObject({
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
  })
  expect(evaluation?.security).toEqual([{ Authorization: [] }])
  const brands = body.paths[BRANDS]?.get
  expect(body.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(brands?.security).toEqual([{ bearer: [] }])
  const query = brands?.parameters?.filter((parameter) => parameter.in === 'query') ?? []
  expect(query).toHaveLength(19)
  expect(query.filter(({ required }) => required).map(({ name }) => name)).toEqual(['date_start'])
})

test('redocly reports no problems', async () => {
  const description = await describedBy(await started())
  const folder = await mkdtemp(join(tmpdir(), 'sightline-openapi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(description))
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\n')
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const cli = join(manifest, '..', 'bin', 'cli.js')
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' }
  const env = { ...process.env, ...quiet }
  const args = [cli, 'lint', 'openapi.json', '--format=json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env })
  expect(JSON.parse(stdout)).toMatchObject({ problems: [] })
})
