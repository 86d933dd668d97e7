/** Checks which ids a key may use: 404 for an unknown id, 403 for an id outside the key's scope. */
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
