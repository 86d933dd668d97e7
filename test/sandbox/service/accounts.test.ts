import { expect, test } from 'vitest'
import { type Answer, invalidAt, opened } from './support.ts'

interface Account {
  readonly id: string
  readonly platform_account_id: string
  readonly name: string
  readonly platform_integration_id: string
}

const ONE = { id: '123-456', platform_integration_id: 'google-1', name: 'Search ads' }
const TWO = { id: '789', platform_integration_id: 'tiktok-1', name: 'Süd & Nord' }

async function open() {
  const { service, at, ask } = await opened({}, 'workspace')
  const post = (type: string, body: string) =>
    ask<Account[]>(at.accounts, { method: 'POST', headers: { 'content-type': type }, body })
  return {
    service,
    json: (json: unknown) => ask<Account[]>(at.accounts, { method: 'POST', json }),
    post,
    form: (fields: Record<string, string>) =>
      post('application/x-www-form-urlencoded', new URLSearchParams(fields).toString()),
    multipart: async (form: FormData) => {
      const encoded = new Response(form)
      return post(encoded.headers.get('content-type') ?? '', await encoded.text())
    },
  }
}

const created = ({ status, body }: Answer<Account[]>) => {
  expect(status).toBe(201)
  return body.map(({ platform_account_id: id, platform_integration_id, name }) => ({
    id,
    platform_integration_id,
    name,
  }))
}

const fields = (accounts: readonly Record<string, string>[]) =>
  Object.fromEntries(
    accounts.flatMap((account, i) =>
      Object.entries(account).map(([name, value]) => [`accounts[${i}][${name}]`, value] as const),
    ),
  )

test('a JSON list creates a list of accounts', async () => {
  const { service, json } = await open()
  const answer = await json({ accounts: [ONE, TWO] })
  expect(created(answer)).toEqual([ONE, TWO])
  expect(answer.body[0]).toMatchObject({
    workspace_id: service.demo.workspaceId,
    created_at: '2026-06-17T09:30:00.250Z',
    updated_at: '2026-06-17T09:30:00.250Z',
  })
  expect(answer.body[0]?.id).not.toBe(answer.body[1]?.id)
})

test('a form encodes the list in indexed fields, or as JSON in one field', async () => {
  const { form, multipart } = await open()
  expect(created(await form(fields([ONE, TWO])))).toEqual([ONE, TWO])
  expect(created(await form({ accounts: JSON.stringify([ONE]) }))).toEqual([ONE])
  const indexed = new FormData()
  for (const [name, value] of Object.entries(fields([TWO, ONE]))) indexed.set(name, value)
  expect(created(await multipart(indexed))).toEqual([TWO, ONE])
  const whole = new FormData()
  whole.set('accounts', JSON.stringify([TWO]))
  expect(created(await multipart(whole))).toEqual([TWO])
})

test('a body of any other media type is parsed as JSON', async () => {
  const { post } = await open()
  expect(created(await post('text/plain', JSON.stringify({ accounts: [ONE] })))).toEqual([ONE])
  expect(created(await post('application/vnd.api+json', JSON.stringify({ accounts: [ONE] })))).toEqual([ONE])
  expect(invalidAt(await post('text/plain', 'accounts'))).toEqual(['body'])
})

test('the body must be a list', async () => {
  const { json, form } = await open()
  expect(invalidAt(await json(ONE))).toEqual(['body.accounts'])
  expect(invalidAt(await json({ accounts: ONE }))).toEqual(['body.accounts'])
  expect(invalidAt(await json({ accounts: [] }))).toEqual(['body.accounts'])
  expect(invalidAt(await form(ONE))).toEqual(['body.accounts'])
  expect(invalidAt(await form({ accounts: '[' }))).toEqual(['body'])
  expect(invalidAt(await json({ accounts: [{}] }))).toEqual([
    'body.accounts.0.id',
    'body.accounts.0.platform_integration_id',
    'body.accounts.0.name',
  ])
})

test('255 characters are accepted, 256 are not', async () => {
  const { json } = await open()
  const long = 'x'.repeat(255)
  const longest = [{ ...ONE, id: long, name: long }]
  expect(created(await json({ accounts: longest }))).toEqual(longest)
  const tooLong = [
    { ...ONE, name: `${long}x` },
    { ...ONE, id: `${long}x` },
  ]
  expect(invalidAt(await json({ accounts: tooLong }))).toEqual(['body.accounts.0.name', 'body.accounts.1.id'])
})
