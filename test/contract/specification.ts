/**
 * The endpoints, parameters and fields of the interface specification, written down separately from both sides. A field
 * inside another is `outer.inner`, one inside a list `list[].inner`.
 */

interface Endpoint {
  /** Query parameters. Path parameters are in the path. */
  readonly parameters?: readonly string[]
  /** Fields of the request body. */
  readonly body?: readonly string[]
  /** Fields of the response, unless it is a named schema. */
  readonly answer?: readonly string[]
}

const workspace = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'

export const endpoints: Readonly<Record<string, Endpoint>> = {
  'POST /v1/auth/token': { body: ['secret_key'] },
  'POST /v1/auth/refresh_token': { body: ['token'] },
  'GET /v1/organizations': {},
  'GET /v1/organizations/{organization_id}/workspaces': {},
  [`GET ${workspace}/website_evaluations/{id}`]: {},
  [`GET ${workspace}/reddit/summaries`]: { parameters: ['subreddit_name__in'] },
  [`POST ${workspace}/recommended-actions/{result_id}/tasks`]: {},
  [`GET ${workspace}/recommended-actions/{id}/briefs`]: { answer: ['briefs'] },
  [`POST ${workspace}/platform_accounts`]: {
    body: ['accounts', 'accounts[].id', 'accounts[].platform_integration_id', 'accounts[].name'],
  },
  [`GET ${workspace}/analyses/{project_id}/search/brands`]: {
    parameters: [
      'brands',
      'competitor_types',
      'page',
      'page_size',
      'search_query',
      'sort_column',
      'sort_direction',
      'date_start',
      'date_end',
      'period',
      'sources',
      'thematics',
      'keyword_type',
      'funnel_stages',
      'persona_ids',
      'topic_ids',
      'get_neutrals',
      'strength_ids',
      'weakness_ids',
    ],
    answer: ['data', 'pagination'],
  },
  [`GET ${workspace}/analyses/{project_id}/search/collects`]: {
    parameters: ['page', 'page_size'],
    answer: ['data', 'pagination'],
  },
  [`GET ${workspace}/search/insights/filters`]: {},
}

/** The named schemas, each with its fields. */
export const schemas: Readonly<Record<string, readonly string[]>> = {
  ErrorItem: ['loc', 'msg', 'type', 'input', 'ctx'],
  ValidationError: ['detail'],
  Error: ['detail'],
  Token: ['token'],
  Pagination: ['page', 'page_size', 'total'],
  Metric: ['value', 'prev_value', 'unit'],
  CompetitorBrand: [
    'brand',
    'total_mentions',
    'visibility_score',
    'presence_rate',
    'presence_rate_total',
    'presence_rate_occurrences',
    'avg_ranking',
    'is_my_brand',
  ],
  Collect: ['id', 'total', 'date'],
  InsightsFilters: [
    'sources',
    'brands',
    'countries',
    'categories',
    'categories[].value',
    'categories[].color',
  ],
  Organization: ['id', 'name', 'created_at'],
  Workspace: ['id', 'organization_id', 'name', 'created_at'],
  PlatformAccount: [
    'id',
    'platform_account_id',
    'name',
    'workspace_id',
    'created_at',
    'updated_at',
    'platform_integration_id',
  ],
  RecommendedActionTask: [
    'id',
    'name',
    'description',
    'recommended_action_result_id',
    'brief_template_id',
    'brief_body',
    'sort_order',
    'created_at',
  ],
  Brief: ['id', 'task_id', 'title', 'body', 'created_at', 'updated_at'],
  RedditSummary: [
    'id',
    'subreddit_name',
    'creation_date',
    'description',
    'weekly_visitors',
    'weekly_contributors',
    'overall_sentiment',
    'key_themes',
  ],
  WebsiteEvaluation: [
    'id',
    'created_at',
    'created_by',
    'workspace_id',
    'name',
    'urls',
    'tags',
    'status',
    'is_archived',
    'generation_cost',
    'include_discovery',
  ],
}
