/** The digest that fits one screen: what happened, why, a chart, who moved, and what to do. Its thread has the rest. */
import type { Block } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import { shownLength } from '../kit/budget.ts'
import { visibilityChart } from '../kit/chart.ts'
import { buttons, context, contextOf, header, summary } from '../kit/elements.ts'
import {
  changeWords,
  counted,
  isCompared,
  isNumber,
  notAvailable,
  numberWords,
  ordinal,
  valueWords,
  visibilityForm,
} from '../kit/numbers.ts'
import { periodWords } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { clip, oneLine } from '../kit/text.ts'
import { trendSentences } from '../kit/trend-copy.ts'
import { redditLine } from '../reddit/reddit-item.ts'
import { recommendationName, titledRecommendationPart } from '../tasks/recommendation.ts'
import { engineNews, enginesHeadline, enginesNotes } from '../visibility/engines-copy.ts'
import { headlineSentence, nameInList, standingAfter } from '../visibility/headline-copy.ts'
import { headlineNotes, standingLine } from '../visibility/report-copy.ts'
import { scopeWords } from '../visibility/scope.ts'
import { trendChart, trendLines } from '../visibility/trend.ts'
import { whyLine } from '../visibility/why-copy.ts'
import { brandsInThread, briefThread, type ShownInMain } from './brief-thread.ts'
import type { DigestData, DigestMessages } from './data.ts'
import { engineLinesOf } from './engines.ts'
import { evaluationLines } from './evaluations.ts'
import { chartedBrands, movers } from './focus.ts'
import { digestTitle, footerLines } from './frame.ts'
import { biggerNews, turnInHeadline } from './headline.ts'
import { actionLines, listButton, newCount, openSentence, unreadSentence, untold } from './recommendations.ts'
import { badNewsFirst, redditBaseline, redditHeadlineOf, redditNewsOf } from './reddit.ts'
import { fitsScreens } from './screen.ts'
import { howSure } from './visibility.ts'

/** One screen: more blocks or characters would not fit one, whatever their content. */
export const briefLimits = { blocks: 14, text: 1_800 } as const

export function briefDigest(data: DigestData): DigestMessages {
  const { blocks, text, left } = fitted(data)
  return {
    main: { text, blocks },
    replies: data.detailsInThread === false ? [] : briefThread(data, left),
  }
}

/** How much of each part is shown. */
interface Room {
  /** Characters. */
  readonly headline: number
  readonly line: number
  readonly title: number
  /** Lines. */
  readonly notes: number
  readonly bars: number
  readonly movers: number
  readonly reddit: number
  readonly evaluations: number
  readonly recommendations: number
}

const plenty: Room = {
  headline: 500,
  line: 300,
  title: 120,
  notes: 2,
  bars: 5,
  movers: 4,
  reddit: 3,
  evaluations: 2,
  recommendations: 2,
}

/** What gives way first where a lot happened, or texts are long. */
const tighter: readonly Partial<Room>[] = [
  { evaluations: 1 },
  { notes: 1 },
  { bars: 4 },
  { movers: 3 },
  { evaluations: 0 },
  { reddit: 2 },
  { notes: 0 },
  { bars: 3 },
  { line: 160, title: 80 },
  { movers: 2 },
  { reddit: 1 },
  { headline: 250 },
  { recommendations: 1 },
  { movers: 1 },
  { line: 100, headline: 160, title: 60 },
  { bars: 2, reddit: 0, movers: 0 },
]

interface Drawn {
  readonly blocks: readonly Block[]
  readonly text: string
  readonly left: ShownInMain
}

function fitted(data: DigestData): Drawn {
  let room = plenty
  let drawn = draw(data, room)
  for (const less of tighter) {
    if (isBrief(drawn.blocks)) break
    room = { ...room, ...less }
    drawn = draw(data, room)
  }
  return drawn
}

function isBrief(blocks: readonly Block[]): boolean {
  const { blocks: most, text } = briefLimits
  return blocks.length <= most && shownLength(blocks) <= text && fitsScreens(blocks)
}

type Lines = readonly (readonly Span[])[]

