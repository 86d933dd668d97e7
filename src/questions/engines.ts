import { SOURCES } from '../api/schemas.ts'
import { plain } from '../lib/strings.ts'
import type { Word } from './tokenizer.ts'
import { wordPairs } from './word-lists.ts'

const otherNames = wordPairs(import.meta.dirname, 'engines')
const byName = new Map<string, readonly string[]>([
  ...otherNames.map(([name, engines]) => [plain(name), engines.split(' ')] as const),
  ...SOURCES.map((source) => [plain(source), [source]] as const),
])

/** How people write engines, in words: `google ai mode`. */
export const engineWords: readonly string[] = otherNames.map(([name]) => name)

/** Engines that only the service knows; `any`: accept every name, for texts that Sightline wrote itself. */
export type NewEngines = readonly string[] | 'any'

export function engineNamed(name: string, others: NewEngines = []): string | null {
  return oneNamed(plain(name), others === 'any' ? [] : others) ?? (others === 'any' ? name : null)
}

/** Several for `everything google`. @param name as `plain` writes it */
export function enginesNamed(name: string, others: readonly string[]): readonly string[] {
  const other = others.find((one) => plain(one) === name)
  return byName.get(name) ?? (other === undefined ? [] : [other])
}

function oneNamed(name: string, others: readonly string[]): string | null {
  const [engine, ...more] = enginesNamed(name, others)
  return more.length === 0 ? (engine ?? null) : null
}

/** No name of an engine has more words. */
export const longestEngine = 4

/** The engine starting at a word; names may be split, as in `google ai mode`. The longest match wins. */
export function engineAt(
  words: readonly Word[],
  at: number,
  others: readonly string[] = [],
): { engine: string; words: number } | null {
  let name = ''
  let found: { engine: string; words: number } | null = null
  for (const [index, { text, quoted, mention }] of words.slice(at, at + longestEngine).entries()) {
    if (quoted || mention !== undefined) break
    name += plain(text)
    const engine = oneNamed(name, others)
    if (engine !== null) found = { engine, words: index + 1 }
  }
  return found
}
