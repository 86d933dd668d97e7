import { distance } from 'fastest-levenshtein'

/**
 * The most similar candidate, with at most a third of its letters different (at least one may be). `null` if none is
 * similar, since a far-fetched suggestion is worse than none.
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

/** Lower case, without spaces, dashes and underscores, for comparing. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/gu, '')
}
