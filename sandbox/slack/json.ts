/** A JSON object from outside, with unknown fields. */
export type Json = Record<string, unknown>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects in a list. Other items are dropped. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

/** The strings in a list. Other items are dropped. */
export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** The string, or undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
