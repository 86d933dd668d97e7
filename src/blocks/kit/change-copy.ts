/** The words for changes that weeks show. All of it is plain, unescaped text. */
import type { BrandChange } from '../../model/change.ts'
import type { Within } from '../../model/reports.ts'
import { rounded } from './bars.ts'
import { isNumber, pointWords } from './numbers.ts'
import { dayAndMonth } from './periods.ts'

/**
 * `is down 4.1 points since 2 November`, `has been falling since 21 September: down 7.0 points`, `has stopped falling`.
 * @param now the service's score; `null`: unknown
 * @param until the Monday of the newest week
 */
export function changeSince(change: BrandChange, now: number | null, until: string): string {
  const { kind, points, from } = change
  const way = isUp(change) ? 'up' : 'down'
  const since = `since ${dayAndMonth(from, until)}`
  const total = totalOf(change, now)
  const about = aboutPoints(points)
  if (kind === 'stop') return `has stopped ${isUp(change) ? 'falling' : 'climbing'}`
  if (kind === 'slope') {
    const moving = `has been ${isUp(change) ? 'climbing' : 'falling'} ${since}`
    return total === null ? `${moving} by ${about} points a week` : `${moving}: ${way} ${total} points`
  }
  return `is ${way} ${total ?? about} points ${since}`
}

/** `7.0`: from the score before to the newest one; `null` if they don't show the change. */
export function totalOf(change: BrandChange, now: number | null): string | null {
  if (!isNumber(now) || !isNumber(change.before)) return null
  // Rounded as in the chart.
  const total = rounded(now) - rounded(change.before)
  return total !== 0 && total > 0 === isUp(change) ? pointWords(Math.abs(total)) : null
}

/** A climb that slows down is a climb. */
export function isUp({ kind, points, direction }: BrandChange): boolean {
  return (kind === 'slope' ? points : direction) > 0
}

/** `between −1.9 and +2.4 points` */
export function intervalWords({ interval: [low, high] }: Within): string {
  return `between ${signedPoints(low)} and ${signedPoints(high)} points`
}

function signedPoints(points: number): string {
  const words = pointWords(Math.abs(points))
  return `${Number(words) === 0 ? '' : points < 0 ? '−' : '+'}${words}`
}

/** `about 2.4`, for what is estimated. */
export function aboutPoints(points: number): string {
  return isNumber(points) ? `about ${pointWords(Math.abs(points))}` : 'some'
}
