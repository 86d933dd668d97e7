/** The digest: what happened and why, a chart, what to do, what else is new. It fits one screen; its thread has the rest. */
import type { Block } from '../../model/message.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { button, context, contextOf, messageOf, row } from '../kit/elements.ts'
import { type EarlierWeek, visibilityChart } from '../kit/figures.ts'
import { counted, datedPeriod, isNumber, periodInSentence, visibilityForm } from '../kit/formats.ts'
import { fitting } from '../kit/limits.ts'
import { bold, clip, compact, joinedLines, type Line, oneLine, richText, type Span } from '../kit/text.ts'
import { enginesHeadline, enginesRemarks } from '../visibility/engines.ts'
import { headlineSentence } from '../visibility/headline-copy.ts'
import { scopeWords } from '../visibility/scope.ts'
import { isAboutWeeks, trendChart } from '../visibility/trend.ts'
import { headlineRemarks } from '../visibility/visibility.ts'
import { whyLine } from '../visibility/why.ts'
import type { DigestData, DigestFrame, DigestMessages } from './data.ts'
import {
  chartedBrands,
  neighbourLine,
  remarksAlone,
  remarksInMain,
  sinceFirstFall,
  weekBeforeBoth,
} from './neighbours.ts'
import {
  biggerNews,
  engineLine,
  evaluationNews,
  evaluationSummary,
  noneTracked,
  recommendationBlocks,
  recommended,
  redditHeadlineOf,
  redditLine,
  storyLine,
  unreadSentence,
  unreported,
} from './parts.ts'
import { brandsInThread, digestThread } from './thread.ts'

export function digestMessages(data: DigestData): DigestMessages {
  const { label, detailsInThread, isRepeat } = data
  const top = topOf(data)
  const chart = chartOf(data)
  const recommendation = recommendationBlocks(data, reasonLength(top.headline, chart))
  const others = otherLines(data, top.part)
  const isShort = detailsInThread === false || isRepeat === true
  const { replies, summaries } = isShort ? { replies: [], summaries: 0 } : digestThread(data)
  const main = messageOf([
    label != null && context(oneLine(label, 120, '–')),
    row([[bold(clip(top.headline, 400))], ...top.below.map((line) => [clip(line, 240)])], whyButton(data)),
    ...(chart?.isTall === true ? [...recommendation, chart.block] : compact(chart?.block, ...recommendation)),
    others.length > 0 && richText(others),
    ...storyLine(data),
    contextOf(
      joinedLines(
        compact<Line>(
          chart?.note && [chart.note],
          ...footerLines(data, summaries, chart?.namesPeriod === true),
        ),
        '\n',
      ),
    ),
  ])
  return { main, replies }
}

/** How long a recommendation’s reason may be: below a chart, “Create task” stays on a desktop’s first screen. */
function reasonLength(headline: string, chart: DigestChart | null): number {
  if (chart === null || chart.isTall) return 160
  return headline.length > oneLineOnADesktop ? 0 : 110
}

const oneLineOnADesktop = 85

type PartName = 'visibility' | 'engines' | 'reddit' | 'evaluations'

interface Top {
  readonly headline: string
  /** Why, and what to know about the figures. */
  readonly below: readonly string[]
  /** The part that the headline belongs to; `null`: none. */
  readonly part: PartName | null
}

function topOf(data: DigestData): Top {
  const { report, engines, reddit, recommendations } = data
  if (data.isRepeat === true) return repeated(data)
  if (report?.ok) return visibilityTop(data, report.data)
  const bigger = biggerNews(data)
  if (bigger !== null) return { headline: bigger, below: [], part: null }
  if (report?.ok === false)
    return {
      headline: '⚠ Brand visibility is unavailable.',
      below: [oneLine(report.reason, 200, 'No reason was given.')],
      part: 'visibility',
    }
  if (engines?.ok) {
    const below = enginesRemarks(engines.data).slice(0, 1)
    return { headline: enginesHeadline(engines.data), below, part: 'engines' }
  }
  if (reddit?.ok) return { headline: redditHeadlineOf(reddit.data), below: [], part: 'reddit' }
  const evaluations = evaluationSummary(data.evaluations ?? null)
  if (recommended(data) === null && evaluations !== null)
    return { headline: evaluations, below: [], part: 'evaluations' }
  const fresh = unreported(data).filter(({ ok }) => ok).length
  const headline =
    recommendations.length === 0
      ? 'Nothing to report.'
      : fresh > 0
        ? `${counted(fresh, 'new or updated recommendation')}.`
        : 'No new recommendations.'
  return { headline, below: [], part: null }
}

