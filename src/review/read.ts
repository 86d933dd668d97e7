import { trackedSince } from '../channels/track.ts'
import { readSummaries } from '../insights/reddit.ts'
import { explain } from '../lib/problem.ts'
import type { ChannelScope } from '../model/channel.ts'
import { calendarDays, dayIn, lastComplete, noFilters } from '../model/question.ts'
import type { ReportPeriod } from '../model/reports.ts'
import type { OpenRecommendation, Review, ReviewedTask, ReviewStanding } from '../model/review.ts'
import type { Story } from '../model/story.ts'
import type { Workspace } from '../slack/workspace.ts'
import { type FollowUpWorkspace, ownNames } from '../tasks/aims.ts'
import { tasksOf } from '../tasks/export.ts'
import { createdOn, sentimentsIn, storyKey, taskStories } from '../tasks/follow-up.ts'
import { cachingBriefs, rememberedTitle, titlesInTime } from '../tasks/recommendations.ts'
import { briefReport } from '../weeks/report.ts'

/** Older tasks are outside any review. */
const maxTasks = 2_000

type ReviewWorkspace = FollowUpWorkspace & Pick<Workspace, 'defaults'>

/**
 * A channel's review of a period.
 * @param titles the number of requests for titles of open recommendations, oldest first: as many as a message has
 * room for, or at most nine. Known titles cost none, and the other recommendations have only their ids
 * @param standing whether to read the brand's figures
 */
export async function readReview(
  workspace: ReviewWorkspace,
  scope: ChannelScope,
  period: ReportPeriod,
  { titles = 3, standing: isShown = true }: { readonly titles?: number; readonly standing?: boolean } = {},
): Promise<Review> {
  const { store, clock } = workspace
  const { team, channel, timeZone } = scope
  const dayOf = (instant: string) => dayIn(Temporal.Instant.from(instant), timeZone).toString()
  const records = (await tasksOf(store, scope, maxTasks)).filter(({ state }) => state === 'created')
  const followed = records.filter((record) =>
    isFollowed({ createdOn: createdOn(record, timeZone), doneOn: record.doneOn }, period),
  )
  const [standing, reddit, stories, notes, openRecommendations] = await Promise.all([
    isShown ? readStanding(workspace, scope, period) : null,
    isShown ? readSentiments(workspace, scope, period) : [],
    taskStories(workspace, scope, followed),
    store.notes.inChannel(team, channel, period.start, period.end),
    readOpenRecommendations(workspace, scope, titles, dayOf),
  ])
  const tasks = records.map((record): ReviewedTask => {
    const story = named(stories.get(storyKey(record)) ?? null, scope)
    const doneBy = record.doneOn === null ? null : record.doneBy
    return { ...record, createdOn: createdOn(record, timeZone), doneBy, story }
  })
  const brandInStories = tasks.find(({ story }) => story?.own != null)?.story?.own ?? null
  return assembleReview({
    standing,
    reddit,
    channel,
    brand: brandInStories ?? (await ownNames(workspace, scope))?.[0] ?? null,
    period,
    today: dayOf(clock.now().toString()),
    tasks,
    notes,
    openRecommendations,
  })
}

async function readStanding(
  workspace: ReviewWorkspace,
  { analysis, timeZone }: ChannelScope,
  { start, end, thisYear }: ReportPeriod,
): Promise<ReviewStanding | null> {
  const after = Temporal.PlainDate.from(end).add({ days: 1 }).toZonedDateTime(timeZone).toInstant()
  // A period up to today isn’t over yet, and on a Sunday neither is its last week.
  const [asOf = after] = [after, workspace.clock.now()].toSorted(Temporal.Instant.compare)
  const week = { ...lastComplete('week', asOf, timeZone), ...(thisYear === undefined ? {} : { thisYear }) }
  if (week.end < start) return null
  try {
    const all = { scope: analysis, engines: [], brands: [], filters: noFilters }
    const { report, trend } = await briefReport(workspace, { ...all, period: week })
    const monday = calendarDays('week', start).start.toString()
    const weeks = (trend?.weeks ?? []).filter((one) => one.start >= monday)
    return { report, trend: trend === null || weeks.length < 2 ? null : { ...trend, weeks, leftOut: [] } }
  } catch (error) {
    if (!explain(error).foreseen) throw error
    return null
  }
}

/** What the channel’s subreddits said before the period and at its end; those that can’t be read are left out. */
async function readSentiments(
  { api }: ReviewWorkspace,
  { workspace, subreddits }: ChannelScope,
  { start, end }: ReportPeriod,
): Promise<Review['reddit']> {
  if (subreddits.length === 0) return []
  const summaries = await readSummaries(api, workspace, subreddits).catch((error: unknown) => {
    if (!explain(error).foreseen) throw error
    return []
  })
  return subreddits.flatMap((subreddit) => {
    const own = sentimentsIn(summaries, subreddit).filter(({ day }) => day <= end)
    const since = own.findLast(({ day }) => day >= start) ?? null
    const before = own.findLast(({ day }) => day < start) ?? null
    return since === null ? [] : [{ subreddit, before, since }]
  })
}

