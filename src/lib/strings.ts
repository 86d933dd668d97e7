import { hash } from 'node:crypto'
import { distance } from 'fastest-levenshtein'

/** What was read from a typed text, or what is wrong with it, for the person. */
export type Read<T, P = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: P }

export const read = <T>(value: T) => ({ ok: true, value }) as const
export const unreadable = (problem: string) => ({ ok: false, problem }) as const

/** The most similar candidate; `null` if none is similar. */
export function nearest(typed: string, candidates: readonly string[]): string | null {
  return similar(typed, candidates)[0] ?? null
}

/** At most a third of the letters differ (one always may): a far-fetched suggestion is worse than none. */
export function similar(typed: string, candidates: readonly string[]): readonly string[] {
  const word = plain(typed).slice(0, 64)
  return candidates
    .flatMap((candidate) => {
      const target = plain(candidate)
      const isNear = (target.startsWith(word) && word.length >= 3) || isTransposed(word, target)
      const cost = isNear ? 1 : distance(word, target)
      return cost <= Math.max(1, Math.floor(target.length / 3)) ? [{ candidate, cost }] : []
    })
    .sort((a, b) => a.cost - b.cost)
    .map(({ candidate }) => candidate)
}

/** Whether two adjacent letters are swapped, the most common typo. */
export function isTransposed(word: string, target: string): boolean {
  if (word.length !== target.length) return false
  const at = [...word].findIndex((letter, index) => letter !== target[index])
  if (at === -1) return false
  const [first, second] = [target[at], target[at + 1]]
  return (
    `${word.slice(0, at)}${second}${first}` === word.slice(0, at + 2) &&
    word.slice(at + 2) === target.slice(at + 2)
  )
}

/** Lower case, without spaces, dashes and underscores, for comparing. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/gu, '')
}

/** Two names mean the same brand if these are equal. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

export function isPercent(unit: string): boolean {
  return /^\s*(%|percent|pct)\s*$/i.test(unit)
}

const PLAIN_ID = /^[A-Za-z0-9_-]{1,128}$/
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/**
 * Reads an id: the id itself or a console address that contains it, also in Slack's form (`<https://…|shown>`). In
 * an address, a match of `places` (patterns with the id as their group), else the last UUID. `null`: none.
 */
export function idIn(text: string, places: readonly RegExp[]): string | null {
  const typed = unwrapped(text.trim())
  if (PLAIN_ID.test(typed)) return typed
  // Without a digit it is a path segment such as "list".
  const isId = (id: string | undefined) => id !== undefined && PLAIN_ID.test(id) && /\d/.test(id)
  return places.map((place) => place.exec(typed)?.[1]).find(isId) ?? typed.match(UUID)?.at(-1) ?? null
}

export function isUuid(id: string): boolean {
  return id.length === 36 && id.match(UUID) !== null
}

function unwrapped(text: string): string {
  const address = /^<([^|>]+)(?:\|[^>]*)?>$/.exec(text)?.[1] ?? text
  return address.replaceAll('&amp;', '&')
}

/** Reddit's names have 2 to 21 characters; the service accepts up to 255 (specification, part 8). */
const subreddit = /^(?:https?:\/\/(?:[a-z]+\.)?reddit\.com)?(?:\/?r\/)?(\w{2,255})\/?$/iu

/** The name in `saas`, `r/saas` or a reddit.com address; `null` otherwise. */
export function subredditFrom(typed: string): string | null {
  return subreddit.exec(typed)?.[1] ?? null
}

/** 144 bits, which tell texts apart and don't reveal them. Stored: ids and marks would change with it. */
export const hashed = (text: string): string => hash('sha256', text, 'base64url').slice(0, 24)