function repeated({ report }: DigestData): Top {
  const part = 'visibility'
  if (!report?.ok) return { headline: 'Nothing has changed since the last digest.', below: [], part: null }
  if (report.data.headline.kind !== 'quiet')
    return {
      headline: `No new data since the last digest: ${periodInSentence(report.data.period)} is still the newest.`,
      below: [],
      part,
    }
  return { headline: headlineSentence(report.data), below: compact(neighbourLine(report.data)), part }
}

function visibilityTop(data: DigestData, report: VisibilityReport): Top {
  const bigger = biggerNews(data)
  const { why } = report
  const since = sinceFirstFall(report, data.trend ?? null)
  const cause = fitting(3, 240, (shown) => compact(since, why && whyLine(why, shown)).join(' '))
  const lines =
    bigger === null ? [cause, isQuiet(report) && neighbourLine(report)] : [headlineSentence(report)]
  // A cause says more than a remark, which is in the thread as well, if there is one.
  const inMain = why === undefined ? remarksInMain : 0
  const remarks = headlineRemarks(report).slice(0, data.detailsInThread === false ? remarksAlone : inMain)
  return {
    headline: bigger ?? headlineSentence(report),
    below: compact<string>(...lines, ...remarks),
    part: 'visibility',
  }
}

/** Beside a headline that tells a change of the figures. */
function whyButton(data: DigestData) {
  const { report, figures, isRepeat } = data
  if (!report?.ok || figures === undefined || isRepeat === true || biggerNews(data) !== null) return null
  const { why, headline } = report.data
  const isChange = /change$|^overt/.test(headline.kind)
  return why === undefined && !isChange ? null : button('Why?', { kind: 'why', text: figures })
}

interface DigestChart {
  readonly block: Block
  /** Taller than two bars a brand, so the recommendation comes first. */
  readonly isTall: boolean
  /** Otherwise the footer names the period. */
  readonly namesPeriod: boolean
  readonly note: string | null
}

/** What the headline is about: the weeks of a change, or else the own brand beside the leader and the nearest. */
function chartOf({ report, trend, isRepeat }: DigestData): DigestChart | null {
  if (!report?.ok || isRepeat === true) return null
  if (trend != null && isAboutWeeks(report.data)) {
    const { block, notes, events } = trendChart(trend)
    const note = compact(...notes, events.length > 0 && `Notes: ${events.join('; ')}.`).join(' ')
    return { block, isTall: true, namesPeriod: false, note }
  }
  if (isQuiet(report.data)) return null
  const earlier = trend == null ? undefined : earlierWeek(report.data, trend)
  const chart = visibilityChart(report.data, chartedBrands(report.data), visibilityForm, earlier)
  return chart && { ...chart, isTall: earlier !== undefined, namesPeriod: true }
}

/** The second of two falls is drawn with the week before both. */
function earlierWeek(report: VisibilityReport, trend: Trend): EarlierWeek | undefined {
  const week = weekBeforeBoth(report, trend)
  if (week === null) return undefined
  const end = Temporal.PlainDate.from(week.start).add({ days: 6 }).toString()
  return {
    period: { ...report.period, start: week.start, end },
    scoreOf: (brand) => week.scores[trend.brands.indexOf(brand)] ?? null,
  }
}

function isQuiet({ headline }: VisibilityReport): boolean {
  return headline.kind === 'quiet' && headline.slope === null
}

/** Whether the line below the headline names the engines. */
function saysWhere(data: DigestData): boolean {
  return data.report?.ok === true && data.report.data.why !== undefined && biggerNews(data) === null
}

