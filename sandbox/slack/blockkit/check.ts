/** Building blocks for Block Kit rules. Each rule reports the problems of a value with their paths. */
import { isJson, type Json } from '../json.ts'
import { type LimitName, limitOf, type Surface } from './limits.ts'

/** Web API error codes that Slack returns unchanged. */
export const OWN_CODES = [
  'msg_blocks_too_long',
  'msg_too_long',
  'too_many_attachments',
  'metadata_too_large',
  'invalid_metadata_format',
  'markdown_text_conflict',
  'invalid_attachments',
] as const

type ProblemCode =
  | (typeof OWN_CODES)[number]
  | `wrong_${'type' | 'format' | 'surface'}`
  | `unknown_${'type' | 'property'}`
  | `too_${'long' | 'short' | 'many' | 'few'}`
  | 'missing'
  | 'out_of_range'
  | 'not_allowed'
  | 'duplicate'
  | 'conflict'
  | 'view_too_large'

export interface Problem {
  /** JSON pointer from the payload's root, for instance `/blocks/0/text/text` or `/view/title/text`. */
  readonly pointer: string
  /** In Slack's wording in `response_metadata.messages`. */
  readonly message: string
  readonly code: ProblemCode
  /** The limit that was exceeded. */
  readonly limit?: LimitName
}

/** What the app may embed in video blocks. Unlimited if missing. */
export interface Rights {
  readonly embed: boolean
  readonly unfurlDomains: readonly string[] | undefined
}

export interface Checking {
  readonly surface: Surface
  readonly rights: Rights
  report(pointer: string, message: string, code: ProblemCode, limit?: LimitName): void
}

export type Rule = (value: unknown, at: string, on: Checking) => void

export function startChecking(surface: Surface, rights: Rights): Checking & { problems: Problem[] } {
  const problems: Problem[] = []
  return {
    surface,
    rights,
    problems,
    report: (pointer, message, code, limit) => {
      problems.push({ pointer, message, code, ...(limit ? { limit } : {}) })
    },
  }
}

/** A value that passes the test. */
export const passing =
  (test: (value: unknown) => boolean, message: string, code: ProblemCode, name?: LimitName): Rule =>
  (value, at, on) => {
    if (!test(value)) on.report(at, message, code, name)
  }

export const boolean = passing((value) => typeof value === 'boolean', 'must provide a boolean', 'wrong_type')
export const anyObject = passing(isJson, 'must provide an object', 'wrong_type')

export const oneOf = (values: readonly unknown[], name?: LimitName): Rule =>
  passing((value) => values.includes(value), 'must be a valid enum value', 'not_allowed', name)

/** One of the values in the limit's `enum`. */
export const choice = (name: LimitName): Rule => oneOf(limitOf(name).enum ?? [], name)

/** Reports a problem if the string is too short or too long. */
export function checkLength(value: string, at: string, on: Checking, name: LimitName): void {
  const { minLength = 0, maxLength } = limitOf(name)
  if (value.length < minLength) {
    on.report(at, `must be more than ${minLength - 1} characters`, 'too_short', name)
  }
  if (maxLength !== undefined && value.length > maxLength) {
    on.report(at, `must be less than ${maxLength + 1} characters`, 'too_long', name)
  }
}

export function string(name?: LimitName): Rule {
  return (value, at, on) => {
    if (typeof value !== 'string') on.report(at, 'must provide a string', 'wrong_type', name)
    else if (name) checkLength(value, at, on, name)
  }
}

/** A non-empty string. */
export const someString: Rule = (value, at, on) => {
  string()(value, at, on)
  if (value === '') on.report(at, 'must be more than 0 characters', 'too_short')
}

/** A URL with one of these schemes. */
export function url(name?: LimitName, schemes: readonly string[] = ['http:', 'https:']): Rule {
  return (value, at, on) => {
    string(name)(value, at, on)
    if (typeof value === 'string' && !schemes.includes(URL.parse(value)?.protocol ?? ''))
      on.report(at, 'must be a valid URL', 'wrong_format', name)
  }
}

const numeric =
  (test: (value: unknown) => boolean, kind: string) =>
  (name?: LimitName): Rule =>
  (value, at, on) => {
    const { min = -Infinity, max = Infinity, exclusiveMin = -Infinity } = name ? limitOf(name) : {}
    if (!test(value)) on.report(at, `must provide ${kind}`, 'wrong_type', name)
    else if (Number(value) < min)
      on.report(at, `must be greater than or equal to ${min}`, 'out_of_range', name)
    else if (Number(value) > max) on.report(at, `must be less than or equal to ${max}`, 'out_of_range', name)
    else if (Number(value) <= exclusiveMin)
      on.report(at, `must be greater than ${exclusiveMin}`, 'out_of_range', name)
  }

