import type { AnalyticsService, ServiceFault } from '../../sandbox/service/model.ts'
import { mine, row } from '../insights/service.ts'
import type { Chance } from './random.ts'

const faults: readonly (readonly [number, ServiceFault['how']])[] = [
  [4, { kind: 'status', status: 503 }],
  [2, { kind: 'reset', when: 'before_effect' }],
  [2, { kind: 'latency', ms: 3_000 }],
  [1, { kind: 'rate_limit', retryAfterSeconds: 2 }],
  [1, { kind: 'broken_json' }],
]
const brandsRoute =
  '/v1/organizations/{organization_id}/workspaces/{workspace_id}/analyses/{project_id}/search/brands'

/** What the analytics service answers. */
export interface ServiceData {
  /** Whether a competitor has overtaken the own brand. */
  readonly overtaken: boolean
  /** Each day has its own figures. */
  readonly day: number
}

/** Makes the service answer with this data, without faults. */
export function setServiceData(service: AnalyticsService, data: ServiceData): void {
  service.clearFaults()
  service.addFault(brandsAnswer(data))
}

/** Now and then, makes some of the service's next answers fail. */
export function addRandomFault(service: AnalyticsService, chance: Chance, data: ServiceData): void {
  if (!chance.happens(0.008)) return
  service.clearFaults()
  // The first matching fault applies.
  service.addFault({ times: chance.between(1, 4), how: chance.weighted(faults) })
  service.addFault(brandsAnswer(data))
}

function brandsAnswer({ overtaken, day }: ServiceData): ServiceFault {
  const brands = [
    row('Acme', overtaken ? [60 + (day % 20), 30] : [30, 60], [10, 10]),
    row('Northwind', [45 + (day % 7), 45], [9, 9], mine),
  ]
  const pagination = { page: 1, page_size: 100, total: brands.length }
  return {
    route: brandsRoute,
    how: { kind: 'status', status: 200, body: { data: brands, pagination } },
  }
}
