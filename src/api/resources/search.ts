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
  type Source,
} from '../enums.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import { checked, encodeQuery, fillPath, type RowBound, readAll, route } from '../http/route.ts'
import {
  booleanOrFalse,
  date,
  type Immutable,
  metric,
  noMetric,
  numberOrNull,
  type Page,
  type PageRequest,
  pageNumber,
  pageOf,
  pageRequest,
  pageSize,
  text,
  texts,
  uuids,
} from '../schemas.ts'
import { type AnalysisScope, WORKSPACE } from './core.ts'

/** One collection of data for an analysis (part 2.3). */
export type Collect = Immutable<z.infer<typeof collect>>
const collect = z.object({ id: z.string(), total: numberOrNull, date: z.string() })

const collectsRoute = route(
  'GET',
  'search',
  `${WORKSPACE}/analyses/{project_id}/search/collects`,
  pageOf(collect),
)

export function collectsResource(caller: Caller) {
  return {
    async collects(scope: AnalysisScope, page: PageRequest = {}, call?: CallOptions): Promise<Page<Collect>> {
      const { template } = collectsRoute
      const asked = checked(template, pageRequest, page)
      const path = fillPath(template, scope.organizationId, scope.workspaceId, scope.projectId)
      const query = encodeQuery({
        [COLLECTS_PAGE_PARAMETER]: asked.page,
        [COLLECTS_PAGE_SIZE_PARAMETER]: asked.page_size,
      })
      return caller.get(collectsRoute, path + query, call)
    },
  }
}

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

const brandsRoute = route('GET', 'search', `${WORKSPACE}/analyses/{project_id}/search/brands`, brandPage)

export function brandsResource(caller: Caller) {
  const { template } = brandsRoute

  async function brands(
    scope: AnalysisScope,
    query: BrandsQuery,
    call?: CallOptions,
  ): Promise<Page<BrandRow>> {
    const path = fillPath(template, scope.organizationId, scope.workspaceId, scope.projectId)
    return caller.get(brandsRoute, path + encodeQuery(checked(template, brandsQuery, query)), call)
  }

  return {
    brands,
    async allBrands(scope: AnalysisScope, query: BrandsQuery, bound: RowBound, call?: CallOptions) {
      return readAll((page) => brands(scope, { ...query, ...page }, call), template, bound)
    },
  }
}
