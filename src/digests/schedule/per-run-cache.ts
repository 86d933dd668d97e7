import type { AnalyticsApi } from '../../api/index.ts'
import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DigestWorkspace, DigestWorkspaces } from '../workspace.ts'

/** Later slots ask again for older answers. */
const minutes = 10
/** The newest ones, of all workspaces; an answer is some 100 KB. */
const most = 200

const reads = [
  'allBrands',
  'collects',
  'redditSummaries',
  'briefs',
  'insightsFilters',
  'websiteEvaluation',
] as const

/** What the service said during one run, and when it was asked. */
type Answers = Cache<{ readonly askedAt: number; readonly answer: Promise<unknown> }>

/** What a workspace's digests for a slot (or what else a run does there) work with; `null`: Sightline is no longer in it. */
export function perRunCache({
  of,
  clock,
}: DigestWorkspaces): (team: string, slot?: string) => Promise<DigestWorkspace | null> {
  const answers: Answers = new Cache({ clock, ttlMs: null, max: most })
  const clients = new Map<AnalyticsApi, number>()
  return async (team, slot) => {
    const own = await of(team)
    if (own === null) return null
    const client = clients.get(own.api) ?? clients.size
    clients.set(own.api, client)
    return { ...own, api: cachedApi(own.api, clock, { client, slot, answers }) }
  }
}

/**
 * The service for one run of digests: each distinct question is asked once, however many digests need its answer and
 * however long Slack's pace stretches the run: what was asked when a slot had come is true for it, whenever its last
 * digest leaves. A question that failed is asked again.
 * @param run the client that is asked, since nobody is told what another one's key reads; the slot of the digest
 *   that asks them; and the run's answers
 */
function cachedApi(
  api: AnalyticsApi,
  clock: Clock,
  run: { readonly client: number; readonly slot: string | undefined; readonly answers: Answers },
): AnalyticsApi {
  const { client, slot, answers } = run
  const slotAt = slot === undefined ? Infinity : Temporal.Instant.from(slot).epochMilliseconds
  const once = (key: string, ask: () => Promise<unknown>): Promise<unknown> => {
    const now = clock.now().epochMilliseconds
    const known = answers.get(key)
    const since = Math.min(slotAt, now - minutes * 60_000)
    if (known !== undefined && known.askedAt >= since) return known.answer
    const answer = ask()
    answers.set(key, { askedAt: now, answer })
    answer.catch(() => answers.delete(key))
    return answer
  }
  const remembering = reads.map((name) => {
    const ask = api[name] as (...question: readonly unknown[]) => Promise<unknown>
    return [
      name,
      (...question: readonly unknown[]) =>
        once(JSON.stringify([client, name, ...question]), () => ask(...question)),
    ]
  })
  return { ...api, ...Object.fromEntries(remembering) }
}
