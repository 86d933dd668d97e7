import type { AnalyticsApi, RedditSummary, WorkspaceScope } from '../api/index.ts'
import type { TaskStory } from '../blocks/tasks/story.ts'
import { comparableWeeks } from '../insights/market.ts'
import { storyInSteps, type TaskReading } from '../insights/reading/story.ts'
import { readSummaries, subredditKey, textOf } from '../insights/reddit.ts'
import { YieldQueue } from '../lib/async.ts'
import { AnswerCache, memoizeFor } from '../lib/cache.ts'
import { dayOf } from '../lib/dates.ts'
import { Problem } from '../lib/problem.ts'
import type { ChannelScope } from '../model/channel.ts'
import { calendarDays, dayIn, noFilters } from '../model/question.ts'
import { idsOf, type RecommendationIds } from '../model/recommendation.ts'
import { type MarketWeek, ownBrandsIn, scoreIn } from '../model/reports.ts'
import {
  type Aim,
  type FollowedTask,
  noAim,
  type Story,
  type StoryChart,
  type StoryNews,
  type SubredditSentiments,
} from '../model/story.ts'
import type { Workspace } from '../slack/workspace.ts'
import { recordKey, type TaskRecord } from '../store/index.ts'
import { storedWeeks } from '../weeks/weeks.ts'
import { type AimScope, aimsOf, type FollowUpWorkspace } from './aims.ts'
import { createdAt } from './recommendations.ts'

/** What followed tasks, from the stored weeks. Every message that shows a story gets it here. */

type FollowedChannel = AimScope & Pick<ChannelScope, 'channel'>

/** Nothing is said of fewer complete weeks since. */
const leastWeeks = 3
/** A story ends after this many weeks: later changes have too many other possible causes. */
const mostWeeks = 12
/** What a task is compared with. */
const weeksBefore = 16
/** The newest tasks of a channel: it rarely has more within the weeks that are followed. */
export const maxTasks = 200

export type TaskKey = Pick<TaskRecord, 'organizationId' | 'workspaceId' | 'resultId' | 'generation'>

/** Identifies a task: a recommendation may have several. */
export function storyKey({ organizationId, workspaceId, resultId, generation }: TaskKey): string {
  return JSON.stringify([organizationId, workspaceId, resultId, generation])
}

/** What is told of a task: measured by another aim or from another week on, it is another story. */
export function toldAs({ id, from, aim: { engines, topics } }: Omit<FollowedTask, 'basis'>): string {
  return JSON.stringify([id, calendarDays('week', from).start, engines.toSorted(), topics.toSorted()])
}

export function createdOn(record: TaskRecord, timeZone: string): string {
  return dayIn(Temporal.Instant.from(createdAt(record)), timeZone).toString()
}

export function startOf(record: TaskRecord, timeZone: string): Pick<FollowedTask, 'from' | 'basis'> {
  return record.doneOn === null
    ? { from: createdOn(record, timeZone), basis: 'created' }
    : { from: record.doneOn, basis: 'done' }
}

/**
 * The stories of a channel's tasks, by `storyKey`. A task has none if it wasn't created, or if it belongs to another
 * workspace of the service than the channel's, whose analysis says nothing about it. Never rejects because of the
 * service: what is not read yet is `unread`.
 * @param newest the channel's newest tasks, if they are known
 */
