/**
 * Platform accounts (specification, parts 2.2 and 4.2). The endpoint always takes a list. The specification doesn't
 * show how a form encodes it, so two ways are accepted: fields named `accounts[0][id]`, `accounts[0][name]`, …, or
 * one field `accounts` that holds the list as JSON. A body of any other media type is parsed as JSON.
 */
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { enterWorkspace, keyOf } from '../access.ts'
import type { Routes, ServiceApp } from '../context.ts'
import { hash, uuidFrom } from '../data/random.ts'
import { parseJson, SCOPED_ERRORS } from '../errors.ts'
import { WorkspacePath } from '../schemas.ts'

/**
 * The specification doesn't show which fields are required and which has the second limit of 255: here all; the name.
 */
const Account = z.object({
  id: z.string().min(1).max(255).describe('Identifier on the outside platform'),
  platform_integration_id: z.string().min(1),
  name: z.string().min(1).max(255),
})
const Accounts = z.object({ accounts: z.array(Account).min(1) })

const PlatformAccount = z
  .object({
    id: z.uuid(),
    platform_account_id: z.string().max(255),
    name: z.string().max(255),
    workspace_id: z.uuid(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    platform_integration_id: z.string(),
  })
  .meta({ id: 'PlatformAccount' })

const MEDIA_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', '*/*']

/** The list encoded in a form's fields. Anything else is left for validation to reject. */
function fromForm(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('accounts' in body)) return gathered(body)
  return { accounts: typeof body.accounts === 'string' ? parseJson(body.accounts) : body.accounts }
}

function gathered(body: unknown): unknown {
  const accounts = new Map<number, Record<string, unknown>>()
  for (const [field, value] of Object.entries(body ?? {})) {
    const [, index, name] = /^accounts\[(\d{1,4})\]\[(\w+)\]$/.exec(field) ?? []
    if (index === undefined || name === undefined) continue
    const n = Number(index)
    accounts.set(n, { ...accounts.get(n), [name]: value })
  }
  if (accounts.size === 0) return {}
  return { accounts: [...accounts].toSorted(([a], [b]) => a - b).map(([, account]) => account) }
}

async function acceptForms(app: ServiceApp): Promise<void> {
  await app.register(formbody)
  await app.register(multipart, { attachFieldsToBody: 'keyValues' })
  // By default, Fastify would leave plain text unparsed.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    parseJson(body),
  )
  app.addHook('preValidation', async (request) => {
    const type = request.headers['content-type'] ?? ''
    if (/^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)) {
      request.body = fromForm(request.body)
    }
  })
}

export const platformAccountRoutes: Routes = (root, { seed, clock }) => {
  let created = 0
  root.register(async (app: ServiceApp) => {
    await acceptForms(app)
    app.post(
      '/v1/organizations/:organization_id/workspaces/:workspace_id/platform_accounts',
      {
        schema: {
          operationId: 'create_platform_accounts',
          summary: 'Create platform accounts',
          tags: ['Platform Accounts'],
          security: [{ Authorization: [] }],
          consumes: MEDIA_TYPES,
          params: WorkspacePath,
          body: Accounts,
          response: { 201: z.array(PlatformAccount).describe('The created accounts'), ...SCOPED_ERRORS },
        },
      },
      async (request, reply) => {
        const workspace = enterWorkspace(keyOf(request), request.params)
        const now = clock.now().toString({ smallestUnit: 'millisecond' })
        const accounts = request.body.accounts.map((account) => ({
          id: uuidFrom(hash(seed, 'account', now), created++),
          platform_account_id: account.id,
          name: account.name,
          workspace_id: workspace.id,
          created_at: now,
          updated_at: now,
          platform_integration_id: account.platform_integration_id,
        }))
        return reply.code(201).send(accounts)
      },
    )
  })
}
