/** What is fetched anew, with its unchanged parts taken from what was there, so that only what changed is drawn again. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The fresh JSON; equal parts are the very objects of the old one, and the old one itself comes back when all is equal.
 * Lists are held against each other place by place.
 */
export function keepEqual<T>(old: unknown, fresh: T): T
export function keepEqual(old: unknown, fresh: unknown): unknown {
  if (Object.is(old, fresh)) return old
  if (Array.isArray(fresh) && Array.isArray(old)) {
    const kept = fresh.map((item, at) => keepEqual(old[at], item))
    return kept.length === old.length && kept.every((item, at) => item === old[at]) ? old : kept
  }
  if (isObject(fresh) && isObject(old)) {
    const names = Object.keys(fresh)
    const kept: Record<string, unknown> = {}
    let same = names.length === Object.keys(old).length
    for (const name of names) {
      kept[name] = keepEqual(old[name], fresh[name])
      same &&= Object.hasOwn(old, name) && kept[name] === old[name]
    }
    return same ? old : kept
  }
  return fresh
}