export async function taskStories(
  workspace: FollowUpWorkspace,
  scope: FollowedChannel,
  records: readonly TaskRecord[],
  newest?: readonly TaskRecord[],
): Promise<ReadonlyMap<string, Story>> {
  const { store, team } = workspace
  const { analysis, timeZone, channel } = scope
  const isFollowed = ({ state, organizationId, workspaceId }: TaskRecord) =>
    state === 'created' && organizationId === analysis.organizationId && workspaceId === analysis.workspaceId
  const created = records.filter(isFollowed)
  if (created.length === 0) return new Map()
  const [aims, all, told] = await Promise.all([
    aimsOf(workspace, scope, created),
    newest ?? store.tasks.forChannel(team, channel, { limit: maxTasks, offset: 0 }),
    store.records.storiesIn(team, channel),
  ])
  const mondays = all
    .filter((record) => isFollowed(record) && record.aim?.engines.length !== 0)
    .map((record) => calendarDays('week', startOf(record, timeZone).from).start)
  const tasks = created.map((record): ReadTask => {
    const { from, basis } = startOf(record, timeZone)
    const id = storyKey(record)
    const monday = calendarDays('week', from).start
    const aim = aims.get(record.resultId) ?? null
    const isBeside = (other: Temporal.PlainDate) => Math.abs(monday.until(other).days) <= mostWeeks * 7
    return {
      ...{ id, from, basis, monday, aim },
      told: (aim && told.get(recordKey(toldAs({ id, from, aim })))) ?? null,
      tasks: Math.max(1, mondays.filter(isBeside).length),
    }
  })
  const read = tasks.flatMap(({ aim, ...task }) => (aim === null ? [] : [{ ...task, aim }]))
  const byTopics = Map.groupBy(read, ({ aim }) => JSON.stringify(aim.topics.toSorted()))
  const [stories, sentiments] = await Promise.all([
    Promise.all([...byTopics.values()].map((group) => storiesOf(workspace, scope, group))),
    subredditSentiments(workspace.api, analysis, scope.subreddits, read),
  ])
  const unread = tasks.filter(({ aim }) => aim === null).map((task) => withoutWeeks({ ...task, aim: noAim }))
  return new Map(
    [...stories.flat(), ...unread].map((story) => {
      const sentiment = sentiments.get(story.id)
      return [story.id, sentiment === undefined ? story : { ...story, sentiments: sentiment }]
    }),
  )
}

interface ReadTask extends Omit<FollowedTask, 'aim'> {
  /** Of the week in which it starts. */
  readonly monday: Temporal.PlainDate
  /** `null`: not read. */
  readonly aim: Aim | null
  /** What a digest of the channel last told. */
  readonly told: StoryNews | null
  /** How many tasks are followed at the same time, this one included. */
  readonly tasks: number
}

type AimedTask = ReadTask & { readonly aim: Aim }

/** @param tasks all with the same topics */
async function storiesOf(
  workspace: FollowUpWorkspace,
  { analysis, timeZone }: FollowedChannel,
  tasks: readonly AimedTask[],
): Promise<readonly Story[]> {
  const topics = tasks[0]?.aim.topics.toSorted() ?? []
  const market = { scope: analysis, filters: { ...noFilters, topics }, timeZone }
  const known = await storedWeeks(workspace, market)
  const own = ownBrandsIn(known.weeks)[0] ?? null
  const today = workspace.clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
  return Promise.all(
    tasks.map(async (task): Promise<Story> => {
      const { aim, monday, told } = task
      const until = monday.add({ weeks: mostWeeks }).toString()
      const from = monday.subtract({ weeks: weeksBefore }).toString()
      const weeks = known.weeks.filter(({ week }) => week <= until)
      const last = weeks.at(-1)?.week ?? until
      const base = { ...withoutWeeks(task), own }
      if (known.weeks.length === 0 || known.missing.some((week) => from <= week && week <= last))
        return { ...base, ...beforeWeeks(task, today) }
      if (own === null)
        return aim.engines.length === 0 ? { ...base, state: 'no_aim' } : { ...base, ...noOwnBrand }
      const asked = { brand: own, aim: aim.engines, monday: monday.toString() }
      const key = JSON.stringify([workspace.team, market, known.version, asked, task.tasks])
      const read = await readingsOf(workspace).get(key, () => inTurns(weeks, asked, task.tasks))
      return {
        ...base,
        ...judged(read, told),
        levels: levelsOf(known.weeks, own, aim),
        chart: chartOf(weeks, own, aim, asked.monday),
      }
    }),
  )
}

