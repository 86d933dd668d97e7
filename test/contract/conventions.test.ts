/** Conventions of the service that its own tests don't show. `docs/interface-notes.md` lists them. */
import { expect, test } from 'vitest'
import { invalidAt, type Page, paths, type Row, send, started, tokenFor } from '../sandbox/service/support.ts'

const WEEK = 'date_start=2026-06-08'
const UNKNOWN = '3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8fff'

test('checks happen in order: token, role, input, then the resources in the path', async () => {
  const service = await started()
  const { organizations, accounts } = paths(service)
  const viewer = await tokenFor(service, service.keys.readOnly)
  const member = await tokenFor(service, service.keys.workspace)
  const wrong = { method: 'POST', json: { accounts: [] } } as const
  const elsewhere = accounts.replace(service.demo.workspaceId, UNKNOWN)
  expect((await send(elsewhere, wrong)).status).toBe(401)
  expect((await send(elsewhere, { ...wrong, token: viewer })).status).toBe(403)
  expect((await send(elsewhere, { ...wrong, token: member })).status).toBe(422)
  const right = {
    method: 'POST',
    json: { accounts: [{ id: 'a', platform_integration_id: 'p', name: 'n' }] },
  } as const
  expect((await send(elsewhere, { ...right, token: member })).status).toBe(404)
  const { foreign } = service.demo.otherOrganizationIds
  expect((await send(`${organizations}/${foreign}/workspaces`, { token: member })).status).toBe(403)
  expect((await send(accounts, { ...right, token: member })).status).toBe(201)
})

/** Requests the brands of a week with these parameters. */
async function asking() {
  const service = await started()
  const token = await tokenFor(service, service.keys.workspace)
  const ask = (query: string) => send<Page<Row>>(`${paths(service).brands}?${WEEK}${query}`, { token })
  return { ask, plain: (await ask('')).body }
}

test('unknown parameters, an empty list and get_neutrals=false change nothing', async () => {
  const { ask, plain } = await asking()
  for (const query of ['&unknown=1', '&brand=Acme', '&search_query=', '&get_neutrals=false']) {
    expect((await ask(query)).body, query).toEqual(plain)
  }
})

test('a boolean has four spellings, in any case', async () => {
  const { ask, plain } = await asking()
  const neutral = (await ask('&get_neutrals=true')).body
  expect(neutral).not.toEqual(plain)
  for (const word of ['1', 'TRUE', 'True']) expect((await ask(`&get_neutrals=${word}`)).body).toEqual(neutral)
  for (const word of ['0', 'FALSE', 'False']) expect((await ask(`&get_neutrals=${word}`)).body).toEqual(plain)
  expect(invalidAt(await ask('&get_neutrals=yes'))).toEqual(['query.get_neutrals'])
})

test('a page is any integer that JSON can hold, as the description says', async () => {
  const { ask } = await asking()
  const last = (await ask(`&page=${Number.MAX_SAFE_INTEGER}`)).body
  expect(last).toMatchObject({ data: [], pagination: { page: Number.MAX_SAFE_INTEGER } })
  expect(invalidAt(await ask('&page=9007199254740992'))).toEqual(['query.page'])
})

test('an address that Node itself refuses gets the same form of error as any other', async () => {
  const { ask } = await asking()
  const answer = await ask(`&search_query=${'x'.repeat(20_000)}`)
  expect(answer).toMatchObject({ status: 431, body: { detail: expect.stringMatching(/too long/) } })
})
