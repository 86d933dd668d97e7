/**
 * Whether dates are written with the day or the month first (ADR 38). It depends on who reads, and is known where Slack's
 * delivery comes in; dates are written in 34 files far below. So it accompanies the work by itself, as the log's
 * reference does.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type DayOrder = 'day first' | 'month first'

/** Of everything that several people read, and of a reader whom nobody identified. */
const common: DayOrder = 'day first'

/** A delivery, whose sender may not be identified yet, or what is written in a given order. */
type Audience = { readers: DayOrder } | DayOrder

const audience = new AsyncLocalStorage<Audience>()

/** The order in which dates are written here. */
export function dayOrder(): DayOrder {
  const current = audience.getStore()
  return typeof current === 'object' ? current.readers : (current ?? common)
}

/** Runs the work of a delivery from one person, who reads its answer. */
export function forSender<T>(work: () => T): T {
  return audience.run({ readers: common }, work)
}

/** The person of this delivery is identified: from here on its dates are written in their order. */
export function senderWrites(order: DayOrder): void {
  const current = audience.getStore()
  if (typeof current === 'object') current.readers = order
}

/** Writes what several people read, whoever brought it about: one text in one order. */
export function forEveryone<T>(work: () => T): T {
  return audience.run(common, work)
}

/** Writes for somebody else than this delivery's sender. */
export function inOrder<T>(order: DayOrder, work: () => T): T {
  return audience.run(order, work)
}

/**
 * The order of a language, by its own data.
 * @param locale `en-US`; anything else than a locale has the order of what several people read
 */
export function dayOrderOf(locale: string): DayOrder {
  const parts = partsOf(locale).map(({ type }) => type)
  const [day, month] = [parts.indexOf('day'), parts.indexOf('month')]
  return month >= 0 && month < day ? 'month first' : common
}

function partsOf(locale: string): readonly Intl.DateTimeFormatPart[] {
  try {
    const [known] = Intl.DateTimeFormat.supportedLocalesOf(locale)
    // Without one it would be the machine's.
    if (known === undefined) return []
    return new Intl.DateTimeFormat(known, { day: 'numeric', month: 'short' }).formatToParts(0)
  } catch {
    return []
  }
}
