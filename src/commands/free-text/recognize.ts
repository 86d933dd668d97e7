import { subredditFrom } from '../../lib/strings.ts'
import { filterNames } from '../../model/question.ts'
import { weekdayNamed } from '../../questions/calendar-words.ts'
import { optionNamed, type Segment } from '../../questions/filters.ts'
import { type NamedPeriod, periodsIn } from '../../questions/period.ts'
import { readNamed, VisibilityDraft } from '../../questions/read.ts'
import { splitWords } from '../../questions/tokenizer.ts'
import { scheduleAt } from '../digest-times.ts'
import { formsOf, type Lexicon } from './grammar.ts'
import type { Names } from './names.ts'
import type { ListedKind } from './reading.ts'
import { segmentAt, type Token } from './tokens.ts'
import { commonWords, countryNames, foreignWords, ownSubjects, wordSet } from './word-lists.ts'

const comparing = wordSet('vs against than beat beating overtake overtook pass outrank like')
const auxiliaries = wordSet('is are did does was were has have do had')
const determiners = wordSet('a an any no some the every each this that our my your')
const dayWords = wordSet(
  'on since last every each this next by from until till before after the past and of or coming',
)

/** In sentences with one of these words, a subreddit may be named without its `r/`. */
const aboutReddit =
  /^(?:(?:sub)?reddit|r\/)|^(?:redditors?|sub|subs|sentiment|mood|vibes?|opinions?|people|folks|users|community|communities|say|says|saying|said|feel|feels|feeling|think|talk|talking|buzz|themes?|topics?)$/u

/** Splits a sentence from left to right, trying the longest name first. With `asBrands`, a word that may be a brand is one. */
export class Recognizer {
  readonly #tokens: readonly Token[]
  readonly #names: Names
  readonly #lexicon: Lexicon
  /** In lower case, except for a capital letter in mid-sentence (`May`); `\0` for what isn't a word. */
  readonly #words: readonly string[]
  readonly #periodAt: ReturnType<typeof periodsIn>
  readonly #asBrands: boolean
  readonly #isAboutReddit: boolean
  /** With `asBrands`, another word would be a brand. */
  #isAmbiguous = false

