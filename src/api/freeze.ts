/** `T` with every field and list read-only. */
export type Immutable<T> = T extends string
  ? // An `OpenEnum` (`string & {}`) would otherwise count as an object.
    T
  : T extends readonly (infer Item)[]
    ? readonly Immutable<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Immutable<T[Key]> }
      : T

/** Freezes a value deeply. Uses a queue instead of recursion, because hostile JSON may be nested deeply. */
export function deepFreeze(value: unknown): void {
  const queue: unknown[] = [value]
  while (queue.length > 0) {
    const next = queue.pop()
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    for (const child of Object.values(next))
      if (typeof child === 'object' && child !== null) queue.push(child)
  }
}
