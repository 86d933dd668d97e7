import type { DigestData, DigestMessages, DigestStory } from '../../blocks/digest/data.ts'
import { digestMessages } from '../../blocks/digest/digest.ts'
import { withNotes } from '../../channels/notes.ts'
import { channelScope } from '../../channels/settings.ts'
import { engineReport } from '../../insights/engines.ts'
import { loadReddit } from '../../insights/reddit.ts'
import { foreseenSentence, Problem } from '../../lib/problem.ts'
import type { ChannelScope } from '../../model/channel.ts'
import { dayIn, type Question } from '../../model/question.ts'
import { idsOf, type Recommendation } from '../../model/recommendation.ts'
import type { PeriodUnit, ReportPeriod, Section } from '../../model/reports.ts'
import type { StoryNews } from '../../model/story.ts'
import { readPeriod } from '../../questions/period.ts'
import { argsText, withFixedPeriod } from '../../questions/question-text.ts'
import { readFilters, withNames } from '../../questions/read.ts'
import type { Workspace } from '../../slack/workspace.ts'
import {
  type DigestRecord,
  type DigestSettings,
  type DigestStatement,
  isReview,
  type Schedule,
  type Subscription,
} from '../../store/index.ts'
import type { FollowUpWorkspace } from '../../tasks/aims.ts'
import { maxTasks, startOf, storyKey, storyWords, taskStories, toldAs } from '../../tasks/follow-up.ts'
import { keptRecommendations } from '../../tasks/recommendations.ts'
import { readEvaluations } from '../../watches/evaluation.ts'
import { explainedReport, knownMarket } from '../../weeks/report.ts'
import {
  figuresOf,
  isNothingNew,
  newsAgainst,
  newsIn,
  reportedRecommendations,
  statementOf,
} from '../reported.ts'
import { formatSchedule } from '../schedule/slots.ts'
import { composeReview } from './review.ts'

export interface ComposedDigest extends DigestMessages {
  /** Nothing has changed since the last one. */
  readonly quiet: boolean
  /** Added to the record of reported content once the post is confirmed; `null`: nothing. */
  readonly statement: DigestStatement | null
  readonly recommendations: readonly Recommendation[]
  /** What its thread is about, as typed after `/sightline `; omitted: it has no figures. */
  readonly question?: string
  /** New content of the channel's canvas; omitted: unchanged. */
  readonly canvas?: string
}

export type ComposedSubscription = DigestSettings &
  Pick<Subscription, 'team' | 'id' | 'channel' | 'state' | 'createdBy' | 'createdAt'>

type ComposeWorkspace = Pick<Workspace, 'team' | 'api' | 'apiKey' | 'store' | 'clock' | 'defaults'>

/**
 * Composes a subscription's digest as of its slot, even if it runs late. An unavailable section says so; the rest is
 * still shown.
 *
 * @param how.label a note about this message, shown first
 * @param how.short if nothing has changed, a few lines are enough
 * @throws {Problem} when every section is unavailable
 */
