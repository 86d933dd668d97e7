export { type AnalyticsApi, type AnalyticsApiOptions, createAnalyticsApi } from './client.ts'
export * from './enums.ts'
export { ApiError, type ApiErrorCode, type ErrorDetail } from './errors.ts'
export type { RequestEvent } from './http/attempts.ts'
export type { CallOptions, PostOutcome } from './http/caller.ts'
export type { AllRows, RowBound } from './http/route.ts'
export { type BrandRow, type BrandsQuery, brandMetrics } from './resources/brands.ts'
export type { Collect } from './resources/collects.ts'
export type { WebsiteEvaluation } from './resources/evaluations.ts'
export type { PlatformAccount, PlatformAccountInput } from './resources/platform-accounts.ts'
export type { Brief, Task } from './resources/recommendations.ts'
export type { RedditSummary } from './resources/reddit.ts'
export type {
  AnalysisScope,
  InsightsFilters,
  Organization,
  Workspace,
  WorkspaceScope,
} from './resources/workspaces.ts'
export type { Metric, Page, PageRequest } from './schemas.ts'
