import { SOURCES } from '../api/schemas.ts'
import { Problem } from '../lib/problem.ts'
import { isUuid, nameKey, nearest, plain } from '../lib/strings.ts'
import {
  type Asked,
  filterNames,
  type listFilters,
  type Nameable,
  nameable,
  type Question,
  relations,
} from '../model/question.ts'
import type { BrandFilters, MetricName } from '../model/reports.ts'
import type { FilterName } from '../store/index.ts'
import { engineAt, engineNamed, type NewEngines } from './engines.ts'
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
import { skippedLead } from './period-rules.ts'
import {
  argsText,
  comparing,
  emptyArgs,
  metricWords,
  quoted,
  quoteIfNeeded,
  relationWords,
  withReplaced,
} from './question-text.ts'
import { notUnderstood, shortened, splitWords, type Word } from './tokenizer.ts'

export interface ParseError {
  readonly ok: false
  /** Tells it from a command's plan. */
  readonly kind: 'error'
  readonly sentence: string
  /**
   * The corrected words, if there is a likely correction, which may contain another error. From a parse function:
   * without the verb; from a verb's `plan`: as typed after `/sightline `.
   */
  readonly suggestion: string | null
}

export type Parsed<Args> = { readonly ok: true; readonly args: Args } | ParseError

export function parsed<Args>(args: Args): Parsed<Args> {
  return { ok: true, args }
}

export function parseError(sentence: string, suggestion: string | null = null): ParseError {
  return { ok: false, kind: 'error', sentence, suggestion }
}

export interface ParseProblem {
  readonly sentence: string
  readonly instead?: string
}

type Step = { readonly words: number; readonly problem: ParseProblem | null }

/** Longer suggestions are dropped: people copy them, so they can't be cut. */
const longestSuggestion = 900

/**
 * Parses the words after `visibility`, in any order and case: engines, a period unit, a date or range, quoted brands,
 * `vs Brand`, and filters as `name:value`. No word is ignored: an unknown one is reported with the nearest match.
 */
export function readVisibility(words: readonly Word[], others: NewEngines = []): Parsed<Question> {
  const draft = new VisibilityDraft()
  for (let at = 0; at < words.length; ) {
    const { words: taken, problem } = stepAt(words, at, draft, others)
    if (problem !== null) {
      const { sentence, instead } = problem
      return parseError(sentence, instead === undefined ? null : corrected(words, at, taken, instead))
    }
    at += taken
  }
  return parsed(draft.args())
}

export function readVisibilityText(text: string): Parsed<Question> {
  return readVisibility(splitWords(text).slice(1), 'any')
}

/**
 * Parses a digest's stored filters: the words after `visibility`. They were checked when they were saved, so an unknown
 * engine is one that the service has added.
 * @throws {Problem} when they can't be parsed
 */
export function readFilters(words: string): Question {
  const read = readVisibility(splitWords(words), 'any')
  if (!read.ok) throw new Problem('bad_filters', read.sentence)
  return read.args
}

/** Parses the words typed after `visibility` for a digest, which always tells how the brands stand. */
export function readTypedFilters(words: string, others: readonly string[] = []): Parsed<Question> {
  const read = readVisibility(splitWords(words), others)
  if (!read.ok) return read
  const { metric, relation, ...args } = read.args
  const extra = metric === undefined ? relation && relationWords[relation] : metricWords[metric]
  if (extra === undefined || relation === 'against') return parsed(args)
  return parseError(`A digest always shows visibility. Remove “${extra}”.`)
}

function stepAt(words: readonly Word[], at: number, draft: VisibilityDraft, others: NewEngines): Step {
  const word = words[at] ?? { text: '', quoted: true }
  if (word.quoted) return { words: 1, problem: draft.brand(word.text) }
  if (word.mention !== undefined) return { words: 1, problem: { sentence: notUnderstood(word) } }
  if (word.named !== undefined) return { words: 1, problem: readNamed(word, draft, others) }
  const engine = engineAt(words, at, others === 'any' ? [] : others)
  if (engine !== null) return { words: engine.words, problem: draft.engine(engine.engine) }
  const period = periodAt(words, at)
  if (period !== null) return { words: period.words, problem: draft.period(period) }
  const asked = askedAt(words, at, draft)
  if (asked !== null) return asked
  return { words: 1, problem: isBeforeBrand(words[at - 2]) ? halfBrand(words, at) : unknown(word) }
}

/** The words for what is asked. A relation with `brand` takes the brand after it. */
const askedWords: readonly (Asked & { readonly words: readonly string[]; readonly brand?: boolean })[] = [
  ...(Object.entries(metricWords) as [MetricName, string][])
    .filter(([, typed]) => typed !== '')
    .map(([metric, typed]) => ({ words: typed.split(' '), metric })),
  ...relations.map((relation) => {
    return { words: relationWords[relation].split(' '), relation, brand: comparing.has(relation) }
  }),
  { words: ['versus'], relation: 'against', brand: true },
]

