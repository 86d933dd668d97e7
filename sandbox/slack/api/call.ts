/** One call's arguments, and its refusal. Form fields are strings; lists and objects in them are JSON. */
import { isJson, type Json } from '../json.ts'

/** A Slack response `{ok: false, error}`, with any further fields. */
export class SlackError extends Error {
  readonly code: string
  readonly details: Json

  constructor(code: string, details: Json = {}) {
    super(code)
    this.name = 'SlackError'
    this.code = code
    this.details = details
  }
}

/** An error with Slack's messages about particular fields, as in `response_metadata.messages`. */
export function withMessages(code: string, messages: readonly string[]): SlackError {
  return new SlackError(code, {
    errors: messages,
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  })
}

export const invalidArgument = (field: string, problem: string): SlackError =>
  withMessages('invalid_arguments', [`${problem} [json-pointer:/${field}]`])

export interface Arguments {
  readonly raw: Json
  string(name: string): string | undefined
  /** Throws `invalid_arguments` if the argument is missing or empty. */
  required(name: string): string
  boolean(name: string): boolean
  /** A whole number from `min` to `max`; `fallback` if missing. Throws `invalid_arguments`. */
  integer(name: string, fallback: number, min: number, max: number): number
  /** A list or an object, as a value or as JSON. Throws `error` if it is neither. */
  list(name: string, error?: string): unknown[] | undefined
  object(name: string, error?: string): Json | undefined
}

export function readArguments(raw: Json): Arguments {
  const string = (name: string): string | undefined => {
    const value = raw[name]
    if (value === undefined || value === null) return undefined
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  const decoded = (name: string, error: string): unknown => {
    const value = raw[name]
    if (typeof value !== 'string') return value ?? undefined
    if (value === '') return undefined
    try {
      return JSON.parse(value)
    } catch {
      throw new SlackError(error)
    }
  }
  return {
    raw,
    string,
    required: (name) => {
      const value = string(name)
      if (!value) throw withMessages('invalid_arguments', [`missing required field: ${name}`])
      return value
    },
    boolean: (name) => string(name) === 'true' || string(name) === '1',
    integer: (name, fallback, min, max) => {
      const value = string(name)
      if (value === undefined || value === '') return fallback
      const number = Number(value)
      if (!Number.isInteger(number) || number < min)
        throw invalidArgument(name, `must be an integer of at least ${min}`)
      return Math.min(number, max)
    },
    list: (name, error = 'invalid_arguments') => {
      const value = decoded(name, error)
      if (value === undefined || Array.isArray(value)) return value
      throw new SlackError(error)
    },
    object: (name, error = 'invalid_arguments') => {
      const value = decoded(name, error)
      if (value === undefined || isJson(value)) return value
      throw new SlackError(error)
    },
  }
}
