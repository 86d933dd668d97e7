/** The specification's analytics service on this machine: real HTTP, fictional data, and a clock that can be moved. */
import { createSandboxClock } from '../clock.ts'
import { listen } from '../listen.ts'
import { CORE, createApp, SEARCH } from './app.ts'
import type { ServiceContext } from './context.ts'
import { controlRoutes } from './control.ts'
import { projectsWith } from './data/catalog.ts'
import { createEffects } from './data/effects.ts'
import { DEFAULT_SEED, DEMO, demoKeys } from './demo.ts'
import { createFaults } from './faults.ts'
import { createKeyStore } from './keys.ts'
import { mcpRoute } from './mcp.ts'
import type { AnalyticsService, ServiceOptions } from './model.ts'
import { descriptionRoutes } from './openapi.ts'
import { projectOf } from './planted/plan.ts'
import { createRecorder } from './recorder.ts'
import { createTokenIssuer } from './tokens.ts'

const TOKEN_LIFE_SECONDS = 120

/** Starts one deployment: the core API and the search-analytics API, on two ports of the loopback interface. */
export async function startService(options: ServiceOptions = {}): Promise<AnalyticsService> {
  const { clock = createSandboxClock(), port = 0, searchPort = port === 0 ? 0 : port + 1 } = options
  const { seed = DEFAULT_SEED, tokenLifeSeconds = TOKEN_LIFE_SECONDS } = options
  const { demoBrands, newEngines, markets } = options
  const stopping = new AbortController()
  const keyStore = createKeyStore()
  const keys = demoKeys(keyStore, seed)
  const tokens = createTokenIssuer(clock, tokenLifeSeconds, keyStore)
  const context: ServiceContext = {
    clock,
    seed,
    startedAt: clock.now(),
    keys: keyStore,
    tokens,
    projects: markets === undefined ? projectsWith(demoBrands, newEngines) : markets.map(projectOf),
    effects: createEffects(options.effects),
  }
  const recorder = createRecorder()
  const faults = createFaults(clock, stopping.signal)

  const core = await createApp(CORE, context, recorder, faults, options.exchanges)
  const search = await createApp(SEARCH, context, recorder, faults, options.exchanges)
  controlRoutes(core, context, recorder, faults)
  mcpRoute(core, search, context)
  descriptionRoutes(core, search)
  const stop = async () => {
    stopping.abort()
    await Promise.all([core.close(), search.close()])
  }
  // Start them one after the other, so that the ports are chosen in a fixed order. A failure releases both ports.
  const listening = async () => [await listen(core, port), await listen(search, searchPort)] as const
  const [baseUrl, searchBaseUrl] = await listening().catch(async (error: unknown) => {
    await stop()
    throw error
  })

  return {
    baseUrl,
    searchBaseUrl,
    keys,
    demo: DEMO,
    addFault: faults.add,
    clearFaults: faults.clear,
    plant: context.effects.add,
    requests: () => structuredClone(recorder.requests),
    stop,
  }
}
