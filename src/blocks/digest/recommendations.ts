/** The recommendations part of a digest. Each is reported once, and again when it has news. */
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import { button } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { weekdayAndDay } from '../kit/periods.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { actionsHeadline, howToTrack } from '../tasks/actions.ts'
import { taskName } from '../tasks/task-elements.ts'
import type { DigestData } from './data.ts'

type Reported = Pick<DigestData, 'recommendations' | 'reported'>

/** Those that no digest has reported yet, or that have news since. Those with a task come last. */
export function unreported({ recommendations, reported }: Reported): readonly Section<Recommendation>[] {
  const isDone = (section: Section<Recommendation>) =>
    Number(section.ok && section.data.task.kind === 'created')
  return recommendations
    .filter((section) => !section.ok || reported?.ids.includes(section.data.resultId) !== true)
    .sort((a, b) => isDone(a) - isDone(b))
}

/** How many were reported by an earlier digest and still have no task, as far as is known. */
export function openCount({ recommendations, reported }: Reported): number {
  const isOpen = (section: Section<Recommendation>) =>
    section.ok &&
    reported?.ids.includes(section.data.resultId) === true &&
    (section.data.task.kind === 'none' || section.data.task.kind === 'unknown')
  return recommendations.filter(isOpen).length
}

/** `3 recommendations are still open, the oldest for 5 weeks.`; `null`: none is. */
export function openSentence(data: Reported): string | null {
  const open = openCount(data)
  if (open === 0) return null
  const age = ageWords(data.reported?.oldestDays ?? null)
  const oldest = age === null ? '' : open === 1 ? `, for ${age}` : `, the oldest for ${age}`
  return `${counted(open, 'recommendation is', 'recommendations are')} still open${oldest}.`
}

function ageWords(days: number | null): string | null {
  if (days === null || days < 2) return null
  return days < 14 ? counted(days, 'day') : counted(Math.floor(days / 7), 'week')
}

/** `✓ @Maya created “Publish a comparison page” on Tue 10 Nov, and 2 more tasks were created.`; `null`: none was. */
export function createdLine({ reported }: Pick<DigestData, 'reported'>): Span[] | null {
  const [newest, ...others] = reported?.created ?? []
  if (newest === undefined) return null
  const more =
    others.length === 0 ? '.' : `, and ${counted(others.length, 'more task was', 'more tasks were')} created.`
  return [
    '✓ ',
    { user: newest.by },
    ` created “${taskName(newest.name)}” on ${weekdayAndDay(newest.day)}${more}`,
  ]
}

/** `⚠ 2 recommendations are unavailable: The service did not answer in time.`; `null`: all could be read. */
export function unreadSentence({ recommendations }: Pick<DigestData, 'recommendations'>): string | null {
  const failed = recommendations.filter((section) => !section.ok)
  const [first] = failed
  if (first === undefined) return null
  const reason = oneLine(first.reason, 300, 'no reason was given.')
  return `⚠ ${counted(failed.length, 'recommendation is', 'recommendations are')} unavailable: ${reason}`
}

/** Tasks created since the last digest, what is still open, and how to track a recommendation if none is tracked. */
export function actionLines(data: DigestData): readonly Span[][] {
  const open = openSentence(data)
  return [createdLine(data), open === null ? null : [open], data.tracksNone ? noneTracked : null].filter(
    (line) => line !== null,
  )
}

const noneTracked: Span[] = [`${actionsHeadline([])} `, ...howToTrack]

/** `2 new recommendations`; in a first digest `2 recommendations`. */
export function newCount(data: DigestData): string {
  const fresh = unreported(data).filter(({ ok }) => ok)
  const isNews = fresh.some((section) => section.ok && data.news?.has(section.data.resultId))
  return counted(fresh.length, isNews ? 'new recommendation' : 'recommendation')
}

/** Lists the tracked recommendations for the person who clicks. @param hidden how many the digest doesn't show */
export function listButton(data: Reported, hidden: number) {
  return openCount(data) + hidden === 0
    ? null
    : button('List recommendations', { kind: 'run_verb', text: 'actions' })
}
