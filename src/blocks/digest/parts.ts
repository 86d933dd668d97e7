/** What a digest tells besides visibility: for each part, the line in the message and the blocks in its thread. */

import type { EngineReport } from '../../model/engine-report.ts'
import type { Block } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { RedditItem, RedditNews } from '../../model/reddit.ts'
import { dataOf, type Section } from '../../model/reports.ts'
import { evaluationHeadline, evaluationUnavailable } from '../evaluations/evaluation.ts'
import { button, context, heading, type Part, row, sentences } from '../kit/elements.ts'
import { counted, dateWords, names } from '../kit/formats.ts'
import { fitting } from '../kit/limits.ts'
import {
  bold,
  clip,
  compact,
  engineName,
  type Line,
  oneLine,
  richText,
  type Span,
  shortName,
} from '../kit/text.ts'
import { subredditName, turnedFrom, turnInSentence, turnWords } from '../reddit/reddit.ts'
import { actionsHeadline, howToTrack, leadingRecommendation, tasksLast } from '../tasks/recommendations.ts'
import { effectInBrief, storyBlocks, storyInBrief, storySentence } from '../tasks/story.ts'
import { storyButton } from '../tasks/task-state.ts'
import {
  engineLines,
  engineNews,
  enginesHeadline,
  enginesMeasured,
  enginesRemarks,
} from '../visibility/engines.ts'
import type { DigestData, DigestStory, WatchedEvaluations } from './data.ts'

/** Only engines that moved, since the thread has all of them. Without a thread, the best and the worst. */
export function engineLine({ detailsInThread }: DigestData, report: EngineReport): readonly Line[] {
  const news = report.coverage.gap === null ? fitting(3, 240, (shown) => newsWords(report, shown)) : ''
  const words = detailsInThread === false || report.gone !== null ? enginesHeadline(report) : news
  return words === '' ? [] : [[bold('Engines: '), clip(words, 240)]]
}

function newsWords(report: EngineReport, shown: number): string {
  const { lost, moved } = engineNews(report, shown)
  return compact(
    ...lost.slice(0, shown),
    lost.length > shown && `Nor on ${counted(lost.length - shown, 'more engine')}.`,
    moved !== null && `${moved}.`,
  ).join(' ')
}

export function engineBlocks(report: EngineReport): readonly Block[] {
  const lines = [...enginesRemarks(report), ...engineLinesOf(report)]
  return compact<Block>(
    heading(enginesHeadline(report)),
    sentences(lines),
    report.engines.length > 0 && context(...enginesMeasured(report)),
  )
}

function engineLinesOf(report: EngineReport): string[] {
  const failed = report.engines.flatMap((part) =>
    part.ok ? [] : [part.subject === undefined ? 'an engine' : engineName(part.subject)],
  )
  return compact(
    ...(report.hasData ? engineLines(report) : []),
    failed.length > 0 && `⚠ Unavailable: ${names(failed, 10, 40)}.`,
  )
}

export function evaluationBlocks(evaluations: WatchedEvaluations | null): readonly Block[] {
  const [headline, ...lines] = evaluationLines(evaluations)
  if (headline === undefined) return []
  return compact<Block>(heading(headline), sentences(lines))
}

const none =
  'Website evaluations: none is watched in this channel. To watch one, type /sightline evaluation and its address.'

/** `Website evaluations: 1 done, 2 in progress.`, then a line for each. */
export function evaluationLines(watched: WatchedEvaluations | null): string[] {
  if (watched === null) return []
  const { evaluations, omittedCount } = watched
  if (evaluations.length === 0) return [none]
  const read = dataOf(evaluations)
  const ended = read.filter(({ isFinal }) => isFinal)
  const broken = ended.filter(({ status }) => status === 'failed').length
  const going = read.length - ended.length
  const failed = evaluations.length - read.length
  const parts = compact(
    ended.length > broken && `${ended.length - broken} done`,
    broken > 0 && `${broken} failed`,
    going > 0 && `${going} in progress`,
    failed > 0 && `${failed} unavailable`,
  )
  return compact(
    `Website evaluations: ${parts.join(', ')}.`,
    ...[...ended, ...read.filter(({ isFinal }) => !isFinal)].map(evaluationHeadline),
    ...[...new Set(evaluations.flatMap((one) => (one.ok ? [] : [evaluationUnavailable(one)])))],
    omittedCount > 0 && `${counted(omittedCount, 'more evaluation')} not loaded.`,
  )
}

/** The evaluation if there is one, or how many there are in each state; `null`: the digest has no such part. */
export function evaluationSummary(evaluations: WatchedEvaluations | null): string | null {
  const [counts, ...lines] = evaluationLines(evaluations)
  return (lines.length === 1 ? lines[0] : counts) ?? null
}

/** Those that ended or are unavailable; `null`: none. The thread has the others, and long names in full. */
export function evaluationNews(watched: WatchedEvaluations | null): string | null {
  const news = (watched?.evaluations ?? []).filter((one) => !one.ok || one.data.isFinal)
  const evaluations = news.map((one) =>
    one.ok ? { ...one, data: { ...one.data, name: shortName(one.data.name, 100, '') } } : one,
  )
  return news.length === 0 ? null : evaluationSummary({ evaluations, omittedCount: 0 })
}

