import { MONTHS, readPeriod } from '../../insights/periods.ts'
import { type PeriodWords, periodAt } from '../../insights/question/period.ts'
import type { PeriodUnit } from '../../model/reports.ts'
import type { Token } from './tokens.ts'

/** A period that a sentence names. */
export interface SaidPeriod {
  /** As `periodText` writes it; `null`: not written, since it hasn't begun or isn't understood. */
  readonly unit: PeriodUnit | null
  readonly when: string | null
  /** First and last day; `null`: in the future, or no period of its own. */
  readonly days: { readonly start: string; readonly end: string } | null
  /** It ends today or later, so that it asks for the newest. */
  readonly isNow: boolean
  readonly isFuture: boolean
  /** Two people may mean two things by it. */
  readonly isDoubtful: boolean
  /** A weekday by its name alone, which may be a digest's, or a brand's. */
  readonly weekday?: string
  /** `weekly`, `month over month`: the last complete one of the unit. */
  readonly isRhythm?: boolean
}

export interface PeriodSpan {
  readonly period: SaidPeriod
  /** How many words it takes. */
  readonly words: number
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const shortDays = table({
  mon: 1,
  tue: 2,
  tues: 2,
  wed: 3,
  weds: 3,
  thu: 4,
  thur: 4,
  thurs: 4,
  fri: 5,
  sat: 6,
  sun: 7,
})

type Unit = PeriodUnit | 'quarter' | 'weekend' | 'half' | 'fortnight'

const units = table<Unit>({
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  year: 'year',
  years: 'year',
  quarter: 'quarter',
  quarters: 'quarter',
  weekend: 'weekend',
  fortnight: 'fortnight',
  fortnights: 'fortnight',
})

const counts = table({
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  three: 3,
  few: 3,
  several: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fourteen: 14,
  thirty: 30,
  sixty: 60,
  ninety: 90,
})

const ordinals = table({ first: 1, second: 2, third: 3, fourth: 4, '1st': 1, '2nd': 2, '3rd': 3, '4th': 4 })

const lastWords: ReadonlySet<string> = new Set(['last', 'previous', 'past', 'prior', 'lst', 'preceding'])
const ago: ReadonlySet<string> = new Set(['ago', 'back', 'prior', 'earlier'])
const thisWords: ReadonlySet<string> = new Set(['this', 'current', 'ongoing', 'running'])
const nextWords: ReadonlySet<string> = new Set(['next', 'coming', 'upcoming', 'following'])
const adjectives: ReadonlySet<string> = new Set([
  'full',
  'whole',
  'calendar',
  'complete',
  'entire',
  'business',
  'rolling',
])
const articles: ReadonlySet<string> = new Set(['the', 'our', 'of', 'in', 'on', 'for', 'during', 'over'])

/** A weekday by its whole name, 1 for Monday; `null`: none. */
export function weekdayNamed(word: string): number | null {
  const at = weekdays.findIndex((name) => word === name || word === `${name}s`)
  return at < 0 ? (shortDays.get(word) ?? null) : at + 1
}

/** Reads the periods of one sentence. All of it is calendar arithmetic; what a period is, `readPeriod` says. */
export class PeriodReader {
  readonly #tokens: readonly Token[]
  readonly #today: Temporal.PlainDate
  readonly #now: Temporal.Instant

  constructor(tokens: readonly Token[], today: Temporal.PlainDate) {
    this.#tokens = tokens
    this.#today = today
    this.#now = today.toZonedDateTime({ timeZone: zone, plainTime: '12:00' }).toInstant()
  }

  /** The longest period that starts at a word. */
  at(at: number): PeriodSpan | null {
    return this.#range(at) ?? this.#withRest(at)
  }

  #text(at: number): string {
    const token = this.#tokens[at]
    return token?.kind === 'word' ? token.text : ''
  }

