import { distance } from 'fastest-levenshtein'

/**
 * The candidate that was probably meant: at most a third of its letters differ (at least one may).
 * `null` when nothing is near, since a far-fetched suggestion is worse than none.
 */
export function nearest(typed: string, candidates: readonly string[]): string | null {
  const word = plain(typed).slice(0, 64)
  let best: { candidate: string; cost: number } | null = null
  for (const candidate of candidates) {
    const target = plain(candidate)
    const cost = target.startsWith(word) && word.length >= 3 ? 1 : distance(word, target)
    const allowed = Math.max(1, Math.floor(target.length / 3))
    if (cost <= allowed && (best === null || cost < best.cost)) best = { candidate, cost }
  }
  return best?.candidate ?? null
}

/** A word for comparing: lower case, without spaces, dashes and underscores. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/gu, '')
}
