/** Ids of the service in what a person types or pastes. */

const PLAIN_ID = /^[A-Za-z0-9_-]{1,128}$/
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/**
 * The id that a person means: the id itself, or a console address that holds it, also as Slack wraps addresses
 * (`<https://…|shown>`). In an address: what stands in one of the `places`, each a pattern with the id as its group, else
 * the last UUID. `null`: there is none.
 */
export function idIn(text: string, places: readonly RegExp[]): string | null {
  const given = unwrapped(text.trim())
  if (PLAIN_ID.test(given)) return given
  // Without a digit it is a word of the console's, such as "list".
  const isId = (id: string | undefined) => id !== undefined && PLAIN_ID.test(id) && /\d/.test(id)
  return places.map((place) => place.exec(given)?.[1]).find(isId) ?? given.match(UUID)?.at(-1) ?? null
}

/** Whether it is written as the service writes ids that have to be UUIDs. */
export function isUuid(id: string): boolean {
  return id.length === 36 && id.match(UUID) !== null
}

function unwrapped(text: string): string {
  const address = /^<([^|>]+)(?:\|[^>]*)?>$/.exec(text)?.[1] ?? text
  return address.replaceAll('&amp;', '&')
}
