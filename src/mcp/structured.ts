/** Reports as structured content: the figures as shown, rounded alike, without what only concerns the layout. */
import type { InsightsFilters } from '../api/client.ts'
import type { ListedTask, TasksPage } from '../blocks/tasks/tasks.ts'
import { tenths } from '../blocks/visibility/why.ts'
import { rounded as shown } from '../lib/rounded.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { EngineReport } from '../model/engine-report.ts'
import type { GapReport } from '../model/gap-report.ts'
import type { Recommendation } from '../model/recommendation.ts'
import type { RedditNews } from '../model/reddit.ts'
import type {
  BrandStanding,
  ChangeReasons,
  MetricChange,
  ReportPeriod,
  Section,
  VisibilityReport,
} from '../model/reports.ts'
import type { Review, ReviewedTask } from '../model/review.ts'
import type { Story } from '../model/story.ts'

type Data = Readonly<Record<string, unknown>>

/** More rows would be too long for a model to use. */
const rows = 40
/** Characters of a text of the service. */
const longText = 600

export function visibilityData(report: VisibilityReport): Data {
  const { own, standings, brandsLeftOut } = report
  return {
    ...measuredIn(report),
    engines: report.engines.length === 0 ? 'all' : report.engines,
    answers: report.answers.now,
    answers_before: report.answers.before,
    headline: report.headline.kind,
    smallest_change_that_is_news: rounded(report.smallestNews),
    own_brand: own === null ? null : standing(own),
    brands: standings.slice(0, rows).map(standing),
    brands_not_listed: Math.max(0, standings.length - rows) + brandsLeftOut,
  }
}

export function reasonsData(report: VisibilityReport, reasons: ChangeReasons | null): Data {
  return {
    ...measuredIn(report),
    change: reasons === null ? null : standing(reasons.of),
    splits: (reasons?.splits ?? []).map(({ dimension, parts, mix }) => ({
      by: dimension,
      points_from_another_mix_of_answers: rounded(mix),
      parts: parts.slice(0, rows).map((part) => ({
        name: part.part,
        is_cause: part.isCause,
        points_of_the_change: rounded(part.contribution),
        visibility: metric(part.visibility),
        answers: part.answers.now,
      })),
    })),
  }
}

export function enginesData(report: EngineReport): Data {
  return {
    ...measuredIn(report),
    best: report.best?.engine ?? null,
    worst: report.worst?.engine ?? null,
    engines: report.engines.map((section) =>
      section.ok
        ? {
            engine: section.data.engine,
            own_brand: section.data.own === null ? null : standing(section.data.own),
            brands: section.data.of,
            // Shares of voice are upper bounds then.
            brands_not_listed: section.data.brandsLeftOut,
          }
        : { engine: section.subject ?? null, unavailable: section.reason },
    ),
  }
}

export function gapsData({ report, gaps, tooClose, unread }: GapReport): Data {
  return {
    ...measuredIn(report),
    own_brand: report.own?.brand ?? null,
    gaps: gaps.map(({ dimension, part, ownScore, leader, answers }) => ({
      by: dimension,
      name: part,
      own_score: rounded(ownScore),
      leader: leader.brand,
      leader_score: rounded(leader.score),
      points_ahead: (tenths(ownScore) - tenths(leader.score)) / 10,
      answers,
    })),
    too_close_to_call: tooClose.length,
    unavailable: unread.length,
  }
}

export function redditData({ items, missing }: RedditNews): Data {
  return {
    subreddits: items.slice(0, rows).map((item) => ({
      subreddit: item.subreddit,
      date: item.date,
      sentiment: item.sentiment,
      sentiment_before: item.previousSentiment,
      sentiment_turned: item.turned,
      themes: item.themes,
      summary: clipped(item.description),
    })),
    without_a_summary: missing,
  }
}

export function recommendationData(section: Section<Recommendation>): Data {
  if (!section.ok) return { id: section.subject ?? null, unavailable: section.reason }
  const { resultId, briefs, task } = section.data
  return {
    id: resultId,
    title: briefs[0]?.title ?? null,
    brief: clipped(briefs[0]?.body ?? ''),
    task: task.kind,
    task_name: task.kind === 'created' ? task.name : null,
  }
}

