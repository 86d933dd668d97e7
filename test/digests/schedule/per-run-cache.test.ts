import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { AnalyticsApi } from '../../../src/api/index.ts'
import { perRunCache } from '../../../src/digests/schedule/per-run-cache.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { plainDefaults, testWorkspace } from '../../workspace.ts'

it('keeps no client of the service: a busy process keeps its answers for hours, workspaces come and go', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const clients: WeakRef<AnalyticsApi>[] = []
  const of = perRunCache({
    clock: systemClock,
    of: async (team) => {
      const api = { insightsFilters: async () => ({}) } as unknown as AnalyticsApi
      clients.push(new WeakRef(api))
      return testWorkspace({ team, api })
    },
  })
  for (let count = 0; count < 20; count += 1) {
    const workspace = await of(`T${count}`)
    await workspace?.api.insightsFilters(plainDefaults)
  }
  await nextTurn()
  collectGarbage()
  expect(clients.filter((client) => client.deref() !== undefined).length).toBeLessThan(3)
  // Holds the cache until here.
  expect(await of('T0')).not.toBeNull()
})
