/** The names of months and weekdays as people type them. */

export const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')
export const WEEKDAYS: readonly string[] = 'monday tuesday wednesday thursday friday saturday sunday'.split(
  ' ',
)

/** For regular expressions: `october`, `oct`. */
export const monthPattern = `(?:${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)`
export const weekdayPattern = `(?:${WEEKDAYS.join('|')})`
export const shortWeekdayPattern = '(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)'

const monthWord = new RegExp(`^${monthPattern}$`, 'iu')
const weekdayWord = new RegExp(`^(?:${weekdayPattern}s?|${shortWeekdayPattern})$`, 'iu')

export function monthNamed(word: string): number | null {
  return monthWord.test(word) ? indexOf(MONTHS, word) + 1 : null
}

export function weekdayNamed(word: string): number | null {
  return weekdayWord.test(word) ? indexOf(WEEKDAYS, word) + 1 : null
}

/** Three letters are enough to tell the names apart. */
const indexOf = (names: readonly string[], word: string) =>
  names.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3)))
