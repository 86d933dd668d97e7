import type { Token } from '../tokens.ts'
import type { PeriodSpan } from './period-span.ts'
import { rangeAt, withRest } from './ranges.ts'
import { Sentence } from './sentence.ts'

export type { NamedPeriod, PeriodSpan } from './period-span.ts'
export { weekdayNamed } from './words.ts'

/** Reads the periods of one sentence. This is only calendar arithmetic; `readPeriod` defines what a period is. */
export class PeriodReader {
  readonly #sentence: Sentence

  constructor(tokens: readonly Token[], today: Temporal.PlainDate) {
    this.#sentence = new Sentence(tokens, today)
  }

  /** The longest period that starts at a word. */
  at(at: number): PeriodSpan | null {
    return rangeAt(this.#sentence, at) ?? withRest(this.#sentence, at)
  }
}
