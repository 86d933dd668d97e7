import { subredditFrom } from '../../lib/pasted.ts'
import { formsOf, type Lexicon } from './grammar.ts'
import type { Names } from './names.ts'
import { PeriodReader, weekdayNamed } from './periods.ts'
import { joinedNames, namedSpan, type Span, type SpanMeaning } from './spans.ts'
import { segmentAt, type Token } from './tokens.ts'
import { commonWords, countryNames, foreignWords, ownSubjects, wordSet } from './word-lists.ts'

/** How to split a sentence. */
interface Choices {
  /** Words that are both a brand and something else are the brand. */
  readonly asBrands: boolean
}

interface Recognized {
  readonly spans: readonly Span[]
  /** With `asBrands`, another word would be a brand. */
  readonly isAmbiguous: boolean
}

const comparing = wordSet('vs against than beat beating overtake overtook pass outrank like')
const auxiliaries = wordSet('is are did does was were has have do had')
const determiners = wordSet('a an any no some the every each this that our my your')
const dayWords = wordSet(
  'on since last every each this next by from until till before after the past and of or coming',
)

/** In sentences with one of these words, a subreddit may be named without its `r/`. */
const aboutReddit =
  /^(?:(?:sub)?reddit|r\/)|^(?:redditors?|sub|subs|sentiment|mood|vibes?|opinions?|people|folks|users|community|communities|say|says|saying|said|feel|feels|feeling|think|talk|talking|buzz|themes?|topics?)$/u

/** Splits a sentence from left to right, trying the longest name first. */
export class Recognizer {
  readonly #tokens: readonly Token[]
  readonly #names: Names
  readonly #lexicon: Lexicon
  readonly #periods: PeriodReader
  readonly #choices: Choices
  readonly #isAboutReddit: boolean
  #isAmbiguous = false

  constructor(
    tokens: readonly Token[],
    {
      names,
      lexicon,
      today,
    }: { readonly names: Names; readonly lexicon: Lexicon; readonly today: Temporal.PlainDate },
    choices: Choices,
  ) {
    this.#tokens = tokens
    this.#names = names
    this.#lexicon = lexicon
    this.#periods = new PeriodReader(tokens, today)
    this.#choices = choices
    this.#isAboutReddit = tokens.some(({ text }) => aboutReddit.test(text))
  }

