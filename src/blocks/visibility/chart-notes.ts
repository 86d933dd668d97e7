/** Notes of a channel beside a chart by weeks. All of it is plain, unescaped text. */
import type { ChartNote } from '../../model/trend.ts'
import { counted } from '../kit/numbers.ts'
import { shortDay, weeksBetween } from '../kit/periods.ts'
import { oneLine } from '../kit/text.ts'

/** More would be longer than the chart. */
const notesShown = 6

export interface NotesOnWeeks {
  /** The numbers of each week's notes. */
  readonly numbers: ReadonlyMap<string, readonly number[]>
  /** `[1] 21 Oct: New pricing page is live`, the oldest first. */
  readonly lines: readonly string[]
}

/**
 * The notes of the weeks of a chart, numbered in the order of their days; the newest, where there are many.
 * @param weeks their Mondays, the oldest first
 */
export function notesOnWeeks(weeks: readonly string[], notes: readonly ChartNote[]): NotesOnWeeks {
  const weekOf = (day: string) => weeks.findLast((start) => start <= day && weeksBetween(start, day) < 1)
  const within = notes
    .flatMap((note) => {
      const week = weekOf(note.day)
      return week === undefined ? [] : [{ ...note, week }]
    })
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const shown = within.slice(-notesShown)
  const numbers = new Map<string, number[]>()
  for (const [index, { week }] of shown.entries())
    numbers.set(week, [...(numbers.get(week) ?? []), index + 1])
  const omittedCount = within.length - shown.length
  return {
    numbers,
    lines: [
      ...shown.map(({ day, text }, index) => `[${index + 1}] ${shortDay(day)}: ${oneLine(text, 120, '–')}`),
      ...(omittedCount === 0 ? [] : [`${counted(omittedCount, 'earlier note')} not shown: /sightline notes`]),
    ],
  }
}

/** ` [1]`, ` [2–4]`: what stands behind a week's day, which a chart gives 20 characters. */
export function weekMarks({ numbers }: NotesOnWeeks): ReadonlyMap<string, string> {
  return new Map(
    [...numbers].map(([week, each]) => {
      const [first, last] = [each[0] ?? 0, each.at(-1) ?? 0]
      return [week, first === last ? ` [${first}]` : ` [${first}–${last}]`]
    }),
  )
}
