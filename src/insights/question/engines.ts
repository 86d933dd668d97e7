import { SOURCES } from '../../api/enums.ts'
import { plain } from '../../lib/nearest.ts'
import type { Word } from './tokenizer.ts'

/** Common other names of engines, keyed by `plain`. */
const otherNames: Readonly<Record<string, string>> = {
  gpt: 'ChatGPT',
  openai: 'ChatGPT',
  aioverview: 'GoogleAIO',
  aioverviews: 'GoogleAIO',
  googleaioverview: 'GoogleAIO',
  googleaioverviews: 'GoogleAIO',
  aimode: 'GoogleAIMode',
  rufus: 'AmazonRufus',
  bingcopilot: 'BingAIO',
  copilot: 'BingAIO',
}

const engineByName = new Map<string, string>([
  ...SOURCES.map((source): [string, string] => [plain(source), source]),
  ...Object.entries(otherNames),
])

/** Engines that only the service knows; `any`: accept every name, for texts that Sightline wrote itself. */
export type NewEngines = readonly string[] | 'any'

/** The engine with a name, in the service's spelling. */
export function engineNamed(name: string, others: NewEngines = []): string | null {
  const engine = engineByName.get(plain(name))
  if (engine !== undefined || others === 'any') return engine ?? name
  return others.find((other) => plain(other) === plain(name)) ?? null
}

/** The engine starting at a word; names may be split, as in `google ai mode`. The longest match wins. */
export function engineAt(
  words: readonly Word[],
  at: number,
  others: readonly string[] = [],
): { engine: string; words: number } | null {
  for (const length of [3, 2, 1]) {
    const parts = words.slice(at, at + length)
    if (parts.length < length || parts.some(({ quoted, mention }) => quoted || mention !== undefined))
      continue
    const engine = engineNamed(parts.map(({ text }) => text).join(''), others)
    if (engine !== null) return { engine, words: length }
  }
  return null
}