export const integer = numeric(Number.isInteger, 'an integer')
export const number = numeric(Number.isFinite, 'a number')

export function list(rule: Rule, name?: LimitName): Rule {
  return (value, at, on) => {
    if (!Array.isArray(value)) {
      on.report(at, 'must provide an array', 'wrong_type', name)
      return
    }
    const { min = 0, max = Number.POSITIVE_INFINITY } = name ? limitOf(name) : {}
    if (value.length < min) on.report(at, `no fewer than ${min} items allowed`, 'too_few', name)
    if (value.length > max) on.report(at, `no more than ${max} items allowed`, 'too_many', name)
    for (const [index, item] of value.entries()) rule(item, `${at}/${index}`, on)
  }
}

/** Each field's rule. The name of an optional field ends with `?`. */
export type Fields = Readonly<Record<string, Rule>>

/** A check that involves several fields of an object. */
export type Whole = (value: Json, at: string, on: Checking) => void

interface More {
  /** The limit to report when a required field is missing. */
  readonly limit?: LimitName
  /** Fields that belong to another type, each with the limit to report. */
  readonly foreign?: Readonly<Record<string, LimitName>>
  readonly whole?: readonly Whole[]
}

/** An object with these fields and no others. An undefined field counts as missing. */
export function object(fields: Fields, { limit, foreign = {}, whole = [] }: More = {}): Rule {
  const names = Object.keys(fields)
  const required = names.filter((name) => !name.endsWith('?'))
  const rules = new Map(names.map((name) => [name.replace('?', ''), fields[name]]))
  return (value, at, on) => {
    if (!isJson(value)) return anyObject(value, at, on)
    for (const name of required) {
      if (value[name] === undefined) on.report(at, `missing required field: ${name}`, 'missing', limit)
    }
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue
      const rule = rules.get(name)
      if (rule) rule(item, `${at}/${name}`, on)
      else on.report(at, `invalid additional property: ${name}`, 'unknown_property', foreign[name])
    }
    for (const check of whole) check(value, at, on)
  }
}

/** A field `type` that `typed` has already checked. */
export const TYPE: Fields = { type: () => undefined }

/** An object whose `type` selects the rule. */
export function typed(rules: Readonly<Record<string, Rule>>, name?: LimitName): Rule {
  return (value, at, on) => {
    if (!isJson(value)) {
      on.report(at, 'must provide an object', 'wrong_type', name)
      return
    }
    const { type } = value
    if (type === undefined) on.report(at, 'missing required field: type', 'missing', name)
    else if (typeof type === 'string' && Object.hasOwn(rules, type)) rules[type]?.(value, at, on)
    else on.report(`${at}/type`, `unsupported type: ${String(type)}`, 'unknown_type', name)
  }
}

/** Reports a problem unless exactly one (`atLeastOneOf`: at least one) of the limit's fields is present. */
export const someOf =
  (name: LimitName): Whole =>
  (value, at, on) => {
    const { exactlyOneOf, atLeastOneOf } = limitOf(name)
    const wanted = exactlyOneOf ?? atLeastOneOf ?? []
    const given = wanted.filter((field) => value[field] !== undefined)
    if (given.length === 0) on.report(at, `must provide one of ${wanted.join(', ')}`, 'missing', name)
    if (exactlyOneOf && given.length > 1) {
      on.report(at, `must provide only one of ${wanted.join(', ')}`, 'conflict', name)
    }
  }

/** Reports a problem if `low` is greater than `high`. */
export const ordered =
  (low: string, high: string, name: LimitName): Whole =>
  (value, at, on) => {
    if (Number(value[low]) > Number(value[high]))
      on.report(`${at}/${low}`, `must be less than or equal to ${high}`, 'out_of_range', name)
  }

/** Reports a type that this surface doesn't allow. @param row the name of the limit with its surfaces */
export function checkSurface(
  value: unknown,
  at: string,
  on: Checking,
  row: (type: string) => LimitName | null,
) {
  const type = isJson(value) ? String(value.type) : ''
  const name = row(type)
  if (name !== null && !limitOf(name).surfaces?.includes(on.surface))
    on.report(`${at}/type`, `unsupported type: ${type}`, 'wrong_surface', name)
}
