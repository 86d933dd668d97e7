/**
 * Whether dates are written day first or month first (ADR 38). It depends on the reader, who is known where Slack's
 * delivery arrives, while dates are written in 34 files far below. So it is passed in the async context, like the log's
 * reference.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type DayOrder = 'day first' | 'month first'

/** For texts with several readers, and for a reader who isn't identified. */
const common: DayOrder = 'day first'

/** A delivery, whose sender may not be identified yet, or a fixed order. */
type Audience = { readers: DayOrder } | DayOrder

const audience = new AsyncLocalStorage<Audience>()

/** The order of dates in the current work. */
export function dayOrder(): DayOrder {
  const current = audience.getStore()
  return typeof current === 'object' ? current.readers : (current ?? common)
}

/** Runs the work of a delivery whose sender reads the answer. */
export function forSender<T>(work: () => T): T {
  return audience.run({ readers: common }, work)
}

/** Called once this delivery's sender is identified: from then on its dates are written in their order. */
export function setSenderDayOrder(order: DayOrder): void {
  const current = audience.getStore()
  if (typeof current === 'object') current.readers = order
}

/** Writes a text with several readers: always in the common order, no matter who triggered it. */
export function forEveryone<T>(work: () => T): T {
  return audience.run(common, work)
}

/** Writes for someone other than this delivery's sender. */
export function inOrder<T>(order: DayOrder, work: () => T): T {
  return audience.run(order, work)
}

/**
 * The date order of a locale, from Intl's data.
 * @param locale for example `en-US`; anything that isn't a known locale gets the common order
 */
export function dayOrderOf(locale: string): DayOrder {
  const parts = partsOf(locale).map(({ type }) => type)
  const [day, month] = [parts.indexOf('day'), parts.indexOf('month')]
  return month >= 0 && month < day ? 'month first' : common
}

function partsOf(locale: string): readonly Intl.DateTimeFormatPart[] {
  try {
    const [known] = Intl.DateTimeFormat.supportedLocalesOf(locale)
    // Otherwise Intl would use the machine's locale.
    if (known === undefined) return []
    return new Intl.DateTimeFormat(known, { day: 'numeric', month: 'short' }).formatToParts(0)
  } catch {
    return []
  }
}
