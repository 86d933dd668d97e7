/** Where a change comes from, in words. All of it is plain, unescaped text. */
import type { ChangeReasons, ChangeSplit, SplitDimension, SplitPart } from '../../model/reports.ts'
import { engineName } from '../kit/names.ts'
import {
  changeInSentence,
  isNumber,
  names,
  pointWords,
  signedPoints,
  visibilityForm,
} from '../kit/numbers.ts'
import { oneLine } from '../kit/text.ts'
import { nameOf } from './headline-copy.ts'
import { competitorTypeLabels, funnelStageLabels, keywordTypeLabels } from './scope.ts'

interface Nouns {
  readonly one: string
  readonly many: string
}

const nouns: Readonly<Record<SplitDimension, Nouns>> = {
  engine: { one: 'engine', many: 'engines' },
  funnelStage: { one: 'funnel stage', many: 'funnel stages' },
  keywordType: { one: 'keyword type', many: 'keyword types' },
  siteType: { one: 'site type', many: 'site types' },
}

export function nounsOf(dimension: SplitDimension): Nouns {
  return Object.hasOwn(nouns, dimension) ? nouns[dimension] : { one: 'part', many: 'parts' }
}

const labels: Readonly<Record<SplitDimension, Readonly<Partial<Record<string, string>>>>> = {
  engine: {},
  funnelStage: funnelStageLabels,
  keywordType: { ...keywordTypeLabels, Generic: 'Generic keywords', Brand: 'Brand keywords' },
  siteType: { ...competitorTypeLabels, UNKNOWN: 'Unknown site type' },
}

/** `Perplexity`, `Middle of funnel`, `Generic keywords`. */
export function partName(dimension: SplitDimension, part: string): string {
  if (dimension === 'engine') return engineName(part)
  const labelsOfDimension = Object.hasOwn(labels, dimension) ? labels[dimension] : {}
  return oneLine(
    Object.hasOwn(labelsOfDimension, part) ? (labelsOfDimension[part] ?? part) : part,
    40,
    '(unnamed)',
  )
}

/** In tenths of a point, so that sums match the numbers shown. */
export function tenths(points: number): number {
  return Math.round(points * 10) + 0
}

/** Why a brand's score changed, by engine, without the parts' points; `null` if there is nothing to say. */
export function whyLine({ of, splits }: ChangeReasons): string | null {
  const engine = splits.find(({ dimension }) => dimension === 'engine')
  if (engine === undefined || !isNumber(of.visibility.delta)) return null
  const sentence = splitSentence(engine, of.visibility.delta, { inPoints: false })
  return of.mine ? sentence : `${nameOf(of)}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}

/**
 * `Mostly Perplexity, down 15.5 points (3.1 of the 3.2 points).`, `About 40% of it is Gemini, down 14.7 points (1.5 of the
 * 3.6 points).`, `It fell everywhere, most on Claude, down 9.1 points (1.2 of the 3.6 points).`, `We can’t tell: no
 * engine’s change stands out.`
 */
export function splitSentence(split: ChangeSplit, delta: number, { inPoints = true } = {}): string {
  const { dimension, parts, isEverywhere, mix, isMixCause } = split
  const { one, many } = nounsOf(dimension)
  const wordsOf = (cause: SplitPart) => causeWords(dimension, cause, inPoints ? tenths(delta) : null)
  const causes = parts
    .filter(({ isCause }) => isCause)
    .toSorted((a, b) => Math.abs(b.visibility.delta ?? 0) - Math.abs(a.visibility.delta ?? 0))
  const mixWords = isMixCause ? ` A different mix of ${many} accounts for ${signedPoints(mix)} points.` : ''
  const where = dimension === 'engine' ? 'on' : 'in'
  const [most] = causes
  if (isEverywhere) {
    const moved = delta > 0 ? 'rose' : 'fell'
    const all = parts.length === 2 ? 'both' : `all ${parts.length}`
    return most === undefined
      ? `It ${moved} ${where} ${all} ${many}; none stands out.${mixWords}`
      : `It ${moved} everywhere, most ${where} ${wordsOf(most)}.${mixWords}`
  }
  if (most === undefined)
    return isMixCause ? mixWords.trim() : `We can’t tell: no ${one}’s change stands out.`
  const share = causes.reduce((sum, { contribution }) => sum + contribution, 0) / delta
  const lead =
    share > 1
      ? 'It’s all'
      : share > 0.5
        ? 'Mostly'
        : `About ${Math.max(1, Math.round(share * 10)) * 10}% of it is`
  const named = names(causes.map(wordsOf), 3, 100)
  const others = share > 1 ? `; other ${many} moved the other way` : ''
  return `${lead} ${named}${others}.${mixWords}`
}

/** `Gemini, down 14.7 points (1.5 of the 3.6 points)` @param total in tenths; `null`: `Gemini (down 14.7 points)` */
function causeWords(
  dimension: SplitDimension,
  { part, visibility, contribution }: SplitPart,
  total: number | null,
) {
  const name = partName(dimension, part)
  const change = changeInSentence(visibility, visibilityForm)
  if (total === null) return `${name} (${change})`
  const points = tenths(contribution)
  const isPortion = Math.abs(points) <= Math.abs(total)
  const share = isPortion
    ? `${pointWords(Math.abs(points) / 10)} of the ${pointWords(Math.abs(total) / 10)} points`
    : `${signedPoints(points / 10)} points`
  return `${name}, ${change} (${share})`
}
