/** The real client and the real service, connected by real sockets, on a shared clock. */
import { onTestFinished } from 'vitest'
import type { ServiceOptions } from '../../sandbox/service/model.ts'
import { type AnalyticsApiOptions, createAnalyticsApi, type RequestEvent } from '../../src/api/index.ts'
import { frozenClock, started } from '../sandbox/service/support.ts'

export const WORKSPACE = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'
export const BRIEFS = `${WORKSPACE}/recommended-actions/{id}/briefs`

/** Starts a service and a client for one test. By default without cache, and with `random` 0.5. */
export async function startContract(
  options: Partial<AnalyticsApiOptions> = {},
  serviceOptions: Omit<ServiceOptions, 'clock'> = {},
) {
  const clock = frozenClock()
  const service = await started({ ...serviceOptions, clock })
  const events: RequestEvent[] = []
  const client = (more: Partial<AnalyticsApiOptions> = {}) => {
    const api = createAnalyticsApi({
      baseUrl: service.baseUrl,
      searchBaseUrl: service.searchBaseUrl,
      apiKey: () => service.keys.workspace,
      clock: {
        now: clock.now,
        sleep: async (ms, signal) => {
          signal?.throwIfAborted()
          clock.advance({ milliseconds: ms })
        },
      },
      random: () => 0.5,
      cacheSeconds: 0,
      onRequest: (event) => events.push(event),
      ...more,
    })
    onTestFinished(() => api.close())
    return api
  }
  const { organizationId, workspaceId, projectId } = service.demo
  return {
    service,
    api: client(options),
    scope: { organizationId, workspaceId, projectId },
    events,
    /** How many requests of that route arrived at the service. */
    count: (route: string) => service.requests().filter((request) => request.route === route).length,
    /** Another client of the same service. */
    client,
  }
}
