/** Each rule is a pattern and what it means; the first that fits wins. `readPeriod` defines what a period is. */

import type { PeriodUnit } from '../../model/reports.ts'
import { MONTHS, readPeriod } from '../../questions/period.ts'
import type { Token } from './tokens.ts'

export interface NamedPeriod {
  /** As `periodText` writes it; `null`: it hasn't begun, or isn't understood. */
  readonly unit: PeriodUnit | null
  readonly when: string | null
  /** First and last day; `null`: in the future, or not a period of its own. */
  readonly days: { readonly start: string; readonly end: string } | null
  /** It ends today or later, so it asks for the newest data. */
  readonly isNow: boolean
  readonly isFuture: boolean
  /** People may mean different things by it. */
  readonly isDoubtful: boolean
  /** A weekday without a date, which may also name a digest or a brand. */
  readonly weekday?: string
  /** `weekly`, `month over month`: the last complete one of the unit. */
  readonly isRhythm?: boolean
}

export interface PeriodSpan {
  readonly period: NamedPeriod
  readonly words: number
}

interface ReadPeriod {
  readonly period: NamedPeriod
  /** Where it ends in the text. */
  readonly end: number
}

type Day = Temporal.PlainDate
type Groups = Readonly<Record<string, string | undefined>>
type Made = NamedPeriod | null
/** What a rule reads after its own words. */
type After = 'nothing' | 'whole' | 'single'
type Rule = readonly [
  pattern: RegExp,
  make: (groups: Groups, rest: NamedPeriod | null) => Made,
  after?: After,
]

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const counts: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, couple: 2, three: 3, few: 3, several: 3, four: 4, five: 5, six: 6 },
  ...{ seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12, fourteen: 14, thirty: 30, sixty: 60, ninety: 90 },
}
const nths = ['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th']
const lengths: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  fortnight: 14,
  month: 30,
  quarter: 90,
  year: 365,
}

/** What a pattern writes as `{name}`. */
const parts: Readonly<Record<string, string>> = {
  skip: '(?:(?:the|our|of|in|on|for|during|over) )*',
  last: '(?:last|previous|past|prior|lst|preceding)',
  this: '(?:this|current|ongoing|running)',
  next: '(?:next|coming|upcoming|following)',
  adj: '(?:(?:full|whole|calendar|complete|entire|business|rolling) )*',
  unit: '(?<unit>day|week|month|year|quarter|weekend|fortnight)',
  count: `(?<count>\\d{1,3}|${Object.keys(counts).join('|')})`,
  nth: `(?<nth>${nths.join('|')})`,
  day: '(?<day>\\d{1,2})(?:st|nd|rd|th)?',
  month: `(?<month>${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)`,
  year: '(?<year>20\\d\\d)',
  ofYear: '(?: (?:of )?(?:(?<year>20\\d\\d)|(?<lastYear>{last} year)|{this} year))?',
  weekday: '(?<weekday>{fullDay}|{shortDay})',
  fullDay: '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day)',
  shortDay: '(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)',
  recurring:
    '(?:{fullDay}s?|{shortDay}|(?:day|week|weekday|month|quarter|morning|evening)s?|hour|afternoon|weekend|fortnight|noon|night)',
  ordinal: '(?:\\d{1,2}(?:st|nd|rd|th)|first|second|third|last)',
  joint: '(?:{ordinal}|other|single|[2-9]|two|three|a|per|every|each|and|or|of|the)',
  recurrence: '(?: (?:{joint} )*{recurring})',
  clock: '(?:(?:[01]?\\d|2[0-3])(?:[:.][0-5]\\d)?)',
  date: '(?:\\d{4}-\\d{1,2}-\\d{1,2})',
}
const compiled = new Map<string, RegExp>()
function pattern(text: string): RegExp {
  const known = compiled.get(text)
  if (known !== undefined) return known
  let source = text
  while (/\{[a-z]/iu.test(source))
    source = source.replaceAll(/\{([a-z]+)\}/giu, (_, name: string) => parts[name] ?? '')
  const regex = new RegExp(`(?:${source})(?= |$)`, 'iuy')
  compiled.set(text, regex)
  return regex
}
const rule = (text: string, make: Rule[1], after: After = 'nothing'): Rule => [pattern(text), make, after]

function dateOf(year: number, month: number, day: number): Day | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return null
  }
}
const number = (word: string | undefined) => counts[(word ?? '').toLowerCase()] ?? Number(word)
const monthOf = (word = '') => MONTHS.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3))) + 1
const nthOf = (word = '') => (nths.indexOf(word.toLowerCase()) % 4) + 1
const two = (value: number | string) => String(value).padStart(2, '0')

