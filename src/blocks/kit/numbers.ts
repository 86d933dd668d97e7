import { lazy } from '../../lib/cache.ts'
import { isPercent } from '../../lib/strings.ts'
import type { BrandStanding, MetricChange, MetricName } from '../../model/reports.ts'
import { oneLine, shortName } from './text.ts'

/** How numbers are written: en-US, one decimal, changes of percentages in points. */

export interface MetricForm {
  readonly key: MetricName
  readonly label: string
  /** `count`: whole numbers. `place`: lower is better, so a change names both values instead of a direction. */
  readonly form: 'decimal' | 'count' | 'place'
}

export const metricForms = [
  { key: 'visibility', label: 'Visibility', form: 'decimal' },
  { key: 'presence', label: 'Presence', form: 'decimal' },
  { key: 'averageRanking', label: 'Avg. ranking', form: 'place' },
  { key: 'mentions', label: 'Mentions', form: 'count' },
  { key: 'shareOfVoice', label: 'Share of voice', form: 'decimal' },
] as const satisfies readonly MetricForm[]

export const visibilityForm: MetricForm = metricForms[0]
export const shareOfVoiceForm: MetricForm = metricForms[4]

export const notAvailable = 'n/a'

const format = (options: Intl.NumberFormatOptions) => lazy(() => new Intl.NumberFormat('en-US', options))
const signDisplay = 'negative'
const decimal = format({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay })
const hundredths = format({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const count = format({ maximumFractionDigits: 1, signDisplay })
const compactForm = format({ notation: 'compact', maximumFractionDigits: 1, signDisplay })
const scientific = format({ notation: 'scientific', maximumFractionDigits: 1, signDisplay })
const ordinalRule = lazy(() => new Intl.PluralRules('en-US', { type: 'ordinal' }))
const ordinalEnds: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const list = lazy(() => new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' }))

/** `41.3%`, `2.1`, `1,204`, `1.2M`; `n/a` without a value. The metric's label says what it counts, so only `%` is added. */
export function valueWords({ value, unit, isFraction }: MetricChange, { form }: MetricForm): string {
  if (!isNumber(value)) return notAvailable
  if (isFraction) return hundredths().format(value)
  return `${plainNumber(value, form)}${isPercent(unit) ? '%' : ''}`
}

/** `▲ up 2.4 points` for news; `40.9% before` if it isn't; `no change`, `new`, `n/a`. Never a glyph without words. */
export function changeWords(change: MetricChange, metric: MetricForm): string {
  const words = changeInSentence(change, metric)
  const { previous, verdict, isNews } = change
  if ([notAvailable, 'new', 'no change'].includes(words)) return words
  const glyph = verdict === 'worse' ? '▼ ' : verdict === 'better' ? '▲ ' : ''
  if (isNews) return `${glyph}${words}`
  const before = valueWords({ ...change, value: previous }, metric)
  // Values that print the same count as unchanged.
  return before === valueWords(change, metric) ? 'no change' : `${before} before`
}

/** The same for a table cell, after the value: `▲ +2.4`, `(+0.4)`. */
export function changeCell(change: MetricChange, { form }: MetricForm): string {
  const { value, previous, delta, verdict, isNews, isFraction } = change
  if (!isNumber(value)) return notAvailable
  if (!isNumber(previous)) return 'new'
  if (!isNumber(delta)) return notAvailable
  const size = isFraction ? hundredths().format(Math.abs(delta)) : plainNumber(Math.abs(delta), form)
  if (verdict === 'same' || Number(size) === 0) return 'no change'
  const words = `${delta > 0 ? '+' : '−'}${size}`
  return isNews ? `${verdict === 'worse' ? '▼' : '▲'} ${words}` : `(${words})`
}

/** `up 2.4 points`, whether or not it is news: the sentence around it says so. */
export function changeInSentence(change: MetricChange, { form }: MetricForm): string {
  const { value, previous, delta, verdict, unit, isFraction } = change
  if (!isNumber(value)) return notAvailable
  if (!isNumber(previous)) return 'new'
  if (!isNumber(delta)) return notAvailable
  if (verdict === 'same' || delta === 0) return 'no change'
  if (form === 'place') {
    const verb = verdict === 'worse' ? 'worsened' : verdict === 'better' ? 'improved' : 'moved'
    return `${verb} from ${plainNumber(previous, form)} to ${plainNumber(value, form)}`
  }
  const size = Math.abs(delta)
  const units = isPercent(unit) ? 'points' : oneLine(unit, 12, '')
  const shownUnits = form === 'count' && size === 1 ? units.replace(/s$/, '') : units
  const points = `${plainNumber(size, form)} ${shownUnits}`.trimEnd()
  return `${delta > 0 ? 'up' : 'down'} ${isFraction ? hundredths().format(size) : points}`
}

/** `2nd`, `500+`, `n/a`. That it changed is only said where the scores are clearly apart. */
export function rankWords({ rank, beyond }: BrandStanding): string {
  if (beyond !== undefined) return `${numberWords(beyond)}+`
  return isNumber(rank) ? ordinal(rank) : notAvailable
}

/** `1st`, `2nd`, `11th`. */
export function ordinal(rank: number): string {
  return `${count().format(rank)}${ordinalEnds[ordinalRule().select(rank)] ?? 'th'}`
}

/** `1 brand`, `12 brands`, `1,204 mentions`. */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${plainNumber(amount, 'count')} ${amount === 1 ? one : many}`
}

/** `both`, `all 4` */
export const allOf = (count: number): string => (count === 2 ? 'both' : `all ${numberWords(count)}`)

/** `A, B, and 3 more`, for names from outside. Line breaks in a name become spaces. */
export function names(all: readonly string[], shown = 3, longest = 60): string {
  const shownNames = all.slice(0, shown).map((name) => shortName(name, longest, '(unnamed)'))
  const rest = all.length - shownNames.length
  return list().format(rest > 0 ? [...shownNames, `${plainNumber(rest, 'count')} more`] : shownNames)
}

/** `1,204`: an amount without a unit. */
export function numberWords(amount: number): string {
  return plainNumber(amount, 'count')
}

/** `51.0`: a chart's value. */
export function pointWords(value: number): string {
  return plainNumber(value, 'decimal')
}

/** `−1.2`, `+0.4`, `0.0`: points with their sign. */
export function signedPoints(points: number): string {
  const words = pointWords(Math.abs(points))
  return `${Number(words) === 0 ? '' : points < 0 ? '−' : '+'}${words}`
}

/** `−1.9 and +2.4` */
export function rangeWords([low, high]: readonly [number, number]): string {
  return `${signedPoints(low)} and ${signedPoints(high)}`
}

/** Whether any brand has a previous value. In a first period none has, so "new" would mean nothing. */
export function isCompared(standings: readonly BrandStanding[]): boolean {
  return standings.some((standing) => metricForms.some(({ key }) => isNumber(standing[key].previous)))
}

export function isNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value)
}

function plainNumber(value: number, form: MetricForm['form']): string {
  if (Math.abs(value) >= 1e15) return scientific().format(value)
  if (Math.abs(value) >= 1e6) return compactForm().format(value)
  return (form === 'count' ? count() : decimal()).format(value)
}
