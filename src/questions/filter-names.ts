import { isUuid, nearest, plain } from '../lib/strings.ts'
import { filterNames, type Nameable, nameable } from '../model/filters.ts'
import type { Question } from '../model/question.ts'
import type { FilterName } from '../store/index.ts'
import { type Parsed, type ParseError, parsed, parseError } from './parsed.ts'
import { argsText } from './question-text.ts'
import { shortened } from './tokenizer.ts'

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