function draw(data: DigestData, room: Room): Drawn {
  const { label, report, news, figures } = data
  const top = topOf(data, room)
  const chart = chartOf(data, room)
  const rest = partLines(data, room, top.part)
  const moved = moverLines(data, room)
  const body = [...top.lines, ...moved, ...rest]
  const fresh = untold(data)
  const shown = fresh.filter(isToDo).slice(0, room.recommendations)
  const left = fresh.filter((section) => section.ok && !shown.includes(section))
  const parts = shown.flatMap((section, copy) =>
    section.ok
      ? titledRecommendationPart(section, copy, news?.get(section.data.resultId), room.title).blocks
      : [],
  )
  const closing = [...actionLinesBelow(data, room, top.part), ...evaluationsBelow(data, room, top.part)]
  const hidden = data.detailsInThread === false ? left.length : 0
  const brands = moved.length
  const measuredIn = measuredLines(data, chart?.note ?? null, { ...room, movers: brands })
  const head = [[{ text: clip(top.headline, room.headline), style: 'bold' } as const], ...top.below]
  return {
    blocks: [
      ...(label == null ? [] : [context(oneLine(label, 120, '–'))]),
      header(digestTitle(data)),
      richText(head),
      ...(chart === null ? [] : [chart.block]),
      ...(body.length === 0 ? [] : [richText(body)]),
      ...parts,
      ...(closing.length === 0 ? [] : [richText(closing)]),
      ...buttons([howSure(report, figures), listButton(data, hidden)]),
      contextOf(joined([...measuredIn, ...footerLines(data)])),
    ],
    text: summary([
      ...(label == null ? [] : [mrkdwn([oneLine(label, 200)])]),
      ...[...head, ...top.lines].map(mrkdwn),
      ...valueLines(data, room).map((line) => mrkdwn([line])),
      ...rest.map(mrkdwn),
      ...shown.map((section) => mrkdwn([recommendationName(section)])),
      ...closing.map(mrkdwn),
      ...measuredIn.map(mrkdwn),
    ]),
    left: { recommendations: left, brands, notes: room.notes, evaluations: room.evaluations },
  }
}

/** Whose task is created is in the thread. */
function isToDo(section: Section<Recommendation>): boolean {
  return section.ok && section.data.task.kind !== 'created'
}

function joined(lines: Lines): readonly Span[] {
  return lines.flatMap((line, index) => (index === 0 ? line : ['\n', ...line]))
}

type PartName = 'visibility' | 'engines' | 'reddit' | 'recommendations' | 'evaluations'

interface Top {
  readonly headline: string
  /** Why, or since when. */
  readonly below: Lines
  /** Lines about the same, below the chart. */
  readonly lines: Lines
  /** Whose headline it is. */
  readonly part: PartName | null
}

/** The biggest thing in one sentence: of the first part that has one. */
function topOf(data: DigestData, room: Room): Top {
  const { report, engines = null, reddit, recommendations } = data
  if (report?.ok) return visibilityTop(data, room)
  const bigger = biggerNews(data)
  if (bigger !== null) return { headline: bigger, below: [], lines: [], part: null }
  if (engines?.ok) {
    const notes = enginesNotes(engines.data).slice(0, 1 + room.notes)
    const lines = engineLinesOf(engines.data).slice(0, room.movers)
    const line = (words: string): Span[] => [clip(words, room.line)]
    return {
      headline: enginesHeadline(engines.data),
      below: notes.map(line),
      lines: lines.map(line),
      part: 'engines',
    }
  }
  if (reddit?.ok) return { headline: redditHeadlineOf(reddit.data), below: [], lines: [], part: 'reddit' }
  const open = openSentence(data)
  const [evaluations] = evaluationLines(data.evaluations ?? null)
  const headline = untold(data).some(({ ok }) => ok)
    ? `${newCount(data)}.`
    : (open ?? evaluations ?? (recommendations.length > 0 ? 'Nothing new to do.' : digestTitle(data)))
  const part = headline === open ? 'recommendations' : headline === evaluations ? 'evaluations' : null
  return { headline, below: [], lines: [], part }
}

