import type { AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../clock.ts'
import type { DigestDeps, ScheduleDeps } from './deps.ts'

/** Older answers are asked for again: a run behind Slack's pace can take longer. */
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

/** What the service said during one run. */
type Answers = Map<string, { readonly until: number; readonly answer: Promise<unknown> }>

/** What a workspace's digests work with during one run; `null`: Sightline is no longer in it. */
export function steadyRuns({ of, clock }: ScheduleDeps): (team: string) => Promise<DigestDeps | null> {
  const answers: Answers = new Map()
  return async (team) => {
    const own = await of(team)
    return own && { ...own, api: steadyApi(own.api, clock, { of: team, answers }) }
  }
}

/**
 * The service for one run of digests: each distinct question is asked once, however many digests need its answer and
 * however long Slack's pace stretches the run. A question that failed is asked again.
 * @param run whose questions these are, since nobody is told what another workspace's key reads, and the run's answers
 */
function steadyApi(
  api: AnalyticsApi,
  clock: Clock,
  { of, answers }: { readonly of: string; readonly answers: Answers },
): AnalyticsApi {
  const once = (key: string, ask: () => Promise<unknown>): Promise<unknown> => {
    const now = clock.now().epochMilliseconds
    const known = answers.get(key)
    if (known !== undefined && known.until > now) return known.answer
    const answer = ask()
    answers.delete(key)
    answers.set(key, { until: now + minutes * 60_000, answer })
    answer.catch(() => answers.delete(key))
    if (answers.size > most) for (const oldest of answers.keys().take(1)) answers.delete(oldest)
    return answer
  }
  const remembering = reads.map((name) => {
    const ask = api[name] as (...question: readonly unknown[]) => Promise<unknown>
    return [
      name,
      (...question: readonly unknown[]) =>
        once(JSON.stringify([of, name, ...question]), () => ask(...question)),
    ]
  })
  return { ...api, ...Object.fromEntries(remembering) }
}
