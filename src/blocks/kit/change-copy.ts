/** The words for changes, and for what is missing in a period's data. All of it is plain, unescaped text. */

import { rounded } from '../../lib/rounded.ts'
import type { EngineReport } from '../../model/engine-report.ts'
import type {
  BrandChange,
  BrandStanding,
  Coverage,
  Headline,
  MetricChange,
  VisibilityReport,
  Within,
} from '../../model/reports.ts'
import {
  againstWords,
  type ComparedPeriod,
  counted,
  dayAndMonth,
  isNumber,
  isRunning,
  names,
  notAvailable,
  numberWords,
  pointWords,
  rangeWords,
  valueWords,
  visibilityForm,
  whenWords,
} from './formats.ts'
import { capital, compact, engineName } from './text.ts'

/**
 * `is down 4.1 points since 2 November, from 41.2% to 37.1%`, `has been falling since 21 September: down 7.0 points, from
 * 44.1% to 37.1%`, `has stopped falling, at 37.1%`. The first score is said because the chart has another one at a step's
 * date: its points are counted from the week before.
 * @param visibility the service's score
 * @param until the Monday of the newest week
 */
export function changeSince(change: BrandChange, visibility: ScoreNow, until: string): string {
  const { kind, points, from } = change
  const way = isUp(change) ? 'up' : 'down'
  const since = `since ${dayAndMonth(from, until)}`
  const total = totalOf(change, visibility)
  const about = aboutPoints(points)
  const now = scoreWords(visibility)
  const range =
    now === notAvailable ? '' : total === null ? `, to ${now}` : `, from ${total.before} to ${now}`
  if (kind === 'stop')
    return `has stopped ${isUp(change) ? 'falling' : 'climbing'}${now === notAvailable ? '' : `, at ${now}`}`
  if (kind === 'slope') {
    const moving = `has been ${isUp(change) ? 'climbing' : 'falling'} ${since}`
    return `${moving}${total === null ? ` by ${about} points a week` : `: ${way} ${total.points} points`}${range}`
  }
  return `is ${way} ${total?.points ?? about} points ${since}${range}`
}

type ScoreNow = Pick<MetricChange, 'value' | 'unit'>

const scoreWords = ({ value, unit }: ScoreNow) => valueWords({ value, unit }, visibilityForm)

/** `7.0` and `44.1%`, from the score before to the newest one; `null` if they don't show the change. */
export function totalOf(change: BrandChange, { value: now, unit }: ScoreNow) {
  if (!isNumber(now) || !isNumber(change.before)) return null
  // Rounded as in the chart.
  const total = rounded(now) - rounded(change.before)
  if (total === 0 || total > 0 !== isUp(change)) return null
  return { points: pointWords(Math.abs(total)), before: scoreWords({ value: change.before, unit }) }
}

/** A climb that slows down is a climb. */
export function isUp({ kind, points, direction }: BrandChange): boolean {
  return (kind === 'slope' ? points : direction) > 0
}

/** `between −1.9 and +2.4 points` */
export function intervalWords({ interval }: Within): string {
  return `between ${rangeWords(interval)} points`
}

/** `No clear change`, `Perhaps lower, but no clear change`: the whole range may be on one side without being news. */
export function noNewsWords({ interval: [low, high] }: Pick<Within, 'interval'>): string {
  if (low <= 0 && high >= 0) return 'No clear change'
  return `Perhaps ${high < 0 ? 'lower' : 'higher'}, but no clear change`
}

/** `about 2.4`, for what is estimated. */
export function aboutPoints(points: number): string {
  return isNumber(points) ? `about ${pointWords(Math.abs(points))}` : 'some'
}

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

/** `Perplexity was not collected in the week of 9–15 Nov.`; `false`: no engine is missing. */
export const notCollectedWords = ({ notCollected, period }: Pick<EngineReport, 'notCollected' | 'period'>) =>
  notCollected.length > 0 &&
  `${names(notCollected.map(engineName), 10, 40)} ${notCollected.length === 1 ? 'was' : 'were'} not collected ${whenWords(period)}.`

/** What is missing, engines by name. Only some headlines say it; otherwise a remark does. */
export function missingSentences(report: VisibilityReport): string[] {
  const { headline } = report
  const gap = gapSentence(report)
  if (headline.kind !== 'data_gap') return compact(headline.kind === 'own_vanished' && gap)
  const { missing, fewer } = headline
  return compact(
    notCollectedWords({ ...report, notCollected: missing }),
    // If days are missing, all engines have fewer answers.
    fewer.length > 0 && gap === null && `Far fewer answers than usual: ${names(fewer.map(engineName), 10)}.`,
    gap,
  )
}

/** Whether data is missing, or the unit is unknown, so that no change is judged. */
export const isUnjudged = ({ headline, coverage, isFraction }: VisibilityReport): boolean =>
  headline.kind === 'data_gap' || coverage.gap !== null || isFraction

function daysWords({ days, collected, usual }: Coverage['now']): string {
  const count = collected ?? 0
  if (count === 0) return 'Nothing was collected'
  const all = usual === days ? `${numberWords(days)} days` : `the usual ${counted(usual ?? days, 'day')}`
  return `Only ${numberWords(count)} of ${all} ${count === 1 ? 'was' : 'were'} collected`
}

export type ChangeOfPlace = Extract<Headline, { kind: 'overtook' | 'overtaken' }>

/** Without those that the period before had in the same order, which is only now settled: nobody “passed” them. */
export function passedNow(kind: ChangeOfPlace['kind'], own: BrandStanding, rivals: readonly BrandStanding[]) {
  const mine = own.visibility.previous
  return rivals.filter(({ visibility: { previous } }) => {
    if (!isNumber(mine) || !isNumber(previous)) return true
    return kind === 'overtook' ? mine <= previous : mine >= previous
  })
}

/** Why no change is reported. */
export function gapMeaning(report: Compared): string {
  const { period, coverage } = report
  const { gap } = coverage
  const against = againstWords(report)
  if (gap?.side === 'before')
    return `${capital(against)} ${isRunning(period) && period.unit !== 'day' ? 'have' : 'has'} too little data to compare with.`
  return isRunning(period)
    ? 'It’s too early to compare.'
    : `That’s too little data to compare with ${against}.`
}
