/** The evaluations part of a digest: how the website evaluations do that people watch from the channel. */
import type { Evaluation } from '../../insights/evaluation.ts'
import type { Block } from '../../model/message.ts'
import type { Section } from '../../model/reports.ts'
import { evaluationHeadline } from '../evaluations/evaluation.ts'
import { heading } from '../kit/elements.ts'
import { shortId } from '../kit/ids.ts'
import { counted } from '../kit/numbers.ts'
import { richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

export interface WatchedEvaluations {
  readonly watched: readonly Section<Evaluation>[]
  /** How many were not asked for, because there are too many. */
  readonly left: number
}

/** @param evaluations `null`: the digest has no such part */
export function evaluationBlocks(evaluations: WatchedEvaluations | null): readonly Block[] {
  const [headline, ...lines] = evaluationLines(evaluations)
  if (headline === undefined) return []
  return [
    { type: 'divider' },
    heading(headline),
    ...(lines.length === 0 ? [] : [richText(lines.map((line) => [line]))]),
  ]
}

const none =
  'Website evaluations: nobody watches one in this channel, and the digest’s form names none. /sightline evaluation shows how to watch one.'

function failedLine({ reason, subject }: Extract<Section<Evaluation>, { ok: false }>): string {
  const which = subject === undefined ? 'Unavailable' : `Evaluation ${shortId(subject)} is unavailable`
  return `⚠ ${which}: ${oneLine(reason, 400, 'No reason was given.')}`
}

/** The same for a message's `text`: `Website evaluations: 1 has ended, 2 go on.`, then a line for each. */
export function evaluationLines(evaluations: WatchedEvaluations | null): string[] {
  if (evaluations === null) return []
  const { watched, left } = evaluations
  if (watched.length === 0) return [none]
  const read = watched.flatMap((one) => (one.ok ? [one.data] : []))
  const ended = read.filter(({ isFinal }) => isFinal)
  const going = read.length - ended.length
  const failed = watched.length - read.length
  const parts = [
    ...(ended.length > 0 ? [`${ended.length} ${ended.length === 1 ? 'has' : 'have'} ended`] : []),
    ...(going > 0 ? [`${going} ${going === 1 ? 'goes' : 'go'} on`] : []),
    ...(failed > 0 ? [`${failed} unavailable`] : []),
  ]
  return [
    `Website evaluations: ${parts.join(', ')}.`,
    ...[...ended, ...read.filter(({ isFinal }) => !isFinal)].map(evaluationHeadline),
    ...[...new Set(watched.flatMap((one) => (one.ok ? [] : [failedLine(one)])))],
    ...(left > 0 ? [`${counted(left, 'more evaluation')} not loaded.`] : []),
  ]
}
