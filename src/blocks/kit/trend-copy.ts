/** The sentences of a trend over weeks. All of it is plain, unescaped text. */
import type { Trend, TrendExtreme, TrendFinding } from '../../model/trend.ts'
import { rounded } from './bars.ts'
import { pointWords } from './numbers.ts'
import { dayAndMonth, weeksBetween } from './periods.ts'
import { oneLine } from './text.ts'

/** `Northwind is down 7.0 points since 30 March: down in 8 of 10 weeks.` */
export function trendSentence(brand: string, finding: TrendFinding): string {
  const { since, until, from, to, moved, of } = finding
  const way = finding.direction === 'up' ? 'up' : 'down'
  // Rounded as in the chart.
  const points = pointWords(Math.abs(rounded(to) - rounded(from)))
  const change = `${nameOf(brand)} is ${way} ${points} points since ${dayAndMonth(since, until)}`
  // By chance, half of the weeks go either way, so a count near that is omitted.
  const isMeaningful = moved === of || (of >= 5 && 3 * moved >= 2 * of)
  if (!isMeaningful) return `${change}, from ${pointWords(from)} to ${pointWords(to)}.`
  const weeks = of === weeksBetween(since, until) ? 'weeks' : 'measured weeks'
  return `${change}: ${way} in ${moved} of ${of} ${weeks}.`
}

/** What the weeks show, the trend first; empty if nothing. @param isHeadline the headline already states the trend */
export function trendSentences(
  { ownBrand, finding, extreme, weeks }: Trend,
  isHeadline: boolean,
): readonly string[] {
  const until = weeks.at(-1)?.start ?? ''
  return [
    ...(finding === null || isHeadline ? [] : [trendSentence(ownBrand, finding)]),
    ...(extreme === null
      ? []
      : [
          `${finding === null ? `${nameOf(ownBrand)} is at` : 'It is at'} its ${extremeWords(extreme, until)}.`,
        ]),
  ]
}

function extremeWords({ kind, since, weeks }: TrendExtreme, until: string): string {
  const words = kind === 'highest' ? 'highest' : 'lowest'
  return since === null ? `${words} in ${weeks} weeks` : `${words} since ${dayAndMonth(since, until)}`
}

function nameOf(brand: string): string {
  return oneLine(brand, 60, '(unnamed brand)')
}
