import { zoneNamed } from '../../lib/dates.ts'
import { readTypedFilters } from '../../questions/read.ts'
import { type Days, type DigestSettings, digestSections, isReview, type Schedule } from '../../store/index.ts'

/** Why a digest can't be saved: the setting, and a sentence for the person. */
export interface SettingsProblem {
  /** `null` if the problem isn't about a single setting. */
  readonly field: keyof DigestSettings | null
  readonly sentence: string
}

export const maxNameLength = 80
export const maxFiltersLength = 500
const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * All problems of the given settings.
 * @param newEngines engines that the service has but this version doesn't know
 */
export function settingsProblems(
  settings: Partial<DigestSettings>,
  newEngines: readonly string[] = [],
): readonly SettingsProblem[] {
  const { name, schedule, sections, evaluations, filters, alerts } = settings
  const checks: Readonly<Partial<Record<keyof DigestSettings, string | null>>> = {
    name: name === undefined ? null : nameProblem(name),
    schedule: schedule === undefined ? null : scheduleProblem(schedule),
    sections: sections === undefined ? null : sectionsProblem(sections),
    evaluations: evaluations === undefined ? null : evaluationsProblem(evaluations),
    filters: filters === undefined ? null : filtersProblem(filters, newEngines),
    alerts: alerts === undefined ? null : alertsProblem(alerts),
  }
  const problems = Object.entries(checks).flatMap(([field, sentence]) =>
    sentence === null ? [] : [{ field: field as keyof DigestSettings, sentence }],
  )
  const review = sections === undefined ? null : reviewProblem({ sections, ...(schedule && { schedule }) })
  return review === null || problems.length > 0 ? problems : [review]
}

/** Why these settings don't work for a review; `null` if they do, or if this is not a review. */
export function reviewProblem({
  sections,
  schedule,
}: Pick<DigestSettings, 'sections'> & { readonly schedule?: Days }): {
  readonly field: 'sections'
  readonly sentence: string
} | null {
  if (!isReview({ sections })) return null
  const field = 'sections'
  if (sections.length > 1)
    return { field, sentence: 'A review is a digest of its own. Choose only “Review”, or leave it out.' }
  return schedule?.kind === 'daily' || schedule?.kind === 'weekdays'
    ? { field, sentence: 'A review posts every week or every month. Choose one of them under “How often”.' }
    : null
}

function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Give the digest a name.'
  return name.length > maxNameLength ? `Keep the name within ${maxNameLength} characters.` : null
}

function scheduleProblem(schedule: Schedule): string | null {
  if (!areDays(schedule)) return 'Choose at least one day.'
  if (!clockTime.test(schedule.time)) return 'Enter a time as hours and minutes, for example 09:00.'
  return zoneNamed(schedule.timeZone) === null
    ? 'Choose a time zone by its name, for example Europe/Paris.'
    : null
}

function areDays(days: Days): boolean {
  const isDayUpTo = (day: number, max: number) => Number.isInteger(day) && day >= 1 && day <= max
  if (days.kind === 'days') return days.days.length > 0 && days.days.every((day) => isDayUpTo(day, 7))
  return days.kind !== 'monthly' || days.day === 'last' || isDayUpTo(days.day, 31)
}

function sectionsProblem(sections: DigestSettings['sections']): string | null {
  if (sections.length === 0) return 'Choose at least one section.'
  return sections.every((section) => digestSections.includes(section))
    ? null
    : 'Choose from the sections that are offered.'
}

/** Each evaluation costs one request per run. */
const maxEvaluations = 10

function evaluationsProblem(ids: readonly string[]): string | null {
  return ids.length > maxEvaluations ? `Name at most ${maxEvaluations} website evaluations.` : null
}

function filtersProblem(filters: string, newEngines: readonly string[]): string | null {
  if (filters.length > maxFiltersLength)
    return `Together, the filters exceed ${maxFiltersLength} characters. Choose fewer.`
  const read = readTypedFilters(filters, newEngines)
  if (!read.ok) return read.sentence
  const { when } = read.args
  return when !== null && /\d/.test(when)
    ? 'A digest repeats, so it can’t have a fixed date. Remove it, or use a period such as “last month”.'
    : null
}

function alertsProblem({ visibilityFallsBy, quietHours }: DigestSettings['alerts']): string | null {
  if (visibilityFallsBy !== null && !(visibilityFallsBy > 0 && visibilityFallsBy <= 100))
    return 'Enter a fall of more than 0 and at most 100 points.'
  if (quietHours === null) return null
  const { from, to } = quietHours
  return clockTime.test(from) && clockTime.test(to) && from !== to
    ? null
    : 'Enter two different times for quiet hours, for example 22:00 and 07:00.'
}
