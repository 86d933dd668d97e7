/**
 * Every Block Kit limit that the sandbox enforces, by path, from limits.json, which names the sources. If they disagree,
 * Slack's newest page wins; the file also has the lower figures. Lengths are in UTF-16 units: Slack doesn't say which unit
 * it counts, and UTF-16 never gives fewer.
 */
import file from './limits.json' with { type: 'json' }

export type Surface = 'message' | 'modal' | 'home'

interface Limit {
  readonly minLength?: number
  readonly maxLength?: number
  /** For a list, its number of items; for a number, its value. */
  readonly min?: number
  readonly max?: number
  readonly exclusiveMin?: number
  readonly itemMaxLength?: number
  /** The only kind of text object allowed. */
  readonly kind?: 'plain_text' | 'mrkdwn'
  readonly enum?: readonly string[]
  readonly types?: readonly string[]
  readonly exactlyOneOf?: readonly string[]
  readonly atLeastOneOf?: readonly string[]
  readonly truncatedAbove?: number
  readonly digits?: number
  readonly surfaces?: readonly Surface[]
}

export type LimitName = keyof typeof file.limits

const limits = file.limits as Readonly<Record<LimitName, { readonly limit: Limit }>>

export const limitOf = (name: LimitName): Limit => limits[name].limit

/** The name if there is such a limit, for example `surface.element.datetimepicker`; else null. */
export const findLimit = (name: string): LimitName | null => (isLimitName(name) ? name : null)

const isLimitName = (name: string): name is LimitName => Object.hasOwn(limits, name)