export function tasksData({ tasks, counts, page, pages }: TasksPage): Data {
  return {
    page,
    pages,
    created: counts.created,
    tasks: tasks.map(({ resultId, title, state, story }: ListedTask) => ({
      recommendation: resultId,
      name: state.kind === 'created' ? state.name : title,
      state: state.kind,
      done_on: state.kind === 'created' ? (state.done?.on ?? null) : null,
      since: story == null ? null : storyData(story),
    })),
  }
}

export function reviewData(review: Review): Data {
  const task = ({ resultId, name, createdOn, doneOn, story }: ReviewedTask) => ({
    recommendation: resultId,
    name,
    created_on: createdOn,
    done_on: doneOn,
    since: story === null ? null : storyData(story),
  })
  return {
    brand: review.brand,
    period: days(review.period),
    tasks_created: review.created.length,
    tasks_done: review.done.length,
    open_tasks: review.openTasks.length,
    open_recommendations: review.openRecommendations.slice(0, rows).map(({ resultId, title, trackedOn }) => ({
      id: resultId,
      title,
      tracked_on: trackedOn,
    })),
    tasks: review.followed.slice(0, rows).map(task),
    notes: review.notes.slice(0, rows).map(({ day, text }) => ({ day, text })),
  }
}

export function optionsData(
  { sources, brands, countries, categories }: InsightsFilters,
  { filterNames, subreddits, timeZone }: ChannelScope,
): Data {
  const named = (filter: (typeof filterNames)[number]['filter']) =>
    filterNames.filter((one) => one.filter === filter).map(({ name }) => name)
  return {
    engines: sources,
    brands,
    countries,
    categories: categories.map(({ value }) => value),
    topics: named('topics'),
    personas: named('personas'),
    themes: named('thematics'),
    subreddits,
    time_zone: timeZone,
  }
}

function measuredIn(report: VisibilityReport | EngineReport): Data {
  const { period, requestedPeriod, comparedWith, coverage } = report
  const gap = 'headline' in report && report.headline.kind === 'data_gap' ? report.headline : null
  const missing = 'notCollected' in report ? report.notCollected : (gap?.missing ?? [])
  return {
    period: days(period),
    requested_period_without_data: requestedPeriod && days(requestedPeriod),
    compared_with: comparedWith && days(comparedWith),
    data_is_missing: coverage.gap?.side ?? (gap || missing.length > 0 ? 'now' : null),
    engines_not_collected: missing,
  }
}

function days({ unit, start, end, soFar }: ReportPeriod): Data {
  return { unit, start, end: soFar ?? end, is_running: soFar !== undefined }
}

function standing(one: BrandStanding): Data {
  return {
    brand: one.brand,
    is_own: one.mine,
    place: one.rank,
    place_before: one.previousRank,
    visibility: metric(one.visibility),
    presence: metric(one.presence),
    share_of_voice: metric(one.shareOfVoice),
    average_rank_in_answers: metric(one.averageRanking),
    answers: one.answers.now,
  }
}

function metric({ value, previous, delta, margin, verdict, isNews, isFraction, unit }: MetricChange): Data {
  const inForm = (number: number | null | undefined) => rounded(number, isFraction)
  return {
    value: inForm(value),
    unit,
    margin: inForm(margin),
    before: inForm(previous),
    change: inForm(delta),
    change_is_news: isNews === true,
    direction: isNews === true ? verdict : 'no_reliable_change',
  }
}

function storyData({ state, from, basis, weeks, readableOn, effect, levels }: Story): Data {
  return {
    state,
    counted_from: { day: from, because: basis },
    complete_weeks_since: weeks,
    nothing_can_be_said_before: readableOn,
    points_beyond_what_was_expected: rounded(effect?.points),
    between: effect?.interval.map((points) => rounded(points)),
    visibility_now: levels.map(({ engine, score }) => ({ engine: engine ?? 'all', score: rounded(score) })),
  }
}

/** As in the message. Unknown stays unknown. */
const rounded = (value: number | null | undefined, isFraction = false): number | null =>
  value == null ? null : shown(value, isFraction)

function clipped(text: string): string {
  return text.length > longText ? `${text.slice(0, longText).toWellFormed()}…` : text
}
