export { type AnalyticsApi, type AnalyticsApiOptions, createAnalyticsApi } from './client.ts'
export * from './enums.ts'
export { ApiError, type ApiErrorCode, type ErrorDetail } from './errors.ts'
export type { RequestEvent } from './http/attempts.ts'
export type { CallOptions, PostOutcome } from './http/caller.ts'
export type { AllRows, RowBound } from './http/route.ts'
export type {
  AnalysisScope,
  Brief,
  InsightsFilters,
  Organization,
  PlatformAccount,
  PlatformAccountInput,
  RedditSummary,
  Task,
  WebsiteEvaluation,
  Workspace,
  WorkspaceScope,
} from './resources/core.ts'
export type { Collect } from './resources/search.ts'
export { type BrandRow, type BrandsQuery, brandMetrics } from './resources/search.ts'
export type { Metric, Page, PageRequest } from './schemas.ts'
