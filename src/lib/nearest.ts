import { distance } from 'fastest-levenshtein'

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
