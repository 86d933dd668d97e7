/** `T` with every field and list read-only. */
export type Immutable<T> = T extends string
  ? // Text that is open to later values (`string & {}`) would else count as an object.
    T
  : T extends readonly (infer Item)[]
    ? readonly Immutable<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Immutable<T[Key]> }
      : T

/** Freezes a value and everything in it. A list of work instead of recursion: hostile JSON may nest deeply. */
export function deepFreeze(value: unknown): void {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    for (const child of Object.values(next)) if (typeof child === 'object' && child !== null) left.push(child)
  }
}