/** Only after these is `may` a month, unless a number is beside it or it has a capital letter. */
const mayLeads =
  /(?:^| )(?:in|since|of|for|last|this|from|until|to|during|vs|and|early|late|mid|than|\d{1,2}(?:st|nd|rd|th)?) $/iu

const weekdayWord = pattern('{fullDay}s?|{shortDay}')

/** @returns 1 for Monday; `null`: none */
export function weekdayNamed(word: string): number | null {
  weekdayWord.lastIndex = 0
  return weekdayWord.test(word) ? weekdays.indexOf(word.slice(0, 3)) + 1 : null
}

export class PeriodReader {
  readonly #today: Day
  readonly #now: Temporal.Instant
  readonly #text: string
  /** Where each word starts in the text. */
  readonly #starts: readonly number[]
  readonly #single: readonly Rule[]
  readonly #named: readonly Rule[]

  constructor(tokens: readonly Token[], today: Day) {
    this.#today = today
    // Any time zone works, because only days are counted.
    this.#now = today.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant()
    const words = tokens.map(({ kind, text, isCapital, isFirst }) => {
      if (kind !== 'word') return '\0'
      // `May`
      return isCapital && !isFirst ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text
    })
    this.#text = words.join(' ')
    this.#starts = words.map((_, at) => words.slice(0, at).reduce((sum, word) => sum + word.length + 1, 0))
    this.#named = this.#namedRules()
    this.#single = [
      ...this.#partRules(),
      ...this.#dayRules(),
      ...this.#relativeRules(),
      ...this.#named,
      ...this.#rhythms(),
    ]
  }

  /** The longest period that starts at a word. */
  at(at: number): PeriodSpan | null {
    const start = this.#starts[at]
    if (start === undefined) return null
    const read = this.#range(start) ?? this.#read(this.#single, start)
    if (read === null) return null
    return { period: read.period, words: this.#text.slice(start, read.end).split(' ').length }
  }

  /** When something recurs (`every other friday`, `on the 1st of every month`), or a time of day (`at 8`, `10am`). */
  scheduleAt(at: number): { readonly isHour: boolean; readonly words: number } | null {
    const start = this.#starts[at]
    if (start === undefined) return null
    const recurs = this.#exec(recurrence, start)
    const match = recurs ?? this.#exec(hour, start)
    return match && { isHour: recurs === null, words: match[0].split(' ').length }
  }

  #exec(regex: RegExp, at: number): RegExpExecArray | null {
    regex.lastIndex = at
    return regex.exec(this.#text)
  }

  #read(rules: readonly Rule[], at: number): ReadPeriod | null {
    for (const [regex, make, after] of rules) {
      const match = this.#exec(regex, at)
      if (match === null) continue
      const end = at + match[0].length
      const rest =
        after === 'nothing'
          ? null
          : this.#exec(/ /uy, end) &&
            (after === 'whole' ? this.#whole(end + 1) : this.#read(this.#single, end + 1))
      if (after !== 'nothing' && rest === null) continue
      const groups = match.groups ?? {}
      if (/^(?:may|march)$/u.test(groups.month ?? '') && !this.#isMonth(at, end, groups)) continue
      const period = make(groups, rest?.period ?? null)
      if (period !== null) return { period, end: rest?.end ?? end }
    }
    return null
  }

  #isMonth(at: number, end: number, { day, year }: Groups): boolean {
    const isDated =
      day !== undefined ||
      year !== undefined ||
      /^ \d{1,2}(?:st|nd|rd|th)?(?: |$)/u.test(this.#text.slice(end))
    return isDated || mayLeads.test(this.#text.slice(0, at))
  }

  #when(when: string | null, unit: PeriodUnit | null = null, more: Partial<NamedPeriod> = {}): NamedPeriod {
    const read = readPeriod(when ?? '', unit, this.#now, 'UTC')
    if (!read.ok) return { ...future, ...more }
    const { start, end } = read.period
    const isNow = end >= this.#today.toString()
    return { unit, when, days: { start, end }, isNow, isFuture: false, isDoubtful: false, ...more }
  }

  #day(date: Day | null, more?: Partial<NamedPeriod>): Made {
    return date && this.#when(date.toString(), null, more)
  }

  /** Both days included. It ends today at the latest. */
  #between(first: Day, last: Day, more?: Partial<NamedPeriod>): NamedPeriod {
    const end = Temporal.PlainDate.compare(last, this.#today) > 0 ? this.#today : last
    return this.#when(`${first}..${end}`, null, more)
  }

  /** The last one that has begun. */
  #past(date: Day | null): Day | null {
    return date !== null && Temporal.PlainDate.compare(date, this.#today) > 0
      ? date.subtract({ years: 1 })
      : date
  }

  #monthStart({ month, year, lastYear }: Groups): Day | null {
    const named = monthOf(month)
    const thisYear = this.#today.year
    const inYear = year
      ? Number(year)
      : lastYear
        ? thisYear - 1
        : named > this.#today.month
          ? thisYear - 1
          : thisYear
    return dateOf(inYear, named, 1)
  }

  #quarterStart(quartersAgo: number): Day {
    const month = Math.floor((this.#today.month - 1) / 3) * 3 + 1
    return this.#today.with({ month, day: 1 }).subtract({ months: 3 * quartersAgo })
  }

  #unit(isLast: boolean, unit = ''): Made {
    const today = this.#today
    switch (unit) {
      case 'quarter':
        return this.#months(this.#quarterStart(isLast ? 1 : 0), 3)
      case 'weekend': {
        if (!isLast && today.dayOfWeek < 6) return null
        const saturday = today.subtract({ days: isLast ? today.dayOfWeek + 1 : today.dayOfWeek - 6 })
        return this.#between(saturday, saturday.add({ days: 1 }))
      }
      case 'fortnight':
        return this.#when('last 14 days')
      case 'day':
        return this.#when(isLast ? 'yesterday' : 'today')
      default:
        return this.#when(`${isLast ? 'last' : 'this'} ${unit}`)
    }
  }

  #months(start: Day, months: number): NamedPeriod {
    return this.#between(start, start.add({ months }).subtract({ days: 1 }))
  }

  /** `the first half of october`, `the last two weeks of september`, `mid november`. */
  #partRules(): readonly Rule[] {
    const ends = (whole: NamedPeriod | null) =>
      [
        Temporal.PlainDate.from(whole?.days?.start ?? ''),
        Temporal.PlainDate.from(whole?.days?.end ?? ''),
      ] as const
    return [
      rule(
        '(?:{nth}|latter) half',
        ({ nth }, whole) => {
          const [from, to] = ends(whole)
          const middle = from.until(to).days > 31 ? from.with({ month: 6, day: 30 }) : from.with({ day: 15 })
          return nthOf(nth) === 1 && nth
            ? this.#between(from, middle)
            : this.#between(middle.add({ days: 1 }), to)
        },
        'whole',
      ),
      rule('(?:{nth}|last|final) week of {skip}{month}{ofYear}', (groups) => {
        const start = this.#monthStart(groups)
        if (start === null) return null
        const from = groups.nth
          ? start.add({ days: 7 * (nthOf(groups.nth) - 1) })
          : start.add({ months: 1 }).subtract({ days: 7 })
        return this.#between(from, from.add({ days: 6 }), { isDoubtful: true })
      }),
      rule(
        '(?:early|late|mid|beginning|start|middle|end)',
        (_, whole) => whole && { ...whole, isDoubtful: true },
        'whole',
      ),
    ]
  }

  /** A period with parts; `the year` is the current one. */
  #whole(at: number): ReadPeriod | null {
    const start = at + (this.#exec(skip, at)?.[0].length ?? 0)
    const read = this.#read(
      [
        [wholeUnit, ({ unit }) => this.#unit(false, unit), 'nothing'],
        ...this.#named,
        ...this.#relativeRules().slice(0, -2),
      ],
      start,
    )
    return read?.period.days ? read : null
  }

  /** One day: a date, a weekday, yesterday. */
  #dayRules(): readonly Rule[] {
    const today = this.#today
    const dayOf = ({ month, day, year }: Groups) => {
      const date = dateOf(Number(year ?? today.year), monthOf(month), Number(day))
      return this.#day(year ? date : this.#past(date))
    }
    const iso = (text: string) => dateOf(...(text.split('-').map(Number) as [number, number, number]))
    return [
      rule('(?<when>today|yesterday)', ({ when = '' }) => this.#when(when.toLowerCase())),
      rule('tomorrow|tonight', () => future),
      rule('day before yesterday', () => this.#day(today.subtract({ days: 2 }))),
      rule('(?<from>{date})(?:\\.\\.(?<to>{date}))?', ({ from = '', to }) => {
        const [first, last] = [iso(from), to ? iso(to) : null]
        return first && (last === null ? this.#day(first) : this.#between(first, last))
      }),
      rule('{month} (?:the )?{day}(?: {year})?', dayOf),
      rule('{day} (?:of )?{month}(?: {year})?', dayOf),
      // `on the 12th`: the most recent one.
      rule(
        '(?<=(?:on|since|until|till|from|around|for|of) the )(?<day>\\d{1,2})(?:st|nd|rd|th)',
        ({ day }) => {
          const { year, month } = Number(day) > today.day ? today.subtract({ months: 1 }) : today
          return this.#day(dateOf(year, month, Number(day)), { isDoubtful: true })
        },
      ),
      // `sat` and `sun` are also other words: they are days only after certain words.
      rule(
        '(?:(?<=^|(?<after>on|since|from|by) | )|(?<rel>{last}|{this}|{next}) (?:past )?){weekday}',
        ({ rel, after, weekday = '' }) => {
          if (!weekday.endsWith('day') && !rel && !after) return null
          if (rel && isNext.test(rel)) return future
          const ago = today.dayOfWeek - (weekdayNamed(weekday.toLowerCase()) ?? 0)
          if (rel && isThis.test(rel)) return ago < 0 ? future : this.#day(today.subtract({ days: ago }))
          return this.#day(
            today.subtract({ days: ((ago + 6) % 7) + 1 }),
            rel ? {} : { weekday: weekday.toLowerCase() },
          )
        },
      ),
    ]
  }

  /** `last week`, `30 days`, `two months ago`. */
  #relativeRules(): readonly Rule[] {
    const today = this.#today
    const counted: Rule[1] = ({ count, unit = '' }) => {
      const size = number(count)
      const days = size * (lengths[unit] ?? Number.NaN)
      const even = (unit === 'month' && size === 12) || (unit === 'quarter' && size === 4) ? 365 : days
      if (!(even >= 1 && even <= 999)) return null
      return this.#when(`last ${even} days`, null, { isDoubtful: count === 'few' || count === 'several' })
    }
    const countedWords = '(?!(?:a|an|one) ){count} (?:of )?{adj}{unit}s(?! (?:ago|back|prior|earlier)(?: |$))'
    const ago: Rule[1] = ({ count, unit }) => {
      const size = count === undefined ? 2 : number(count)
      if (size < 1 || size > 500) return null
      switch (unit) {
        case 'day':
          return this.#day(today.subtract({ days: size }))
        case 'week':
          return this.#when(today.subtract({ days: today.dayOfWeek - 1 + 7 * size }).toString(), 'week')
        case 'month':
          return this.#when(today.subtract({ months: size }).toString().slice(0, 7))
        case 'quarter':
          return this.#months(this.#quarterStart(size), 3)
        case 'year':
          return this.#when(String(today.year - size))
        default:
          return null
      }
    }
    return [
      rule('{next} {adj}(?:{count} )?{unit}s?', () => future),
      rule('(?:(?<isLast>{last})|{this}) {adj}{unit}', ({ isLast, unit }) =>
        this.#unit(isLast !== undefined, unit),
      ),
      rule(`{last} {adj}${countedWords}`, counted),
      rule(countedWords, counted),
      rule('{unit}s? before last', ago),
      rule('{count} (?:of )?{unit}s? (?:ago|back|prior|earlier)', ago),
    ]
  }

  #month(groups: Groups): Made {
    const start = this.#monthStart(groups)
    if (start === null) return null
    const isNewest =
      start.year === (start.month > this.#today.month ? this.#today.year - 1 : this.#today.year)
    return this.#when(isNewest ? (MONTHS[start.month - 1] ?? '') : start.toString().slice(0, 7))
  }

  /** Months, quarters, halves, weeks and years by their names. */
  #namedRules(): readonly Rule[] {
    const today = this.#today
    const inYear = ({ year, lastYear }: Groups) => (year ? Number(year) : lastYear ? today.year - 1 : null)
    return [
      rule('(?<unit>[ymwq])td', ({ unit = '' }) =>
        this.#unit(false, { y: 'year', m: 'month', w: 'week', q: 'quarter' }[unit.toLowerCase()]),
      ),
      rule('{unit}s? to date', ({ unit }) => this.#unit(false, unit)),
      rule(
        '(?:q(?<quarter>[1-4])|h(?<half>[12])|{nth} quarter)(?: {skip}(?:(?<year>20\\d\\d)|(?<lastYear>{last} year)|(?<thisYear>{this} year)))?',
        (groups) => {
          const { quarter, half, nth, thisYear } = groups
          const months = half ? 6 : 3
          const index = Number(quarter ?? half ?? nthOf(nth)) - 1
          const year = inYear(groups) ?? today.year
          const start = dateOf(year, index * months + 1, 1)
          const begun = inYear(groups) === null && !thisYear ? this.#past(start) : start
          return begun && this.#months(begun, months)
        },
      ),
      rule(
        '(?:calendar )?(?:week|kw|cw) (?:of {skip}|commencing |starting )(?:(?<iso>{date})|{month} (?:the )?{day}(?: {year})?)',
        (groups) => this.#weekOf(groups),
      ),
      rule(
        '(?:calendar )?(?:(?:w|wk|kw|cw)(?<glued>\\d{1,2})|(?:week|kw|cw) (?:number |no )?#?(?<week>\\d{1,2}))(?: {year})?',
        ({ glued, week, year }) => {
          const one = Number(glued ?? week)
          if (one < 1 || one > 53) return null
          const newest = one > (today.weekOfYear ?? 53) ? today.year - 1 : today.year
          return this.#when(`${year ?? newest}-W${two(one)}`)
        },
      ),
      rule('{month}{ofYear}', (groups) => this.#month(groups)),
      rule('(?<when>\\d{4}-w?\\d{1,2})', ({ when = '' }) => this.#when(when.toUpperCase())),
      rule('{year}', ({ year = '' }) => this.#when(year)),
    ]
  }

  #weekOf({ iso, month, day, year }: Groups): Made {
    const [inYear, named, typed] = iso
      ? iso.split('-').map(Number)
      : [Number(year ?? this.#today.year), monthOf(month), Number(day)]
    const date = dateOf(inYear ?? 0, named ?? 0, typed ?? 0)
    const begun = iso || year ? date : this.#past(date)
    return begun && this.#when(begun.subtract({ days: begun.dayOfWeek - 1 }).toString(), 'week')
  }

  /** `weekly`, `month over month`: the last complete one. */
  #rhythms(): readonly Rule[] {
    const units = { d: 'day', w: 'week', m: 'month', y: 'year', a: 'year' } as const
    return [
      rule('(?<word>daily|weekly|monthly|yearly|annual(?:ly)?)', ({ word = '' }) =>
        this.#when(null, units[word.charAt(0).toLowerCase() as keyof typeof units], {
          isRhythm: true,
          isNow: false,
        }),
      ),
      rule('(?<=the )weekend', () => this.#unit(true, 'weekend')),
      // `how was the month`: the current one or the last one.
      rule('(?<unit>day|week|month|year)', ({ unit }) =>
        this.#when(null, unit as PeriodUnit, { isDoubtful: unit !== 'week' }),
      ),
    ]
  }

  /** From one period to another: `oct 5 to oct 18`, `since monday`. */
  #range(at: number): ReadPeriod | null {
    const lead = this.#exec(rangeLead, at)
    const word = lead?.groups?.word?.toLowerCase() ?? ''
    const from = at + (lead?.[0].length ?? 0)
    const shared = this.#read(this.#sharedMonth(), from)
    const start = this.#read(this.#single, from)
    if (word === 'week of ') return this.#range(from)
    if (start === null || start.period.isRhythm) return shared
    const { days, when, unit } = start.period
    const first = days && Temporal.PlainDate.from(days.start)
    // "What changed since last week" asks for the newest week.
    const untilNow =
      first === null || (unit === null && /^(?:last|this) /u.test(when ?? ''))
        ? start.period
        : this.#between(first, this.#today)
    if (word === 'since ') return { period: untilNow, end: start.end }
    const joint = this.#exec(word === 'between ' ? jointOrAnd : jointWords, start.end)
    const joined = joint && first && this.#joined(first, start.end + joint[0].length)
    if (joined) return joined
    if (shared !== null) return shared
    const onwards = word === 'from ' ? this.#exec(onwardWords, start.end) : null
    return onwards && { period: untilNow, end: start.end + onwards[0].length }
  }

  #joined(first: Day, at: number): ReadPeriod | null {
    const last = this.#read(this.#single, at)
    if (last === null || last.period.isRhythm || last.period.days === null) return null
    const to = Temporal.PlainDate.from(last.period.days.end)
    // `26 oct to 1 nov 2025`: a start without a year takes the year of the end, if it would otherwise be after it.
    const isYearTyped = /20\d\d (?:\S+ )?$/u.test(this.#text.slice(0, at))
    const from =
      !isYearTyped && Temporal.PlainDate.compare(first, to) > 0 ? first.with({ year: to.year }) : first
    return Temporal.PlainDate.compare(from, to) > 0
      ? null
      : { period: this.#between(from, to), end: last.end }
  }

  /** `5 to 18 october`, `5-18 october`, `october 5-18`, `october 5-18, 2025`. */
  #sharedMonth(): readonly Rule[] {
    const days: Rule[1] = (groups) => {
      const start = this.#monthStart(groups)
      const [first, last] = [Number(groups.from), Number(groups.to)]
      if (start === null || first < 1 || first > last || last > start.daysInMonth) return null
      return this.#between(start.with({ day: first }), start.with({ day: last }))
    }
    const dashed = '(?<from>\\d{1,2})(?:st|nd|rd|th)?[-–](?<to>\\d{1,2})(?:st|nd|rd|th)?'
    const spelt =
      '(?<from>\\d{1,2})(?:st|nd|rd|th)? (?:to|until|till|and|through) (?<to>\\d{1,2})(?:st|nd|rd|th)?'
    return [
      rule(`{month} ${dashed}(?: {year})?`, days),
      rule(`(?:${dashed}|${spelt}) {skip}{month}{ofYear}`, days),
    ]
  }
}

