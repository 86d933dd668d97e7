import type { FilterErrors } from '../blocks/visibility/filter-form.ts'
import { type FilterDraft, filtersOf } from '../blocks/visibility/filter-values.ts'
import { noFilters } from '../insights/brands/brand-query.ts'
import { isNarrowed, listFilters } from '../insights/brands/filters.ts'
import { readPeriod } from '../insights/periods.ts'
import type { Asked, Question } from '../model/question.ts'
import { resolveNames } from '../questions/filter-names.ts'
import { argsText, emptyArgs, type VisibilityReading } from '../questions/question-text.ts'
import { readVisibilityText } from '../questions/read.ts'
import type { FilterName } from '../store/index.ts'

/** Turns the fields into the text of a command. The command's parser checks each field, so both accept the same input. */
export function readFilters(
  draft: FilterDraft,
  now: Temporal.Instant,
  timeZone: string,
  names: readonly FilterName[],
  asked: Asked = {},
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly errors: FilterErrors } {
  const filters = filtersOf(draft)
  const period = readPeriodField(draft.period, now, timeZone)
  const problemOf = (part: Partial<Question>): string | null => {
    const reading = readTyped({ ...emptyArgs, ...part }, names)
    return reading.ok ? null : reading.sentence
  }
  const checks: [keyof FilterDraft, string | null][] = [
    ['period', typeof period === 'string' ? period : null],
    ['engines', problemOf({ engines: draft.engines })],
    ['brands', problemOf({ brands: draft.brands })],
    ...listFilters.map((key): [keyof FilterDraft, string | null] => [
      key,
      problemOf({ filters: { ...noFilters, [key]: filters[key] } }),
    ]),
  ]
  const errors = checks.filter(([, sentence]) => sentence !== null)
  if (typeof period === 'string' || errors.length > 0)
    return { ok: false, errors: Object.fromEntries(errors) as FilterErrors }
  const typed = { ...asked, ...period, engines: draft.engines, brands: draft.brands, filters }
  const resolved = resolveNames(typed, names)
  return { ok: true, text: argsText(resolved.ok ? resolved.args : typed) }
}

function readTyped(typed: Question, names: readonly FilterName[]): VisibilityReading {
  const reading = readVisibilityText(argsText(typed))
  return reading.ok ? resolveNames(reading.args, names) : reading
}

/** The period, or a sentence why the field can't be used. */
function readPeriodField(
  text: string,
  now: Temporal.Instant,
  timeZone: string,
): Pick<Question, 'unit' | 'when'> | string {
  const reading = readVisibilityText(`visibility ${text}`)
  if (!reading.ok) return `${reading.sentence} Name a period, for example: last month, or 2026-10.`
  const { unit, when, engines, brands, filters } = reading.args
  if (engines.length > 0 || brands.length > 0 || isNarrowed(filters))
    return 'Only a period goes here, for example: last month, or 2026-10.'
  const period = readPeriod(when ?? '', unit, now, timeZone)
  return period.ok ? { unit, when } : period.problem
}
