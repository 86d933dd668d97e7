import { queryObjects } from 'node:v8'
import { expect, it } from 'vitest'
import type { AnalyticsApi } from '../../../src/api/index.ts'
import { perRunCache } from '../../../src/digests/schedule/per-run-cache.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { plainDefaults, testWorkspace } from '../../workspace.ts'

/** A client of the service. Those in memory can be counted. */
class Client {
  readonly insightsFilters = async () => ({})
}

it('keeps no client of the service: a busy process keeps its answers for hours, workspaces come and go', async () => {
  const of = perRunCache({
    clock: systemClock,
    of: async (team) => testWorkspace({ team, api: new Client() as unknown as AnalyticsApi }),
  })
  for (let count = 0; count < 20; count += 1) {
    const workspace = await of(`T${count}`)
    await workspace?.api.insightsFilters(plainDefaults)
  }
  expect(queryObjects(Client, { format: 'count' })).toBeLessThan(3)
})
