/** A channel's notes beside a weekly chart. All of it is plain, unescaped text. */

import type { ChartNote } from '../../model/trend.ts'
import { compact } from './compact.ts'
import { counted } from './numbers.ts'
import { shortDay, weeksBetween } from './periods.ts'
import { oneLine } from './text.ts'

/** More lines would be taller than the chart. */
const notesShown = 6

interface NotesOnWeeks {
  /** The numbers of the notes in each week, by the week's Monday. */
  readonly numbers: ReadonlyMap<string, readonly number[]>
  /** `[1] 21 Oct: New pricing page is live`, oldest first. */
  readonly lines: readonly string[]
}

/** Numbered by date; if there are too many, only the newest. @param weeks their Mondays, oldest first */
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
    lines: compact(
      ...shown.map(({ day, text }, index) => `[${index + 1}] ${shortDay(day)}: ${oneLine(text, 120, '–')}`),
      omittedCount > 0 && `${counted(omittedCount, 'earlier note')} not shown: /sightline notes`,
    ),
  }
}

/** ` [1]`, ` [2–4]`: appended to a week's label, which a chart limits to 20 characters. */
export function weekMarks({ numbers }: NotesOnWeeks): ReadonlyMap<string, string> {
  return new Map(
    [...numbers].map(([week, each]) => {
      const [first, last] = [each[0] ?? 0, each.at(-1) ?? 0]
      return [week, first === last ? ` [${first}]` : ` [${first}–${last}]`]
    }),
  )
}
