import { SOURCES } from '../api/schemas.ts'
import { nameKey, nearest } from '../lib/strings.ts'
import { filterNames, type listFilters } from '../model/filters.ts'
import type { Asked, Question } from '../model/question.ts'
import type { BrandFilters } from '../model/reports.ts'
import { engineNamed, type NewEngines } from './engines.ts'
import {
  exampleOf,
  isEnumerated,
  type OptionName,
  optionNamed,
  valueNamed,
  valuesOf,
  writtenNames,
} from './filters.ts'
import { periodAt, periodWords } from './period.ts'
import { emptyArgs, quoted, quoteIfNeeded, withReplaced } from './question-text.ts'
import { notUnderstood, shortened, splitWords, type Word } from './tokenizer.ts'

export interface ParseProblem {
  readonly sentence: string
  readonly instead?: string
}

const maxValues = 20

/** A question while its words are read. A word that doesn’t fit those before it is a problem. */
export class VisibilityDraft {
  #args: Question = emptyArgs

  args(): Question {
    return this.#args
  }

  engine(engine: string): ParseProblem | null {
    const engines = [...new Set([...this.#args.engines, engine])]
    this.#args = { ...this.#args, engines }
    return tooMany('engines', engines)
  }

  brand(name: string): ParseProblem | null {
    const isNamed = this.#args.brands.some((brand) => nameKey(brand) === nameKey(name))
    const brands = isNamed ? this.#args.brands : [...this.#args.brands, name]
    this.#args = { ...this.#args, brands }
    return tooMany('brands', brands)
  }

  asked({ metric, relation }: Asked): ParseProblem | null {
    const problem =
      conflict('figures', this.#args.metric, metric) ?? conflict('relations', this.#args.relation, relation)
    this.#args = {
      ...this.#args,
      ...(metric === undefined ? {} : { metric }),
      ...(relation === undefined ? {} : { relation }),
    }
    return problem
  }

  period({ unit = null, when = null }: Partial<Pick<Question, 'unit' | 'when'>>): ParseProblem | null {
    const problem = conflict('periods', this.#args.unit, unit) ?? conflict('dates', this.#args.when, when)
    this.#args = { ...this.#args, unit: unit ?? this.#args.unit, when: when ?? this.#args.when }
    return problem
  }

  narrow(filter: (typeof listFilters)[number], value: string): ParseProblem | null {
    const values = [...new Set([...this.#args.filters[filter], value])]
    this.#filter({ [filter]: values })
    return tooMany('values for one filter', values)
  }

  neutralsOnly(): null {
    this.#filter({ neutralsOnly: true })
    return null
  }

  search(search: string): ParseProblem | null {
    const problem = conflict('searches', this.#args.filters.search, search)
    this.#filter({ search })
    return problem
  }

  #filter(more: Partial<BrandFilters>): void {
    this.#args = { ...this.#args, filters: { ...this.#args.filters, ...more } }
  }
}

function tooMany(things: string, values: readonly string[]): ParseProblem | null {
  return values.length > maxValues
    ? { sentence: `That’s more than ${maxValues} ${things}. Ask for fewer at once.` }
    : null
}

function conflict(subject: string, before?: string | null, now?: string | null): ParseProblem | null {
  if (before == null || now == null || before === now) return null
  return {
    sentence: `I found two ${subject}, “${shortened(before)}” and “${shortened(now)}”. Keep one of them.`,
  }
}

const yes: ReadonlySet<string> = new Set(['yes', 'y', 'true', 'on', 'only', '1'])

export function readNamed(word: Word, draft: VisibilityDraft, others: NewEngines = []): ParseProblem | null {
  const { name, values } = word.named ?? { name: '', values: [] }
  const named = optionNamed(name)
  if (named === null) return unknownName(word, name, values)
  if (values.length === 0)
    return { sentence: `Add a value after “${name}:”, for example: ${exampleOf[named]}` }
  switch (named) {
    case 'period':
      return readPeriodWords(values, draft)
    case 'neutralsOnly':
      return values.length === 1 && yes.has(values[0]?.toLowerCase() ?? '')
        ? draft.neutralsOnly()
        : { sentence: `Add yes after “${name}:”, or remove it.`, instead: `${name}:yes` }
    case 'search':
      return values.length === 1
        ? draft.search(values[0] ?? '')
        : {
            sentence: 'Put the whole search in quotes.',
            instead: `${name}:${quoted(values.join(', '))}`,
          }
    default:
      for (const value of values) {
        const problem = readValue(named, name, value, values, { draft, others })
        if (problem !== null) return problem
      }
      return null
  }
}

type Several = Exclude<OptionName, 'period' | 'neutralsOnly' | 'search'>

function readValue(
  named: Several,
  name: string,
  value: string,
  all: readonly string[],
  { draft, others }: { readonly draft: VisibilityDraft; readonly others: NewEngines },
): ParseProblem | null {
  const replaceWith = (instead: string) =>
    `${name}:${all.map((item) => quoteIfNeeded(item === value ? instead : item)).join(',')}`
  if (named === 'brands') return draft.brand(value)
  if (named === 'engines') {
    const engine = engineNamed(value, others)
    if (engine !== null) return draft.engine(engine)
    const engines = others === 'any' ? SOURCES : [...SOURCES, ...others]
    return notAmong(name, value, engines, replaceWith)
  }
  if (isEnumerated(named)) {
    const filterValue = valueNamed(named, value)
    return filterValue === null
      ? notAmong(name, value, valuesOf(named), replaceWith)
      : draft.narrow(named, filterValue)
  }
  return draft.narrow(named, value)
}

function readPeriodWords(values: readonly string[], draft: VisibilityDraft): ParseProblem | null {
  const text = values.join(' ')
  const words = splitWords(text)
  for (let at = 0; at < words.length; ) {
    const period = periodAt(words, at)
    if (period === null) {
      const sentence = `I don’t know the period “${shortened(text)}”. Try last month, or 2026-10.`
      const near = nearest(words[at]?.text ?? text, periodWords)
      return near === null ? { sentence } : { sentence, instead: withReplaced(words, at, 1, near) }
    }
    const problem = draft.period(period)
    if (problem !== null) return problem
    at += period.words
  }
  return null
}

function notAmong(
  name: string,
  value: string,
  candidates: readonly string[],
  other: (instead: string) => string,
): ParseProblem {
  const near = nearest(value, candidates)
  const sentence = `I don’t know the ${name} “${shortened(value)}”.`
  return near === null
    ? { sentence: `${sentence} Choose one of: ${candidates.join(', ')}.` }
    : { sentence, instead: other(near) }
}

function unknownName(word: Word, name: string, values: readonly string[]): ParseProblem {
  const near = nearest(name, writtenNames)
  if (near !== null)
    return { sentence: notUnderstood(word), instead: `${near}:${values.map(quoteIfNeeded).join(',')}` }
  const filters = Object.values(filterNames).map((each) => `${each}:`)
  return { sentence: notUnderstood(word, `Filters are: ${filters.join(' ')}. Put brand names in quotes.`) }
}