type WithStories = Pick<DigestData, 'stories' | 'detailsInThread'>

/** `Task “Publish a comparison page” · Up 5.4 points on Perplexity since Mon 12 Oct, more than …` [See how] */
export function storyLine({ stories = [], detailsInThread }: WithStories): readonly Block[] {
  const [first, ...others] = stories
  if (first === undefined) return []
  const where = detailsInThread === false ? 'see /sightline tasks' : 'in the thread'
  const more =
    others.length === 0
      ? ''
      : ` ${counted(others.length, 'more task has', 'more tasks have')} news: ${where}.`
  const see = storyButton(first, oneLine(first.name, 60, 'the task'))
  return [row([[...wordsInBrief(first), more]], see)]
}

const chartedStories = 2
const listed = 15

/** The first stories with their charts, the others on one line each. */
export function storyParts({ stories = [] }: WithStories): readonly Part[] {
  const rest = stories.slice(chartedStories)
  const lines = rest.slice(0, listed).map((story) => wordsOf(story))
  const omittedCount = rest.length - lines.length
  return compact<Part>(
    ...stories.slice(0, chartedStories).map((story) => ({ blocks: storyBlocks(story) })),
    lines.length > 0 && {
      blocks: compact<Block>(
        richText(lines),
        omittedCount > 0 && context(`${counted(omittedCount, 'more task')} not shown: /sightline tasks`),
      ),
    },
  )
}

function wordsInBrief(told: DigestStory): Span[] {
  const { story, name, thisYear } = told
  const since = `since ${dateWords(story.from, thisYear)}`
  const effect = effectInBrief(story, told, since)
  return effect === null ? wordsOf(told, storyInBrief) : [bold(taskTitle(name)), ` · ${effect}`]
}

function wordsOf(told: DigestStory, tell = storySentence): Span[] {
  const since = dateWords(told.story.from, told.thisYear)
  return [bold(`${taskTitle(told.name)}, since ${since}`), ` · ${tell(told.story, told)}`]
}

function taskTitle(name: string): string {
  return `Task “${oneLine(name, 80, '(no name)')}”`
}

type Reported = Pick<DigestData, 'recommendations' | 'reported'>

/** Those that no digest has reported yet, or that have news since. Those with a task come last. */
export function unreported({ recommendations, reported }: Reported): readonly Section<Recommendation>[] {
  return tasksLast(
    recommendations.filter((section) => !section.ok || reported?.has(section.data.resultId) !== true),
  )
}

/** What to decide on first: new or changed ones, then the oldest; never one with a task. `null`: nothing is open. */
export function recommended(data: Reported): Recommendation | null {
  return openOnes(data)[0] ?? null
}

function openOnes({ recommendations, reported }: Reported): readonly Recommendation[] {
  const isAttempted = ({ task }: Recommendation) => Number(task.kind !== 'none')
  const isKnown = ({ resultId }: Recommendation) => Number(reported?.has(resultId) === true)
  const age = ({ resultId }: Recommendation) => reported?.get(resultId) ?? 0
  return recommendations
    .flatMap((section) => (section.ok && section.data.task.kind !== 'created' ? [section.data] : []))
    .sort((a, b) => isAttempted(a) - isAttempted(b) || isKnown(a) - isKnown(b) || age(b) - age(a))
}

/**
 * `Recommended 3 weeks ago (1 of 4): …`, the first sentence of its brief, and its buttons.
 * @param reasonLength a longer first sentence is left out
 */
export function recommendationBlocks(data: DigestData, reasonLength: number): readonly Block[] {
  const open = openOnes(data)
  const [first] = open
  if (first === undefined) return []
  const isUpdated = data.news?.get(first.resultId)?.tracked === false
  const when = isUpdated ? ', brief updated' : agoWords(data.reported?.get(first.resultId) ?? 0)
  const lead = `Recommended${when}${open.length > 1 ? ` (1 of ${open.length})` : ''}: `
  const all = data.recommendations.length
  const list = { kind: 'run_verb', text: 'actions' } as const
  const more = all > 1 ? button(`All ${all}`, list, { about: `All ${all} recommendations` }) : null
  return leadingRecommendation(first, lead, more, reasonLength)
}

function agoWords(days: number): string {
  if (days < 2) return ''
  if (days < 7) return ` ${days} days ago`
  return days < 14 ? ' last week' : ` ${Math.floor(days / 7)} weeks ago`
}

/** `⚠ 2 recommendations are unavailable: The service did not answer in time.`; `null`: all could be read. */
export function unreadSentence({ recommendations }: Pick<DigestData, 'recommendations'>): string | null {
  const failed = recommendations.filter((section) => !section.ok)
  const [first] = failed
  if (first === undefined) return null
  const reason = oneLine(first.reason, 160, 'no reason was given.')
  return `⚠ ${counted(failed.length, 'recommendation is', 'recommendations are')} unavailable: ${reason}`
}

