/** What was read of the past, kept as long as trend-report.ts keeps it at most: it goes with the client. */
import type { AnalysisScope, AnalyticsApi } from '../../api/index.ts'
import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Aim } from '../../model/before-after.ts'
import type { ReportPeriod } from '../../model/reports.ts'
import { brandQuery, noFilters } from '../brands/brand-query.ts'
import { type Table, tableOf } from './table.ts'

/** Collects are not needed: how many answers stand behind a figure says what is missing. */
export type BeforeAfterApi = Pick<AnalyticsApi, 'allBrands'>

/** A table that a story needs: of some engines and topics, in some weeks. */
export interface Asked {
  readonly aim: Pick<Aim, 'engines' | 'topics'>
  readonly period: ReportPeriod
}

/** The past hardly changes. */
const keptMs = 6 * 3_600_000
/** Each takes about 10 KB. */
const mostTables = 300
/** One page, and so one question. */
const onePage = 100

export interface Memory {
  readonly tables: Cache<Promise<Table>>
}

const memories = new WeakMap<object, Memory>()

/** Of one client. A digest's run wraps it anew each time, and leaves its other methods as they are: by one of them it is known. */
export function memoryOf(api: BeforeAfterApi & Partial<AnalyticsApi>, clock: Clock): Memory {
  const client = api.brands ?? api
  const memory = memories.get(client) ?? {
    tables: new Cache({ clock, ttlMs: keptMs, max: mostTables }),
  }
  memories.set(client, memory)
  return memory
}

export function tableKey(
  { organizationId, workspaceId, projectId }: AnalysisScope,
  { aim, period }: Asked,
): string {
  const list = (names: readonly string[]) => names.toSorted()
  const { start, end, unit } = period
  return JSON.stringify([
    organizationId,
    workspaceId,
    projectId,
    list(aim.engines),
    list(aim.topics),
    start,
    end,
    unit,
  ])
}

/** One question, or none. @throws {ApiError} */
export function readTable(
  api: BeforeAfterApi,
  scope: AnalysisScope,
  asked: Asked,
  { tables }: Memory,
): Promise<Table> {
  const key = tableKey(scope, asked)
  const remembered = tables.get(key)
  if (remembered !== undefined) return remembered
  const query = brandQuery(asked.period, asked.aim.engines, { ...noFilters, topics: asked.aim.topics })
  const table = api.allBrands(scope, query, { limit: onePage }).then(({ rows, cut }) => tableOf(rows, cut))
  tables.set(key, table)
  table.catch(() => {
    if (tables.get(key) === table) tables.delete(key)
  })
  return table
}
