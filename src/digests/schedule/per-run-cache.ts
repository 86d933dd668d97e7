import type { AnalyticsApi } from '../../api/index.ts'
import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { OutboxWorkspaces } from '../../outbox/kind.ts'
import type { SharedAnswers } from '../../slack/workspace.ts'

/** Answers older than this are not reused for later slots. */
const maxAgeMinutes = 10
/** Maximum cached answers across all workspaces; each takes about 100 KB. */
const maxAnswers = 200
/** Maximum cached weeks of analyses, each without its figures: about 10 KB. */
const maxWeeks = 1_000

const cachedMethods = [
  'allBrands',
  'collects',
  'redditSummaries',
  'briefs',
  'insightsFilters',
  'websiteEvaluation',
] as const

/** Answers during one run, with the time of each request. */
type Answers = Cache<{ readonly requestedAt: number; readonly answer: Promise<unknown> }>

/**
 * Looks up workspaces whose digests share, during one run, the service's answers and what is known of weeks. `null`:
 * Sightline was removed from the workspace.
 */
export function perRunCache({ of, clock }: Pick<OutboxWorkspaces, 'of' | 'clock'>): OutboxWorkspaces['of'] {
  const answers: Answers = new Cache({ clock, ttlMs: null, max: maxAnswers })
  const weeks: Answers = new Cache({ clock, ttlMs: null, max: maxWeeks })
  // Weak, since a busy process keeps these answers for hours, and clients of evicted workspaces must go.
  const clients = new WeakMap<AnalyticsApi, number>()
  let newest = 0
  return async (team, slot) => {
    const workspace = await of(team)
    if (workspace === null) return null
    const client = clients.get(workspace.api) ?? ++newest
    clients.set(workspace.api, client)
    // The client's number keeps the answers of different API keys apart.
    return {
      ...workspace,
      api: cachedApi(workspace.api, client, cachedFor(answers, clock, slot)),
      shared: cachedFor(weeks, clock, slot, `${client} ${team} `),
    }
  }
}

/**
 * Asks once per run, even if many digests need the answer. An answer requested after the slot was due stays valid for that
 * slot, even if Slack's rate limit stretches the run. Failures are not cached.
 */
function cachedFor(answers: Answers, clock: Clock, slot: string | undefined, prefix = ''): SharedAnswers {
  const slotAt = slot === undefined ? Infinity : Temporal.Instant.from(slot).epochMilliseconds
  return <T>(key: string, ask: () => Promise<T>, isKept: (answer: T) => boolean = () => true) => {
    const now = clock.now().epochMilliseconds
    const entry = answers.get(prefix + key)
    const validSince = Math.min(slotAt, now - maxAgeMinutes * 60_000)
    // Each key is always asked for the same type.
    if (entry !== undefined && entry.requestedAt >= validSince) return entry.answer as Promise<T>
    const answer = ask()
    answers.set(prefix + key, { requestedAt: now, answer })
    const forget = () => answers.delete(prefix + key)
    answer.then((value) => isKept(value) || forget(), forget)
    return answer
  }
}

/** An API client that sends each distinct request once per run. */
function cachedApi(api: AnalyticsApi, client: number, shared: SharedAnswers): AnalyticsApi {
  const methods = cachedMethods.map((name) => {
    const request = api[name] as (...args: readonly unknown[]) => Promise<unknown>
    return [
      name,
      (...args: readonly unknown[]) =>
        shared(JSON.stringify([client, name, ...args]), () => request(...args)),
    ]
  })
  return { ...api, ...Object.fromEntries(methods) }
}
