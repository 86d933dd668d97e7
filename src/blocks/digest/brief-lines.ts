/** The lines of the brief digest below its movers: engines, Reddit, tasks, evaluations, and how it was measured. */
import type { Section } from '../../model/reports.ts'
import { counted, isNumber, numberWords } from '../kit/numbers.ts'
import { periodWords } from '../kit/periods.ts'
import type { Span } from '../kit/spans.ts'
import { clip, oneLine } from '../kit/text.ts'
import { redditLine } from '../reddit/reddit-item.ts'
import { engineNews, enginesHeadline } from '../visibility/engines-copy.ts'
import { scopeWords } from '../visibility/scope.ts'
import { brandsInThread } from './brief-thread.ts'
import type { DigestData } from './data.ts'
import { evaluationLines } from './evaluations.ts'
import { turnInHeadline } from './headline.ts'
import { actionLines, openSentence, unreadSentence } from './recommendations.ts'
import { badNewsFirst, redditBaseline, redditNewsOf } from './reddit.ts'

export type Lines = readonly (readonly Span[])[]

export type PartName = 'visibility' | 'engines' | 'reddit' | 'recommendations' | 'evaluations'

/** How much of each part to show. */
export interface Room {
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

/** Engines that moved, what is new on Reddit, and parts that are unavailable, one line each. */
export function partLines(data: DigestData, room: Room, headlinePart: PartName | null): Lines {
  const { report, engines = null } = data
  const failed = (part: string, reason: string): Span[] => [
    { text: `⚠ ${part} unavailable: `, style: 'bold' },
    clip(oneLine(reason, 300, 'no reason was given.'), room.line),
  ]
  return [
    ...(report?.ok === false ? [failed('Brand visibility is', report.reason)] : []),
    ...(engines?.ok === false ? [failed('Engines are', engines.reason)] : []),
    ...(engines?.ok && headlinePart !== 'engines' ? enginesLines(data, room) : []),
    ...(data.reddit?.ok === false ? [failed('Reddit is', data.reddit.reason)] : []),
    ...redditLines(data, room, headlinePart),
  ]
}

/** Only engines that moved, since the thread has all of them. Without a thread, the best and the worst. */
function enginesLines({ engines, detailsInThread }: DigestData, room: Room): Lines {
  if (!engines?.ok) return []
  const { data } = engines
  const isHeadline = detailsInThread === false || data.gone !== null
  const { lost, moved } = data.coverage.gap === null ? engineNews(data) : { lost: [], moved: null }
  const news = [...lost, ...(moved === null ? [] : [`${moved}.`])]
  const words = isHeadline ? enginesHeadline(data) : news.join(' ')
  return words === '' ? [] : [[{ text: 'Engines: ', style: 'bold' }, clip(words, room.line)]]
}

function redditLines(data: DigestData, room: Room, headlinePart: PartName | null): Lines {
  const { reddit, detailsInThread } = data
  if (!reddit?.ok) return []
  if (reddit.data.baseline)
    return headlinePart === 'reddit' && reddit.data.items.length === 0
      ? []
      : [[clip(redditBaseline(reddit.data), room.line)]]
  // The turn in the headline isn't repeated.
  const first = turnInHeadline(data)
  const items = badNewsFirst(redditNewsOf(reddit.data)).filter(({ id }) => id !== first?.id)
  const shown = items.slice(0, room.reddit)
  const omittedCount = items.length - shown.length
  const rest = detailsInThread === false ? 'not shown' : 'in the thread'
  const lines = shown.map(redditLine)
  const last = lines.at(-1)
  if (omittedCount === 0) return lines
  return last === undefined
    ? [[`${counted(omittedCount, 'subreddit')} with news ${rest}.`]]
    : [...lines.slice(0, -1), [...last, `; ${counted(omittedCount, 'more subreddit')} ${rest}`]]
}

/** Created tasks and open recommendations on one line, then recommendations that are unavailable. */
export function actionLinesBelow(data: DigestData, room: Room, headlinePart: PartName | null): Lines {
  const unread = unreadSentence(data)
  const open = openSentence(data)
  const isHeadline = (line: readonly Span[]) => headlinePart === 'recommendations' && line[0] === open
  const lines = actionLines(data).filter((line) => !isHeadline(line))
  return [
    ...(lines.length === 0 ? [] : [lines.flatMap((line, index) => (index === 0 ? line : [' ', ...line]))]),
    ...(unread === null ? [] : [[clip(unread, room.line)]]),
  ]
}

export function evaluationsBelow(
  { evaluations }: DigestData,
  room: Room,
  headlinePart: PartName | null,
): Lines {
  if (evaluations == null) return []
  const [headline, ...lines] = evaluationLines(evaluations)
  if (headline === undefined || (lines.length === 0 && headlinePart === 'evaluations')) return []
  // Only the summary line if there is no room for a line per evaluation.
  if (lines.length === 0 || room.evaluations === 0) return [[clip(headline, room.line)]]
  const shown = lines.slice(0, room.evaluations).map((line) => clip(line, room.line))
  const omittedCount = lines.length - shown.length
  return [
    ...shown.slice(0, -1),
    `${shown.at(-1)}${omittedCount > 0 ? ` ${counted(omittedCount, 'more evaluation')}.` : ''}`,
  ].map((line) => [line])
}

/** Period, scope and number of answers, then where to find the other brands, then `note`. */
export function measuredLines(data: DigestData, note: string | null, room: Room): Lines {
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
