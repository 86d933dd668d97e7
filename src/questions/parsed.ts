export interface ParseError {
  readonly ok: false
  /** Tells it from a command's plan. */
  readonly kind: 'error'
  readonly sentence: string
  /**
   * The corrected words, if there is a likely correction, which may contain another error. From a parse function:
   * without the verb; from a verb's `plan`: as typed after `/sightline `.
   */
  readonly suggestion: string | null
}

export type Parsed<Args> = { readonly ok: true; readonly args: Args } | ParseError

export function parsed<Args>(args: Args): Parsed<Args> {
  return { ok: true, args }
}

export function parseError(sentence: string, suggestion: string | null = null): ParseError {
  return { ok: false, kind: 'error', sentence, suggestion }
}
