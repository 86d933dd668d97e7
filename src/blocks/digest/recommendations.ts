/** The recommendations part of a digest: always the one best open recommendation, with its button. */
import type { Block } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import { button } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { actionsHeadline, howToTrack } from '../tasks/actions.ts'
import { leadingRecommendation } from '../tasks/recommendation.ts'
import type { DigestData } from './data.ts'

type Reported = Pick<DigestData, 'recommendations' | 'reported'>

/** Those that no digest has reported yet, or that have news since. Those with a task come last. */
export function unreported({ recommendations, reported }: Reported): readonly Section<Recommendation>[] {
  const isDone = (section: Section<Recommendation>) =>
    Number(section.ok && section.data.task.kind === 'created')
  return recommendations
    .filter((section) => !section.ok || reported?.has(section.data.resultId) !== true)
    .sort((a, b) => isDone(a) - isDone(b))
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
