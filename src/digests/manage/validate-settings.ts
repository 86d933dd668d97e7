import { zoneNamed } from '../../lib/dates.ts'
import type { DigestDraft } from '../../model/digest.ts'
import { monthPattern } from '../../questions/calendar-words.ts'
import { readTypedFilters } from '../../questions/read.ts'
import { type DigestSettings, isReview, type Schedule } from '../../store/index.ts'

type DigestField = keyof DigestDraft

/** Why a digest can't be saved: the form's field, and a sentence for the person. */
export interface SettingsProblem {
  /** `null` if the problem isn't about a single field. */
  readonly field: DigestField | null
  readonly sentence: string
}

type Problems = Readonly<Partial<Record<DigestField, string | false>>>

export const maxNameLength = 80
export const maxFiltersLength = 500
/** `28 days`, which are other days each time. */
const countedDays = /\b\d+ (?:day|week|month|quarter|year)s?\b/gu
const fixedPart = '(?:first|second|third|fourth) quarter|half of (?:the |this )?year'
const fixedDate = new RegExp(`\\d|\\b(?:${monthPattern}|${fixedPart})\\b`, 'u')
const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/

/** All problems of the given settings. @param newEngines engines that the service has but this version doesn't know */
export function settingsProblems(
  settings: Partial<DigestSettings>,
  newEngines: readonly string[] = [],
): readonly SettingsProblem[] {
  const { name, schedule, sections, filters = '', alerts } = settings
  const problems: Problems = {
    name: name !== undefined && nameProblem(name),
    ...(schedule && scheduleProblems(schedule)),
    sections: sections !== undefined && sectionsProblem(sections, schedule),
    filters: filtersProblem(filters, newEngines),
    ...(alerts && alertsProblems(alerts)),
  }
  return Object.entries(problems).flatMap(([field, sentence]) =>
    sentence === false ? [] : [{ field: field as DigestField, sentence }],
  )
}

function nameProblem(name: string): string | false {
  if (name.trim() === '') return 'Give the digest a name.'
  return name.length > maxNameLength && `Keep the name within ${maxNameLength} characters.`
}

function scheduleProblems(schedule: Schedule): Problems {
  const isDayUpTo = (day: number, max: number) => Number.isInteger(day) && day >= 1 && day <= max
  const hasDays =
    schedule.kind !== 'days' || (schedule.days.length > 0 && schedule.days.every((day) => isDayUpTo(day, 7)))
  const hasDayOfMonth = schedule.kind !== 'monthly' || schedule.day === 'last' || isDayUpTo(schedule.day, 31)
  return {
    weekdays: !hasDays && 'Choose at least one day.',
    monthDay: !hasDayOfMonth && 'Choose the day of the month.',
    time: !clockTime.test(schedule.time) && 'Choose a time, for example 09:00.',
    timeZone:
      zoneNamed(schedule.timeZone) === null &&
      'Choose a time zone from the list, for example Europe/Paris: type a city to find it.',
  }
}

function sectionsProblem(
  sections: DigestSettings['sections'],
  schedule: Schedule | undefined,
): string | false {
  if (sections.length === 0) return 'Choose at least one section.'
  if (!isReview({ sections })) return false
  if (sections.length > 1) return 'A review is a digest of its own. Choose only “Review”, or leave it out.'
  return (
    (schedule?.kind === 'daily' || schedule?.kind === 'weekdays') &&
    'A review posts every week or every month. Choose one of them under “How often”.'
  )
}

function filtersProblem(filters: string, newEngines: readonly string[]): string | false {
  if (filters.length > maxFiltersLength)
    return `Together, the filters exceed ${maxFiltersLength} characters. Choose fewer.`
  const read = readTypedFilters(filters, newEngines)
  if (!read.ok) return read.sentence
  const { when } = read.args
  return (
    when !== null &&
    fixedDate.test(when.replaceAll(countedDays, '')) &&
    'A digest repeats, so it can’t have a fixed date. Remove it, or use a period such as “last month”.'
  )
}

function alertsProblems({ fall, quietHours }: DigestSettings['alerts']): Problems {
  const isFall = fall === null || (fall > 0 && fall <= 100)
  const { from = null, to = null } = quietHours ?? {}
  const isTime = (time: string | null) => time === null || clockTime.test(time)
  return {
    fallsBy: !isFall && 'Enter a fall of more than 0 and at most 100 points, for example 5.',
    quietFrom: !isTime(from) && 'Choose when the quiet hours begin.',
    quietTo:
      (!isTime(to) && 'Choose when the quiet hours end.') ||
      (from !== null && from === to && 'Choose an end that differs from the beginning.'),
  }
}
