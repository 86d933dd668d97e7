import type { AnalyticsService, ServiceFault } from '../../sandbox/service/model.ts'
import type { Chance } from './random.ts'

const troubles: readonly (readonly [number, ServiceFault['how']])[] = [
  [4, { kind: 'status', status: 503 }],
  [2, { kind: 'reset', when: 'before_effect' }],
  [2, { kind: 'latency', ms: 3_000 }],
  [1, { kind: 'rate_limit', retryAfterSeconds: 2 }],
  [1, { kind: 'broken_json' }],
]

/** Now and then, some of the analytics service's next answers go wrong. */
export function stirService(service: AnalyticsService, chance: Chance): void {
  if (!chance.happens(0.008)) return
  service.addFault({ times: chance.between(1, 4), how: chance.weighted(troubles) })
}
