export type { RequestEvent } from './attempts.ts'
export { type CallOptions, type PostOutcome, readKey } from './caller.ts'
export {
  type AnalyticsApi,
  type AnalyticsApiOptions,
  type BrandRow,
  type BrandsQuery,
  type Brief,
  brandMetrics,
  type Collect,
  createAnalyticsApi,
  type InsightsFilters,
  type Organization,
  type PlatformAccount,
  type PlatformAccountInput,
  type RedditSummary,
  type Task,
  type WebsiteEvaluation,
  type Workspace,
} from './client.ts'
export { ApiError, type ApiErrorCode, type ErrorDetail } from './errors.ts'
export type { AllRows, AnalysisScope, WorkspaceScope } from './requests.ts'
export {
  COMPETITOR_TYPES,
  EVALUATION_STATUSES,
  FUNNEL_STAGES,
  KEYWORD_TYPES,
  type Metric,
  type Page,
  type PageRequest,
  PERIODS,
  SORT_COLUMNS,
  SORT_DIRECTIONS,
  SOURCES,
} from './schemas.ts'
