/** Keys, their scopes and roles, and the tokens made from them: the real client with the real service. */
import { expect, test } from 'vitest'
import { errorOf } from '../api/support.ts'
import { send } from '../sandbox/service/support.ts'
import { EXCHANGE, startContract } from './support.ts'

test('each scope of key reaches its own resources, and no more', async () => {
  const { service, client } = await startContract()
  const reach = async (key: string) => {
    const api = client({ apiKey: () => key })
    const organizations = await api.organizations()
    const workspaces = await Promise.all(organizations.map(({ id }) => api.workspaces(id ?? '')))
    return [organizations.length, workspaces.flat().length]
  }
  expect(await reach(service.keys.user)).toEqual([2, 3])
  expect(await reach(service.keys.organization)).toEqual([1, 2])
  expect(await reach(service.keys.workspace)).toEqual([1, 1])
  const { foreign } = service.demo.otherOrganizationIds
  const outside = await errorOf(client({ apiKey: () => service.keys.user }).workspaces(foreign))
  expect(outside.code).toBe('forbidden')
})

test('a role limits its key: a viewer can read, and gets an error for writes', async () => {
  const { service, scope, client } = await startContract()
  const api = client({ apiKey: () => service.keys.readOnly })
  const [result = ''] = service.demo.resultIds
  expect((await api.briefs(scope, result)).length).toBeGreaterThan(0)
  expect((await errorOf(api.createTask(scope, result))).code).toBe('forbidden')
})

test('a key that is rotated in the console is used without a restart', async () => {
  const { service, client, count } = await startContract({}, { tokenLifeSeconds: 100 })
  let key = service.keys.organization
  const api = client({ apiKey: () => key })
  await api.organizations()
  const keys = await send<{ id: string; name: string }[]>(`${service.baseUrl}/control/keys`)
  const id = keys.body.find(({ name }) => name === 'Demo organization key')?.id
  const rotate = { method: 'POST' } as const
  const { body } = await send<{ secret: string }>(`${service.baseUrl}/control/keys/${id}/rotate`, rotate)

  // The current token stays valid. When it expires, neither refresh nor exchange works with the old key.
  await api.organizations()
  service.clock.advance({ seconds: 101 })
  const refused = await errorOf(api.organizations())
  expect(refused).toMatchObject({ code: 'authentication', status: 401 })
  expect(refused.userMessage).toContain(key.slice(-4))
  expect(refused.userMessage).not.toContain(key.slice(-5))

  key = body.secret
  const exchanges = count(EXCHANGE)
  expect(await api.organizations()).toHaveLength(1)
  expect(count(EXCHANGE)).toBe(exchanges + 1)
})
