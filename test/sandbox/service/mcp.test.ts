import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, onTestFinished, test } from 'vitest'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { describedBy, operationsOf } from './description.ts'
import { paths, send, started, tokenFor } from './support.ts'

async function connect(service: AnalyticsService, token: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  await client.connect(transport as Transport)
  return client
}

const textOf = (result: Awaited<ReturnType<Client['callTool']>>) => {
  const [first] = result.content as { type: string; text: string }[]
  return first?.text ?? ''
}

test('the tools are exactly the GET routes tagged mcp', async () => {
  const service = await started()
  const client = await connect(service, await tokenFor(service, service.keys.readOnly))
  const { tools } = await client.listTools()
  const tagged = operationsOf(await describedBy(service)).filter(({ tags }) => tags.includes('mcp'))
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    tagged.map(({ operationId }) => operationId).toSorted(),
  )
  expect(tools).toHaveLength(8)
  const brands = tools.find(({ name }) => name === 'list_competitor_brands')
  expect(brands?.inputSchema.required).toEqual([
    'date_start',
    'organization_id',
    'workspace_id',
    'project_id',
  ])
  expect(brands?.annotations?.readOnlyHint).toBe(true)
})

test('a tool returns what its route returns, on both origins', async () => {
  const service = await started()
  const { organizationId: organization_id, workspaceId: workspace_id, projectId: project_id } = service.demo
  const token = await tokenFor(service, service.keys.workspace)
  const client = await connect(service, token)
  const where = { organization_id, workspace_id }
  const call = (name: string, values: Record<string, unknown>) => client.callTool({ name, arguments: values })

  const evaluation = await call('retrieve_website_evaluation', { ...where, id: service.demo.evaluationId })
  expect(textOf(evaluation)).toBe(
    (await send(paths(service).evaluation(service.demo.evaluationId), { token })).text,
  )

  const filter = { date_start: '2026-06-08', sources: ['ChatGPT', 'Claude'], page_size: 3, brands: null }
  const brands = await call('list_competitor_brands', { ...where, project_id, ...filter })
  const query = 'date_start=2026-06-08&sources=ChatGPT&sources=Claude&page_size=3'
  expect(textOf(brands)).toBe((await send(`${paths(service).brands}?${query}`, { token })).text)

  const missing = await call('list_competitor_brands', { ...where, project_id })
  expect(missing.isError).toBe(true)
  expect(textOf(missing)).toContain('date_start')
  const foreign = await call('list_workspaces', {
    organization_id: service.demo.otherOrganizationIds.foreign,
  })
  expect(foreign.isError).toBe(true)
  await expect(call('create_platform_accounts', where)).rejects.toThrow('No such tool')
  // Only requests over the network are counted: the two of this test, not the tools' own.
  const counted = service.requests().filter(({ route }) => route.endsWith('/search/brands'))
  expect(counted).toHaveLength(1)
})

test('a connection needs a valid token', async () => {
  const service = await started({ tokenLifeSeconds: 60 })
  await expect(connect(service, 'nonsense')).rejects.toThrow()
  await expect(connect(service, service.keys.user)).rejects.toThrow()
  const client = await connect(service, await tokenFor(service, service.keys.user))
  service.clock.advance({ minutes: 2 })
  await expect(client.listTools()).rejects.toThrow()
  expect((await send(`${service.baseUrl}/mcp`)).status).toBe(405)
})
