import { z } from 'zod'

/** One variable. `about`, `example` and `fallback`, its default, are for docs/settings.md. */
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

export const text = z.string({ error: 'is missing' })
export const withPrefix = (prefix: string) => text.startsWith(prefix, `must start with ${prefix}`)
export const url = z.url({
  error: ({ input }) =>
    input === undefined ? 'is missing' : 'must be a URL that starts with http:// or https://',
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
export const number = (min: number, max: number, whole = true) =>
  z
    .string()
    .transform((value) => (value.trim() === '' ? Number.NaN : Number(value)))
    .refine(
      (value) => value >= min && value <= max && (!whole || Number.isInteger(value)),
      `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`,
    )