const future: NamedPeriod = {
  unit: null,
  when: null,
  days: null,
  isNow: false,
  isFuture: true,
  isDoubtful: true,
}
const recurrence = pattern(
  '(?:biweekly|fortnightly|quarterly|weekdays|mornings)|(?:every|each|once|twice){recurrence}+|(?:{fullDay}s|{recurring}(?= (?:mornings|evenings))){recurrence}*|on the {ordinal}(?=(?: {joint}| {recurring})* (?:month|quarter)s?(?: |$)){recurrence}+',
)
const hour = pattern(
  "(?:(?:at|by|around|to|from) )?(?:noon|midday|midnight|lunchtime|{clock} ?(?:am|pm|h|uhr)|{clock} o'?clock|(?:[01]?\\d|2[0-3]):[0-5]\\d)|at {clock}",
)
const isNext = new RegExp(`^${parts.next}`, 'iu')
const isThis = new RegExp(`^${parts.this}`, 'iu')
const skip = /(?:(?:the|our|of|in|on|for|during|over) )*/iuy
const wholeUnit = /(?<unit>month|year)s?(?= |$)/iuy
const rangeLead = new RegExp(`(?<word>(?:since|from|between|starting|week of) )${parts.skip}`, 'iuy')
const jointWords = new RegExp(` (?:to|until|till|til|through|thru|up \\S+) ${parts.skip}`, 'iuy')
const jointOrAnd = new RegExp(` (?:to|until|till|til|through|thru|up \\S+|and) ${parts.skip}`, 'iuy')
const onwardWords = / (?:onwards?|on|until|till|to)(?: (?:now|today))?(?= |$)/iuy
