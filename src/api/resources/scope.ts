/** Where in the service's hierarchy a call belongs (specification, part 1). */
export interface WorkspaceScope {
  readonly organizationId: string
  readonly workspaceId: string
}

/** An analysis, which the service also calls a project. */
export interface AnalysisScope extends WorkspaceScope {
  readonly projectId: string
}

export const WORKSPACE = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'