  /** `october so far`, `the week before last`. */
  #withRest(at: number): PeriodSpan | null {
    const one = this.#single(at)
    if (one === null) return null
    const next = at + one.words
    // `the year so far`
    const unit = one.words === 1 && one.period.isRhythm !== true ? units.get(this.#text(at)) : undefined
    const running = unit === undefined ? null : this.#unit('this', unit)
    if (running !== null && this.#text(next) === 'so' && this.#text(next + 1) === 'far')
      return { period: running, words: 3 }
    if (this.#text(next) === 'so' && this.#text(next + 1) === 'far') return { ...one, words: one.words + 2 }
    if (this.#text(next) === 'to' && this.#text(next + 1) === 'date') return { ...one, words: one.words + 2 }
    return one
  }

  #said(unit: PeriodUnit | null, when: string | null, more: Partial<SaidPeriod> = {}): SaidPeriod {
    const read = readPeriod(when ?? '', unit, this.#now, zone)
    if (!read.ok)
      return { unit: null, when: null, days: null, isNow: false, isFuture: true, isDoubtful: true, ...more }
    const { start, end } = read.period
    const isNow = end >= this.#today.toString()
    return { unit, when, days: { start, end }, isNow, isFuture: false, isDoubtful: false, ...more }
  }

  #future(words: number): PeriodSpan {
    return {
      words,
      period: { unit: null, when: null, days: null, isNow: false, isFuture: true, isDoubtful: true },
    }
  }

  /** Two days, both included; what has not happened yet is left out. */
  #between(first: Temporal.PlainDate, last: Temporal.PlainDate, more: Partial<SaidPeriod> = {}): SaidPeriod {
    const end = Temporal.PlainDate.compare(last, this.#today) > 0 ? this.#today : last
    return this.#said(null, `${first}..${end}`, more)
  }

  #range(at: number): PeriodSpan | null {
    const word = this.#text(at)
    if (word === 'since' || word === 'from' || word === 'between' || word === 'starting') {
      const first = this.#skip(at + 1)
      const start = this.#endpoint(first)
      if (start === null) return this.#sharedMonth(first, first - at)
      const joint = first + start.words
      if (word === 'since') return this.#since(start, joint - at)
      const second = this.#joint(joint, word === 'between')
      if (second !== null) {
        const range = this.#joined(start, second)
        if (range !== null) return { period: range.period, words: second + range.words - at }
      }
      const shared = this.#sharedMonth(first, first - at)
      if (shared !== null) return shared
      const ends = ['on', 'onwards', 'onward', 'until', 'till', 'to'].includes(this.#text(joint)) ? 1 : 0
      const untilNow = ends === 1 && ['now', 'today'].includes(this.#text(joint + 1)) ? 1 : 0
      if (word === 'from' && ends + untilNow > 0) return this.#since(start, joint + ends + untilNow - at)
      return null
    }
    if (word === 'after') return this.#after(at)
    const start = this.#endpoint(at)
    if (start === null) return this.#sharedMonth(at, 0)
    const second = this.#joint(at + start.words, false)
    if (second !== null) {
      const range = this.#joined(start, second)
      if (range !== null) return { period: range.period, words: second + range.words - at }
    }
    return this.#sharedMonth(at, 0)
  }

  /** From the start of a period until today. @param words how many were read in all */
  #since({ period }: PeriodSpan, words: number): PeriodSpan {
    const { days, when, unit } = period
    if (days === null) return { period, words }
    // What changed since last week is what the newest week says.
    if (unit === null && /^(?:last|this) /u.test(when ?? '')) return { period, words }
    return { period: this.#between(Temporal.PlainDate.from(days.start), this.#today), words }
  }

  /** `after october`: from the first day that is no more in it until today. */
  #after(at: number): PeriodSpan | null {
    const first = this.#skip(at + 1)
    const span = this.#endpoint(first)
    const days = span?.period.days ?? null
    if (span === null || days === null) return null
    const start = Temporal.PlainDate.from(days.end).add({ days: 1 })
    if (Temporal.PlainDate.compare(start, this.#today) > 0) return null
    return {
      period: this.#between(start, this.#today, { isDoubtful: true }),
      words: first + span.words - at,
    }
  }

  /** Where the second end of a range starts, after `to`, `until`, `through` or a dash. */
  #joint(at: number, and: boolean): number | null {
    const words = ['to', 'until', 'till', 'til', 'through', 'thru', 'up', ...(and ? ['and'] : [])]
    if (!words.includes(this.#text(at))) return null
    return this.#skip(this.#text(at) === 'up' ? at + 2 : at + 1)
  }

  #skip(at: number): number {
    return articles.has(this.#text(at)) ? this.#skip(at + 1) : at
  }

  #joined(start: PeriodSpan, second: number): { readonly period: SaidPeriod; readonly words: number } | null {
    const first = start.period.days
    if (first === null) return null
    if (['now', 'date'].includes(this.#text(second)))
      return { period: this.#between(Temporal.PlainDate.from(first.start), this.#today), words: 1 }
    const end = this.#endpoint(second)
    if (end === null) {
      // `october 5 to 18`
      const day = dayNumber(this.#text(second))
      if (day === null || first.start !== first.end) return null
      const from = Temporal.PlainDate.from(first.start)
      if (day > from.daysInMonth) return null
      return { period: this.#between(from, from.with({ day })), words: 1 }
    }
    if (end.period.days === null) return null
    const [from, to] = [Temporal.PlainDate.from(first.start), Temporal.PlainDate.from(end.period.days.end)]
    return Temporal.PlainDate.compare(from, to) > 0
      ? null
      : { period: this.#between(from, to), words: end.words }
  }

  /** `5 to 18 october`, `5-18 october`, `october 5-18`. @param before words that were read before it */
  #sharedMonth(at: number, before: number): PeriodSpan | null {
    const dashed = /^(\d{1,2})(?:st|nd|rd|th)?[-–](\d{1,2})(?:st|nd|rd|th)?$/u
    const month = this.#month(at)
    const after = month === null ? null : dashed.exec(this.#text(at + month.words))
    if (month !== null && after !== null)
      return this.#daysOf(month.start, Number(after[1]), Number(after[2]), before + month.words + 1)
    const [, one, other] = dashed.exec(this.#text(at)) ?? []
    const spread = one === undefined
    const first = spread ? dayNumber(this.#text(at)) : Number(one)
    const isJoined = spread && ['to', 'until', 'till', 'and', 'through'].includes(this.#text(at + 1))
    const last = spread ? (isJoined ? dayNumber(this.#text(at + 2)) : null) : Number(other)
    if (first === null || last === null) return null
    const ofMonth = this.#skip(at + (spread ? 3 : 1))
    const named = this.#month(ofMonth)
    return named === null ? null : this.#daysOf(named.start, first, last, before + ofMonth + named.words - at)
  }

  #daysOf(month: Temporal.PlainDate, first: number, last: number, words: number): PeriodSpan | null {
    if (first < 1 || first > last || last > month.daysInMonth) return null
    return { period: this.#between(month.with({ day: first }), month.with({ day: last })), words }
  }

  /** What may be an end of a range. */
  #endpoint(at: number): PeriodSpan | null {
    const single = this.#single(at)
    return single === null || single.period.isRhythm ? null : single
  }

  #single(at: number): PeriodSpan | null {
    return (
      this.#part(at) ??
      this.#day(at) ??
      this.#relative(at) ??
      this.#counted(at) ??
      this.#ago(at) ??
      this.#named(at) ??
      this.#rhythm(at)
    )
  }

  /** `the first half of october`, `the end of last month`, `mid november`. */
  #part(at: number): PeriodSpan | null {
    const word = this.#text(at)
    const isHalf = this.#text(at + 1) === 'half' && (ordinals.has(word) || word === 'latter')
    if (isHalf) {
      const of = this.#skip(at + 2)
      const whole = this.#monthOrYear(of)
      if (whole === null) return null
      const isFirst = ordinals.get(word) === 1
      const { start, end } = whole.days
      const [from, to] = [Temporal.PlainDate.from(start), Temporal.PlainDate.from(end)]
      const isYear = from.until(to).days > 31
      const middle = isYear ? from.with({ month: 6, day: 30 }) : from.with({ day: 15 })
      const period = isFirst ? this.#between(from, middle) : this.#between(middle.add({ days: 1 }), to)
      return { period, words: of + whole.words - at }
    }
    const nth = word === 'last' || word === 'final' ? -1 : ordinals.get(word)
    if (nth !== undefined && this.#text(at + 1) === 'week' && this.#text(at + 2) === 'of') {
      const of = this.#skip(at + 3)
      const month = this.#month(of)
      if (month !== null) {
        const last = month.start.add({ months: 1 }).subtract({ days: 1 })
        const from = nth < 0 ? last.subtract({ days: 6 }) : month.start.add({ days: 7 * (nth - 1) })
        const period = this.#between(from, from.add({ days: 6 }), { isDoubtful: true })
        return { period, words: of + month.words - at }
      }
    }
    const count = nth === undefined || Math.abs(nth) !== 1 ? null : countOf(this.#text(at + 1))
    const each = units.get(this.#text(at + 2))
    if (count !== null && (each === 'week' || each === 'day') && this.#text(at + 3) === 'of') {
      const of = this.#skip(at + 4)
      const whole = this.#monthOrYear(of)
      const days = count * (each === 'week' ? 7 : 1)
      if (whole !== null && days <= 31) {
        const [from, to] = [
          Temporal.PlainDate.from(whole.days.start),
          Temporal.PlainDate.from(whole.days.end),
        ]
        const first = nth === 1 ? from : to.subtract({ days: days - 1 })
        return { period: this.#between(first, first.add({ days: days - 1 })), words: of + whole.words - at }
      }
    }
    if (word === 'start' || word === 'beginning') {
      const of = this.#skip(at + 1)
      const unit = units.get(this.#text(of))
      const period = unit === undefined ? null : this.#unit('this', unit)
      if (period !== null) return { period, words: of + 1 - at }
    }
    if (['early', 'late', 'mid', 'beginning', 'start', 'middle', 'end'].includes(word)) {
      const of = this.#skip(at + 1)
      const whole = this.#monthOrYear(of)
      if (whole === null) return null
      return { period: { ...whole.said, isDoubtful: true }, words: of + whole.words - at }
    }
    return null
  }

  #monthOrYear(at: number) {
    const unit = units.get(this.#text(at))
    // `the first half of the year`
    if (unit === 'month' || unit === 'year') {
      const said = this.#said(null, `this ${unit}`)
      return said.days === null ? null : { words: 1, days: said.days, said }
    }
    const span = this.#named(at) ?? this.#relative(at)
    const days = span?.period.days ?? null
    return span === null || days === null ? null : { words: span.words, days, said: span.period }
  }

  /** One day. */
  #day(at: number): PeriodSpan | null {
    const word = this.#text(at)
    if (word === 'today' || word === 'yesterday') return { period: this.#said(null, word), words: 1 }
    if (word === 'tomorrow' || word === 'tonight') return this.#future(1)
    if (word === 'day' && this.#text(at + 1) === 'before' && this.#text(at + 2) === 'yesterday')
      return { period: this.#date(this.#today.subtract({ days: 2 })), words: 3 }
    return this.#date3(at) ?? this.#weekday(at)
  }

  #date(date: Temporal.PlainDate, more: Partial<SaidPeriod> = {}): SaidPeriod {
    return this.#said(null, date.toString(), more)
  }

  #date3(at: number): PeriodSpan | null {
    const word = this.#text(at)
    const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:\.\.(\d{4}-\d{1,2}-\d{1,2}))?$/u.exec(word)
    if (iso !== null) {
      const first = dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
      if (first === null) return null
      const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(iso[4] ?? '') ?? []
      const last = year === undefined ? null : dateOf(Number(year), Number(month), Number(day))
      return { period: last === null ? this.#date(first) : this.#between(first, last), words: 1 }
    }
    const numeric = /^(\d{1,2})([/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?\.?$/u.exec(word)
    if (numeric !== null) return this.#numericDate(numeric)
    const month = this.#month(at, false)
    if (month !== null) {
      const dayAt = this.#text(at + month.words) === 'the' ? at + month.words + 1 : at + month.words
      const day = dayNumber(this.#text(dayAt))
      if (day === null) return null
      return this.#dayOfMonth(month.number, day, dayAt + 1, at)
    }
    const day = dayNumber(word)
    if (day === null) return null
    const monthAt = this.#text(at + 1) === 'of' ? at + 2 : at + 1
    const named = this.#month(monthAt, false)
    return named === null ? null : this.#dayOfMonth(named.number, day, monthAt + named.words, at)
  }

  #dayOfMonth(month: number, day: number, yearAt: number, at: number): PeriodSpan | null {
    const year = yearNumber(this.#text(yearAt))
    const date = dateOf(year ?? this.#today.year, month, day)
    if (date === null) return null
    const past =
      year === null && Temporal.PlainDate.compare(date, this.#today) > 0 ? date.subtract({ years: 1 }) : date
    return { period: this.#date(past), words: yearAt + (year === null ? 0 : 1) - at }
  }

  #numericDate([, one, sign, other, typedYear]: RegExpExecArray): PeriodSpan | null {
    const [first, second] = [Number(one), Number(other)]
    // 8.30 may be a time; a dotted date without a year is written 5.10.
    if (typedYear === undefined && second > 31) return null
    const year =
      typedYear === undefined ? this.#today.year : Number(typedYear) + (typedYear.length === 2 ? 2000 : 0)
    const isDayFirst = sign === '.' || first > 12
    const date = isDayFirst ? dateOf(year, second, first) : dateOf(year, first, second)
    const swapped = dateOf(year, second, first)
    const meant = date ?? swapped
    if (meant === null) return null
    const isDoubtful = sign === '/' && date !== null && swapped !== null && first !== second
    const past = Temporal.PlainDate.compare(meant, this.#today) > 0 && typedYear === undefined
    return { period: this.#date(past ? meant.subtract({ years: 1 }) : meant, { isDoubtful }), words: 1 }
  }

  #weekday(at: number): PeriodSpan | null {
    const before = lastWords.has(this.#text(at))
      ? 1
      : thisWords.has(this.#text(at))
        ? 2
        : nextWords.has(this.#text(at))
          ? 3
          : 0
    const dayAt = before === 0 ? at : this.#text(at + 1) === 'past' ? at + 2 : at + 1
    const word = this.#text(dayAt)
    const day = weekdayNamed(word)
    if (day === null || (word.endsWith('s') && !shortDays.has(word))) return null
    const preceding = this.#text(at - 1)
    // `sat` and `sun` are words; they need one that makes them days.
    if (shortDays.has(word) && before === 0 && !['on', 'since', 'from', 'by'].includes(preceding)) return null
    if (before === 3) return this.#future(dayAt + 1 - at)
    const ago = ((this.#today.dayOfWeek - day + 6) % 7) + 1
    const date = this.#today.subtract({ days: ago })
    const isSame = before === 2 && this.#today.dayOfWeek === day
    const isAhead = before === 2 && day > this.#today.dayOfWeek
    if (isAhead) return this.#future(dayAt + 1 - at)
    return {
      period: this.#date(isSame ? this.#today : date, before === 0 ? { weekday: word } : {}),
      words: dayAt + 1 - at,
    }
  }

  /** `last week`, `this quarter`, `past 2 months`. */
  #relative(at: number): PeriodSpan | null {
    const word = this.#text(at)
    const which = lastWords.has(word)
      ? 'last'
      : thisWords.has(word)
        ? 'this'
        : nextWords.has(word)
          ? 'next'
          : null
    if (which === null) return null
    let next = at + 1
    while (adjectives.has(this.#text(next))) next += 1
    const unit = units.get(this.#text(next))
    const endsHere = next + 1
    if (which === 'next') {
      if (unit !== undefined) return this.#future(endsHere - at)
      const count = countOf(this.#text(next))
      return count !== null && units.get(this.#text(next + 1)) !== undefined
        ? this.#future(next + 2 - at)
        : null
    }
    if (unit !== undefined && !/s$/u.test(this.#text(next))) {
      const period = this.#unit(which, unit)
      return period === null ? null : { period, words: endsHere - at }
    }
    if (which === 'last') {
      const counted = this.#counted(next)
      if (counted !== null) return { ...counted, words: next + counted.words - at }
      const month = this.#month(next)
      if (month !== null) return { period: this.#said(null, month.text), words: next + month.words - at }
    }
    return null
  }

  #unit(which: 'last' | 'this', unit: Unit): SaidPeriod | null {
    const today = this.#today
    switch (unit) {
      case 'quarter': {
        const first = today.with({ month: Math.floor((today.month - 1) / 3) * 3 + 1, day: 1 })
        const start = which === 'this' ? first : first.subtract({ months: 3 })
        return this.#between(start, start.add({ months: 3 }).subtract({ days: 1 }))
      }
      case 'weekend': {
        const isWeekend = today.dayOfWeek > 5
        if (which === 'this' && !isWeekend) return null
        const saturday = today.subtract({
          days: which === 'this' ? today.dayOfWeek - 6 : today.dayOfWeek + 1,
        })
        return this.#between(saturday, saturday.add({ days: 1 }))
      }
      case 'fortnight':
        return this.#said(null, 'last 14 days')
      case 'half':
        return null
      case 'day':
        return this.#said(null, which === 'last' ? 'yesterday' : 'today')
      default:
        return this.#said(null, `${which} ${unit}`)
    }
  }

  /** `30 days`, `2 weeks`, `couple of months`: up to yesterday. */
  #counted(at: number): PeriodSpan | null {
    const hours = /^(\d{1,3})h$/u.exec(this.#text(at))
    if (hours !== null && Number(hours[1]) === 24) return { period: this.#said(null, 'yesterday'), words: 1 }
    const count = countOf(this.#text(at))
    if (count === null || ['a', 'an', 'one'].includes(this.#text(at))) return null
    const unitAt = this.#text(at + 1) === 'of' ? at + 2 : at + 1
    const shown = adjectives.has(this.#text(unitAt)) ? unitAt + 1 : unitAt
    const isHours = ['hours', 'hrs'].includes(this.#text(shown))
    const unit = isHours ? 'day' : units.get(this.#text(shown))
    const days = isHours ? (count % 24 === 0 ? count / 24 : null) : daysIn(count, unit)
    if (days === null || days > 999 || ago.has(this.#text(shown + 1)) || !/s$/u.test(this.#text(shown)))
      return null
    const isDoubtful = ['few', 'several'].includes(this.#text(at))
    const when = isHours && days === 1 ? 'yesterday' : `last ${days} days`
    return { period: this.#said(null, when, { isDoubtful }), words: shown + 1 - at }
  }

  /** `two weeks ago`, `the month before last`. */
  #ago(at: number): PeriodSpan | null {
    const own = units.get(this.#text(at))
    if (own !== undefined && this.#text(at + 1) === 'before' && this.#text(at + 2) === 'last') {
      const period = this.#before(2, own)
      return period === null ? null : { period, words: 3 }
    }
    const count = countOf(this.#text(at))
    if (count === null) return null
    const unitAt = this.#text(at + 1) === 'of' ? at + 2 : at + 1
    if (!ago.has(this.#text(unitAt + 1))) return null
    const period = this.#before(count, units.get(this.#text(unitAt)))
    return period === null ? null : { period, words: unitAt + 2 - at }
  }

  #before(count: number, unit: Unit | undefined): SaidPeriod | null {
    const today = this.#today
    if (count < 1 || count > 500) return null
    switch (unit) {
      case 'day':
        return this.#date(today.subtract({ days: count }))
      case 'week': {
        const monday = today.subtract({ days: today.dayOfWeek - 1 + 7 * count })
        return this.#said('week', monday.toString())
      }
      case 'month':
        return this.#said(null, today.subtract({ months: count }).toString().slice(0, 7))
      case 'quarter': {
        const first = today.with({ month: Math.floor((today.month - 1) / 3) * 3 + 1, day: 1 })
        const start = first.subtract({ months: 3 * count })
        return this.#between(start, start.add({ months: 3 }).subtract({ days: 1 }))
      }
      case 'year':
        return this.#said(null, String(today.year - count))
      default:
        return null
    }
  }

  /** Months, quarters, halves, weeks and years by their names. */
  #named(at: number): PeriodSpan | null {
    const word = this.#text(at)
    const to = this.#toDate(at)
    if (to !== null) return to
    const quarter = this.#quarter(at)
    if (quarter !== null) return quarter
    const week = this.#week(at)
    if (week !== null) return week
    const month = this.#month(at)
    if (month !== null) return { period: this.#said(null, month.text), words: month.words }
    const yearMonth = /^(\d{4})-(\d{1,2})$/u.exec(word) ?? null
    if (yearMonth !== null && Number(yearMonth[2]) >= 1 && Number(yearMonth[2]) <= 12)
      return {
        period: this.#said(null, `${yearMonth[1]}-${String(Number(yearMonth[2])).padStart(2, '0')}`),
        words: 1,
      }
    const slashed = /^(\d{1,2})\/(\d{4})$/u.exec(word)
    if (slashed !== null && Number(slashed[1]) >= 1 && Number(slashed[1]) <= 12)
      return {
        period: this.#said(null, `${slashed[2]}-${String(Number(slashed[1])).padStart(2, '0')}`),
        words: 1,
      }
    const year = yearNumber(word)
    return year === null ? null : { period: this.#said(null, String(year)), words: 1 }
  }

  #toDate(at: number): PeriodSpan | null {
    const short: Readonly<Record<string, string>> = { ytd: 'this year', mtd: 'this month', wtd: 'this week' }
    const word = this.#text(at)
    if (Object.hasOwn(short, word)) return { period: this.#said(null, short[word] ?? ''), words: 1 }
    if (word === 'qtd') {
      const period = this.#unit('this', 'quarter')
      return period === null ? null : { period, words: 1 }
    }
    const unit = units.get(word)
    if (unit === undefined || this.#text(at + 1) !== 'to' || this.#text(at + 2) !== 'date') return null
    const period = this.#unit('this', unit)
    return period === null ? null : { period, words: 3 }
  }

  #quarter(at: number): PeriodSpan | null {
    const word = this.#text(at)
    const short = /^([qh])([1-4])$/u.exec(word)
    const spelt = this.#text(at + 1) === 'quarter' ? ordinals.get(word) : undefined
    if (short === null && spelt === undefined) return null
    const isHalf = short?.[1] === 'h'
    const number = spelt ?? Number(short?.[2])
    if (isHalf && number > 2) return null
    const months = isHalf ? 6 : 3
    const after = this.#skip(at + (spelt === undefined ? 1 : 2))
    const year = this.#yearAt(after)
    const ofYear = (wanted: number) =>
      Temporal.PlainDate.from({ year: wanted, month: (number - 1) * months + 1, day: 1 })
    const first = ofYear(year?.year ?? this.#today.year)
    const start =
      year === null && Temporal.PlainDate.compare(first, this.#today) > 0
        ? first.subtract({ years: 1 })
        : first
    const end = start.add({ months }).subtract({ days: 1 })
    return {
      period: this.#between(start, end),
      words: year === null ? (spelt === undefined ? 1 : 2) : after + year.words - at,
    }
  }

  /** `2025`, `last year`. */
  #yearAt(at: number): { readonly year: number; readonly words: number } | null {
    const year = yearNumber(this.#text(at))
    if (year !== null) return { year, words: 1 }
    const which = lastWords.has(this.#text(at)) ? 1 : thisWords.has(this.#text(at)) ? 0 : null
    if (which === null || this.#text(at + 1) !== 'year') return null
    return { year: this.#today.year - which, words: 2 }
  }

  #week(at: number): PeriodSpan | null {
    if (this.#text(at) === 'calendar' && this.#text(at + 1) === 'week') {
      const week = this.#week(at + 1)
      return week === null ? null : { ...week, words: week.words + 1 }
    }
    const word = this.#text(at)
    const iso = /^(\d{4})-w(\d{1,2})$/u.exec(word)
    if (iso !== null)
      return { period: this.#said(null, `${iso[1]}-W${(iso[2] ?? '').padStart(2, '0')}`), words: 1 }
    const glued = /^(?:w|wk|kw|cw)(\d{1,2})$/u.exec(word)
    const named = ['week', 'kw', 'cw'].includes(word)
    const ofAt = this.#skip(at + 1)
    if (
      named &&
      (this.#text(at + 1) === 'of' ||
        this.#text(at + 1) === 'commencing' ||
        this.#text(at + 1) === 'starting')
    ) {
      const day = this.#date3(this.#text(at + 1) === 'of' ? ofAt : at + 2)
      if (day !== null && day.period.days !== null) {
        const date = Temporal.PlainDate.from(day.period.days.start)
        const monday = date.subtract({ days: date.dayOfWeek - 1 })
        const from = this.#text(at + 1) === 'of' ? ofAt : at + 2
        return { period: this.#said('week', monday.toString()), words: from + day.words - at }
      }
    }
    const numberAt = this.#text(at + 1) === 'number' || this.#text(at + 1) === 'no' ? at + 2 : at + 1
    const typed = glued?.[1] ?? (named ? /^#?(\d{1,2})$/u.exec(this.#text(numberAt))?.[1] : undefined)
    if (typed === undefined) return null
    const words = glued === null ? numberAt + 1 - at : 1
    const year = yearNumber(this.#text(at + words))
    const number = Number(typed)
    if (number < 1 || number > 53) return null
    const thisWeek = this.#today.weekOfYear ?? 53
    const inYear = year ?? (number > thisWeek ? this.#today.year - 1 : this.#today.year)
    return {
      period: this.#said(null, `${inYear}-W${String(number).padStart(2, '0')}`),
      words: words + (year === null ? 0 : 1),
    }
  }

  /** A month by its name, with its year if one follows. `may` and `march` are also other words. */
  #month(at: number, withYear = true) {
    const word = this.#text(at)
    const found = simple(word)
    if (found === null) return null
    const number = MONTHS.indexOf(found.when ?? '') + 1
    if (number === 0 || !this.#isMonth(at, word)) return null
    const after = withYear ? this.#yearAt(this.#text(at + 1) === 'of' ? at + 2 : at + 1) : null
    const words = after === null ? 1 : (this.#text(at + 1) === 'of' ? 2 : 1) + after.words
    const year = after?.year ?? (number > this.#today.month ? this.#today.year - 1 : this.#today.year)
    const start = Temporal.PlainDate.from({ year, month: number, day: 1 })
    const text =
      after === null || after.year === newestYear(number, this.#today) ? (MONTHS[number - 1] ?? '') : ''
    const written = text === '' ? `${year}-${String(number).padStart(2, '0')}` : text
    return { number, start, text: written, words }
  }

  #isMonth(at: number, word: string): boolean {
    if (!['may', 'march', 'mar', 'dec', 'jan', 'sep', 'jun', 'jul'].includes(word)) return true
    if (word !== 'may' && word !== 'march') return true
    const before = this.#text(at - 1)
    const after = this.#text(at + 1)
    const isDated = dayNumber(after) !== null || yearNumber(after) !== null || dayNumber(before) !== null
    const leads = [
      'in',
      'since',
      'of',
      'for',
      'last',
      'this',
      'from',
      'until',
      'to',
      'during',
      'vs',
      'and',
      'early',
      'late',
      'mid',
      'than',
    ]
    return (
      isDated ||
      leads.includes(before) ||
      (this.#tokens[at]?.isCapital === true && this.#tokens[at]?.isFirst === false)
    )
  }

  /** `weekly`, `month over month`: the last complete one. */
  #rhythm(at: number): PeriodSpan | null {
    const word = this.#text(at)
    const short: Readonly<Record<string, PeriodUnit>> = {
      wow: 'week',
      mom: 'month',
      yoy: 'year',
      dod: 'day',
      daily: 'day',
      weekly: 'week',
      monthly: 'month',
      yearly: 'year',
      annual: 'year',
      annually: 'year',
    }
    // `wow` and `mom` are words, too.
    const isOther = (word === 'wow' || word === 'mom') && !/^(?:WoW|MoM)$/u.test(this.#tokens[at]?.raw ?? '')
    const unit = Object.hasOwn(short, word) && !isOther ? short[word] : undefined
    if (unit !== undefined)
      return { period: this.#said(unit, null, { isRhythm: true, isNow: false }), words: 1 }
    const own = units.get(word)
    if (own === 'weekend' && this.#text(at - 1) === 'the') {
      const period = this.#unit('last', 'weekend')
      return period === null ? null : { period, words: 1 }
    }
    if (own === undefined || own === 'quarter' || own === 'weekend' || own === 'half' || own === 'fortnight')
      return null
    const joins = ['over', 'on', 'to', 'by', 'vs', 'after']
    if (joins.includes(this.#text(at + 1)) && this.#text(at + 2) === word)
      return { period: this.#said(own, null, { isRhythm: true }), words: 3 }
    if (word.endsWith('s')) return null
    // `how was the month`: the running one or the last.
    return { period: this.#said(own, null, { isDoubtful: own !== 'week' }), words: 1 }
  }
}

/** A table by words, which may be those of every object, such as `constructor`. */
function table<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries))
}

/** Any zone with the day's date will do: only days are counted. */
const zone = 'UTC'

function simple(word: string): PeriodWords | null {
  return periodAt([{ text: word, quoted: false }], 0)
}

function newestYear(month: number, today: Temporal.PlainDate): number {
  return month > today.month ? today.year - 1 : today.year
}

function dayNumber(word: string): number | null {
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/u.exec(word)?.[1] ?? 0)
  return day >= 1 && day <= 31 ? day : null
}

function yearNumber(word: string): number | null {
  return /^20\d\d$/u.test(word) ? Number(word) : null
}

function countOf(word: string): number | null {
  if (/^\d{1,3}$/u.test(word)) return Number(word)
  return counts.get(word) ?? null
}

function daysIn(count: number, unit: Unit | undefined): number | null {
  if (count < 1) return null
  switch (unit) {
    case 'day':
      return count
    case 'week':
      return 7 * count
    case 'fortnight':
      return 14 * count
    case 'month':
      return count === 12 ? 365 : 30 * count
    case 'quarter':
      return count === 4 ? 365 : 90 * count
    case 'year':
      return 365 * count
    default:
      return null
  }
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return null
  }
}
