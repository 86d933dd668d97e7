/** What is missing in a period's data, and what that means for a comparison. */
import type { Coverage } from '../../model/reports.ts'
import { counted, isNumber, numberWords } from './numbers.ts'
import { againstWords, type ComparedPeriod, isRunning } from './periods.ts'

interface Compared extends ComparedPeriod {
  readonly coverage: Coverage
}

/** Shown below each “How measured” line that has no “How sure?” button. */
export const howToRead = 'How to read these numbers: /sightline help numbers'

/** `Only 5 of 7 days were collected: 2,380 answers against 3,339.`; `null`: nothing is missing. */
export function gapSentence(report: Compared): string | null {
  const { now, before, gap } = report.coverage
  if (gap === null) return null
  const [few, other] = gap.side === 'now' ? [now, before] : [before, now]
  const then = gap.side === 'now' ? '' : ` for ${againstWords(report)}`
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
  return `Only ${numberWords(count)} of the usual ${counted(usual ?? days, 'day')} ${were} collected`
}

/** Why no change is reported. */
export function gapMeaning(report: Compared): string {
  const { period, coverage } = report
  const { gap } = coverage
  const against = againstWords(report)
  if (gap?.side === 'before')
    return `${against.charAt(0).toUpperCase()}${against.slice(1)} ${isRunning(period) && period.unit !== 'day' ? 'have' : 'has'} too little data to compare with.`
  return isRunning(period)
    ? 'It’s too early to compare.'
    : `That’s too little data to compare with ${against}.`
}