function beforeWeeks({ aim, monday }: AimedTask, today: Temporal.PlainDate): Pick<Story, 'state' | 'weeks'> {
  const weeks = Math.max(0, Math.floor(monday.until(today).days / 7) - 1)
  if (aim.engines.length === 0) return { state: 'no_aim', weeks }
  return { state: weeks < leastWeeks ? 'too_early' : 'unread', weeks }
}

const noOwnBrand = { state: 'no_comparison', lacks: 'own_brand' } as const

/** Weeks change rarely, and several messages show the same story. */
const readings = memoizeFor<object, AnswerCache<TaskReading>>()
const mostReadings = 2_000

const readingsOf = ({ store, clock }: Pick<FollowUpWorkspace, 'store' | 'clock'>) =>
  readings(store, '', () => new AnswerCache({ clock, ttlMs: null, max: mostReadings }))

/** One step of one story in each turn of the event loop: all steps of one take about 60 ms. */
const turns = new YieldQueue()

async function inTurns(
  weeks: readonly MarketWeek[],
  task: Parameters<typeof storyInSteps>[1],
  tasks: number,
): Promise<TaskReading> {
  const steps = storyInSteps(comparableWeeks(weeks), task, tasks)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await turns.pass()
  }
}

function judged(
  { said, ...reading }: TaskReading,
  told: StoryNews | null,
): Pick<Story, 'state' | 'lacks' | 'news' | 'weeks' | 'direction' | 'effect' | 'wasMoving'> {
  // With more weeks, or more tasks, an effect may no longer be clear enough to be told. What was told stays.
  const kept = said.length === 0 && (told === 'up' || told === 'down') ? told : null
  const first = said[0]?.news ?? kept ?? ((reading.effect?.points ?? 0) < 0 ? 'down' : 'up')
  return {
    ...reading,
    state: kept ?? reading.state,
    news: newsOf(said.at(-1)?.news ?? null, told),
    direction: first === 'down' ? 'down' : 'up',
  }
}

/** An effect is told once; then that it has faded; then that it is back. */
function newsOf(last: StoryNews | null, told: StoryNews | null): StoryNews | null {
  if (told === null) return last === 'faded' ? null : last
  const next = told === 'faded' ? 'back' : 'faded'
  return last === next ? last : null
}

function withoutWeeks({ id, from, basis, aim, monday }: AimedTask): Story {
  return {
    ...{ id, from, basis, aim },
    state: 'unread',
    lacks: null,
    news: null,
    own: null,
    weeks: 0,
    // The week of the task itself counts on neither side.
    readableOn: monday.add({ weeks: leastWeeks + 1 }).toString(),
    direction: 'up',
    effect: null,
    wasMoving: false,
    levels: [],
    chart: null,
  }
}

/** @throws {Problem} if there is no such task */
export async function createdTask(
  { store, team }: Pick<Workspace, 'store' | 'team'>,
  { taskId, ...ref }: RecommendationIds & { readonly taskId: string },
): Promise<TaskRecord> {
  const record = await store.tasks.withId({ team, ...idsOf(ref) }, taskId)
  if (record === null) throw unknownTask()
  return record
}

export function unknownTask(): Problem {
  return new Problem('task_unknown', 'Sightline no longer knows this task.', { suggestion: 'tasks' })
}

/**
 * One task's story, with the channel's notes.
 * @param scope the scope of the channel in which the task was created
 * @throws {Problem} if the channel's analysis can't say anything about it
 */
export async function taskStory(
  workspace: FollowUpWorkspace,
  scope: ChannelScope,
  record: TaskRecord,
): Promise<TaskStory> {
  const story = (await taskStories(workspace, scope, [record])).get(storyKey(record))
  if (story === undefined)
    throw new Problem(
      'task_elsewhere',
      'This task belongs to a different analytics workspace than this channel.',
      { suggestion: 'setup' },
    )
  const [first] = story.chart?.weeks ?? []
  const notes =
    first === undefined
      ? []
      : await workspace.store.notes.inChannel(record.team, record.channel, first.start, null)
  return { name: record.name ?? '', story, notes, ...storyWords(workspace, scope) }
}

