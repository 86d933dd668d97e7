/** Checks which ids a key may use: 404 for an unknown id, 403 for an id outside the key's scope. */

import type { FastifyRequest } from 'fastify'
import type { ServiceApp, ServiceContext } from './context.ts'
import {
  MEMBERSHIPS,
  ORGANIZATIONS,
  type Organization,
  type Project,
  WORKSPACES,
  type Workspace,
} from './data/catalog.ts'
import { HttpError } from './errors.ts'
import type { ApiKey } from './keys.ts'

function mayEnterOrganization({ scope }: ApiKey, organizationId: string): boolean {
  if (scope.kind === 'user') return MEMBERSHIPS.get(scope.userId)?.includes(organizationId) ?? false
  return scope.organizationId === organizationId
}

function mayEnterWorkspace({ scope }: ApiKey, workspaceId: string): boolean {
  return scope.kind !== 'workspace' || scope.workspaceId === workspaceId
}

/** The organizations that the key's tokens can access. */
export function organizationsOf(key: ApiKey): readonly Organization[] {
  return ORGANIZATIONS.filter(({ id }) => mayEnterOrganization(key, id))
}

/** The workspaces of an organization that the key may enter. */
export function workspacesOf(key: ApiKey, organizationId: string): readonly Workspace[] {
  enterOrganization(key, organizationId)
  return WORKSPACES.filter((w) => w.organization_id === organizationId && mayEnterWorkspace(key, w.id))
}

function enterOrganization(key: ApiKey, organizationId: string): void {
  if (!ORGANIZATIONS.some(({ id }) => id === organizationId))
    throw new HttpError(404, 'No such organization.')
  if (!mayEnterOrganization(key, organizationId)) {
    throw new HttpError(403, 'This key has no access to that organization.')
  }
}

/** The workspace in a path. */
export function enterWorkspace(
  key: ApiKey,
  path: { readonly organization_id: string; readonly workspace_id: string },
): Workspace {
  enterOrganization(key, path.organization_id)
  const workspace = WORKSPACES.find((w) => w.id === path.workspace_id)
  if (workspace?.organization_id !== path.organization_id) throw new HttpError(404, 'No such workspace.')
  if (!mayEnterWorkspace(key, workspace.id))
    throw new HttpError(403, 'This key has no access to that workspace.')
  return workspace
}

/** The analysis in a path. */
export function enterProject(
  projects: readonly Project[],
  key: ApiKey,
  path: { readonly organization_id: string; readonly workspace_id: string; readonly project_id: string },
): Project {
  const { id } = enterWorkspace(key, path)
  const project = projects.find((project) => project.id === path.project_id && project.workspaceId === id)
  if (!project) throw new HttpError(404, 'No such analysis.')
  return project
}

// Authentication for every endpoint except the two that issue tokens.

const keys = new WeakMap<FastifyRequest, ApiKey>()

/** The key of an authenticated request. */
export function keyOf(request: FastifyRequest): ApiKey {
  const key = keys.get(request)
  if (!key) throw new HttpError(401, 'This endpoint needs a token.')
  return key
}

/** 401 without a valid token, then 403 if the key's role may not write. Both come before the input is validated. */
export function requireToken(app: ServiceApp, { tokens }: ServiceContext): void {
  app.addHook('onRequest', async (request) => {
    const key = await tokens.authenticate(request.headers.authorization)
    if (key.role === 'viewer' && request.method !== 'GET') {
      throw new HttpError(403, 'This key is read-only: its role is viewer.')
    }
    keys.set(request, key)
  })
}
