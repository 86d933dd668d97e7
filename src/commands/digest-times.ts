import { ordinal as ordinalWords } from '../blocks/kit/formats.ts'
import type { DigestTimes } from '../model/digest.ts'
import { shortWeekdayPattern, WEEKDAYS, weekdayNamed, weekdayPattern } from '../questions/calendar-words.ts'
import type { Word } from '../questions/tokenizer.ts'

/** When a digest is wanted: where a sentence says it (`scheduleAt`), and what it means (`digestTimes`). */

const joints: ReadonlySet<string> = new Set(
  'every each on at and the of in a an by around once per first time week weekly morning mornings evening evenings afternoon afternoons oclock please pls'.split(
    ' ',
  ),
)
const laterHalf = /^(?:afternoon|evening)s?$/u
const named: Readonly<Record<string, string>> = { noon: '12:00', midday: '12:00', midnight: '00:00' }

/**
 * Reads when a digest is wanted: `every friday at 8`, `weekdays 07:30`, `the 1st of every month`.
 * @returns `null` if a word doesn't belong to that, or if there is neither a day nor a time
 */
export function digestTimes(words: readonly Word[]): DigestTimes | null {
  if (words.some(({ mention, quoted, named: filter }) => mention || quoted || filter)) return null
  const texts = words.map(({ text }) =>
    text
      .toLowerCase()
      .replace(/[.,!?;]+$/u, '')
      .replaceAll(/['’]/gu, ''),
  )
  const days = new Set<number>()
  let kind: 'daily' | 'weekdays' | null = null
  let monthDay: number | 'last' | null = null
  let time: string | null = null
  let isMonthly = false
  const isLater = texts.some((text) => laterHalf.test(text))
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? ''
    const day = weekdayNamed(text)
    const [before, next = ''] = [texts[at - 1], texts[at + 1]]
    const clock = clockOf(text, next, before, isLater)
    const ordinal = /^(\d{1,2})(?:st|nd|rd|th)$/u.exec(text)?.[1]
    if (day !== null) days.add(day)
    else if (text === 'daily' || text === 'day') kind = 'daily'
    else if (text === 'weekdays' || text === 'weekday') kind = 'weekdays'
    else if (text === 'monthly' || text === 'month') isMonthly = true
    else if (text === 'last') monthDay = 'last'
    else if (ordinal !== undefined && Number(ordinal) >= 1 && Number(ordinal) <= 31)
      monthDay = Number(ordinal)
    else if (clock !== null && time === null) {
      time = clock.time
      at += clock.words - 1
    } else if (text === 'first' && (next === 'of' || weekdayNamed(next) !== null)) monthDay = 1
    else if (!joints.has(text)) return null
    else if ((before === 'every' || before === 'each') && /^(?:morn|even|aftern)/u.test(text))
      kind ??= 'daily'
  }
  if (isLater) time ??= texts.some((text) => /^evenings?$/u.test(text)) ? '18:00' : '14:00'
  // `the last day of the month`
  if (isMonthly || monthDay !== null)
    return days.size > 0 ? null : { days: { kind: 'monthly', day: monthDay ?? 1 }, time }
  if (days.size > 0) return { days: { kind: 'days', days: [...days].sort() }, time }
  if (kind !== null) return { days: { kind }, time }
  // On Mondays, also for a review, which is otherwise monthly.
  if (texts.includes('week') || texts.includes('weekly')) return { days: { kind: 'days', days: [1] }, time }
  return time === null && !texts.some((text) => /mornings?$/u.test(text)) ? null : { days: null, time }
}

export function timesText({ days, time }: DigestTimes): string {
  return [days === null ? null : daysText(days), time].filter((part) => part !== null).join(' ')
}

function daysText(days: NonNullable<DigestTimes['days']>): string {
  switch (days.kind) {
    case 'days':
      return days.days.map((day) => WEEKDAYS[day - 1]).join(' ')
    case 'monthly':
      return days.day === 'last' ? 'monthly last' : `monthly ${ordinalWords(days.day)}`
    default:
      return days.kind
  }
}

/** `8`, `8am`, `8 am`, `08:30`, `8.30pm`, `noon`. @param isLater words say that it is after noon */
function clockOf(
  text: string,
  next: string,
  before: string | undefined,
  isLater: boolean,
): { readonly time: string; readonly words: number } | null {
  if (Object.hasOwn(named, text)) return { time: named[text] ?? '', words: 1 }
  const [, typedHour, minute = '00', half = ''] = /^(\d{1,2})(?:[:.h](\d\d))?(am|pm|h)?$/u.exec(text) ?? []
  if (typedHour === undefined) return null
  const after = next === 'am' || next === 'pm' ? next : ''
  const isMorning = (half || after) === 'am'
  const isAfternoon = (half || after) === 'pm' || (isLater && !isMorning)
  const isClock = text.includes(':') || half !== '' || after !== '' || before === 'at' || /[.h]/u.test(text)
  const hour =
    Number(typedHour) +
    (isAfternoon && Number(typedHour) < 12 ? 12 : 0) -
    (isMorning && Number(typedHour) === 12 ? 12 : 0)
  if (!isClock || hour > 23 || Number(minute) > 59) return null
  return { time: `${String(hour).padStart(2, '0')}:${minute}`, words: after === '' ? 1 : 2 }
}

const recurring = `(?:${weekdayPattern}s?|${shortWeekdayPattern}|(?:day|week|weekday|month|quarter|morning|evening)s?|hour|afternoon|weekend|fortnight|noon|night)`
const ordinal = '(?:\\d{1,2}(?:st|nd|rd|th)|first|second|third|last)'
const between = `(?:${ordinal}|other|single|[2-9]|two|three|a|per|every|each|and|or|of|in|the)`
const recurrences = `(?: (?:${between} )*${recurring})`
const clock = '(?:(?:[01]?\\d|2[0-3])(?:[:.][0-5]\\d)?)'
const wholeWords = (pattern: string) => new RegExp(`^(?:${pattern})(?= |$)`, 'iu')
const recurrence = wholeWords(
  [
    `biweekly|fortnightly|quarterly|(?:weekdays|mornings)${recurrences}*`,
    `(?:every|each|once|twice)${recurrences}+`,
    `(?:${weekdayPattern}s|${recurring}(?= (?:mornings|evenings)))${recurrences}*`,
    `on the ${ordinal}(?=(?: ${between}| ${recurring})* (?:month|quarter)s?(?: |$))${recurrences}+`,
  ].join('|'),
)
const hour = wholeWords(
  `(?:(?:at|by|around|to|from) )?(?:noon|midday|midnight|lunchtime|${clock} ?(?:am|pm|h|uhr)|${clock} o'?clock|(?:[01]?\\d|2[0-3]):[0-5]\\d)|at ${clock}`,
)
/** `every monday and tuesday and …`: each day of a week. */
const mostWords = 16

/** When something recurs (`every other friday`, `on the 1st of every month`), or a time of day (`at 8`, `10am`). */
export function scheduleAt(
  words: readonly string[],
  at: number,
): { readonly isHour: boolean; readonly words: number } | null {
  const text = words.slice(at, at + mostWords).join(' ')
  const recurs = recurrence.exec(text)
  const match = recurs ?? hour.exec(text)
  return match && { isHour: recurs === null, words: match[0].split(' ').length }
}
