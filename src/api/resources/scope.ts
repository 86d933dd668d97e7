/** A call's place in the service's hierarchy (specification, part 1). */
export interface WorkspaceScope {
  readonly organizationId: string
  readonly workspaceId: string
}

/** An analysis, which the service also calls a project. */
export interface AnalysisScope extends WorkspaceScope {
  readonly projectId: string
}

/** Start of the templates of all workspace endpoints. */
export const WORKSPACE = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'
