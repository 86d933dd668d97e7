import { readPeriod } from '../../../insights/periods.ts'
import type { PeriodUnit } from '../../../model/reports.ts'
import type { Token } from '../tokens.ts'
import type { NamedPeriod, PeriodSpan } from './period-span.ts'
import { articles } from './words.ts'

/** Any time zone works, because only days are counted. */
const zone = 'UTC'

/** The words of a sentence, and the day on which it was written. */
export class Sentence {
  readonly tokens: readonly Token[]
  readonly today: Temporal.PlainDate
  readonly #now: Temporal.Instant

  constructor(tokens: readonly Token[], today: Temporal.PlainDate) {
    this.tokens = tokens
    this.today = today
    this.#now = today.toZonedDateTime({ timeZone: zone, plainTime: '12:00' }).toInstant()
  }

  text(at: number): string {
    const token = this.tokens[at]
    return token?.kind === 'word' ? token.text : ''
  }

  skip(at: number): number {
    return articles.has(this.text(at)) ? this.skip(at + 1) : at
  }

  period(unit: PeriodUnit | null, when: string | null, more: Partial<NamedPeriod> = {}): NamedPeriod {
    const read = readPeriod(when ?? '', unit, this.#now, zone)
    if (!read.ok)
      return { unit: null, when: null, days: null, isNow: false, isFuture: true, isDoubtful: true, ...more }
    const { start, end } = read.period
    const isNow = end >= this.today.toString()
    return { unit, when, days: { start, end }, isNow, isFuture: false, isDoubtful: false, ...more }
  }

  future(words: number): PeriodSpan {
    return {
      words,
      period: { unit: null, when: null, days: null, isNow: false, isFuture: true, isDoubtful: true },
    }
  }

  /** The period between two days, both included. It ends today at the latest. */
  between(first: Temporal.PlainDate, last: Temporal.PlainDate, more: Partial<NamedPeriod> = {}): NamedPeriod {
    const end = Temporal.PlainDate.compare(last, this.today) > 0 ? this.today : last
    return this.period(null, `${first}..${end}`, more)
  }

  date(date: Temporal.PlainDate, more: Partial<NamedPeriod> = {}): NamedPeriod {
    return this.period(null, date.toString(), more)
  }
}