function visibilityTop(data: DigestData, room: Room): Top {
  const { report, trend } = data
  if (!report?.ok) throw new TypeError('there is no report')
  const bigger = biggerNews(data)
  const { why } = report.data
  const since = trend == null ? [] : trendSentences(trend, report.data.headline.kind === 'trend')
  const line =
    bigger === null
      ? ((why === undefined ? null : whyLine(why)) ?? (since.join(' ') || null))
      : standingAfter(report.data)
  const notes = headlineNotes(report.data).slice(0, room.notes)
  return {
    headline: bigger ?? headlineSentence(report.data),
    below: [line, ...notes].flatMap((words) => (words === null ? [] : [[clip(words, room.line)]])),
    lines: [],
    part: 'visibility',
  }
}

interface BriefChart {
  readonly block: Block
  readonly note: string | null
}

/** What the headline is about: the weeks of a trend; else the own brand against those that the headline names. */
function chartOf({ report, trend, drift }: DigestData, room: Room): BriefChart | null {
  if (!report?.ok) return null
  if (trend != null && report.data.headline.kind === 'trend') {
    const { block, notes } = trendChart(trend)
    return { block, note: notes.length === 0 ? null : notes.join(' ') }
  }
  return visibilityChart(report.data, chartedBrands(report.data, drift ?? null, room.bars))
}

/** `2nd Northwind (you): 41.3%, ▲ up 2.4 points, was 3rd`: a change only where it is news. */
function moverLines({ report, drift }: DigestData, room: Room): Lines {
  if (!report?.ok) return []
  const { data } = report
  const compared = isCompared(data.standings)
  return movers(data, drift ?? null, room.movers).map((standing): Span[] => {
    const { rank, previousRank, visibility } = standing
    const name = `${isNumber(rank) ? `${ordinal(rank)} ` : ''}${nameInList(standing)}`
    const value = isNumber(visibility.value) ? valueWords(visibility, visibilityForm) : notAvailable
    const isNew = compared && isNumber(visibility.value) && !isNumber(visibility.previous)
    const facts = [
      value,
      ...(visibility.isNews ? [changeWords(visibility, visibilityForm)] : isNew ? ['new'] : []),
      ...(isNumber(rank) && isNumber(previousRank) && rank !== previousRank
        ? [`was ${ordinal(previousRank)}`]
        : []),
    ]
    return [{ text: clip(name, 80), style: 'bold' }, `: ${facts.join(', ')}`]
  })
}

/** Engines that moved, what is new on Reddit, and what could not be read, a line each. */
function partLines(data: DigestData, room: Room, told: PartName | null): Lines {
  const { report, engines = null } = data
  const failed = (part: string, reason: string): Span[] => [
    { text: `⚠ ${part} unavailable: `, style: 'bold' },
    clip(oneLine(reason, 300, 'no reason was given.'), room.line),
  ]
  return [
    ...(report?.ok === false ? [failed('Brand visibility is', report.reason)] : []),
    ...(engines?.ok === false ? [failed('Engines are', engines.reason)] : []),
    ...(engines?.ok && told !== 'engines' ? enginesLines(data, room) : []),
    ...(data.reddit?.ok === false ? [failed('Reddit is', data.reddit.reason)] : []),
    ...redditLines(data, room, told),
  ]
}

/** All engines are in the thread: here are those that moved. Without a thread, the best and the worst. */
function enginesLines({ engines, detailsInThread }: DigestData, room: Room): Lines {
  if (!engines?.ok) return []
  const { data } = engines
  const isHeadline = detailsInThread === false || data.gone !== null
  const news = data.coverage.gap === null ? engineNews(data) : []
  const words = isHeadline ? enginesHeadline(data) : news.join(' ')
  return words === '' ? [] : [[{ text: 'Engines: ', style: 'bold' }, clip(words, room.line)]]
}