/** How to track a recommendation if none is tracked. */
export const noneTracked: Span[] = [`${actionsHeadline([])} `, ...howToTrack]

/** The thread has the others. */
const turnsInMain = 2

/** `Reddit: r/crm turned from positive to negative; 2 more subreddits.` Subreddits without a turn are in the thread. */
export function redditLine(data: DigestData): readonly Line[] {
  const { reddit, detailsInThread } = data
  // A first look at Reddit isn’t news, so the footer has it.
  if (!reddit?.ok || reddit.data.baseline) return []
  // The turn in the headline isn't repeated.
  const first = turnInHeadline(data)
  const news = redditNewsOf(reddit.data)
  const turned = badNewsFirst(news).filter(({ id, turned }) => turned !== null && id !== first?.id)
  const shown = turned
    .slice(0, turnsInMain)
    .map((item) => `${subredditName(item.subreddit)} turned ${turnedFrom(item)}`)
  const omittedCount = turned.length - shown.length
  const more = omittedCount === 0 ? [] : [counted(omittedCount, 'more subreddit')]
  const unread = detailsInThread === false && shown.length === 0 && first === null && news.length > 0
  const words = unread
    ? redditHeadlineOf(reddit.data).replace(/^Reddit: /, '')
    : `${[...shown, ...more].join('; ')}.`
  return shown.length === 0 && !unread ? [] : [[bold('Reddit: '), clip(words, 240)]]
}

/** What is news: a new summary, or a sentiment that turned. In a first digest nothing is. */
export function redditNewsOf({ baseline, items }: RedditNews): readonly RedditItem[] {
  return baseline ? [] : items.filter(({ isNew, turned }) => isNew || turned !== null)
}

export function redditHeadlineOf(news: RedditNews): string {
  const { baseline, items } = news
  if (items.length === 0) return 'Reddit: no summaries yet.'
  const volume = counted(items.length, 'summary', 'summaries')
  if (baseline) return `First look at Reddit: ${sentimentCounts(news)}.`
  const fresh = items.filter(({ isNew }) => isNew).length
  if (redditNewsOf(news).length === 0)
    return `Reddit: nothing new since the last digest, ${volume} unchanged.`
  const parts = [fresh === 0 ? null : counted(fresh, 'new summary', 'new summaries'), turnWords(news)]
  return `Reddit: ${parts.filter((part) => part !== null).join(', ')}.`
}

const ways = ['worse', 'better', 'changed'] as const

/** The most important sentiment that turned for certain, bad news first; `null`: none did. */
function turnedFirst(reddit: Section<RedditNews> | null): RedditItem | null {
  if (!reddit?.ok) return null
  const turned = redditNewsOf(reddit.data).flatMap((item) =>
    item.certainTurn === null ? [] : [{ ...item, ...item.certainTurn }],
  )
  return badNewsFirst(turned)[0] ?? null
}

/** Ordered by how the sentiment turned: worse, better, otherwise, not at all. In each group, negative ones come first. */
export function badNewsFirst(items: readonly RedditItem[]): readonly RedditItem[] {
  const isNegative = ({ sentiment }: RedditItem) => sentiment?.toLowerCase() === 'negative'
  const order = (item: RedditItem) => {
    const turn = item.turned === null ? ways.length : ways.indexOf(item.turned)
    return 2 * turn + (isNegative(item) ? 0 : 1)
  }
  return items.toSorted((a, b) => order(a) - order(b))
}

/** `positive in 1 subreddit, mixed in 3, no summary yet in 1` */
function sentimentCounts({ items, missing }: RedditNews): string {
  const groups = Map.groupBy(items, ({ sentiment }) => oneLine(sentiment ?? '', 40, 'unknown').toLowerCase())
  const counts = [...groups].map(([sentiment, alike]) => ({ words: sentiment, count: alike.length }))
  const others = counts.slice(4).reduce((sum, { count }) => sum + count, 0)
  return [
    ...counts.slice(0, 4),
    { words: 'other', count: others },
    { words: 'no summary yet', count: missing.length },
  ]
    .filter(({ count }) => count > 0)
    .map(({ words, count }, index) => `${words} in ${index === 0 ? counted(count, 'subreddit') : count}`)
    .join(', ')
}

type News = Pick<DigestData, 'report' | 'reddit'>

/** News bigger than the report's own: a sentiment that turned; `null`: none. */
export function biggerNews(data: News): string | null {
  const turned = turnInHeadline(data)
  return turned === null ? null : `${turnInSentence(turned)}.`
}

/** One that turned negative comes before a rival's move, any before a quiet period; the own brand before all. */
function turnInHeadline({ report, reddit }: News): RedditItem | null {
  const turned = turnedFirst(reddit)
  if (turned === null || !report?.ok || /^(?:quiet|no_data)$/.test(report.data.headline.kind)) return turned
  const isNegative = turned.turned === 'worse' && turned.sentiment?.toLowerCase() === 'negative'
  return isNegative && report.data.headline.kind === 'rival_change' ? turned : null
}
