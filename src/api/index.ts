export { readKey } from './auth.ts'
export { type AnalyticsApi, type AnalyticsApiOptions, createAnalyticsApi } from './client.ts'
export * from './enums.ts'
export { ApiError, type ApiErrorCode, type ErrorDetail } from './errors.ts'
export type { RequestEvent } from './http/attempts.ts'
export type { CallOptions, PostOutcome } from './http/caller.ts'
export type { AllRows, AnalysisScope, WorkspaceScope } from './http/route.ts'
export type {
  Brief,
  Organization,
  PlatformAccount,
  PlatformAccountInput,
  RedditSummary,
  Task,
  WebsiteEvaluation,
  Workspace,
} from './resources/core.ts'
export {
  type BrandRow,
  type BrandsQuery,
  brandMetrics,
  type Collect,
  type InsightsFilters,
} from './resources/search.ts'
export type { Metric, Page, PageRequest } from './schemas.ts'
