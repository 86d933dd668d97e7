/** What digests have told of the brands' changes: once, by change, so that neither a digest nor an alert tells it again. */
import type { ToldNews } from '../store/index.ts'

/** A young change may be dated anew by so much as more weeks become known. */
const redatedByDays = 21

/** Whether news was told before. */
export function isTold(told: readonly ToldNews[], { brand, kind, direction, from }: ToldNews): boolean {
  return told.some(
    (one) =>
      one.brand === brand &&
      one.kind === kind &&
      one.direction === direction &&
      Math.abs(Temporal.PlainDate.from(one.from).until(from).days) <= redatedByDays,
  )
}
