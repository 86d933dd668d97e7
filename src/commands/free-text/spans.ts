import { readNamed, VisibilityDraft } from '../../questions/draft.ts'
import { optionNamed } from '../../questions/filters.ts'
import type { NamedPeriod } from '../../questions/period.ts'
import { splitWords } from '../../questions/tokenizer.ts'
import type { ListedKind } from './reading.ts'
import type { Token } from './tokens.ts'

export type SpanMeaning =
  | { readonly kind: 'concept'; readonly concept: string }
  | { readonly kind: 'filler' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mention' }
  | Given
  | { readonly kind: 'period'; readonly period: NamedPeriod }
  /** `isHour`: only a time of day. */
  | { readonly kind: 'schedule'; readonly isHour: boolean }
  | { readonly kind: 'country' }

interface Given {
  readonly kind: 'given'
  readonly argument: ListedKind
  /** As a command writes them. */
  readonly values: readonly string[]
  /** It is only a guess. */
  readonly isDoubtful?: boolean
  /** It may mean something else: `ask ChatGPT`. */
  readonly isVerb?: boolean
}

export type Span = SpanMeaning & { readonly at: number; readonly words: number }

/** `topic:pricing`, as it is typed in a command. */
export function namedSpan(raw: string): SpanMeaning {
  const [word] = splitWords(raw)
  const option = word?.named === undefined ? null : optionNamed(word.named.name)
  const isValid =
    word !== undefined &&
    option !== null &&
    option !== 'period' &&
    readNamed(word, new VisibilityDraft(), 'any') === null
  return isValid ? { kind: 'given', argument: 'filter', values: [raw] } : { kind: 'unknown' }
}

/** `the topic pricing`: joins a topic or persona with the name after it. */
export function joinedNames(spans: readonly Span[], tokens: readonly Token[]): readonly Span[] {
  const joined: Span[] = []
  for (let index = 0; index < spans.length; index += 1) {
    const span = spans[index]
    if (span === undefined) continue
    const isNamed =
      span.kind === 'concept' && (span.concept === 'topic' || span.concept === 'persona') && span.words === 1
    const rest = spans.slice(index + 1)
    const end = rest.findIndex(({ kind }) => kind !== 'unknown')
    const count = Math.min(end === -1 ? rest.length : end, 4)
    const next = rest[0]
    const quoted = next?.kind === 'given' && next.argument === 'name' ? 1 : 0
    if (!isNamed || (count === 0 && quoted === 0)) {
      joined.push(span)
      continue
    }
    const taken = quoted === 1 ? 1 : count
    const name = rest
      .slice(0, taken)
      .map(({ at }) => tokens[at]?.raw ?? '')
      .join(' ')
    joined.push({
      kind: 'given',
      argument: 'filter',
      values: [`${span.kind === 'concept' ? span.concept : ''}:"${name.replaceAll('"', '')}"`],
      isDoubtful: quoted === 0,
      at: span.at,
      words: span.words + taken,
    })
    index += taken
  }
  return joined
}
