/** Reads Block Kit JSON of unknown shape. Missing or mistyped fields read as empty; nothing throws. */
export type Json = Readonly<Record<string, unknown>>

export const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const records = (value: unknown): readonly Json[] => list(value).map(record)

export const string = (value: unknown): string => (typeof value === 'string' ? value : '')

export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** The text of a text object (`{type, text}`) or of a plain string. */
export const textOf = (value: unknown): string => string(value) || string(record(value).text)

export const isMrkdwn = (value: unknown): boolean => record(value).type === 'mrkdwn'
