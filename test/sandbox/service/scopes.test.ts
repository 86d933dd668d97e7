import { expect, test } from 'vitest'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { opened, paths, send, started, tokenFor } from './support.ts'

interface Named {
  readonly id: string
  readonly name: string
}

const ids = (list: readonly Named[]) => list.map(({ id }) => id)

async function reached(service: AnalyticsService, key: string) {
  const token = await tokenFor(service, key)
  const { body } = await send<Named[]>(paths(service).organizations, { token })
  const lists = body.map(async ({ id }) => {
    const answer = await send<Named[]>(`${paths(service).organizations}/${id}/workspaces`, { token })
    return ids(answer.body)
  })
  return { organizations: ids(body), workspaces: (await Promise.all(lists)).flat() }
}

test('each scope lists what it can reach', async () => {
  const service = await started()
  const { organizationId, workspaceId, otherOrganizationIds } = service.demo
  const user = await reached(service, service.keys.user)
  expect(user.organizations).toEqual([organizationId, otherOrganizationIds.sameUser])
  expect(user.workspaces).toHaveLength(3)
  const organization = await reached(service, service.keys.organization)
  expect(organization.organizations).toEqual([organizationId])
  expect(organization.workspaces).toHaveLength(2)
  const workspace = await reached(service, service.keys.workspace)
  expect(workspace).toEqual({ organizations: [organizationId], workspaces: [workspaceId] })
})

test('outside its scope a key gets 403, and 404 for anything that does not exist', async () => {
  const service = await started()
  const { organizations } = paths(service)
  const { sameUser, foreign } = service.demo.otherOrganizationIds
  const user = await tokenFor(service, service.keys.user)
  const organization = await tokenFor(service, service.keys.organization)
  const workspace = await tokenFor(service, service.keys.workspace)
  const status = async (path: string, token: string) =>
    (await send(`${organizations}/${path}`, { token })).status

  expect(await status(`${sameUser}/workspaces`, user)).toBe(200)
  expect(await status(`${sameUser}/workspaces`, organization)).toBe(403)
  expect(await status(`${foreign}/workspaces`, user)).toBe(403)
  expect(await status('nobody/workspaces', user)).toBe(404)

  const all = await reached(service, service.keys.organization)
  const second = all.workspaces.find((id) => id !== service.demo.workspaceId)
  const inSecond = `${service.demo.organizationId}/workspaces/${second}/reddit/summaries`
  expect(await status(inSecond, organization)).toBe(200)
  expect(await status(inSecond, workspace)).toBe(403)
  const unknown = '3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8fff'
  const inUnknown = `${service.demo.organizationId}/workspaces/${unknown}/reddit/summaries`
  expect(await status(inUnknown, user)).toBe(404)
  // A workspace that exists, but in another organization.
  expect(await status(`${sameUser}/workspaces/${service.demo.workspaceId}/reddit/summaries`, user)).toBe(404)
  // Core workspace ids are UUIDs.
  expect(await status(`${service.demo.organizationId}/workspaces/x/reddit/summaries`, user)).toBe(422)
})

test('search paths accept any string and return 404 for unknown ids', async () => {
  const { service, at, ask } = await opened()
  const elsewhere = at.search.replace(service.demo.workspaceId, 'x')
  for (const url of [
    `${at.search}/analyses/x/search/brands?date_start=2026-06-01`,
    `${elsewhere}/search/insights/filters`,
    `${at.brands}/more`,
  ])
    expect((await ask(url)).status, url).toBe(404)
})

test('a read-only key can read but not write', async () => {
  const { service, at, ask } = await opened({}, 'readOnly')
  const [result = ''] = service.demo.resultIds
  expect((await ask(at.briefs(result))).status).toBe(200)
  expect((await ask(at.tasks(result), { method: 'POST' })).status).toBe(403)
  expect((await ask(at.accounts, { method: 'POST', json: {} })).status).toBe(403)
})

test('a user has at most five keys; a sixth conflicts until one is removed', async () => {
  const service = await started()
  const keys = `${service.baseUrl}/control/keys`
  const scope = { kind: 'user', userId: service.demo.userId }
  const create = () =>
    send<{ key: Named; secret: string }>(keys, { method: 'POST', json: { name: 'k', role: 'member', scope } })
  const created = []
  for (let n = 2; n <= 5; n++) created.push(await create())
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect((await create()).status).toBe(409)
  const first = created[0]?.body
  expect((await send(`${keys}/${first?.key.id}`, { method: 'DELETE' })).status).toBe(204)
  const again = await create()
  expect(again.status).toBe(201)
  const token = await tokenFor(service, again.body.secret)
  expect((await send(paths(service).organizations, { token })).status).toBe(200)
  expect((await send(keys)).text).not.toContain(again.body.secret)
})

test('rotation gives a new secret and invalidates the old one', async () => {
  const service = await started()
  const { body: keys } = await send<Named[]>(`${service.baseUrl}/control/keys`)
  const id = keys.find(({ name }) => name.includes('organization'))?.id
  const before = await tokenFor(service, service.keys.organization)
  const rotated = await send<{ secret: string }>(`${service.baseUrl}/control/keys/${id}/rotate`, {
    method: 'POST',
  })
  expect(rotated.status).toBe(200)
  const exchange = (secret_key: string) =>
    send(`${service.baseUrl}/v1/auth/token`, { method: 'POST', json: { secret_key } })
  expect((await exchange(service.keys.organization)).status).toBe(401)
  expect((await exchange(rotated.body.secret)).status).toBe(200)
  // An issued token stays valid until it expires, but can't be refreshed.
  expect((await send(paths(service).organizations, { token: before })).status).toBe(200)
  const refresh = { method: 'POST', json: { token: before } } as const
  expect((await send(`${service.baseUrl}/v1/auth/refresh_token`, refresh)).status).toBe(401)
  expect((await send(`${service.baseUrl}/control/keys/none/rotate`, { method: 'POST' })).status).toBe(404)
})
