/** The first sentence of “why did it change?”: the change, and where it comes from. Plain, unescaped text. */
import type { ChangeReasons, ChangeSplit, SplitPart } from '../../model/reports.ts'
import { changeInSentence, names, valueWords, visibilityForm } from '../kit/numbers.ts'
import { nameOf } from '../visibility/headline-copy.ts'
import { nounsOf, partName, signed, tenths } from '../visibility/why-copy.ts'

/** `Northwind fell 5.2 points to 40.7%; about 40% of that is GoogleAIO, down 14.7 points.` */
export function whySentence({ of, splits }: ChangeReasons): string {
  const { visibility } = of
  const value = valueWords(visibility, visibilityForm)
  if (visibility.verdict === 'same') return `${nameOf(of)} hasn’t changed: it is at ${value}, as before.`
  const change = `${nameOf(of)} ${changeInSentence(visibility, visibilityForm).replace(/^up/, 'rose').replace(/^down/, 'fell')} to ${value}`
  if (visibility.isNews !== true)
    return `${change}, within ordinary variation: there may be nothing to explain.`
  if (splits.length === 0) return `${change}. Where that comes from can’t be told.`
  const total = visibility.delta ?? 0
  // Engines come first.
  const causes = splits.map((split) => causesOf(split, total)).find((words) => words !== null)
  return `${change}${everywhere(splits) ?? causes ?? '. We can’t tell why: no engine’s change stands out'}`.replace(
    /\.?$/,
    '.',
  )
}

/** `, mostly on Claude (down 9.0 points)`; `; about 40% of that is Claude, down 9.0 points`; `null`: no part is a cause. */
function causesOf(split: ChangeSplit, total: number): string | null {
  const share = (points: number) => points / total
  const all = split.parts.filter(({ isCause }) => isCause)
  const causes = all.filter(({ contribution }) => share(contribution) > 0)
  if (causes.length < all.length) {
    const points = all.map(
      (part) => `${partName(split.dimension, part.part)} ${signed(tenths(part.contribution))}`,
    )
    return `; ${names(points, 4, 80)} points of that`
  }
  const [first] = causes
  if (first === undefined)
    return split.isMixCause && share(split.mix) > 0
      ? `, ${share(split.mix) > 0.5 ? 'mostly' : 'partly'} because answers come from another mix of ${nounsOf(split.dimension).many}`
      : null
  if (share(first.contribution) > 0.5) {
    const portion = share(first.contribution) > 0.95 ? 'all' : 'mostly'
    return `, ${portion} on ${partName(split.dimension, first.part)} (${ownChange(first)})`
  }
  const listed = causes.slice(0, 3).map((part, index) => {
    const percent = `${Math.max(10, Math.round(share(part.contribution) * 10) * 10)}%`
    return `${index === 0 ? `about ${percent} of that is` : percent} ${partName(split.dimension, part.part)} (${ownChange(part)})`
  })
  return `; ${names(listed, listed.length, 120)}`
}

/** `on every engine, most on Claude`: all parts moved alike. */
function everywhere(splits: readonly ChangeSplit[]): string | null {
  const split = splits.find(({ dimension }) => dimension === 'engine')
  if (split?.isEverywhere !== true) return null
  const most = split.parts.find(({ isCause }) => isCause)
  return ` on every engine${most === undefined ? '' : `, most on ${partName('engine', most.part)} (${ownChange(most)})`}`
}

/** `down 14.7 points` */
const ownChange = ({ visibility }: SplitPart): string => changeInSentence(visibility, visibilityForm)
