import type { AnalyticsApi } from '../../api/index.ts'
import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { OutboxWorkspaces } from '../../outbox/kind.ts'

/** Answers older than this are not reused for later slots. */
const maxAgeMinutes = 10
/** Maximum cached answers across all workspaces; each takes about 100 KB. */
const maxAnswers = 200

const cachedMethods = [
  'allBrands',
  'collects',
  'redditSummaries',
  'briefs',
  'insightsFilters',
  'websiteEvaluation',
] as const

/** The service's answers during one run, with the time of each request. */
type Answers = Cache<{ readonly requestedAt: number; readonly answer: Promise<unknown> }>

/** Looks up workspaces, with an API client that caches for one run. `null`: Sightline was removed from the workspace. */
export function perRunCache({ of, clock }: Pick<OutboxWorkspaces, 'of' | 'clock'>): OutboxWorkspaces['of'] {
  const answers: Answers = new Cache({ clock, ttlMs: null, max: maxAnswers })
  // Weak, since a busy process keeps these answers for hours, and clients of evicted workspaces must go.
  const clients = new WeakMap<AnalyticsApi, number>()
  let newest = 0
  return async (team, slot) => {
    const workspace = await of(team)
    if (workspace === null) return null
    const client = clients.get(workspace.api) ?? ++newest
    clients.set(workspace.api, client)
    return { ...workspace, api: cachedApi(workspace.api, clock, { client, slot, answers }) }
  }
}

/**
 * An API client that sends each distinct request once per run, even if many digests need the answer. An answer
 * requested after the slot was due stays valid for that slot, even if Slack's rate limit stretches the run.
 * Failed requests are not cached.
 * @param run the client's number, which keeps the answers of different API keys apart; the slot; the run's answers
 */
function cachedApi(
  api: AnalyticsApi,
  clock: Clock,
  run: { readonly client: number; readonly slot: string | undefined; readonly answers: Answers },
): AnalyticsApi {
  const { client, slot, answers } = run
  const slotAt = slot === undefined ? Infinity : Temporal.Instant.from(slot).epochMilliseconds
  const cached = (key: string, request: () => Promise<unknown>): Promise<unknown> => {
    const now = clock.now().epochMilliseconds
    const entry = answers.get(key)
    const validSince = Math.min(slotAt, now - maxAgeMinutes * 60_000)
    if (entry !== undefined && entry.requestedAt >= validSince) return entry.answer
    const answer = request()
    answers.set(key, { requestedAt: now, answer })
    answer.catch(() => answers.delete(key))
    return answer
  }
  const methods = cachedMethods.map((name) => {
    const request = api[name] as (...args: readonly unknown[]) => Promise<unknown>
    return [
      name,
      (...args: readonly unknown[]) =>
        cached(JSON.stringify([client, name, ...args]), () => request(...args)),
    ]
  })
  return { ...api, ...Object.fromEntries(methods) }
}
