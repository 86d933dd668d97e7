/** An object of JSON, as it comes over the wire: nothing about its fields is known. */
export type Json = Record<string, unknown>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; everything else in it is left out. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

/** The strings of a list; everything else in it is left out. */
export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** The string, or undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
