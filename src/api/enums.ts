/** A known value, or text that the service added later. */
export type OpenEnum<Known extends string> = Known | (string & {})

/** Engines (part 2.5). */
export const SOURCES = [
  'Bing',
  'BingAIO',
  'ChatGPT',
  'Perplexity',
  'Google',
  'GoogleAIO',
  'GoogleAIMode',
  'Claude',
  'Gemini',
  'AmazonRufus',
] as const
export type Source = (typeof SOURCES)[number]

/** Types of sites that mention a competitor (part 4.4). */
export const COMPETITOR_TYPES = [
  'BRANDED_WEBSITE',
  'COMMUNITY_HELP_CENTER',
  'COMPARISON_SITE',
  'GOVERNMENT_ACADEMIC',
  'INFLUENCER_CREATOR_BLOG',
  'NEWS_MEDIA',
  'PRODUCT_REVIEW_SITE',
  'QA_FORUM',
  'RETAIL_ECOMMERCE',
  'SPECIALIST_BLOG',
  'WIKI_ENCYCLOPEDIA',
  'UNKNOWN',
] as const
export type CompetitorType = (typeof COMPETITOR_TYPES)[number]

/** Aggregation periods of the brand table (part 4.4). */
export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** Sort columns of the brand table (part 4.4). */
export const SORT_COLUMNS = [
  'brand',
  'visibility_score',
  'nb_mentions',
  'nb_distinct_keywords',
  'average_position',
  'presence_rate',
] as const

export const SORT_DIRECTIONS = ['asc', 'desc'] as const

/** Keyword types (part 4.4). */
export const KEYWORD_TYPES = ['Generic', 'Brand'] as const
export type KeywordType = (typeof KEYWORD_TYPES)[number]

/** Funnel stages (part 4.4). */
export const FUNNEL_STAGES = ['ToFu', 'MoFu', 'BoFu'] as const
export type FunnelStage = (typeof FUNNEL_STAGES)[number]

/** States of a website evaluation (parts 2.1 and 3). */
export const EVALUATION_STATUSES = ['pending', 'in_progress', 'completed', 'partial', 'failed'] as const
