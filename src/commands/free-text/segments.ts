import { valueNamed } from '../../questions/filters.ts'
import type { Token } from './tokens.ts'
import { wordPairs } from './word-lists.ts'

export interface Segment {
  readonly filter: 'competitorTypes' | 'keywordTypes' | 'funnelStages'
  readonly value: string
  readonly words: number
}

const byText = new Map(
  wordPairs('segments').map(([text, meaning]) => {
    const [filter = '', value = ''] = meaning.split(' ')
    return [text, { filter: filter as Segment['filter'], value }]
  }),
)

const longest = 4

/** The words that name segments, for the correction of typos. */
export const segmentWords: readonly string[] = [
  ...new Set([...byText.keys()].flatMap((text) => text.split(' '))),
]

/** The longest segment that starts at a word. */
export function segmentAt(tokens: readonly Token[], at: number): Segment | null {
  for (let words = longest; words >= 1; words -= 1) {
    const parts = tokens.slice(at, at + words)
    if (parts.length < words || parts.some(({ kind }) => kind !== 'word')) continue
    const segment = byText.get(parts.map(({ text }) => text).join(' '))
    if (segment !== undefined && valueNamed(segment.filter, segment.value) === segment.value)
      return { ...segment, words }
  }
  return null
}
