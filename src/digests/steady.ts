import type { AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../clock.ts'

/** Older answers are asked for again: a run behind Slack's pace can take longer. */
const minutes = 10
/** The newest ones; an answer is some 100 KB. */
const most = 200

const reads = [
  'allBrands',
  'collects',
  'redditSummaries',
  'briefs',
  'insightsFilters',
  'websiteEvaluation',
] as const

/**
 * The service for one run of digests: each distinct question is asked once, however many digests need its answer and
 * however long Slack's pace stretches the run. A question that failed is asked again.
 */
export function steadyApi(api: AnalyticsApi, clock: Clock): AnalyticsApi {
  const answers = new Map<string, { readonly until: number; readonly answer: Promise<unknown> }>()
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
      (...question: readonly unknown[]) => once(JSON.stringify([name, ...question]), () => ask(...question)),
    ]
  })
  return { ...api, ...Object.fromEntries(remembering) }
}