/** What else is new: engines that moved, Reddit, evaluations. And what is unavailable. */
function otherLines(data: DigestData, headlinePart: PartName | null): readonly Line[] {
  const { engines, reddit, evaluations, trend, tracksNone } = data
  const failed = (part: string, reason: string): Span[] => [
    bold(`⚠ ${part} unavailable: `),
    oneLine(reason, 160, 'no reason was given.'),
  ]
  const unread = unreadSentence(data)
  const evaluation = evaluationNews(evaluations ?? null)
  const moved = [
    ...(engines?.ok && headlinePart !== 'engines' && !saysWhere(data) ? engineLine(data, engines.data) : []),
    ...(headlinePart === 'reddit' || data.isRepeat === true ? [] : redditLine(data)),
  ]
  const ended = headlinePart === 'evaluations' || evaluation === null ? [] : [[clip(evaluation, 160)]]
  const hasWeeks = trend != null && data.report?.ok === true && isAboutWeeks(data.report.data)
  // A digest fits one screen, and its thread has the rest.
  const fitting = hasWeeks ? [] : moved.length > 0 ? moved : ended
  return compact<Line>(
    data.report?.ok === false &&
      headlinePart !== 'visibility' &&
      failed('Brand visibility is', data.report.reason),
    engines?.ok === false && failed('Engines are', engines.reason),
    reddit?.ok === false && failed('Reddit is', reddit.reason),
    ...(data.detailsInThread === false ? [...moved, ...ended] : fitting),
    unread !== null && [unread],
    tracksNone === true && data.isRepeat !== true && noneTracked,
  )
}

const firstDigestNote = 'This is the first digest here; the next one also shows what’s new.'

/** @param summaries of Reddit in the thread @param isCharted whether the chart names the period */
function footerLines(data: DigestData, summaries: number, isCharted: boolean): readonly Line[] {
  const { isFirst, name } = data
  const frame = isFirst ? frameLine(data) : ['Change it: /sightline digest']
  const parts: readonly Line[] = compact<Line>(
    name != null && [oneLine(name, 45, '(digest without a name)')],
    ...[figureWords(data, isCharted), threadWords(data, summaries)].flatMap((words) =>
      words === '' ? [] : [[words]],
    ),
    !isFirst && frame,
  )
  return compact<Line>(
    joinedLines(parts, ' · '),
    [compact(isFirst && firstDigestNote, firstLook(data)).join(' ')],
    isFirst && frame,
  ).filter((line) => line.some((words) => words !== ''))
}

/** `First look at Reddit: positive in 1 subreddit, mixed in 3.`, unless the headline says it. */
function firstLook({ reddit, report, engines }: DigestData): string | false {
  const isHeadline = report === null && engines?.ok !== true
  return reddit?.ok === true && reddit.data.baseline && !isHeadline && redditHeadlineOf(reddit.data)
}

export function frameLine({ isFirst, setUpBy, scheduleText }: DigestFrame): Span[] {
  const setUp: Span[] =
    setUpBy !== null ? ['Set up by ', { user: setUpBy }] : isFirst ? ['Set up in Sightline’s settings'] : []
  const when: Span[] = scheduleText === null ? [] : [oneLine(scheduleText, 120)]
  const parts = [setUp, when, ['Change it: /sightline digest']].filter(({ length }) => length > 0)
  return joinedLines(parts, ' · ')
}

/** `9–15 Nov · All engines · 33,100 answers` */
function figureWords({ report, engines }: DigestData, isCharted: boolean): string {
  if (report?.ok) {
    const { period, answers } = report.data
    return compact(
      !isCharted && datedPeriod(period),
      // The thread has all filters.
      clip(scopeWords(report.data), 250),
      isNumber(answers.now) && counted(answers.now, 'answer'),
    ).join(' · ')
  }
  if (!engines?.ok || engines.data.engines.length === 0) return ''
  return `${datedPeriod(engines.data.period)} · ${counted(engines.data.engines.length, 'engine')}`
}

const longestCommand = 200

/** `12 brands and 4 Reddit summaries in the thread`; without one, the command for the figures. */
function threadWords({ report, figures, detailsInThread, isRepeat }: DigestData, summaries: number): string {
  // A command that is cut short would show other figures.
  if (isRepeat === true)
    return figures === undefined || figures.length > longestCommand
      ? ''
      : `Figures: /sightline ${oneLine(figures, longestCommand)}`
  if (detailsInThread === false) return ''
  const brands = report?.ok ? brandsInThread(report.data) : 0
  const parts = compact(
    brands > 0 && counted(brands, 'brand'),
    summaries > 0 && counted(summaries, 'Reddit summary', 'Reddit summaries'),
  )
  return parts.length === 0 ? '' : `${parts.join(' and ')} in the thread`
}
