/** What the settings are made of: a variable as data, and the kinds of values that several of them have. */
import { z } from 'zod'

/** What a person must know of one variable. `fallback` is the default as the README shows it. */
export interface Setting {
  readonly schema: z.ZodType<unknown, string | undefined>
  readonly about: string
  readonly example: string
  readonly fallback: string
}

export type Settings = Readonly<Record<string, Setting>>

export const setting = <S extends z.ZodType<unknown, string | undefined>>(
  schema: S,
  about: string,
  example: string,
  fallback = '',
) => ({ schema, about, example, fallback }) satisfies Setting

export const text = (problem: string) => z.string({ error: 'is missing' }).min(1, problem)
export const withPrefix = (prefix: string) => text('is empty').startsWith(prefix, `must start with ${prefix}`)
export const url = z.url({
  error: 'must be an address that starts with http:// or https://',
  protocol: /^https?$/,
})
export const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
export const number = (fallback: number, min: number, max: number, whole = true) =>
  z
    .string()
    .default(String(fallback))
    .transform((value) => (value.trim() === '' ? Number.NaN : Number(value)))
    .refine(
      (value) => value >= min && value <= max && (!whole || Number.isInteger(value)),
      `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`,
    )

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .transform((value) => (value.trim() === '' ? Number.NaN : Number(value)))
    .refine(
      (value) => Number.isInteger(value) && value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    )