export async function composeDigest(
  workspace: ComposeWorkspace,
  subscription: ComposedSubscription,
  slot: Temporal.Instant,
  how: { readonly label?: string; readonly short: boolean },
): Promise<ComposedDigest> {
  const { store, clock } = workspace
  const { team, id, channel, name, createdBy, schedule, state } = subscription
  const { sections, filters, detailsInThread } = subscription
  // Later events belong to the next digest.
  const composedAt = clock.now().toString({ smallestUnit: 'millisecond' })
  const [ofChannel, record] = await Promise.all([
    channelScope(workspace, { team, channel }),
    store.records.get(team, id),
  ])
  const scope = inDigestZone(ofChannel, schedule)
  if (isReview(subscription)) {
    const review = await composeReview(workspace, subscription, slot, scope, {
      ...how,
      isFirst: record === null,
    })
    const statement = statementOf({ composedAt }, record)
    return { ...review, replies: [], statement, recommendations: [] }
  }
  const asked = readFilters(filters)
  const read = await readSections(workspace, { subscription, asked }, slot, ofChannel, record)
  const { engines, reddit, recommendations, evaluations, stories } = read
  const trend = await withNotes(store, scope, read.report?.ok ? read.report.data.trend : null)
  const report = read.report?.ok ? { ok: true as const, data: read.report.data.report } : read.report
  const last = record?.figures ?? null
  const question = JSON.stringify([scope.analysis, units[schedule.kind], filters])
  const thisYear = slot.toZonedDateTimeISO(scope.timeZone).year

  // If every section failed, retry later instead of posting a list of errors.
  const parts = [
    report,
    engines,
    reddit,
    ...(recommendations ?? []),
    ...(evaluations?.evaluations ?? []),
  ].filter((part) => part !== null)
  const [failed] = parts.filter((part) => !part.ok)
  if (failed !== undefined && !parts.some(({ ok }) => ok))
    throw new Problem('nothing_to_report', failed.reason)

  const news = newsAgainst(recommendations ?? [], record?.actions ? [record.actions] : [])
  const data: DigestData = {
    name,
    report,
    ...(report?.ok ? { figures: argsText(withFixedPeriod(asked, report.data.period)) } : {}),
    trend,
    engines,
    reddit: reddit?.ok ? { ok: true, data: { ...reddit.data.news, thisYear } } : reddit,
    recommendations: recommendations ?? [],
    // Mentioned in the first digest; later only if there is no other content.
    tracksNone: recommendations?.length === 0 && (record === null || sections.length === 1),
    evaluations,
    news,
    stories: stories.told,
    reported: await reportedRecommendations(workspace, scope, recommendations ?? [], { news, record }),
    isFirst: record === null,
    setUpBy: createdBy,
    scheduleText: state === 'active' ? formatSchedule(schedule) : null,
    label: how.label ?? null,
    detailsInThread,
  }
  const figures = figuresOf(data, question)
  const hasEnded = (evaluation: string) => record?.evaluations?.states[evaluation] === 'ended'
  const quiet = record !== null && isNothingNew(data, figures, { figures: last, told: record.told, hasEnded })
  const isLine = quiet && how.short
  return {
    ...digestMessages({ ...data, isRepeat: isLine }),
    quiet,
    statement: statementOf(
      {
        composedAt,
        figures: isLine ? null : figures,
        reddit: reddit?.ok ? reddit.data : null,
        recommendations,
        evaluations,
        unread: evaluations?.unread ?? [],
        stories: stories.news,
        told: report?.ok ? newsIn(report.data) : [],
      },
      record,
    ),
    ...(data.figures === undefined ? {} : { question: data.figures }),
    recommendations: data.recommendations.flatMap((one) => (one.ok ? [one.data] : [])),
  }
}

/** @returns of each section `null` if it is not part of this digest */
async function readSections(
  workspace: ComposeWorkspace,
  { subscription, asked }: { readonly subscription: ComposedSubscription; readonly asked: Question },
  slot: Temporal.Instant,
  ofChannel: ChannelScope,
  record: DigestRecord | null,
) {
  const { api } = workspace
  const { schedule, sections } = subscription
  const channel = inDigestZone(ofChannel, schedule)
  const { unit, when, ...filters } = withNames(asked, channel.filterNames)
  const wants = new Set(sections)
  const question = {
    scope: channel.analysis,
    period: digestPeriod(schedule, { unit, when }, slot, channel),
  }
  const ofEngines = { scope: channel.analysis, engines: filters.engines, filters: filters.filters }
  const needsMarket = wants.has('visibility') || wants.has('engines')
  const known = needsMarket ? knownMarket(workspace, ofEngines, question.period) : Promise.resolve(null)
  // It is awaited only where a section needs it.
  known.catch(() => {})
  const [report, engines, reddit, recommendations, evaluations, stories] = await Promise.all([
    wants.has('visibility')
      ? section(() => explainedReport(workspace, { ...question, ...filters }, known))
      : null,
    wants.has('engines')
      ? section(async () => {
          const market = (await (await known)?.market()) ?? null
          return engineReport(api, { ...question, ...ofEngines, market, isBrief: true })
        })
      : null,
    wants.has('reddit')
      ? section(async () => loadReddit(api, channel.workspace, channel.subreddits, memoryOf(record)))
      : null,
    wants.has('actions') ? keptRecommendations(workspace, channel) : null,
    wants.has('evaluations') ? evaluationsOf(workspace, channel, subscription, record) : null,
    // As Home and the list of tasks tell them, which have no digest’s zone.
    wants.has('actions') ? readStories(workspace, ofChannel) : noStories,
  ])
  return { report, engines, reddit, recommendations, evaluations, stories }
}

/**
 * Evaluations that people watch from the channel, or that ended since the last digest was composed. Watchers of a
 * deleted one were notified already.
 * @returns `unread`: those that could not be read; the next digest retries them
 */