/** What a channel's stories need to write dates and filter names. */
export function storyWords({ clock }: Pick<Workspace, 'clock'>, { timeZone, filterNames }: ChannelScope) {
  return { thisYear: clock.now().toZonedDateTimeISO(timeZone).year, filterNames }
}

// The service's scores around a task: its levels today, and its chart. Pure.

/** More engines would make a chart, and a sentence, hard to read. */
const enginesShown = 3
/** Slack draws no more points than this. */
const weeksDrawn = 20

/** The own scores in the newest week. Those that are not known are omitted. */
function levelsOf(weeks: readonly MarketWeek[], own: string, { engines }: Aim): Story['levels'] {
  const newest = weeks.at(-1)
  if (newest === undefined) return []
  return (engines.length === 0 ? [null] : engines).flatMap((engine) => {
    const score = scoreIn(newest, engine, own)
    return score === null ? [] : [{ engine, score }]
  })
}

/** The own brand on the engines aimed at and on all, and the rival that the aim names where it aims at one engine. */
function chartOf(
  weeks: readonly MarketWeek[],
  own: string,
  { engines, rival }: Aim,
  monday: string,
): StoryChart | null {
  const shown = weeks.slice(-weeksDrawn)
  const [first, second] = engines
  const isAgainst = rival !== null && first !== undefined && second === undefined
  const lines = [
    ...engines.slice(0, enginesShown).map((engine) => ({ brand: own, engine })),
    { brand: own, engine: null },
    ...(isAgainst ? [{ brand: rival, engine: first }] : []),
  ]
  if (shown.length < 2) return null
  return {
    lines,
    weeks: shown.map((week) => ({
      start: week.week,
      isSince: week.week > monday,
      scores: lines.map(({ brand, engine }) => scoreIn(week, engine, brand)),
    })),
  }
}

// The service's Reddit sentiment before and since tasks, in the subreddits that the tasks name.

/**
 * By task id, with at most one request. Never rejects when the service fails: what can't be read is omitted.
 * @param channelSubreddits requested instead if they include all that the tasks name: a digest of the channel requests
 * them too, so the answer is cached
 */
async function subredditSentiments(
  api: Pick<AnalyticsApi, 'redditSummaries'>,
  scope: WorkspaceScope,
  channelSubreddits: readonly string[],
  tasks: readonly FollowedTask[],
): Promise<ReadonlyMap<string, SubredditSentiments>> {
  const named = [...new Set(tasks.flatMap(({ aim }) => aim.subreddit ?? []))].sort()
  if (named.length === 0) return new Map()
  const covered = new Set(channelSubreddits.map(subredditKey))
  const asked = named.every((name) => covered.has(subredditKey(name))) ? channelSubreddits : named
  const { organizationId, workspaceId } = scope
  const read = await readSummaries(api, { organizationId, workspaceId }, asked).catch(() => [])
  return new Map(
    tasks.flatMap(({ id, from, aim: { subreddit } }) => {
      if (subreddit === null) return []
      const dated = sentimentsIn(read, subreddit)
      // The last summary before the day and the newest one after it.
      const before = dated.findLast(({ day }) => day < from) ?? null
      const since = dated.findLast(({ day }) => day > from) ?? null
      return before === null && since === null ? [] : [[id, { subreddit, before, since }] as const]
    }),
  )
}

/** What a subreddit's summaries said, the newest last. */
export function sentimentsIn(summaries: readonly RedditSummary[], subreddit: string) {
  return summaries
    .flatMap(({ subreddit_name, creation_date, overall_sentiment }) => {
      if (subredditKey(subreddit_name ?? '') !== subredditKey(subreddit)) return []
      const [day, sentiment] = [dayOf(creation_date), textOf(overall_sentiment)]
      return day === null || sentiment === null ? [] : [{ day, sentiment }]
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}
