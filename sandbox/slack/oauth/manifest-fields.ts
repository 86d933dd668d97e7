/** Checks parts of a manifest like Slack does when it is saved. docs.slack.dev/reference/app-manifest */
import type { Json } from '../json.ts'

/** The text of a field, from 1 to `most` characters. @throws an Error that names the field */
export function textAt(of: Json, field: string, place: string, most: number): string {
  const value = of[field]
  if (typeof value !== 'string' || value.length < 1 || value.length > most)
    throw new Error(`${place}.${field} must be a string of 1 to ${most} characters`)
  return value
}

/** @throws an Error that names the first field unknown to Slack */
export function refuseUnknown(of: Json, allowed: readonly string[], place: string): void {
  const unknown = Object.keys(of).find((name) => !allowed.includes(name))
  if (unknown !== undefined) throw new Error(`${place} has an unknown field "${unknown}"`)
}