async function evaluationsOf(
  { api, store }: ComposeWorkspace,
  { team, channel, workspace }: ChannelScope,
  { createdAt }: ComposedSubscription,
  record: DigestRecord | null,
) {
  const reported = record?.evaluations?.states
  const since = Temporal.Instant.from(record?.evaluations?.at ?? record?.composedAt ?? createdAt)
  // One millisecond earlier, so that no ended evaluation is missed; reported ones are filtered out below.
  const from = since.subtract({ milliseconds: 1 })
  const watches = await store.watches.watchedIn({ team, channel, ...workspace }, from)
  const watchedIds = [...watches].flatMap(([id, isWatched]) =>
    isWatched || reported?.[id] !== 'ended' ? [id] : [],
  )
  const retried = Object.entries(reported ?? {}).flatMap(([id, state]) => (state === 'unread' ? [id] : []))
  // The unread come first, so that each has its turn where there are more than are read.
  const ids = [...new Set([...retried, ...watchedIds])]
  return readEvaluations(api, workspace, ids)
}

function memoryOf(record: DigestRecord | null) {
  const reported = record?.reddit ?? null
  return {
    seen: reported && new Set(reported.summaries.map(({ summaryId }) => summaryId)),
    lastSentiments: new Map(Object.entries(reported?.sentiments ?? {})),
  }
}

/** The days and weeks of a channel without a zone of its own are those of the digest. */
export function inDigestZone(channel: ChannelScope, { timeZone }: Schedule): ChannelScope {
  return channel.hasOwnZone ? channel : { ...channel, timeZone }
}

/** A digest's default period: the time between two of its runs. */
const units: Readonly<Record<Schedule['kind'], PeriodUnit>> = {
  daily: 'day',
  weekdays: 'day',
  days: 'week',
  monthly: 'month',
}

/** The Monday digest of a weekday schedule includes the weekend. */
const sinceFriday = 'last 3 days'

/** Then the digest is about its own month. In every month or in none, so that each month is told, once. */
const isAtEnd = (day: number | 'last') => day === 'last' || day >= 30

/** What a digest's figures are about, as of a slot. @throws {Problem} if its filters have an unreadable period */
export function digestPeriod(
  schedule: Schedule,
  { unit, when }: { readonly unit: PeriodUnit | null; readonly when: string | null },
  slot: Temporal.Instant,
  { timeZone }: Pick<ChannelScope, 'timeZone'>,
): ReportPeriod {
  const { kind } = schedule
  const day = dayIn(slot, schedule.timeZone)
  const usual =
    kind === 'weekdays' && day.dayOfWeek === 1
      ? sinceFriday
      : kind === 'monthly' && isAtEnd(schedule.day)
        ? day.toPlainYearMonth().toString()
        : null
  const defaultWhen = unit === null ? usual : null
  const text = when ?? defaultWhen
  const read = readPeriod(text ?? '', text === null ? (unit ?? units[kind]) : unit, slot, timeZone)
  if (!read.ok) throw new Problem('bad_period', read.problem)
  return read.period
}

async function section<T>(load: () => Promise<T>): Promise<Section<T>> {
  try {
    return { ok: true, data: await load() }
  } catch (error) {
    return { ok: false, reason: foreseenSentence(error) }
  }
}

/** Nothing can be said before three complete weeks. */
const minDays = 21
/** Longer than a story's twelve weeks, so that a monthly digest still tells it. */
const maxDays = 20 * 7

export interface ReadStories {
  /** Oldest task first. */
  readonly told: readonly DigestStory[]
  /** Recorded by `toldAs` once the digest is posted. */
  readonly news: Readonly<Record<string, StoryNews>>
}

export const noStories: ReadStories = { told: [], news: {} }

/** What followed a channel's tasks, as far as no digest has told it yet. Never rejects because of the service. */
export async function readStories(workspace: FollowUpWorkspace, scope: ChannelScope): Promise<ReadStories> {
  const { team, channel, timeZone } = scope
  const { store, clock } = workspace
  const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
  const all = await store.tasks.forChannel(team, channel, { limit: maxTasks, offset: 0 })
  const followed = all.filter((task) => {
    const days = Temporal.PlainDate.from(startOf(task, timeZone).from).until(today).days
    return task.state === 'created' && days >= minDays && days <= maxDays
  })
  const stories = await taskStories(workspace, scope, followed, all)
  const words = storyWords(workspace, scope)
  const news = followed.toReversed().flatMap((task) => {
    const story = stories.get(storyKey(task))
    return story == null || story.news === null ? [] : [{ task, story, said: story.news }]
  })
  return {
    told: news.map(({ task, story }) => ({
      ...idsOf(task),
      taskId: task.taskId ?? '',
      name: task.name ?? '',
      story,
      ...words,
    })),
    news: Object.fromEntries(news.map(({ story, said }) => [toldAs(story), said])),
  }
}
