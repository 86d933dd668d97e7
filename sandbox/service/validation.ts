/** Validates input against a route's zod schemas, with error messages like those in part 7. */
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { type ErrorItem, InvalidInput } from './errors.ts'

type Issue = z.core.$ZodIssue
type Item = z.infer<typeof ErrorItem>

const PARTS: Record<string, string> = { querystring: 'query', params: 'path', body: 'body' }

/** How to convert a query parameter, which is always text, before validation. Its schema's JSON type decides. */
type Coercion = 'array' | 'integer' | 'boolean'

interface Property {
  /** A list if `null` is also allowed. */
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Property[]
}

const COERCIONS: readonly Coercion[] = ['array', 'integer', 'boolean']

function coercionOf({ type = [], anyOf = [] }: Property): Coercion | undefined {
  const types = [type, ...anyOf.map((option) => option.type ?? [])].flat()
  return COERCIONS.find((coercion) => types.includes(coercion))
}

function coerce(value: unknown, coercion: Coercion | undefined): unknown {
  if (coercion === 'array') return Array.isArray(value) ? value : [value]
  if (typeof value !== 'string') return value
  if (coercion === 'integer' && /^[+-]?\d{1,16}$/.test(value)) return Number(value)
  if (coercion === 'boolean' && /^(true|1)$/i.test(value)) return true
  if (coercion === 'boolean' && /^(false|0)$/i.test(value)) return false
  return value
}

/** Converts the strings of a query to arrays, integers and booleans where the schema requires them. */
function queryReader(schema: z.ZodType): (query: unknown) => unknown {
  let properties: [name: string, property: unknown][] | undefined
  return (query) => {
    // Not before the first request: a twelfth of a sandbox's start.
    properties ??= Object.entries(z.toJSONSchema(schema, { io: 'input' }).properties ?? {})
    const values = new Map(Object.entries(query ?? {}))
    return Object.fromEntries(
      properties.flatMap(([name, property]) =>
        values.has(name) ? [[name, coerce(values.get(name), coercionOf(property as Property))]] : [],
      ),
    )
  }
}

function inputAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return null
    value = Reflect.get(value, key)
  }
  return value ?? null
}

function typeAndContext(issue: Issue, input: unknown): { type: string; ctx: Record<string, unknown> } {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return { type: 'string_too_short', ctx: { min_length: issue.minimum } }
      if (issue.origin === 'array') return { type: 'too_short', ctx: { min_length: issue.minimum } }
      return { type: 'greater_than_equal', ctx: { ge: issue.minimum } }
    case 'too_big':
      if (issue.origin === 'string') return { type: 'string_too_long', ctx: { max_length: issue.maximum } }
      if (issue.origin === 'array') return { type: 'too_long', ctx: { max_length: issue.maximum } }
      return { type: 'less_than_equal', ctx: { le: issue.maximum } }
    case 'invalid_value':
      return { type: 'enum', ctx: { expected: issue.values } }
    case 'invalid_format':
      return { type: `${issue.format}_parsing`, ctx: {} }
    case 'invalid_type':
      return input === null ? { type: 'missing', ctx: {} } : { type: `${issue.expected}_type`, ctx: {} }
    default:
      return { type: 'value_error', ctx: {} }
  }
}

function toItem(part: string, data: unknown, issue: Issue): Item {
  const input = inputAt(data, issue.path)
  const { type, ctx } = typeAndContext(issue, input)
  return {
    loc: [part, ...issue.path.map(String)],
    msg: type === 'missing' ? 'Field required' : issue.message,
    type,
    input,
    ctx,
  }
}

/** The validator for Fastify. Fails with {@link InvalidInput}. Ignores parameters that the schema doesn't name. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const read = httpPart === 'querystring' ? queryReader(schema) : (data: unknown) => data
  const part = PARTS[httpPart ?? ''] ?? 'body'
  return (data) => {
    const input = read(data)
    const result = schema.safeParse(input)
    if (result.success) return { value: result.data }
    return { error: new InvalidInput(result.error.issues.map((issue) => toItem(part, input, issue))) }
  }
}
