import { noFilters } from '../model/filters.ts'
import type { Asked, Question, Relation } from '../model/question.ts'
import type { BrandFilters, MetricName, PeriodUnit } from '../model/reports.ts'
import type { PeriodWords } from './period.ts'
import { shortened } from './tokenizer.ts'

export interface ParseProblem {
  readonly sentence: string
  readonly instead?: string
  /** The word may name an engine that the service has added. */
  readonly mayBeEngine?: boolean
  /** The word may name a brand. */
  readonly mayBeBrand?: boolean
}

/** The filters with a list of values. */
type Listed = {
  [Key in keyof BrandFilters]: BrandFilters[Key] extends readonly string[] ? Key : never
}[keyof BrandFilters]

const maxValues = 20

export class VisibilityDraft {
  readonly #engines = new Set<string>()
  readonly #brands = new Map<string, string>()
  #unit: PeriodUnit | null = null
  #when: string | null = null
  #filters: BrandFilters = noFilters
  #neutrals: boolean | null = null
  #metric: MetricName | undefined
  #relation: Relation | undefined

  engine(engine: string): ParseProblem | null {
    this.#engines.add(engine)
    return this.#engines.size > maxValues
      ? { sentence: `That’s more than ${maxValues} engines. Ask for fewer at once.` }
      : null
  }

  /** Brand names ignore case. */
  brand(name: string): ParseProblem | null {
    this.#brands.set(name.toLowerCase(), this.#brands.get(name.toLowerCase()) ?? name)
    return this.#brands.size > maxValues
      ? { sentence: `That’s more than ${maxValues} brands. Ask for fewer at once.` }
      : null
  }

  asked({ metric, relation }: Asked): ParseProblem | null {
    const problem =
      conflict('figures', this.#metric ?? null, metric) ??
      conflict('relations', this.#relation ?? null, relation)
    this.#metric = metric ?? this.#metric
    this.#relation = relation ?? this.#relation
    return problem
  }

  period({ unit, when }: PeriodWords): ParseProblem | null {
    const problem = conflict('periods', this.#unit, unit) ?? conflict('dates', this.#when, when)
    this.#unit = unit ?? this.#unit
    this.#when = when ?? this.#when
    return problem
  }

  narrow(filter: Listed, value: string): ParseProblem | null {
    const values = [...new Set([...this.#filters[filter], value])]
    this.#filters = { ...this.#filters, [filter]: values }
    return values.length > maxValues
      ? { sentence: `That’s more than ${maxValues} values for one filter. Ask for fewer at once.` }
      : null
  }

  neutralsOnly(only: boolean): ParseProblem | null {
    const problem = this.#neutrals !== null && this.#neutrals !== only
    this.#neutrals = only
    this.#filters = { ...this.#filters, neutralsOnly: only }
    return problem ? { sentence: 'I found both neutral:yes and neutral:no. Keep one of them.' } : null
  }

  search(text: string): ParseProblem | null {
    const problem = conflict('searches', this.#filters.search, text)
    this.#filters = { ...this.#filters, search: text }
    return problem
  }

  args(): Question {
    return {
      engines: [...this.#engines],
      unit: this.#unit,
      when: this.#when,
      brands: [...this.#brands.values()],
      filters: this.#filters,
      ...(this.#metric === undefined ? {} : { metric: this.#metric }),
      ...(this.#relation === undefined ? {} : { relation: this.#relation }),
    }
  }
}

function conflict(subject: string, before: string | null, now: string | undefined): ParseProblem | null {
  if (before === null || now === undefined || before === now) return null
  return {
    sentence: `I found two ${subject}, “${shortened(before)}” and “${shortened(now)}”. Keep one of them.`,
  }
}
