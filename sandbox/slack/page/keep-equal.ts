/** Reuses the unchanged parts of the old state in newly fetched state, so that only changes are rendered. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Replaces the parts of the fresh JSON that are equal to the old JSON. If everything is equal, returns the old object
 * itself. Changes the fresh JSON in place, so nothing else may use it. Lists are compared index by index.
 */
export function keepEqual<T>(old: unknown, fresh: T): T
export function keepEqual(old: unknown, fresh: unknown): unknown {
  if (Object.is(old, fresh)) return old
  if (Array.isArray(fresh) && Array.isArray(old)) {
    let same = fresh.length === old.length
    for (let at = 0; at < fresh.length; at += 1) {
      fresh[at] = keepEqual(old[at], fresh[at])
      same &&= fresh[at] === old[at]
    }
    return same ? old : fresh
  }
  if (isObject(fresh) && isObject(old)) {
    const names = Object.keys(fresh)
    let same = names.length === Object.keys(old).length
    for (const name of names) {
      fresh[name] = keepEqual(old[name], fresh[name])
      same &&= fresh[name] === old[name] && Object.hasOwn(old, name)
    }
    return same ? old : fresh
  }
  return fresh
}
