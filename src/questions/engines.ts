import { SOURCES } from '../api/enums.ts'
import { plain } from '../lib/typed.ts'
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
  bingai: 'BingAIO',
  bingcopilot: 'BingAIO',
  copilot: 'BingAIO',
}

const engineByName = new Map<string, string>([
  ...SOURCES.map((source): [string, string] => [plain(source), source]),
  ...Object.entries(otherNames),
])

/** Engines that only the service knows; `any`: accept every name, for texts that Sightline wrote itself. */
export type NewEngines = readonly string[] | 'any'

export function engineNamed(name: string, others: NewEngines = []): string | null {
  return engineByPlainName(plain(name), others === 'any' ? [] : others) ?? (others === 'any' ? name : null)
}

function engineByPlainName(name: string, others: readonly string[]): string | null {
  return engineByName.get(name) ?? others.find((other) => plain(other) === name) ?? null
}

/** The engine starting at a word; names may be split, as in `google ai mode`. The longest match wins. */
export function engineAt(
  words: readonly Word[],
  at: number,
  others: readonly string[] = [],
): { engine: string; words: number } | null {
  let name = ''
  let found: { engine: string; words: number } | null = null
  for (const [index, { text, quoted, mention }] of words.slice(at, at + 3).entries()) {
    if (quoted || mention !== undefined) break
    name += plain(text)
    const engine = engineByPlainName(name, others)
    if (engine !== null) found = { engine, words: index + 1 }
  }
  return found
}