  constructor(
    tokens: readonly Token[],
    known: { readonly names: Names; readonly lexicon: Lexicon; readonly today: Temporal.PlainDate },
    asBrands: boolean,
  ) {
    this.#tokens = tokens
    this.#names = known.names
    this.#lexicon = known.lexicon
    this.#words = tokens.map(({ kind, text, isCapital, isFirst }) => {
      if (kind !== 'word') return '\0'
      return isCapital && !isFirst ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text
    })
    this.#periodAt = periodsIn(this.#words, known.today)
    this.#asBrands = asBrands
    this.#isAboutReddit = tokens.some(({ text }) => aboutReddit.test(text))
  }

  read() {
    const spans: Span[] = []
    for (let at = 0; at < this.#tokens.length; ) {
      const span = this.#at(at, spans)
      spans.push(span)
      at += Math.max(1, span.words)
    }
    return { spans: joinedNames(spans, this.#tokens), isAmbiguous: this.#isAmbiguous }
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? ''
  }

  #at(at: number, before: readonly Span[]): Span {
    const token = this.#tokens[at]
    const one = (meaning: SpanMeaning, words = 1): Span => ({ ...meaning, at, words })
    if (token === undefined) return one({ kind: 'filler' })
    switch (token.kind) {
      case 'name':
        return one(given('name', this.#names.brandNamed(token.raw) ?? token.raw))
      case 'mention':
        return one({ kind: 'mention' })
      case 'named':
        return one(namedSpan(token.raw))
      case 'address': {
        const subreddit = /reddit\.com/iu.test(token.raw) ? subredditFrom(token.raw) : null
        return one(subreddit === null ? given('id', token.raw) : given('subreddit', subreddit))
      }
      default:
        return this.#word(at, token, before)
    }
  }

  #word(at: number, token: Token, before: readonly Span[]): Span {
    const one = (meaning: SpanMeaning, words = 1): Span => ({ ...meaning, at, words })
    const typedSubreddit = /^\/?r\/\w/iu.test(token.raw) ? subredditFrom(token.raw) : null
    if (typedSubreddit !== null) {
      const known = this.#names.subreddit(typedSubreddit.toLowerCase())
      return one(given('subreddit', known ?? typedSubreddit))
    }
    const engine = this.#names.engineAt(this.#tokens, at)
    const schedule = scheduleAt(this.#words, at)
    const period = this.#periodAt(at)
    const segment = segmentAt(this.#tokens, at)
    const known = this.#lexicon.at(this.#tokens, at)
    const subreddit = this.#isAboutReddit ? this.#names.subredditAt(this.#tokens, at) : null
    const named =
      subreddit !== null && (subreddit.words > 1 || !this.#lexicon.knows(token.text)) ? subreddit : null
    const candidates: readonly (Span | null)[] = [
      this.#brand(at, before),
      engine &&
        one({ ...given('engine', ...engine.meaning), isVerb: this.#isVerb(at, engine.words) }, engine.words),
      schedule && one({ kind: 'schedule', isHour: schedule.isHour }, schedule.words),
      period && one({ kind: 'period', period: period.period }, period.words),
      segment && one(given('filter', filterText(segment.meaning)), segment.words),
      known &&
        one(
          known.meaning === null ? { kind: 'filler' } : { kind: 'concept', concept: known.meaning },
          known.words,
        ),
      named && one(given('subreddit', named.meaning), named.words),
    ]
    // The longest candidate; of the same length, the first.
    const best = candidates.reduce(
      (longest, next) => (next !== null && next.words > (longest?.words ?? 0) ? next : longest),
      null,
    )
    if (this.#isCountry(at) && (best === null || best.kind === 'filler')) return one({ kind: 'country' })
    if (best !== null) return best
    const number = /^(?:#|no\.?)?(\d{1,6})(?:\.|%)?$/u.exec(token.text)
    // `at 9 instead of 8`
    const isOldHour = this.#text(at - 1) === 'of' && this.#text(at - 2) === 'instead'
    if (number !== null && isOldHour) return one({ kind: 'filler' })
    if (number !== null) return one(given('number', String(Number(number[1]))))
    if (!ownSubjects.has(token.text) && formsOf(token.text).some((form) => foreignWords.has(form)))
      return one({ kind: 'foreign' })
    return one({ kind: 'unknown' })
  }

  /** `can you perplexity this`: a name as a verb. */
  #isVerb(at: number, words: number): boolean {
    if (['ask', 'asking', 'asked'].includes(this.#text(at - 1))) return true
    const next = this.#text(at + words)
    if (at === 0 && ['it', 'me', 'them', 'him', 'her', 'yourself'].includes(next)) return true
    if (at === 1 && ['open', 'try', 'use'].includes(this.#text(0))) return true
    return (
      ['you', 'to', 'please', 'just'].includes(this.#text(at - 1)) &&
      ['this', 'that', 'it', 'me'].includes(next)
    )
  }

  /** `us` is a country after `the`, and in capitals. */
  #isCountry(at: number): boolean {
    const { text, raw } = this.#tokens[at] ?? { text: '', raw: '' }
    if (countryNames.has(text)) return true
    return (
      text === 'us' &&
      (this.#text(at - 1) === 'the' ||
        (raw === 'US' && this.#tokens.some((other) => /[a-z]/u.test(other.raw))))
    )
  }

  #brand(at: number, before: readonly Span[]): Span | null {
    const match = this.#names.brandAt(this.#tokens, at)
    if (match === null) return null
    const [name = '', ...others] = match.meaning
    const span: Span = { ...given('brand', name), isDoubtful: others.length > 0, at, words: match.words }
    const role = this.#role(at, match.words, before)
    if (role === 'brand') return span
    if (role === 'word') return null
    this.#isAmbiguous = true
    return this.#asBrands ? span : null
  }

  /** Whether a brand's name is meant as the brand here, if it is also an ordinary word. */
  #role(at: number, words: number, before: readonly Span[]): 'brand' | 'word' | 'unclear' {
    const parts = this.#tokens.slice(at, at + words)
    const [first] = parts
    if (first === undefined) return 'word'
    const isDate = words === 1 && (weekdayNamed(first.text) !== null || this.#periodAt(at) !== null)
    const isEngine = this.#names.engineAt(this.#tokens, at)?.words === words
    const isKnown = parts.every(({ text }) => this.#lexicon.knows(text) || foreignWords.has(text))
    const isOrdinary = isDate || isEngine || isKnown || (words === 1 && commonWords.has(first.text))
    if (!isOrdinary) return 'brand'
    const previous = this.#text(at - 1)
    const isNextToBrand = ['and', 'or'].includes(previous) && isBrand(before.at(-2))
    const isCompared =
      comparing.has(previous) ||
      (['with', 'to', 'and'].includes(previous) &&
        before.some((span) => span.kind === 'concept' && span.concept === 'compare'))
    if (isEngine) return isCompared || isNextToBrand ? 'unclear' : 'word'
    if (isDate) {
      if (previous === 'vs' || previous === 'against' || isNextToBrand) return 'brand'
      if (dayWords.has(previous) || this.#periodAt(at)?.words !== 1) return 'word'
      return auxiliaries.has(previous) || isCompared || first.isCapital ? 'unclear' : 'word'
    }
    if (isCompared || isNextToBrand) return 'brand'
    const isCapital = parts.some(({ isCapital: own, isFirst }) => own && !isFirst)
    if (isCapital) return 'brand'
    if (isKnown) return first.isCapital && first.isFirst ? 'unclear' : 'word'
    return determiners.has(previous)
      ? 'word'
      : auxiliaries.has(previous) || first.isCapital || ['for', 'on', 'about', 'of'].includes(previous)
        ? 'brand'
        : 'unclear'
  }
}

const given = (argument: ListedKind, ...values: readonly string[]) =>
  ({ kind: 'given', argument, values }) as const

const filterText = ({ filter, value }: Segment) => `${filterNames[filter]}:${value}`

const isBrand = (span: Span | undefined) =>
  span?.kind === 'given' && (span.argument === 'brand' || span.argument === 'name')

type SpanMeaning =
  | { readonly kind: 'concept'; readonly concept: string }
  | { readonly kind: 'filler' | 'foreign' | 'unknown' | 'mention' | 'country' }
  | Given
  | { readonly kind: 'period'; readonly period: NamedPeriod }
  /** `isHour`: only a time of day. */
  | { readonly kind: 'schedule'; readonly isHour: boolean }

interface Given {
  readonly kind: 'given'
  readonly argument: ListedKind
  readonly values: readonly string[]
  readonly isDoubtful?: boolean
  /** It may mean something else: `ask ChatGPT`. */
  readonly isVerb?: boolean
}

export type Span = SpanMeaning & { readonly at: number; readonly words: number }

/** `topic:pricing`, as it is typed in a command. */
function namedSpan(raw: string): SpanMeaning {
  const [word] = splitWords(raw)
  const option = word?.named === undefined ? null : optionNamed(word.named.name)
  const isValid =
    word !== undefined &&
    option !== null &&
    option !== 'period' &&
    readNamed(word, new VisibilityDraft(), 'any') === null
  return isValid ? { kind: 'given', argument: 'filter', values: [raw] } : { kind: 'unknown' }
}

/** `the topic pricing`: joins a topic or persona with the name after it, in quotes or of at most four unknown words. */
function joinedNames([span, ...rest]: readonly Span[], tokens: readonly Token[]): readonly Span[] {
  if (span === undefined) return []
  const isNamed =
    span.kind === 'concept' && (span.concept === 'topic' || span.concept === 'persona') && span.words === 1
  const [next] = rest
  const isQuoted = next?.kind === 'given' && next.argument === 'name'
  const end = rest.slice(0, 4).findIndex(({ kind }) => kind !== 'unknown')
  const taken = rest.slice(0, isQuoted ? 1 : end < 0 ? 4 : end)
  if (!isNamed || taken.length === 0) return [span, ...joinedNames(rest, tokens)]
  const name = taken.map(({ at }) => tokens[at]?.raw ?? '').join(' ')
  const joined: Span = {
    ...given('filter', `${span.concept}:"${name.replaceAll('"', '')}"`),
    isDoubtful: !isQuoted,
    at: span.at,
    words: span.words + taken.length,
  }
  return [joined, ...joinedNames(rest.slice(taken.length), tokens)]
}
