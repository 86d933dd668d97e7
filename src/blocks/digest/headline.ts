/** What a digest says right below its headline. */
import type { VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { rounded } from '../kit/bars.ts'
import { isNumber, pointWords, valueWords, visibilityForm } from '../kit/numbers.ts'
import { weeksBetween } from '../kit/periods.ts'
import { nameOf } from '../visibility/headline-copy.ts'

/** The other notes are in the thread. */
export const notesInMain = 1

/** `Globex leads with 55.8%; Contoso is 1.0 points ahead of Northwind.` `null`: there is nobody to name. */
export function neighbourLine({ standings, own }: VisibilityReport): string | null {
  if (own === null || !isNumber(own.visibility.value)) return null
  const level = own.visibility.value
  const rivals = standings.filter(({ mine, rank }) => !mine && isNumber(rank))
  const leader = rivals.find(({ rank }) => rank === 1)
  const ahead = rivals.filter(({ rank }) => (rank ?? 0) < (own.rank ?? 0)).at(-1)
  const nearest = ahead !== undefined && ahead !== leader ? ahead : rivals.find((rival) => rival !== leader)
  const parts = [
    ...(leader === undefined
      ? []
      : [`${nameOf(leader)} leads with ${valueWords(leader.visibility, visibilityForm)}`]),
    ...[nearest].flatMap((rival) => {
      if (rival === undefined || !isNumber(rival.visibility.value)) return []
      const gap = rival.visibility.value - level
      const points = pointWords(Math.abs(gap))
      if (Number(points) === 0) return [`${nameOf(rival)} is level with ${nameOf(own)}`]
      return [`${nameOf(rival)} is ${points} points ${gap > 0 ? 'ahead of' : 'behind'} ${nameOf(own)}`]
    }),
  ]
  return parts.length === 0 ? null : `${parts.join('; ')}.`
}

/** `That makes 8.8 points in two weeks.` for a second fall or rise in a row. */
export function sinceFirstFall({ headline, period }: VisibilityReport, trend: Trend | null): string | null {
  if (headline.kind !== 'own_change' || !headline.change.again || headline.change.kind !== 'step') return null
  const before = trend?.weeks.find(({ start }) => weeksBetween(start, period.start) === 2)?.scores[0] ?? null
  const now = headline.own.visibility.value
  if (headline.change.from !== period.start || !isNumber(before) || !isNumber(now)) return null
  return `That makes ${pointWords(Math.abs(rounded(now) - rounded(before)))} points in two weeks.`
}
