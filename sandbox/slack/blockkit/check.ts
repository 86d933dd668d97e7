/** Building blocks for Block Kit rules: strings, lists and objects that report each problem with its path. */
import { isJson, type Json } from '../json.ts'
import { type LimitName, limitOf, type Surface } from './limits.ts'

type ProblemCode =
  | 'missing'
  | 'wrong_type'
  | 'wrong_format'
  | 'unknown_type'
  | 'unknown_property'
  | 'wrong_surface'
  | 'too_long'
  | 'too_short'
  | 'too_many'
  | 'too_few'
  | 'out_of_range'
  | 'not_allowed'
  | 'duplicate'
  | 'conflict'
  // Web API error codes that Slack returns unchanged.
  | 'msg_blocks_too_long'
  | 'msg_too_long'
  | 'too_many_attachments'
  | 'metadata_too_large'
  | 'invalid_metadata_format'
  | 'markdown_text_conflict'
  | 'invalid_attachments'
  | 'view_too_large'

export interface Problem {
  /** JSON pointer from the payload's root, for instance `/blocks/0/text/text` or `/view/title/text`. */
  readonly pointer: string
  /** In Slack's wording in `response_metadata.messages`. */
  readonly message: string
  readonly code: ProblemCode
  /** The entry of `LIMITS` that was exceeded. */
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

/** Whether a string respects the limit. Reports a problem if not. */
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
  if (typeof value !== 'string') on.report(at, 'must provide a string', 'wrong_type')
  else if (value === '') on.report(at, 'must be more than 0 characters', 'too_short')
}

export const boolean: Rule = (value, at, on) => {
  if (typeof value !== 'boolean') on.report(at, 'must provide a boolean', 'wrong_type')
}

export const anyObject: Rule = (value, at, on) => {
  if (!isJson(value)) on.report(at, 'must provide an object', 'wrong_type')
}

/** A URL with one of these schemes. */
export function url(name?: LimitName, schemes: readonly string[] = ['http:', 'https:']): Rule {
  return (value, at, on) => {
    string(name)(value, at, on)
    if (typeof value !== 'string') return
    const parsed = URL.parse(value)
    if (!parsed || !schemes.includes(parsed.protocol)) {
      on.report(at, 'must be a valid URL', 'wrong_format', name)
    }
  }
}

export function oneOf(values: readonly unknown[], name?: LimitName): Rule {
  return (value, at, on) => {
    if (!values.includes(value)) on.report(at, 'must be a valid enum value', 'not_allowed', name)
  }
}

/** One of the values in the limit's `enum`. */
export function choice(name: LimitName): Rule {
  return oneOf(limitOf(name).enum ?? [], name)
}

export function integer(name?: LimitName): Rule {
  return (value, at, on) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      on.report(at, 'must provide an integer', 'wrong_type', name)
    } else if (name) checkRange(value, at, on, name)
  }
}

export function number(name?: LimitName): Rule {
  return (value, at, on) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      on.report(at, 'must provide a number', 'wrong_type', name)
    } else if (name) checkRange(value, at, on, name)
  }
}

function checkRange(value: number, at: string, on: Checking, name: LimitName): void {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, exclusiveMin } = limitOf(name)
  if (value < min) on.report(at, `must be greater than or equal to ${min}`, 'out_of_range', name)
  if (value > max) on.report(at, `must be less than or equal to ${max}`, 'out_of_range', name)
  if (exclusiveMin !== undefined && value <= exclusiveMin) {
    on.report(at, `must be greater than ${exclusiveMin}`, 'out_of_range', name)
  }
}

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

type Fields = Readonly<Record<string, Rule>>

export interface Shape {
  readonly required?: Fields
  readonly optional?: Fields
  /** The limit to report when a required field is missing. */
  readonly limit?: LimitName
  /** Fields that belong to another type, each with the limit to report. */
  readonly foreign?: Readonly<Record<string, LimitName>>
  /** Checks that involve several fields. Called only with an object. */
  readonly whole?: (value: Json, at: string, on: Checking) => void
}

/** An object with these fields and no others. An undefined field counts as missing. */
export function object({ required = {}, optional = {}, limit, foreign = {}, whole }: Shape): Rule {
  const fields: Fields = { ...required, ...optional }
  return (value, at, on) => {
    if (!isJson(value)) {
      on.report(at, 'must provide an object', 'wrong_type')
      return
    }
    for (const name of Object.keys(required)) {
      if (value[name] === undefined) on.report(at, `missing required field: ${name}`, 'missing', limit)
    }
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue
      const rule = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (rule) rule(item, `${at}/${name}`, on)
      else on.report(at, `invalid additional property: ${name}`, 'unknown_property', foreign[name])
    }
    whole?.(value, at, on)
  }
}

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

/** Reports a problem unless exactly one (`atLeast`: at least one) of the limit's fields is present. */
export function checkOneOf(value: Json, at: string, on: Checking, name: LimitName): void {
  const { exactlyOneOf, atLeastOneOf } = limitOf(name)
  const wanted = exactlyOneOf ?? atLeastOneOf ?? []
  const given = wanted.filter((field) => value[field] !== undefined)
  if (given.length === 0) on.report(at, `must provide one of ${wanted.join(', ')}`, 'missing', name)
  if (exactlyOneOf && given.length > 1) {
    on.report(at, `must provide only one of ${wanted.join(', ')}`, 'conflict', name)
  }
}
