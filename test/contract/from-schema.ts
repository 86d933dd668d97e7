/** Random values that are valid for a JSON Schema of the service's description, and a bit beyond, since it may grow. */
import fc from 'fast-check'
import { codePoint } from '../properties/code-point.ts'
import type { Description, Schema } from './support.ts'

/** Text that would look like our own mistake if the service sent it. */
const MISLEADING = /undefined|NaN|Infinity|\[object/

const text = fc
  .oneof(
    fc.constantFrom(
      '',
      ' ',
      '<!channel>',
      '*b* _i_ `c` ~s~',
      '\u202Eabc',
      '\u0000',
      '日本語',
      '&lt;',
      '\n\n',
    ),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: codePoint, maxLength: 40 }),
    fc.lorem({ maxCount: 30, mode: 'sentences' }),
    fc.constantFrom(
      'x'.repeat(5_000),
      'word '.repeat(3_000),
      '🙂'.repeat(1_500),
      '# A\n\n- b\n- c\n\n[d](http://e)',
    ),
  )
  .filter((value) => value.isWellFormed() && !MISLEADING.test(value))

const number = fc.oneof(
  fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e-7, 99.95, 100, 1e15, -1e300, Number.MAX_VALUE, Number.MIN_VALUE),
)

const date = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }).map((days) => Temporal.PlainDate.from('2024-01-01').add({ days })),
  fc
    .constantFrom('0000-01-01', '0001-01-01', '1999-12-31', '2024-02-29', '9999-12-31')
    .map((day) => Temporal.PlainDate.from(day)),
)

/** Fields that a later version of the service may add. */
const extra = fc.dictionary(fc.constantFrom('x_beta', 'error', '__proto__', 'toString'), fc.jsonValue(), {
  maxKeys: 2,
  noNullPrototype: true,
})

/** A value for that schema. References are looked up in the description. */
export function answerFor(schema: Schema, description: Description): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => answerFor(one, description)
  if (schema.$ref !== undefined)
    return inner(description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(inner))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inner({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, inner)
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: 12, size: 'max' })
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.oneof(fc.nat(1_000), fc.maxSafeInteger())
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue().filter((value) => !MISLEADING.test(JSON.stringify(value)))
  }
}

function objectOf(schema: Schema, inner: (schema: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inner(one)] as const)
  const requiredKeys = [...(schema.required ?? [])]
  const declared = fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
  return fc.oneof(
    { weight: 2, arbitrary: declared },
    // Field by field, because `__proto__` must stay a field.
    {
      weight: 1,
      arbitrary: fc
        .tuple(extra, declared)
        .map(([more, fewer]) => Object.fromEntries([...Object.entries(more), ...Object.entries(fewer)])),
    },
  )
}

function textOf({ enum: values, format, maxLength, description }: Schema): fc.Arbitrary<string> {
  if (values !== undefined) return fc.constantFrom(...values, 'Mistral', 'added_later')
  if (format === 'uuid') return fc.uuid()
  if (format === 'uri') return fc.webUrl()
  if (format === 'date') return date.map(String)
  if (format === 'date-time') return date.map((day) => `${day}T09:30:00.250Z`)
  // The description doesn't enforce the form of such a date.
  if (description === 'YYYY-MM-DD') return fc.oneof(date.map(String), text)
  return maxLength === undefined ? text : text.map((value) => clipped(value, maxLength))
}

/** Cut between two characters, to at most that length. */
function clipped(value: string, length: number): string {
  const cut = value.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
