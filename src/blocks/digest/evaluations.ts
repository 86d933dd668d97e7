import type { Evaluation } from '../../model/evaluation.ts'
import type { Block } from '../../model/message.ts'
import type { Section } from '../../model/reports.ts'
import { evaluationHeadline, evaluationUnavailable } from '../evaluations/evaluation.ts'
import { heading } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { richText } from '../kit/spans.ts'

export interface WatchedEvaluations {
  readonly watched: readonly Section<Evaluation>[]
  /** How many were not loaded because there are too many. */
  readonly omittedCount: number
}

export function evaluationBlocks(evaluations: WatchedEvaluations | null): readonly Block[] {
  const [headline, ...lines] = evaluationLines(evaluations)
  if (headline === undefined) return []
  return [heading(headline), ...(lines.length === 0 ? [] : [richText(lines.map((line) => [line]))])]
}

const none =
  'Website evaluations: none watched in this channel or named in the digest. To watch one, type /sightline evaluation and its address.'

/** The same for a message's `text`: `Website evaluations: 1 done, 2 in progress.`, then a line for each. */
export function evaluationLines(evaluations: WatchedEvaluations | null): string[] {
  if (evaluations === null) return []
  const { watched, omittedCount } = evaluations
  if (watched.length === 0) return [none]
  const read = watched.flatMap((one) => (one.ok ? [one.data] : []))
  const ended = read.filter(({ isFinal }) => isFinal)
  const going = read.length - ended.length
  const failed = watched.length - read.length
  const parts = [
    ...(ended.length > 0 ? [`${ended.length} done`] : []),
    ...(going > 0 ? [`${going} in progress`] : []),
    ...(failed > 0 ? [`${failed} unavailable`] : []),
  ]
  return [
    `Website evaluations: ${parts.join(', ')}.`,
    ...[...ended, ...read.filter(({ isFinal }) => !isFinal)].map(evaluationHeadline),
    ...[...new Set(watched.flatMap((one) => (one.ok ? [] : [evaluationUnavailable(one)])))],
    ...(omittedCount > 0 ? [`${counted(omittedCount, 'more evaluation')} not loaded.`] : []),
  ]
}

/** The evaluation if there is one, or how many there are in each state; `null`: the digest has no such part. */
export function evaluationSummary(evaluations: WatchedEvaluations | null): string | null {
  const [counts, ...lines] = evaluationLines(evaluations)
  return (lines.length === 1 ? lines[0] : counts) ?? null
}

/** Those that ended or are unavailable; `null`: none. The thread has the others. */
export function evaluationNews(evaluations: WatchedEvaluations | null): string | null {
  const news = (evaluations?.watched ?? []).filter((one) => !one.ok || one.data.isFinal)
  return news.length === 0 ? null : evaluationSummary({ watched: news, omittedCount: 0 })
}
