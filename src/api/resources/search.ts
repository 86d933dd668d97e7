import * as z from 'zod'
import { COLLECTS_PAGE_PARAMETER, COLLECTS_PAGE_SIZE_PARAMETER } from '../assumptions.ts'
import {
  type CompetitorType,
  type FunnelStage,
  type KeywordType,
  type OpenEnum,
  PERIODS,
  SORT_COLUMNS,
  SORT_DIRECTIONS,
  SOURCES,
  type Source,
} from '../enums.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import {
  type AnalysisScope,
  checked,
  encodeQuery,
  inWorkspace,
  readAll,
  route,
  WORKSPACE,
  type WorkspaceScope,
} from '../http/route.ts'
import {
  booleanOrFalse,
  date,
  type Immutable,
  listOf,
  metric,
  noMetric,
  numberOrNull,
  openEnum,
  type Page,
  type PageRequest,
  pageNumber,
  pageOf,
  pageRequest,
  pageSize,
  text,
  textOrNull,
  texts,
  uuids,
} from '../schemas.ts'

/** A workspace's filter values (part 2.5). Categories are sorted; their color is for charts. */
export type InsightsFilters = Immutable<z.infer<typeof filters>>
const filters = z.object({
  sources: listOf(openEnum(SOURCES)),
  brands: listOf(z.string()),
  countries: listOf(z.string()),
  categories: listOf(z.object({ value: z.string(), color: textOrNull })),
})

const filtersRoute = route('GET', 'search', `${WORKSPACE}/search/insights/filters`, filters)

/** One collection of data for an analysis (part 2.3). */
export type Collect = Immutable<z.infer<typeof collect>>
const collect = z.object({ id: z.string(), total: numberOrNull, date: z.string() })

const SEARCH = `${WORKSPACE}/analyses/{project_id}/search`
const collectsRoute = route('GET', 'search', `${SEARCH}/collects`, pageOf(collect))

/** One brand in the competitor table, with its metrics (part 2.4). */
export type BrandRow = Immutable<z.infer<typeof brandRow>>
const brandRow = z.object({
  brand: z.string(),
  total_mentions: metric,
  visibility_score: metric,
  presence_rate: metric,
  presence_rate_total: metric,
  presence_rate_occurrences: metric,
  avg_ranking: metric,
  is_my_brand: booleanOrFalse,
})

/** A list of values of an enumeration, to which the service may add more. */
function textsOf<Known extends string>() {
  const item: z.ZodType<OpenEnum<Known>> = text
  return z.array(item, 'must be a list').readonly().nullish()
}

/** Part 4.4. Defaults: `date_end` the end of `date_start`'s period, `period` `week`, `page_size` 20. */
export type BrandsQuery = Immutable<z.infer<typeof brandsQuery>>
const brandsQuery = z
  .object({
    brands: texts,
    competitor_types: textsOf<CompetitorType>(),
    page: pageNumber.optional(),
    page_size: pageSize.optional(),
    search_query: text.nullish(),
    sort_column: z.enum(SORT_COLUMNS, `must be one of ${SORT_COLUMNS.join(', ')}`).nullish(),
    sort_direction: z.enum(SORT_DIRECTIONS, 'must be asc or desc').nullish(),
    date_start: date,
    date_end: date.nullish(),
    period: z.enum(PERIODS, `must be one of ${PERIODS.join(', ')}`).optional(),
    sources: textsOf<Source>(),
    thematics: uuids,
    keyword_type: textsOf<KeywordType>(),
    funnel_stages: textsOf<FunnelStage>(),
    persona_ids: texts,
    topic_ids: texts,
    get_neutrals: z.boolean('must be true or false').nullish(),
    strength_ids: texts,
    weakness_ids: texts,
  })
  // `YYYY-MM-DD` dates compare correctly as text.
  .refine((query) => query.date_end == null || query.date_end >= query.date_start, {
    path: ['date_end'],
    message: 'must not be before date_start',
  })

type BrandMetric = Exclude<keyof z.infer<typeof brandRow>, 'brand' | 'is_my_brand'>
export const brandMetrics = [
  'visibility_score',
  'total_mentions',
  'presence_rate',
  'presence_rate_total',
  'presence_rate_occurrences',
  'avg_ranking',
] as const satisfies readonly BrandMetric[]

/** Rejects a table without a single valid metric. Showing it as "no data" would hide that the answer is broken. */
const brandPage = pageOf(brandRow).refine(
  ({ data }) => data.length === 0 || data.some((row) => brandMetrics.some((name) => row[name] !== noMetric)),
  { path: ['data', 0, 'visibility_score'], error: 'a metric' },
)

const brandsRoute = route('GET', 'search', `${SEARCH}/brands`, brandPage)

export function searchResources(caller: Caller) {
  /** One page of the brand table (part 4.4). */
  async function brands(scope: AnalysisScope, query: BrandsQuery): Promise<Page<BrandRow>> {
    const asked = encodeQuery(checked(brandsRoute.template, brandsQuery, query))
    return caller.get(brandsRoute, inWorkspace(brandsRoute, scope, scope.projectId) + asked)
  }

  return {
    brands,
    /** Reads pages of 100 rows, up to `limit` rows. Ignores the query's `page` and `page_size`. */
    allBrands: async (scope: AnalysisScope, query: BrandsQuery, limit: number) =>
      readAll((page) => brands(scope, { ...query, ...page }), limit),

    /** One page of the collects (part 4.3). */
    async collects(scope: AnalysisScope, page: PageRequest = {}, call?: CallOptions): Promise<Page<Collect>> {
      const asked = checked(collectsRoute.template, pageRequest, page)
      const query = encodeQuery({
        [COLLECTS_PAGE_PARAMETER]: asked.page,
        [COLLECTS_PAGE_SIZE_PARAMETER]: asked.page_size,
      })
      return caller.get(collectsRoute, inWorkspace(collectsRoute, scope, scope.projectId) + query, call)
    },

    /** Part 4.5. */
    insightsFilters: async (scope: WorkspaceScope, call?: CallOptions) =>
      caller.get(filtersRoute, inWorkspace(filtersRoute, scope), call),
  }
}
