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
const workspace = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'

/** What the analytics service answers. */
export interface ServiceData {
  /** Whether the sentiment in the first subreddit is negative. */
  readonly isNegative: boolean
  /** Each day has its own figures. */
  readonly day: number
}

/** Makes the service answer with this data, without faults. */
export function setServiceData(service: AnalyticsService, data: ServiceData): void {
  service.clearFaults()
  for (const answer of answersWith(data, service)) service.addFault(answer)
}

/** Now and then, makes some of the service's next answers fail. */
export function addRandomFault(service: AnalyticsService, chance: Chance, data: ServiceData): void {
  if (!chance.happens(0.008)) return
  service.clearFaults()
  // The first matching fault applies.
  service.addFault({ times: chance.between(1, 4), how: chance.weighted(faults) })
  for (const answer of answersWith(data, service)) service.addFault(answer)
}

function answersWith(
  { isNegative, day }: ServiceData,
  { demo }: Pick<AnalyticsService, 'demo'>,
): readonly ServiceFault[] {
  const brands = [
    row('Acme', [60 + (day % 20), 30], [10, 10]),
    row('Northwind', [45 + (day % 7), 45], [9, 9], mine),
  ]
  const pagination = { page: 1, page_size: 100, total: brands.length }
  const summary = {
    id: 'R1',
    subreddit_name: demo.subreddits[0],
    creation_date: '2026-11-09',
    description: 'So so.',
    overall_sentiment: isNegative ? 'negative' : 'positive',
  }
  const answer = (route: string, body: unknown): ServiceFault => ({
    route: `${workspace}/${route}`,
    how: { kind: 'status', status: 200, body },
  })
  return [
    answer('analyses/{project_id}/search/brands', { data: brands, pagination }),
    answer('reddit/summaries', [summary]),
  ]
}
