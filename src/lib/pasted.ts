/** Reads ids and names from typed or pasted text. */

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

/** Whether the text is a UUID. */
export function isUuid(id: string): boolean {
  return id.length === 36 && id.match(UUID) !== null
}

function unwrapped(text: string): string {
  const address = /^<([^|>]+)(?:\|[^>]*)?>$/.exec(text)?.[1] ?? text
  return address.replaceAll('&amp;', '&')
}

/**
 * Reddit's names have 2 to 21 letters, digits and underscores; the service accepts up to 255 (specification, part
 * 8).
 */
const subreddit = /^(?:https?:\/\/(?:[a-z]+\.)?reddit\.com)?(?:\/?r\/)?(\w{2,255})\/?$/iu

/** The name in `saas`, `r/saas` or a reddit.com address; `null` otherwise. */
export function subredditFrom(typed: string): string | null {
  return subreddit.exec(typed)?.[1] ?? null
}
