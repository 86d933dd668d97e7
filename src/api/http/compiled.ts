/** Schemas as generated code. */
import * as z from 'zod'

const compiled = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The schema as generated code, made at its first use: uncompiled, each transform of zod's leaves a closure behind,
 * and collecting those doubles what a page costs.
 */
export function fast<T>(schema: z.ZodType<T>): z.ZodType<T> {
  // What was kept for a schema was made from that schema, so it has its type.
  const known = compiled.get(schema) as z.ZodType<T> | undefined
  if (known !== undefined) return known
  const made = z.compile(schema)
  compiled.set(schema, made)
  return made
}
