/** Deterministic pseudo-random numbers: the same inputs give the same numbers on every machine. */

/** Mixes two 32-bit integers into an unsigned one. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return (h ^ (h >>> 15)) >>> 0
}

/** Mixes a seed with texts and numbers. */
export function hash(seed: number, ...parts: readonly (string | number)[]): number {
  let h = seed >>> 0
  for (const part of parts) {
    if (typeof part === 'number') h = mix(h, part)
    else for (let i = 0; i < part.length; i++) h = mix(h, part.charCodeAt(i))
    h = mix(h, 0x1f)
  }
  return h
}

/** Maps a hash to [0, 1). */
export function unit(h: number): number {
  return h / 4294967296
}

/** One item of a non-empty list, chosen by a hash. */
export function pick<T>(items: readonly T[], h: number): T {
  return at(items, h % items.length)
}

/** `count` different items; the hash chooses both the items and their order. */
export function pickSeveral<T>(items: readonly T[], count: number, h: number): T[] {
  const rest = [...items]
  return Array.from({ length: Math.min(count, rest.length) }, (_, i) => {
    const [taken] = rest.splice(mix(h, i) % rest.length, 1)
    return taken as T
  })
}

/** The item at an index that is known to exist. */
export function at<T>(items: ArrayLike<T>, index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError(`no item ${index} of ${items.length}`)
  return items[index] as T
}

/**
 * Array reads for hot loops. One function for each array type stays fast; a single generic one would not. An index
 * out of range reads as 0.
 */
export const countAt = (counts: Uint16Array, index: number): number => counts[index] ?? 0
export const numberAt = (numbers: Float64Array, index: number): number => numbers[index] ?? 0

/** A UUID (version 4 in form) that depends only on the seed and the parts. */
export function uuidFrom(seed: number, ...parts: readonly (string | number)[]): string {
  const hex = [1, 2, 3, 4]
    .map((n) =>
      hash(seed, n, ...parts)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
