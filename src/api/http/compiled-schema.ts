import * as z from 'zod'

const compiled = new WeakMap<z.ZodType, z.ZodType>()

/** Uncompiled, zod's transforms allocate closures, whose garbage collection doubles the time for a page. */
export function compiledSchema<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const cached = compiled.get(schema) as z.ZodType<T> | undefined
  if (cached !== undefined) return cached
  const fresh = z.compile(schema)
  compiled.set(schema, fresh)
  return fresh
}
