import type { BrandFilters, PeriodUnit } from '../../model/reports.ts'
import { noFilters } from '../brand-query.ts'
import type { VisibilityAsked } from './asked.ts'
import type { PeriodWords } from './period.ts'
import { shortened } from './tokenizer.ts'

/** What is wrong with a word: the sentence for the person, and what to write in its place, if something is near. */
export interface ParseProblem {
  readonly sentence: string
  readonly instead?: string
}

/** The filters that take a list of values. */
type Listed = {
  [Key in keyof BrandFilters]: BrandFilters[Key] extends readonly string[] ? Key : never
}[keyof BrandFilters]

const most = 20

/** A question while it is read, word for word. Each method answers with what is wrong, or with `null`. */
export class VisibilityDraft {
  readonly #engines = new Set<string>()
  readonly #brands = new Map<string, string>()
  #unit: PeriodUnit | null = null
  #when: string | null = null
  #filters: BrandFilters = noFilters
  #neutrals: boolean | null = null

  engine(engine: string): null {
    this.#engines.add(engine)
    return null
  }

  /** Upper and lower case are the same brand. */
  brand(name: string): ParseProblem | null {
    this.#brands.set(name.toLowerCase(), this.#brands.get(name.toLowerCase()) ?? name)
    return this.#brands.size > most
      ? { sentence: `That is more than ${most} brands. Ask for fewer at once.` }
      : null
  }

  period({ unit, when }: PeriodWords): ParseProblem | null {
    const trouble = twice('periods', this.#unit, unit) ?? twice('dates', this.#when, when)
    this.#unit = unit ?? this.#unit
    this.#when = when ?? this.#when
    return trouble
  }

  narrow(filter: Listed, value: string): ParseProblem | null {
    const values = [...new Set([...this.#filters[filter], value])]
    this.#filters = { ...this.#filters, [filter]: values }
    return values.length > most
      ? { sentence: `That is more than ${most} values of one filter. Ask for fewer at once.` }
      : null
  }

  neutralsOnly(only: boolean): ParseProblem | null {
    const trouble = this.#neutrals !== null && this.#neutrals !== only
    this.#neutrals = only
    this.#filters = { ...this.#filters, neutralsOnly: only }
    return trouble ? { sentence: 'I found both neutral:yes and neutral:no. Keep one of them.' } : null
  }

  search(text: string): ParseProblem | null {
    const trouble = twice('searches', this.#filters.search, text)
    this.#filters = { ...this.#filters, search: text }
    return trouble
  }

  asked(): VisibilityAsked {
    return {
      engines: [...this.#engines],
      unit: this.#unit,
      when: this.#when,
      brands: [...this.#brands.values()],
      filters: this.#filters,
    }
  }
}

function twice(what: string, before: string | null, now: string | undefined): ParseProblem | null {
  if (before === null || now === undefined || before === now) return null
  return {
    sentence: `I found two ${what}, “${shortened(before)}” and “${shortened(now)}”. Keep one of them.`,
  }
}
