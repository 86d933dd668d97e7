export type { RequestEvent } from './attempts.ts'
export type { CallOptions, PostOutcome } from './caller.ts'
export { readKey } from './caller.ts'
export type {
  Brief,
  Organization,
  PlatformAccount,
  PlatformAccountInput,
  RedditSummary,
  Task,
  WebsiteEvaluation,
  Workspace,
} from './client.ts'
export {
  type AnalyticsApi,
  type AnalyticsApiOptions,
  type BrandRow,
  type BrandsQuery,
  brandMetrics,
  type Collect,
  createAnalyticsApi,
  type InsightsFilters,
} from './client.ts'
export { ApiError, type ApiErrorCode, type ErrorDetail } from './errors.ts'
export type { AllRows, AnalysisScope, WorkspaceScope } from './requests.ts'
export type { Metric, Page, PageRequest } from './schemas.ts'
export * from './schemas.ts'