  read(): Recognized {
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
      case 'name': {
        const brand = this.#names.brandNamed(token.raw)
        return one({ kind: 'brand', names: [brand ?? token.raw], isGuess: false, isQuoted: true })
      }
      case 'mention':
        return one({ kind: 'mention' })
      case 'named':
        return one(namedSpan(token.raw))
      case 'address': {
        const subreddit = /reddit\.com/iu.test(token.raw) ? subredditFrom(token.raw) : null
        return one(
          subreddit === null ? { kind: 'id', text: token.raw } : { kind: 'subreddit', name: subreddit },
        )
      }
      default:
        return this.#word(at, token, before)
    }
  }

  #word(at: number, token: Token, before: readonly Span[]): Span {
    const one = (meaning: SpanMeaning, words = 1): Span => ({ ...meaning, at, words })
    const typedSubreddit = /^\/?r\/\w/iu.test(token.raw) ? subredditFrom(token.raw) : null
    if (typedSubreddit !== null)
      return one({
        kind: 'subreddit',
        name: this.#names.subreddit(typedSubreddit.toLowerCase()) ?? typedSubreddit,
      })
    const recurrence = recurrenceAt(this.#tokens, at)
    const hour = hourAt(this.#tokens, at)
    const candidates: Span[] = []
    const brand = this.#brand(at, before)
    if (brand !== null) candidates.push(brand)
    const engine = this.#names.engineAt(this.#tokens, at)
    if (engine !== null)
      candidates.push(
        one(
          {
            kind: 'engine',
            engines: engine.engines,
            isDoubtful: this.#isVerb(at, engine.words),
            isGuess: false,
          },
          engine.words,
        ),
      )
    if (recurrence > 0) candidates.push(one({ kind: 'schedule', isHour: false }, recurrence))
    const period = this.#periods.at(at)
    if (period !== null)
      candidates.push(
        one(
          {
            kind: 'period',
            period: isBaseline(before) ? { ...period.period, isDoubtful: true } : period.period,
          },
          period.words,
        ),
      )
    if (hour > 0) candidates.push(one({ kind: 'schedule', isHour: true }, hour))
    const segment = segmentAt(this.#tokens, at)
    if (segment !== null) candidates.push(one({ kind: 'segment', segment }, segment.words))
    const meaning = this.#lexicon.at(this.#tokens, at)
    if (meaning !== null)
      candidates.push(
        one(
          meaning.concept === null ? { kind: 'filler' } : { kind: 'concept', concept: meaning.concept },
          meaning.words,
        ),
      )
    const subreddit = this.#isAboutReddit ? this.#names.subredditAt(this.#tokens, at) : null
    if (subreddit !== null && (subreddit.words > 1 || !this.#lexicon.knows(token.text)))
      candidates.push(one({ kind: 'subreddit', name: subreddit.name }, subreddit.words))
    if (this.#isCountry(at)) candidates.push(one({ kind: 'country' }))
    // The longest candidate; of the same length, the first.
    const best = candidates.reduce<Span | null>(
      (longest, next) => (longest === null || next.words > longest.words ? next : longest),
      null,
    )
    if (best !== null) return this.#isCountry(at) && best.kind === 'filler' ? one({ kind: 'country' }) : best
    const number = /^(?:#|no\.?)?(\d{1,6})(?:\.|%)?$/u.exec(token.text)
    // `the top 5`
    if (number !== null && ['top', 'best', 'first', 'biggest'].includes(this.#text(at - 1)))
      return one({ kind: 'filler' })
    // `at 9 instead of 8`
    const isOldHour = this.#text(at - 1) === 'of' && this.#text(at - 2) === 'instead'
    if (number !== null && isOldHour) return one({ kind: 'filler' })
    if (number !== null) return one({ kind: 'number', number: Number(number[1]) })
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
    const span: Span = {
      kind: 'brand',
      names: match.names,
      isGuess: false,
      isQuoted: false,
      at,
      words: match.words,
    }
    const role = this.#role(at, match.words, before)
    if (role === 'brand') return span
    if (role === 'word') return null
    this.#isAmbiguous = true
    return this.#choices.asBrands ? span : null
  }

  /** Whether a brand's name is meant as the brand here, if it is also an ordinary word. */
  #role(at: number, words: number, before: readonly Span[]): 'brand' | 'word' | 'unclear' {
    const parts = this.#tokens.slice(at, at + words)
    const [first] = parts
    if (first === undefined) return 'word'
    const isDate = words === 1 && (weekdayNamed(first.text) !== null || this.#periods.at(at) !== null)
    const isEngine = this.#names.engineAt(this.#tokens, at)?.words === words
    const isKnown = parts.every(({ text }) => this.#lexicon.knows(text) || foreignWords.has(text))
    const isOrdinary = isDate || isEngine || isKnown || (words === 1 && commonWords.has(first.text))
    if (!isOrdinary) return 'brand'
    const previous = this.#text(at - 1)
    const isNextToBrand = ['and', 'or'].includes(previous) && before.at(-2)?.kind === 'brand'
    const isCompared =
      comparing.has(previous) ||
      (['with', 'to', 'and'].includes(previous) &&
        before.some((span) => span.kind === 'concept' && span.concept === 'compare'))
    if (isEngine) return isCompared || isNextToBrand ? 'unclear' : 'word'
    if (isDate) {
      if (previous === 'vs' || previous === 'against' || isNextToBrand) return 'brand'
      if (dayWords.has(previous) || this.#periods.at(at)?.words !== 1) return 'word'
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

/** Whether a period follows `than` or `compared to`: the person may mean the one after it. */
function isBaseline(before: readonly Span[]): boolean {
  const last = before.findLast(({ kind }) => kind !== 'filler')
  return last?.kind === 'concept' && last.concept === 'compare'
}

const opening = /^(?:every|each|evry|once|twice)$/u
const whole = /^(?:biweekly|fortnightly|quarterly|weekdays|mornings)$/u
const span =
  /^(?:(?:day|week|weekday|month|quarter|morning|evening)s?|hour|afternoon|weekend|fortnight|noon|night)$/u
const ordinal = /^(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|last)$/u
const joint = /^(?:other|single|second|[2-9]|two|three|a|per|every|each|and|or|of|the)$/u

/** The number of words from `at` that say when something recurs (`every other friday`, `on mondays`), or 0. */
function recurrenceAt(tokens: readonly Token[], at: number): number {
  const text = (index: number) => (tokens[index]?.kind === 'word' ? (tokens[index]?.text ?? '') : '')
  const isDay = (word: string) => weekdayNamed(word) !== null
  const first = text(at)
  if (whole.test(first)) return 1
  const isPlural = isDay(first) && (first.endsWith('days') || /^(?:mornings|evenings)$/u.test(text(at + 1)))
  const isDated = first === 'on' && text(at + 1) === 'the' && ordinal.test(text(at + 2))
  if (!isPlural && !isDated && !opening.test(first)) return 0
  let end = isPlural ? at + 1 : at
  let isMonthly = false
  for (let next = isDated ? at + 2 : at + 1; ; next += 1) {
    const word = text(next)
    if (isDay(word) || span.test(word)) end = next + 1
    else if (!joint.test(word) && !ordinal.test(word)) break
    if (/^(?:month|quarter)s?$/u.test(word)) isMonthly = true
  }
  return isDated && !isMonthly ? 0 : end - at
}

const clock = /^(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)?(?:am|pm|h|uhr)?$/u

/** The number of words from `at` that name a time of day (`at 8`, `10am`, `08:30`), or 0. */
function hourAt(tokens: readonly Token[], at: number): number {
  const text = (index: number) => (tokens[index]?.kind === 'word' ? (tokens[index]?.text ?? '') : '')
  const start = /^(?:at|by|around|to|from)$/u.test(text(at)) ? at + 1 : at
  const word = text(start)
  if (/^(?:noon|midday|midnight|lunchtime)$/u.test(word)) return start + 1 - at
  if (!clock.test(word)) return 0
  const half = /^(?:am|pm|o'?clock|h|uhr)$/u.test(text(start + 1))
  const isTime = half || /[a-z]|:/u.test(word) || (text(at) === 'at' && /^\d{1,2}(?:\.\d\d)?$/u.test(word))
  return isTime ? start + 1 - at + (half ? 1 : 0) : 0
}