function redditLines(data: DigestData, room: Room, told: PartName | null): Lines {
  const { reddit, detailsInThread } = data
  if (!reddit?.ok) return []
  if (reddit.data.baseline)
    return told === 'reddit' && reddit.data.items.length === 0
      ? []
      : [[clip(redditBaseline(reddit.data), room.line)]]
  // The headline has told the first one.
  const first = turnInHeadline(data)
  const items = badNewsFirst(redditNewsOf(reddit.data)).filter((item) => item !== first)
  const shown = items.slice(0, room.reddit)
  const left = items.length - shown.length
  const rest = detailsInThread === false ? 'not shown' : 'in the thread'
  const lines = shown.map(redditLine)
  const last = lines.at(-1)
  if (left === 0) return lines
  return last === undefined
    ? [[`${counted(left, 'subreddit')} with news ${rest}.`]]
    : [...lines.slice(0, -1), [...last, `; ${counted(left, 'more subreddit')} ${rest}`]]
}

/** What was created and what is still open, in one line; then what could not be read. */
function actionLinesBelow(data: DigestData, room: Room, told: PartName | null): Lines {
  const unread = unreadSentence(data)
  const open = openSentence(data)
  const isTold = (line: readonly Span[]) => told === 'recommendations' && line[0] === open
  const lines = actionLines(data).filter((line) => !isTold(line))
  return [
    ...(lines.length === 0 ? [] : [lines.flatMap((line, index) => (index === 0 ? line : [' ', ...line]))]),
    ...(unread === null ? [] : [[clip(unread, room.line)]]),
  ]
}

function evaluationsBelow({ evaluations }: DigestData, room: Room, told: PartName | null): Lines {
  if (evaluations == null) return []
  const [headline, ...lines] = evaluationLines(evaluations)
  if (headline === undefined || (lines.length === 0 && told === 'evaluations')) return []
  // Several in one line where there is no room for each.
  if (lines.length === 0 || room.evaluations === 0) return [[clip(headline, room.line)]]
  const shown = lines.slice(0, room.evaluations).map((line) => clip(line, room.line))
  const left = lines.length - shown.length
  return [
    ...shown.slice(0, -1),
    `${shown.at(-1)}${left > 0 ? ` ${counted(left, 'more evaluation')}.` : ''}`,
  ].map((line) => [line])
}

/** Period, what it is narrowed to and the number of answers; then where the other brands are. */
function measuredLines(data: DigestData, note: string | null, room: Room): Lines {
  const { report, engines } = data
  const notes = note === null ? [] : [[clip(note, room.line)]]
  if (report?.ok) {
    const { period, answers, standings } = report.data
    const facts = [
      periodWords(period),
      clip(scopeWords(report.data), room.line),
      ...(isNumber(answers.now) ? [counted(answers.now, 'answer')] : []),
    ]
    const all =
      data.detailsInThread === false || standings.length <= room.movers ? '' : ` ${inThread(report.data)}`
    return [[`${facts.join(' · ')}.${all}`], ...notes]
  }
  if (engines?.ok && engines.data.engines.length > 0)
    return [[`${periodWords(engines.data.period)} · ${enginesCounted(engines.data.engines)}.`], ...notes]
  return notes
}

function enginesCounted(engines: readonly Section<unknown>[]): string {
  return `${counted(engines.length, 'engine')}${engines.length > 1 ? ', each measured separately' : ''}`
}

function inThread(report: Parameters<typeof brandsInThread>[0]): string {
  const shown = brandsInThread(report)
  const isAll = shown === report.standings.length && report.brandsLeftOut === 0
  return `${isAll ? `All ${numberWords(shown)}` : `The first ${numberWords(shown)}`} brands are in the thread.`
}

/** The values of the chart and of those who moved, for the message's `text`. */
function valueLines({ report, trend, drift }: DigestData, room: Room): readonly string[] {
  if (!report?.ok) return []
  const { data } = report
  const isTrend = trend != null && data.headline.kind === 'trend'
  const moved = movers(data, drift ?? null, room.movers)
  const charted = isTrend ? [] : chartedBrands(data, drift ?? null, room.bars)
  const compared = isCompared(data.standings)
  return [
    ...(isTrend ? trendLines(trend, true) : []),
    ...data.standings
      .filter((standing) => moved.includes(standing) || charted.includes(standing))
      .map((standing) => standingLine(standing, compared)),
  ]
}