/** The story with the channel's names of topics instead of their ids. */
function named(story: Story | null, { filterNames }: ChannelScope): Story | null {
  if (story === null) return null
  const topics = story.aim.topics.map(
    (id) => filterNames.find((one) => one.filter === 'topics' && one.id === id)?.name ?? id,
  )
  return { ...story, aim: { ...story.aim, topics } }
}

async function readOpenRecommendations(
  workspace: ReviewWorkspace,
  scope: ChannelScope,
  titles: number,
  dayOf: (instant: string) => string,
): Promise<readonly OpenRecommendation[]> {
  const { store } = workspace
  const { team, workspace: place, recommendations } = scope
  const [since, states] = await Promise.all([
    trackedSince(store, scope),
    Promise.all(
      recommendations.map(async (resultId) => ({
        resultId,
        state: (await store.tasks.latest({ team, ...place, resultId }))?.state ?? null,
      })),
    ),
  ])
  const open = states
    .filter(({ state }) => state === null || state === 'released')
    .map(({ resultId }) => ({ ...place, resultId, at: since.get(resultId) ?? null }))
    .sort((a, b) => ((a.at ?? '9999') < (b.at ?? '9999') ? -1 : 1))
  const { api, clock } = workspace
  const remembered = new Map(open.map((one) => [one.resultId, rememberedTitle(api, one, one.resultId)]))
  const untitled = open.filter(({ resultId }) => remembered.get(resultId) === null)
  const named = await titlesInTime({ api: cachingBriefs(api), clock }, untitled.slice(0, titles))
  return open.map(({ resultId, at }) => ({
    resultId,
    title: remembered.get(resultId) ?? named.get(resultId) ?? null,
    trackedOn: at === null ? null : dayOf(at),
  }))
}

export interface ReviewInput
  extends Pick<Review, 'channel' | 'brand' | 'period' | 'today' | 'notes' | 'openRecommendations'>,
    Partial<Pick<Review, 'standing' | 'reddit'>> {
  readonly tasks: readonly ReviewedTask[]
}

/** Tasks from this many weeks before the period are also followed: most effects show after three to eight weeks. */
const followedWeeks = 8

export function assembleReview({ standing = null, reddit = [], tasks: all, ...input }: ReviewInput): Review {
  const { start, end } = input.period
  const tasks = all
    .filter(({ createdOn }) => createdOn <= end)
    .toSorted((a, b) => compare(b.createdOn, a.createdOn) || compare(a.resultId, b.resultId))
  const isWithin = (day: string | null): day is string => day !== null && day >= start && day <= end
  const created = tasks.filter(({ createdOn }) => isWithin(createdOn))
  const done = tasks
    .filter(({ doneOn }) => isWithin(doneOn))
    .toSorted((a, b) => compare(b.doneOn ?? '', a.doneOn ?? ''))
  return {
    ...input,
    standing,
    reddit,
    created,
    done,
    people: peopleOf(created, done),
    weeks: weeksOf(created, done),
    followed: tasks.filter((task) => isFollowed(task, input.period)),
    notes: input.notes.filter(({ day }) => isWithin(day)).toSorted((a, b) => compare(a.day, b.day)),
    openRecommendations: input.openRecommendations.toSorted((a, b) =>
      // The date is unknown for configured ones that no digest of the channel has shown yet.
      compare(a.trackedOn ?? '9999', b.trackedOn ?? '9999'),
    ),
    openTasks: tasks.filter(({ doneOn }) => doneOn === null).toReversed(),
  }
}

/** Whether a task falls into the review's period or the eight weeks before it. */
function isFollowed(
  { createdOn, doneOn }: Pick<ReviewedTask, 'createdOn' | 'doneOn'>,
  { start, end }: ReportPeriod,
): boolean {
  const first = Temporal.PlainDate.from(start).subtract({ weeks: followedWeeks }).toString()
  const day = doneOn ?? createdOn
  return day >= first && createdOn <= end
}

function peopleOf(created: readonly ReviewedTask[], done: readonly ReviewedTask[]): Review['people'] {
  const creators = created.map(({ createdBy }) => createdBy)
  const finishers = done.flatMap(({ doneBy }) => doneBy ?? [])
  return [...tally(creators, finishers)]
    .map(([user, work]) => ({ user, ...work }))
    .sort((a, b) => b.created + b.done - (a.created + a.done) || compare(a.user, b.user))
}

function weeksOf(created: readonly ReviewedTask[], done: readonly ReviewedTask[]): Review['weeks'] {
  const mondayOf = (day: string) => calendarDays('week', day).start.toString()
  const begun = created.map(({ createdOn }) => mondayOf(createdOn))
  const ended = done.flatMap(({ doneOn }) => (doneOn === null ? [] : mondayOf(doneOn)))
  return [...tally(begun, ended)]
    .map(([start, work]) => ({ start, ...work }))
    .sort((a, b) => compare(a.start, b.start))
}

/** How often each occurs in both lists. */
function tally(created: readonly string[], done: readonly string[]) {
  const count = (list: readonly string[], key: string) => list.filter((one) => one === key).length
  return new Map(
    [...new Set([...created, ...done])].map((key) => [
      key,
      { created: count(created, key), done: count(done, key) },
    ]),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
