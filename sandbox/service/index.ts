/** The specification's analytics service on this machine: real HTTP, fictional data, and a clock that can be moved. */

import { createSandboxClock } from '../clock.ts'
import { listen } from '../listen.ts'
import { CORE, createApp, SEARCH } from './app.ts'
import type { ServiceContext } from './context.ts'
import { controlRoutes } from './control.ts'
import {
  DEMO_ORGANIZATION,
  DEMO_PROJECT,
  DEMO_USER_ID,
  DEMO_WORKSPACE,
  FOREIGN_ORGANIZATION,
  OWN_BRAND,
  projectsWith,
  SECOND_ORGANIZATION,
} from './data/catalog.ts'
import { createEffects } from './data/effects.ts'
import { DEMO_EVALUATION_ID, EVALUATION_IDS } from './data/evaluations.ts'
import { PERSONAS, STRENGTHS, THEMATICS, TOPICS, WEAKNESSES } from './data/prompts.ts'
import { hash } from './data/random.ts'
import { EMPTY_RESULT_ID, RESULT_IDS } from './data/recommendations.ts'
import { DEMO_SUBREDDITS } from './data/reddit.ts'
import { createFaults } from './faults.ts'
import { createKeyStore, KEY_PREFIX, type KeyInput, type KeyStore } from './keys.ts'
import { mcpRoute } from './mcp.ts'
import type { ServiceOptions } from './model.ts'
import { descriptionRoutes } from './openapi.ts'
import { createRecorder } from './recorder.ts'
import { createTokenIssuer } from './tokens.ts'

// The demo's keys, one for each scope, and the ids to use with them.

/** With this seed, the own brand overtakes or is overtaken in any eight weeks. */
export const DEFAULT_SEED = 31

export const DEMO = {
  organizationId: DEMO_ORGANIZATION.id,
  workspaceId: DEMO_WORKSPACE.id,
  projectId: DEMO_PROJECT.id,
  ownBrand: OWN_BRAND as string,
  subreddits: DEMO_SUBREDDITS as readonly string[],
  /** Result ids of recommended actions that have briefs. */
  resultIds: RESULT_IDS,
  evaluationId: DEMO_EVALUATION_ID,
  /** The owner of the user key, for creating more keys. */
  userId: DEMO_USER_ID,
  /** Only the user key reaches `sameUser`; no key reaches `foreign`. */
  otherOrganizationIds: { sameUser: SECOND_ORGANIZATION.id, foreign: FOREIGN_ORGANIZATION.id },
  resultIdWithoutBriefs: EMPTY_RESULT_ID,
  /** One for each final status (completed, partial, failed), and an archived one at the limits of part 8. */
  evaluationIds: EVALUATION_IDS,
  /** Ids that the competitor-brand filters accept. The interface shows no call that lists them. */
  dimensions: {
    topics: TOPICS,
    personas: PERSONAS,
    thematics: THEMATICS,
    strengths: STRENGTHS,
    weaknesses: WEAKNESSES,
  },
}

/** The demo's secrets depend only on the seed, so that a filled-in settings file stays valid after a restart. */
function demoSecret(seed: number, name: string): string {
  const parts = [1, 2, 3, 4].map((n) => hash(seed, 'key', name, n).toString(36).padStart(7, '0'))
  return `${KEY_PREFIX}${parts.join('')}`
}

export function demoKeys(store: KeyStore, seed: number) {
  const user = { kind: 'user', userId: DEMO_USER_ID } as const
  const organization = { kind: 'organization', organizationId: DEMO_ORGANIZATION.id } as const
  const workspace = { ...organization, kind: 'workspace', workspaceId: DEMO_WORKSPACE.id } as const
  const create = (input: KeyInput, name: string) => store.create(input, demoSecret(seed, name)).secret
  return {
    user: create({ name: 'Demo user key', scope: user, role: 'admin' }, 'user'),
    organization: create(
      { name: 'Demo organization key', scope: organization, role: 'admin' },
      'organization',
    ),
    workspace: create({ name: 'Demo workspace key', scope: workspace, role: 'member' }, 'workspace'),
    readOnly: create({ name: 'Demo read-only key', scope: organization, role: 'viewer' }, 'readOnly'),
  }
}

const TOKEN_LIFE_SECONDS = 120

/** Starts one deployment: the core API and the search-analytics API, on two ports of the loopback interface. */
export async function startService(options: ServiceOptions = {}) {
  const { clock = createSandboxClock(), port = 0, searchPort = port === 0 ? 0 : port + 1 } = options
  const { seed = DEFAULT_SEED, tokenLifeSeconds = TOKEN_LIFE_SECONDS } = options
  const { demoBrands: brands, newEngines, demoStart: start, demoGaps: gaps } = options
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
    projects: projectsWith({ brands, newEngines, start, gaps }),
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
    /** `http://127.0.0.1:<port>` of the production deployment's core API (`{base_url}`). */
    baseUrl,
    /** The search-analytics API (`{search_base_url}`), on another origin. */
    searchBaseUrl,
    /** Demo keys, one for each scope; `readOnly` may not POST. */
    keys,
    demo: DEMO,
    addFault: faults.add,
    clearFaults: faults.clear,
    /** Plants a change in the demo's analyses, from a past or future day on. */
    plant: context.effects.add,
    /** Every request received, oldest first, counted on arrival. Status 0: never answered. */
    requests: () => structuredClone(recorder.requests),
    stop,
  }
}

export type AnalyticsService = Awaited<ReturnType<typeof startService>>
