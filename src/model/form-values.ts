/** Field values by block id: text, a choice or a date as text, multiple choices as a list, `null` if empty. */
export type FormValues = Readonly<Record<string, string | readonly string[] | null>>

/** A field's text or choice; empty if there is none. */
export function textIn(values: FormValues, field: string): string {
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

export interface ViewState {
  readonly id: string
  readonly callbackId: string
  /** Our own data in the view, at most 3,000 characters. */
  readonly privateMetadata: string
  readonly values: FormValues
  /** Changes whenever the view is redrawn, but not when a person enters something. */
  readonly hash?: string
}

/** At most 100 are shown. Texts are plain, at most 75 characters; values at most 150. */
export interface Option {
  readonly text: string
  readonly value: string
  readonly description?: string
}
