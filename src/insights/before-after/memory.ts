/** Caches tables of past weeks, for as long as trend-report.ts reuses answers and no longer than the client exists. */
import type { AnalysisScope, AnalyticsApi } from '../../api/index.ts'
import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Aim } from '../../model/before-after.ts'
import type { ReportPeriod } from '../../model/reports.ts'
import { brandQuery, noFilters } from '../brands/brand-query.ts'
import { type Table, tableOf } from './table.ts'

/** Collects are not needed: the number of answers behind a figure shows what is missing. */
export type BeforeAfterApi = Pick<AnalyticsApi, 'allBrands'>

/** A table that a story needs: its engines and topics, and its weeks. */
export interface TableRequest {
  readonly aim: Pick<Aim, 'engines' | 'topics'>
  readonly period: ReportPeriod
}

/** Past weeks rarely change. */
const keptMs = 6 * 3_600_000
/** About 10 KB each. */
const maxTables = 300
/** One page, so one request. */
const onePage = 100

export interface Memory {
  readonly tables: Cache<Promise<Table>>
}

const memories = new WeakMap<object, Memory>()

/** By client. A digest's run wraps the client anew but keeps its other methods, so `brands` identifies it. */
export function memoryOf(api: BeforeAfterApi & Partial<AnalyticsApi>, clock: Clock): Memory {
  const client = api.brands ?? api
  const memory = memories.get(client) ?? {
    tables: new Cache({ clock, ttlMs: keptMs, max: maxTables }),
  }
  memories.set(client, memory)
  return memory
}

export function tableKey(
  { organizationId, workspaceId, projectId }: AnalysisScope,
  { aim, period }: TableRequest,
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

/** Makes at most one request. @throws {ApiError} */
export function readTable(
  api: BeforeAfterApi,
  scope: AnalysisScope,
  asked: TableRequest,
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
