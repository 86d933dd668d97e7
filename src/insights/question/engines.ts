import { SOURCES } from '../../api/enums.ts'
import { plain } from '../../lib/nearest.ts'
import type { Word } from './tokenizer.ts'

/** Other names that people use for an engine. Keys as `plain` makes them. */
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

/** The engine of that name, as the service spells it. */
export function engineNamed(name: string): string | null {
  return engineByName.get(plain(name)) ?? null
}

/** The engine that starts at a word; names may be written apart, as in `google ai mode`. The longest one wins. */
export function engineAt(words: readonly Word[], at: number): { engine: string; words: number } | null {
  for (const length of [3, 2, 1]) {
    const parts = words.slice(at, at + length)
    if (parts.length < length || parts.some(({ quoted, mention }) => quoted || mention !== undefined))
      continue
    const engine = engineNamed(parts.map(({ text }) => text).join(''))
    if (engine !== null) return { engine, words: length }
  }
  return null
}
