/** Competitor brands (specification, part 4.4). */

import { z } from 'zod'
import { enterProject, keyOf } from '../access.ts'
import { type Routes, type ServiceContext, today } from '../context.ts'
import { DEMO_PROJECT, enginesOf } from '../data/catalog.ts'
import {
  type BrandEntry,
  type BrandNumbers,
  type BrandTable,
  createBrandTable,
} from '../data/competitor-brands.ts'
import { dayFromDate, PERIODS, periodEnd, previousRange } from '../data/days.ts'
import { COMPETITOR_TYPES, FUNNEL_STAGES, KEYWORD_TYPES } from '../data/prompts.ts'
import { invalidInput, SCOPED_ERRORS } from '../errors.ts'
import { PageQuery, Pagination, ProjectPath, paginate } from '../schemas.ts'

// Builds and sorts brand rows (specification, parts 2.4 and 4.4).

/** The specification doesn't show units: percentages use `%`, counts the thing counted, positions `position`. */
const UNITS = { percent: '%', mentions: 'mentions', answers: 'answers', position: 'position' } as const

const SORT_COLUMNS = [
  'brand',
  'visibility_score',
  'nb_mentions',
  'nb_distinct_keywords',
  'average_position',
  'presence_rate',
] as const
type SortColumn = (typeof SORT_COLUMNS)[number]

function rowOf({ brand, isMyBrand, current, previous }: BrandEntry) {
  const metric = (read: (numbers: BrandNumbers) => number | null, unit: keyof typeof UNITS) => ({
    value: read(current),
    prev_value: previous && read(previous),
    unit: UNITS[unit],
  })
  return {
    brand,
    total_mentions: metric((n) => n.mentions, 'mentions'),
    visibility_score: metric((n) => n.visibility, 'percent'),
    presence_rate: metric((n) => n.presence, 'percent'),
    presence_rate_total: metric((n) => n.answers, 'answers'),
    presence_rate_occurrences: metric((n) => n.occurrences, 'answers'),
    avg_ranking: metric((n) => n.ranking, 'position'),
    is_my_brand: isMyBrand,
  }
}

const READ: Record<Exclude<SortColumn, 'brand'>, (entry: BrandEntry) => number> = {
  visibility_score: ({ current }) => current.visibility,
  nb_mentions: ({ current }) => current.mentions,
  nb_distinct_keywords: ({ keywords }) => keywords,
  // A brand without a position sorts as the worst.
  average_position: ({ current }) => current.ranking ?? Number.MAX_VALUE,
  presence_rate: ({ current }) => current.presence,
}

const byBrand = (a: BrandEntry, b: BrandEntry) => (a.brand < b.brand ? -1 : a.brand > b.brand ? 1 : 0)

/** Without a direction, the best come first (names: A first). Equal values are always sorted by name, A first. */
function byColumn(column: SortColumn, direction: 'asc' | 'desc' | null | undefined) {
  const ascending = direction ? direction === 'asc' : column === 'brand' || column === 'average_position'
  const sign = ascending ? 1 : -1
  if (column === 'brand') return (a: BrandEntry, b: BrandEntry) => sign * byBrand(a, b)
  const read = READ[column]
  return (a: BrandEntry, b: BrandEntry) => sign * (read(a) - read(b)) || byBrand(a, b)
}

const texts = () => z.array(z.string()).nullish()

