import type { AnalyticsApi } from '../api/index.ts'
import { channelScope } from '../channels/settings.ts'
import { AnswerCache, memoizeFor } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import { zoneNamed } from '../lib/dates.ts'
import { report as reportProblem } from '../lib/problem.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { HomeFigures, HomeStanding } from '../model/home.ts'
import { dayIn, lastComplete, noFilters } from '../model/question.ts'
import type { RecommendationIds } from '../model/recommendation.ts'
import type { ReportPeriod } from '../model/reports.ts'
import type { Story } from '../model/story.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { TaskRecord } from '../store/index.ts'
import type { FollowUpWorkspace } from '../tasks/aims.ts'
import { storyKey, taskStories } from '../tasks/follow-up.ts'
import { titlesInTime } from '../tasks/recommendations.ts'
import { briefReport } from '../weeks/report.ts'

type Scope = Pick<ChannelScope, 'analysis' | 'timeZone'>

export interface HomeRequests {
  readonly scope: Scope
  /** Shown recommendations whose titles aren't in the store. */
  readonly untitled: readonly RecommendationIds[]
  /** Shown tasks that need a story, by channel. */
  readonly followed: readonly { readonly scope: ChannelScope; readonly tasks: readonly TaskRecord[] }[]
}

/** A cache key, equal for requests with the same standing: the same analysis, week, time zone and API key. */
export async function standingKey(
  { clock, apiKey }: Pick<Workspace, 'clock'> & { readonly apiKey: Pick<Workspace['apiKey'], 'fingerprint'> },
  { scope }: HomeRequests,
): Promise<string> {
  const key = await apiKey.fingerprint().catch(() => null)
  return JSON.stringify([scope.analysis, lastWeek(clock, scope).start, scope.timeZone, key])
}

/** Where the brand stands in a channel's analysis. @param channel `null`: the default analysis */
export async function standingIn(
  workspace: FollowUpWorkspace & Pick<Workspace, 'log' | 'defaults'>,
  channel: string | null,
): Promise<HomeStanding> {
  const scope = await channelScope(workspace, { team: workspace.team, channel: channel ?? '' })
  return (await homeFigures(workspace, { scope, untitled: [], followed: [] })).standing
}

/** Never rejects: what can't be read is `unavailable` or `null`. */
export async function homeFigures(
  workspace: FollowUpWorkspace & Pick<Workspace, 'log'>,
  requests: HomeRequests,
): Promise<HomeFigures> {
  const { untitled, followed } = requests
  const key = await standingKey(workspace, requests)
  const [standing, titles, stories] = await Promise.all([
    standingOf(workspace, requests.scope, key),
    titlesInTime(workspace, untitled).catch(() => new Map<string, string>()),
    storiesOf(workspace, followed),
  ])
  return {
    standingKey: key,
    standing,
    titles: new Map(untitled.map(({ resultId }) => [resultId, titles.get(resultId) ?? null])),
    stories,
  }
}

/** Stories that can't be read are `null`, so that the Home tab shows the rest. */
async function storiesOf(
  workspace: FollowUpWorkspace & Pick<Workspace, 'log'>,
  followed: HomeRequests['followed'],
): Promise<HomeFigures['stories']> {
  const read = followed.map(async ({ scope, tasks }) => {
    const stories = await taskStories(workspace, scope, tasks).catch((error: unknown) => {
      reportProblem(workspace.log, 'could not read the stories of a Home tab’s tasks', error, {
        team: workspace.team,
      })
      return new Map<string, Story>()
    })
    return tasks.map((task) => [storyKey(task), stories.get(storyKey(task)) ?? null] as const)
  })
  return new Map((await Promise.all(read)).flat())
}

async function standingOf(
  workspace: FollowUpWorkspace & Pick<Workspace, 'log'>,
  scope: Scope,
  key: string,
): Promise<HomeStanding> {
  const { team, api, clock, log } = workspace
  try {
    const cache = standings(api, '', () => new AnswerCache({ clock, ttlMs: 3_600_000, max: 100 }))
    return await cache.get(key, () => read(workspace, scope))
  } catch (error) {
    const { sentence, reference } = reportProblem(log, 'the figures of a Home tab could not be read', error, {
      team,
    })
    return { kind: 'unavailable', sentence, reference }
  }
}

/** Figures are cached for an hour: results that the service receives late still change those of a past week. */
const standings = memoizeFor<AnalyticsApi, AnswerCache<HomeStanding>>()

async function read(workspace: FollowUpWorkspace, scope: Scope): Promise<HomeStanding> {
  const { report } = await briefReport(workspace, {
    scope: scope.analysis,
    period: lastWeek(workspace.clock, scope),
    engines: [],
    brands: [],
    filters: noFilters,
  })
  return { kind: 'ready', report }
}

function lastWeek(clock: Clock, { timeZone: typed }: Scope): ReportPeriod {
  const [now, timeZone] = [clock.now(), zoneNamed(typed) ?? 'UTC']
  return { ...lastComplete('week', now, timeZone), thisYear: dayIn(now, timeZone).year }
}