function askedAt(words: readonly Word[], at: number, draft: VisibilityDraft): Step | null {
  const isHere = (text: string, index: number) => {
    const word = words[at + index]
    return word !== undefined && !word.quoted && plain(word.text) === text
  }
  const asked = askedWords.find(({ words: typed }) => typed.every(isHere))
  if (asked === undefined) return null
  const taken = asked.words.length
  const problem = draft.asked(asked)
  if (problem !== null || asked.brand !== true) return { words: taken, problem }
  const brand = words[at + taken]
  const isOther = brand?.mention !== undefined || optionNamed(brand?.named?.name ?? '') !== null
  if (brand === undefined || isOther || periodAt(words, at + taken) !== null) {
    const typed = asked.words.join(' ')
    return {
      words: taken,
      problem: { sentence: `Add a brand after “${typed}”, for example: ${typed} "Acme".` },
    }
  }
  return { words: taken + 1, problem: draft.brand(brand.text) }
}

const isBeforeBrand = (word: Word | undefined): boolean =>
  word !== undefined && !word.quoted && /^(?:vs|versus|behind|of)$/u.test(plain(word.text))

/** `vs Acme Corp` is ambiguous: one brand or two. */
function halfBrand(words: readonly Word[], at: number): ParseProblem {
  const [first = '', second = ''] = [words[at - 1], words[at]].map((word) => word?.text ?? '')
  return {
    sentence: `I can’t tell whether “${shortened(second)}” belongs to “${shortened(first)}”. Put each brand in quotes: ${quoted(`${first} ${second}`)}, or ${quoted(first)} ${quoted(second)}.`,
  }
}

function unknown(word: Word): ParseProblem {
  const named = optionNamed(word.text)
  if (named !== null)
    return { sentence: `Add a colon and a value after “${word.text}”, for example: ${exampleOf[named]}` }
  const near = nearest(word.text, [...SOURCES, ...periodWords])
  if (near !== null) return { sentence: notUnderstood(word), instead: near }
  const name = nearest(
    word.text,
    // Short names match almost anything.
    writtenNames.filter(({ length }) => length > 3),
  )
  const filter = name === null ? null : optionNamed(name)
  if (filter !== null)
    return { sentence: notUnderstood(word, `Write filters like this: ${exampleOf[filter]}`) }
  const hint = `Put a brand’s name in quotes: ${quoted(shortened(word.text))}.`
  return { sentence: notUnderstood(word, hint) }
}

/** The whole text with the words in question replaced; `null` if too long. */
function corrected(words: readonly Word[], at: number, taken: number, instead: string): string | null {
  const text = withReplaced(words, at, taken, instead)
  return text.length > longestSuggestion ? null : text
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
  if (named === null) return unknownFilter(word, name, values)
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
  const words = splitWords(text.replace(skippedLead, ''))
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

function unknownFilter(word: Word, name: string, values: readonly string[]): ParseProblem {
  const near = nearest(name, writtenNames)
  if (near !== null)
    return { sentence: notUnderstood(word), instead: `${near}:${values.map(quoteIfNeeded).join(',')}` }
  const filters = Object.values(filterNames).map((each) => `${each}:`)
  return { sentence: notUnderstood(word, `Filters are: ${filters.join(' ')}. Put brand names in quotes.`) }
}

/** The parser doesn't know the channel, so names become ids after parsing. Only ids are stored. */

export function resolveNames(typed: Question, names: readonly FilterName[]): Parsed<Question> {
  let filters = typed.filters
  for (const filter of nameable) {
    const namesOfFilter = names.filter((one) => one.filter === filter)
    for (const value of typed.filters[filter]) {
      const id = idOf(value, filter, namesOfFilter)
      if (id === null) return unknownName(value, filter, namesOfFilter, typed)
      filters = { ...filters, [filter]: filters[filter].map((one) => (one === value ? id : one)) }
    }
    filters = { ...filters, [filter]: [...new Set(filters[filter])] }
  }
  return parsed(withNames({ ...typed, filters }, names))
}

/** A stored question, which has ids, with the channel's current names for them. */
export function withNames(args: Question, names: readonly FilterName[]): Question {
  const usedNames = names.filter(({ filter, id }) => args.filters[filter].includes(id))
  return usedNames.length === 0 ? args : { ...args, filters: { ...args.filters, filterNames: usedNames } }
}

/** A listed id comes before a name, so that a button's id never turns into another one. */
function idOf(value: string, filter: Nameable, names: readonly FilterName[]): string | null {
  if (names.some(({ id }) => id === value)) return value
  const named = names.find(({ name }) => plain(name) === plain(value))
  if (named !== undefined) return named.id
  if (filter === 'thematics') return isUuid(value) ? value : null
  // Ids of topics and personas have no fixed form. If the channel has names, a space or no digit means a name.
  const isName = names.length > 0 && (/\s/u.test(value) || !/\d/u.test(value))
  return isName ? null : value
}

function unknownName(
  value: string,
  filter: Nameable,
  names: readonly FilterName[],
  typed: Question,
): ParseError {
  const kind = filterNames[filter]
  const near = nearest(
    value,
    names.map(({ name }) => name),
  )
  const replaced = typed.filters[filter].map((one) => (one === value ? (near ?? one) : one))
  const meant = near === null ? '' : ` Did you mean “${near}”?`
  const id = filter === 'thematics' ? '<UUID>' : '<id>'
  const line = `${kind} ${id} = ${shortened(value)}`
  return parseError(
    `This channel has no ${kind} called “${shortened(value)}”.${meant} To add it, enter its id and name in /sightline settings: ${line}`,
    near === null ? null : argsText({ ...typed, filters: { ...typed.filters, [filter]: replaced } }),
  )
}