const brandQuery = (engines: readonly string[]) =>
  z.object({
    brands: texts().describe('Only these brands, named exactly'),
    competitor_types: z
      .array(z.enum(COMPETITOR_TYPES))
      .nullish()
      .describe('Types of the pages that are cited'),
    ...PageQuery,
    search_query: z.string().nullish().describe('Only brands whose name contains this, in any case'),
    sort_column: z.enum(SORT_COLUMNS).nullish().describe('Default: visibility_score'),
    sort_direction: z.enum(['asc', 'desc']).nullish().describe('Default: the best first'),
    date_start: z.iso.date().describe('Start of the date range'),
    date_end: z.iso.date().nullish().describe('Default: end of the period that contains date_start'),
    period: z.enum(PERIODS).default('week').describe('Aggregation period'),
    sources: z.array(z.enum(engines)).nullish().describe('Engines'),
    thematics: z.array(z.uuid()).nullish().describe('Thematic identifiers'),
    keyword_type: z.array(z.enum(KEYWORD_TYPES)).nullish(),
    funnel_stages: z.array(z.enum(FUNNEL_STAGES)).nullish(),
    persona_ids: texts(),
    topic_ids: texts(),
    get_neutrals: z
      .boolean()
      .nullish()
      .describe('true: only neutral prompts, those with neither weakness nor strength'),
    strength_ids: texts(),
    weakness_ids: texts(),
  })
type BrandQuery = z.infer<ReturnType<typeof brandQuery>>

const Metric = z
  .object({
    value: z.number().nullable().describe('null: nothing to measure'),
    prev_value: z.number().nullable().describe('null: no data for the previous period'),
    unit: z.string(),
  })
  .meta({ id: 'Metric' })

const BrandRow = z
  .object({
    brand: z.string(),
    total_mentions: Metric,
    visibility_score: Metric,
    presence_rate: Metric,
    presence_rate_total: Metric,
    presence_rate_occurrences: Metric,
    avg_ranking: Metric,
    is_my_brand: z.boolean(),
  })
  .meta({ id: 'CompetitorBrand' })

function entries(table: BrandTable, query: BrandQuery, context: ServiceContext): readonly BrandEntry[] {
  const start = Temporal.PlainDate.from(query.date_start)
  const end = query.date_end ? Temporal.PlainDate.from(query.date_end) : periodEnd(query.period, start)
  if (Temporal.PlainDate.compare(start, end) > 0) {
    throw invalidInput(
      ['query', 'date_end'],
      'date_end lies before date_start',
      'value_error',
      query.date_end,
    )
  }
  const before = previousRange(query.period, start, end)
  return table.entries(
    { from: dayFromDate(start), to: dayFromDate(end) },
    { from: dayFromDate(before.start), to: dayFromDate(before.end) },
    today(context),
    query,
  )
}

/** Filters the list by name. The remaining brands keep their numbers. */
function byName(query: BrandQuery): (entry: BrandEntry) => boolean {
  const searched = query.search_query?.toLowerCase() ?? ''
  return ({ brand }) =>
    (!query.brands?.length || query.brands.includes(brand)) && brand.toLowerCase().includes(searched)
}

export const brandRoutes: Routes = (app, context) => {
  // The demo's table is built before the first request, the others on demand.
  const tables = new Map<string, BrandTable>(
    context.projects
      .filter(({ id }) => id === DEMO_PROJECT.id)
      .map((demo) => [demo.id, createBrandTable(context.seed, demo, context.effects)]),
  )
  app.get(
    '/v1/organizations/:organization_id/workspaces/:workspace_id/analyses/:project_id/search/brands',
    {
      schema: {
        operationId: 'list_competitor_brands',
        summary: 'Competitor brands with their visibility metrics',
        tags: ['Metrics', 'mcp'],
        security: [{ bearer: [] }],
        params: ProjectPath,
        querystring: brandQuery(enginesOf(context.projects)),
        response: {
          200: z.object({ data: z.array(BrandRow), pagination: Pagination }).describe('One page of brands'),
          ...SCOPED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const project = enterProject(context.projects, keyOf(request), request.params)
      const table = tables.get(project.id) ?? createBrandTable(context.seed, project, context.effects)
      tables.set(project.id, table)
      const sorted = entries(table, query, context)
        .filter(byName(query))
        .toSorted(byColumn(query.sort_column ?? 'visibility_score', query.sort_direction))
      return reply.send(paginate(sorted.map(rowOf), query))
    },
  )
}
