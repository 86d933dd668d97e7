/** What is missing in a period's data, and what that means for a comparison. */
import type { Coverage, ReportPeriod } from '../../model/reports.ts'
import { isNumber, numberWords } from './numbers.ts'
import { againstWords, isRunning } from './periods.ts'

interface Compared {
  readonly period: ReportPeriod
  readonly coverage: Coverage
}

/** `Only 5 of 7 days were collected: 2,380 answers against 3,339.`; `null`: nothing is missing. */
export function gapSentence({ period, coverage: { now, before, gap } }: Compared): string | null {
  if (gap === null) return null
  const [few, other] = gap.side === 'now' ? [now, before] : [before, now]
  const then = gap.side === 'now' ? '' : ` in ${againstWords(period)}`
  const [mine, theirs] = [few.answers, other.answers]
  const isKnown = isNumber(mine) && isNumber(theirs)
  if (gap.by === 'answers')
    return isKnown
      ? `Only ${numberWords(mine)} answers${then}, against ${numberWords(theirs)} ${gap.side === 'now' ? 'before' : 'now'}.`
      : null
  const against = isKnown
    ? `: ${numberWords(mine)} answers against ${numberWords(theirs)}${then === '' ? '' : ' now'}.`
    : '.'
  return `${daysWords(few)}${then}${against}`
}

function daysWords({ days, collected, usual }: Coverage['now']): string {
  const count = collected ?? 0
  const were = count === 1 ? 'was' : 'were'
  if (usual === days) return `Only ${numberWords(count)} of ${numberWords(days)} days ${were} collected`
  const day = count === 1 ? 'day' : 'days'
  return `Only ${numberWords(count)} ${day} ${were} collected where ${numberWords(usual ?? days)} is usual`
}

/** Why no change is told. */
export function gapMeaning({ period, coverage: { gap } }: Compared): string {
  const against = againstWords(period)
  if (gap?.side === 'before')
    return `${against.charAt(0).toUpperCase()}${against.slice(1)} ${isRunning(period) && period.unit !== 'day' ? 'have' : 'has'} too little to compare with.`
  return isRunning(period) ? 'It is too early to compare.' : `That is too little to compare with ${against}.`
}
