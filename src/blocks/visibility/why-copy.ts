/** Where a change comes from, in words. All of it is plain, unescaped text. */
import type { BrandStanding, ChangeReasons, ChangeSplit, SplitDimension } from '../../model/reports.ts'
import { isNumber, names, pointWords } from '../kit/numbers.ts'
import { oneLine } from '../kit/text.ts'
import { nameOf } from './headline-copy.ts'
import { competitorTypeLabels, funnelStageLabels, keywordTypeLabels } from './visibility-filters.ts'

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

/** Singular and plural for the parts of a dimension. */
export function nounsOf(dimension: SplitDimension): Nouns {
  return Object.hasOwn(nouns, dimension) ? nouns[dimension] : { one: 'part', many: 'parts' }
}

const labels: Readonly<Record<SplitDimension, Readonly<Partial<Record<string, string>>>>> = {
  engine: {},
  funnelStage: funnelStageLabels,
  keywordType: { ...keywordTypeLabels, Generic: 'Generic keywords', Brand: 'Brand keywords' },
  siteType: { ...competitorTypeLabels, UNKNOWN: 'Unknown site type' },
}

/** `Perplexity`, `MoFu (middle of the funnel)`, `Generic keywords`. */
export function partName(dimension: SplitDimension, part: string): string {
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

/** `−2.3`, `+0.4`, `0.0`, from tenths of a point. */
export function signed(tenth: number): string {
  return `${tenth < 0 ? '−' : tenth > 0 ? '+' : ''}${pointWords(Math.abs(tenth) / 10)}`
}

/** `−2.3 points, of which Perplexity −1.9; the rest could be chance.` `null` if there is nothing to say. */
export function whyLine({ of, splits }: ChangeReasons): string | null {
  const { delta } = of.visibility
  if (!isNumber(delta) || splits.length === 0) return null
  const named = splits.filter((split) => causesOf(split).length > 0)
  if (named.length === 0) return noneExplains(splits)
  // Engines come first, then only the first other dimension that has a cause.
  const engine = splits.find(({ dimension }) => dimension === 'engine')
  const other = named.find(({ dimension }) => dimension !== 'engine')
  return [engine, other]
    .flatMap((split) => (split === undefined ? [] : [splitSentence(split, tenths(delta), ownerPrefix(of))]))
    .join(' ')
}

/** With a trailing space. Empty for the own brand. */
function ownerPrefix(of: BrandStanding): string {
  return of.mine ? '' : `${nameOf(of)} `
}

/** `No single engine, funnel stage or keyword type explains it.` */
export function noneExplains(splits: readonly ChangeSplit[]): string {
  const all = splits.map(({ dimension }) => nounsOf(dimension).one)
  return `No single ${[all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' or ')} explains it.`
}

function splitSentence(split: ChangeSplit, total: number, owner: string): string {
  const { dimension, isRestChance } = split
  const { one, many } = nounsOf(dimension)
  const causes = causesOf(split)
  if (causes.length === 0) return noneExplains([split])
  const sum = causes.reduce((all, cause) => all + cause.tenths, 0)
  const isPortion =
    causes.every((cause) => Math.sign(cause.tenths) === Math.sign(total)) && Math.abs(sum) <= Math.abs(total)
  const listed = names(
    causes.map((cause) => `${cause.name} ${signed(cause.tenths)}`),
    4,
    80,
  )
  const rest = total - sum
  const restWords =
    rest === 0
      ? ''
      : isRestChance
        ? isPortion
          ? '; the rest could be chance'
          : `; the rest, ${signed(rest)}, is within chance`
        : `; the other ${many} together ${signed(rest)}`
  const [only] = causes
  if (dimension === 'engine' && rest === 0 && causes.length === 1)
    return `${owner}${signed(total)} points, all from ${only?.name}.`
  return dimension === 'engine'
    ? `${owner}${signed(total)} points${isPortion ? ', of which ' : ': '}${listed}${restWords}.`
    : `By ${one}: ${listed}${restWords}.`
}

/** What is named as a cause: parts, and a changed mix of answers. */
export function causesOf({ dimension, parts, mix, isMixCause }: ChangeSplit) {
  const causes = parts
    .filter(({ isCause }) => isCause)
    .map(({ part, contribution }) => ({ name: partName(dimension, part), tenths: tenths(contribution) }))
  return isMixCause
    ? [...causes, { name: `a different mix of ${nounsOf(dimension).many}`, tenths: tenths(mix) }]
    : causes
}
