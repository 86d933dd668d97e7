import { lazy, memoizeFor } from '../../lib/cache.ts'
import { WEEKDAYS } from '../../questions/calendar-words.ts'
import { type NamedPeriod, periodNames } from '../../questions/period.ts'
import { splitWords } from '../../questions/tokenizer.ts'
import type { Verb } from '../verb.ts'
import { type Candidate, candidatesOf, isInScope, nearestVerbs } from './candidates.ts'
import {
  asVisibility,
  asWords,
  type Content,
  contentOf,
  isAsked,
  isForbidden,
  isHowWeCan,
} from './content.ts'
import { type CompiledAsk, compile, formsOf, type Lexicon } from './grammar.ts'
import { namesOf } from './names.ts'
import type { TextReading, Vocabulary } from './reading.ts'
import { Recognizer, type Span } from './recognize.ts'
import { folded, segmentWords, type Token, tokensOf } from './tokens.ts'
import { correctable, isSure, nearestWords } from './typos.ts'
import { countryNames, foreignWords, imperatives, wordPairs, wordSet } from './word-lists.ts'

const longestText = 600
const maxTokens = 80
/** More offers would be too long to read. */
const maxTexts = 3

/** A verb is also offered if its words are at least this share of the sentence. */
const minShare = 0.3
const unknown: TextReading = { kind: 'unknown' }

export type ReadFreeText = (text: string, vocabulary: Vocabulary, today: Temporal.PlainDate) => TextReading

/** Pure; the verb can plan every text returned. A reading is certain only if every word is accounted for. */
export function createReader(verbs: readonly Verb[]): ReadFreeText {
  let compiled: ReturnType<typeof compile> | null = null
  const read: ReadFreeText = (text, vocabulary, today) => {
    const tokens = tokensOf(text)
    if (tokens.length === 0 || tokens.length > maxTokens || tokens[0]?.kind === 'mention') return unknown
    compiled ??= compile(verbs)
    const sentence = new Sentence({ ...compiled, vocabulary, today, isQuestion: text.includes('?') })
    const whole = sentence.read(tokens)
    if (whole.kind !== 'unknown') return whole
    const part = inPart(text, sentence)
    return part.kind === 'unknown' ? (placedNote(text) ?? sentence.nearest(tokens)) : part
  }
  return (text, vocabulary, today) => {
    if (text.length > longestText) return unknown
    const reading = dictatedNote(text) ?? read(text, vocabulary, today)
    const english = reading.kind === 'unknown' ? translated(text) : null
    if (english === null) return reading
    return unsure(textsOf(read(english, vocabulary, today)))
  }
}

const clauseEnds = /[.;:!?\n]+\s+|,\s+|\s[-–—]\s+|\s(?:so(?! far)|because)\s+/u
const maxClauses = 6

/** For a text that can't be read as a whole: the questions among its clauses, which are only offered. */
function inPart(text: string, sentence: Sentence): TextReading {
  const clauses = text.split(clauseEnds)
  if (clauses.length < 2 || clauses.length > maxClauses) return unknown
  const readings = clauses.map((clause) => {
    const tokens = tokensOf(clause)
    const reading = sentence.read(tokens)
    const isOne = reading.kind === 'certain' ? tokens.length > 1 : tokens.length > 2 && isAsked(tokens)
    return isOne ? reading : unknown
  })
  return unsure(readings.flatMap(textsOf))
}

interface Known extends ReturnType<typeof compile> {
  readonly vocabulary: Vocabulary
  readonly today: Temporal.PlainDate
  readonly isQuestion: boolean
}

class Sentence {
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  read(typed: readonly Token[]): TextReading {
    const { tokens, isDoubtful } = this.#corrected(typed)
    const about = explanationOf(tokens, this.#known.asks)
    if (about !== null) return about
    const plainly = this.#recognized(tokens, false)
    const reading = this.#readSpans(tokens, plainly.spans, isDoubtful)
    if (!plainly.isAmbiguous) return reading
    const asBrands = this.#readSpans(tokens, this.#recognized(tokens, true).spans, isDoubtful)
    return unsure(interleaved([asBrands, reading]))
  }

  /** If no phrase fits: the nearest verbs, with all arguments that they take. They are only offered. */
  nearest(typed: readonly Token[]): TextReading {
    const { tokens } = this.#corrected(typed)
    const { spans } = this.#recognized(tokens, true)
    const content = contentOf(tokens, spans, true)
    if (this.#isRefused(tokens, spans, content)) return unknown
    const isAskedFor = this.#known.isQuestion || isAsked(tokens)
    const isVerb = spans.some((span) => span.kind === 'given' && span.isVerb)
    if (isVerb || !isInScope(content, isAskedFor)) return unknown
    return unsure(this.#nearestTexts(content).map(({ text }) => text))
  }

  /** @param asBrands words that are both a brand and something else are the brand */
  #recognized(tokens: readonly Token[], asBrands: boolean) {
    const { vocabulary, ...known } = this.#known
    return new Recognizer(tokens, { ...known, names: namesOf(vocabulary) }, asBrands).read()
  }

  /** With the share of the sentence that the words of each make up. */
  #nearestTexts(content: Content) {
    const verbs = nearestVerbs(this.#known.asks, content)
    return verbs.flatMap(([name, share]) => {
      const ask = this.#known.asks.find(({ verb, words }) => verb.name === name && words === '')
      if (ask === undefined || (content.isFuture && !ask.askedElsewhere.has('period'))) return []
      return this.#texts(ask, content)
        .slice(0, 1)
        .map((text) => ({ text, share }))
    })
  }

  /** Whether the sentence is about another subject, or asks for nothing. */
  #isRefused(tokens: readonly Token[], spans: readonly Span[], content: Content): boolean {
    const isForeign = spans.some(({ kind }) => kind === 'foreign')
    return content.concepts.has('offtopic') || isForeign || isForbidden(tokens)
  }

  #readSpans(tokens: readonly Token[], spans: readonly Span[], isDoubtful: boolean): TextReading {
    const content = contentOf(tokens, spans, isDoubtful)
    const { concepts } = content
    if (this.#isRefused(tokens, spans, content)) return unknown
    const hasDeed = [...concepts].some((concept) => imperatives.has(concept))
    const candidates = this.#known.asks
      .flatMap((ask) => candidatesOf(ask, content, () => this.#texts(ask, content)))
      .sort((a, b) => b.score - a.score)
    if (concepts.has('howto')) return this.#help(candidates)
    const [best] = candidates
    if (best === undefined || (concepts.has('not') && hasDeed && !best.isComplete)) return unknown
    const [top] = candidates.filter((one) => one.isCertain).sort((a, b) => b.weight - a.weight)
    const rivals = candidates.filter(
      (one) =>
        top !== undefined &&
        one.isComplete &&
        one.text !== top.text &&
        one.weight > top.weight + (one.isHint ? 0 : -closeness),
    )
    if (top !== undefined && figuresOf.has(top.verb.name) && isHowWeCan(tokens))
      return unsure(['actions', ...candidates.map(({ text }) => text)])
    if (top !== undefined && rivals.length === 0) return { kind: 'certain', text: top.text }
    return this.#offers([...(top === undefined ? [] : [top]), ...rivals, ...candidates], content)
  }

  /** What to offer: other verbs before other forms of the same verb, and then the nearest verbs. */
  #offers(candidates: readonly Candidate[], content: Content): TextReading {
    const isUnread = candidates.every(({ isExplained }) => !isExplained)
    const nearest = isUnread ? this.#nearestTexts(content).filter(({ share }) => share >= minShare) : []
    return unsure([...candidates, ...nearest].map(({ text }) => text))
  }

  /** `how do I create a task`: help on what it is about, and the command itself. */
  #help(candidates: readonly Candidate[]): TextReading {
    const helpCandidate = candidates.find(
      ({ verb, isComplete, isHint }) => verb.name === 'help' && isComplete && !isHint,
    )
    if (helpCandidate !== undefined) return { kind: 'certain', text: helpCandidate.text }
    const about = candidates.filter(({ verb }) => verb.name !== 'help')
    const [topic = 'help', other = []] = new Set(about.map(({ verb }) => `help ${verb.name}`))
    return unsure([topic, about[0]?.text ?? [], other].flat())
  }

  /** The texts of a form with the sentence's arguments, if its verb can plan them. */
  #texts(ask: CompiledAsk, content: Content): readonly string[] {
    const { verb } = ask
    const periods: readonly (NamedPeriod | null)[] =
      ask.takes.has('period') && content.period !== null ? [content.period, ...content.otherPeriods] : [null]
    const texts = periods.flatMap((period) => {
      const text = verb.name === 'visibility' ? asVisibility(content, period) : asWords(ask, content, period)
      return text === null ? [] : [text]
    })
    const planned = texts.filter((text) => this.#isPlanned(verb, text))
    const hasToBeGiven = ask.takes.has('id') || verb.takesText === true
    if (planned.length > 0 || !hasToBeGiven) return [...new Set(planned)]
    return [`help ${verb.name}`]
  }

  #isPlanned(verb: Verb, text: string): boolean {
    const [, ...words] = splitWords(text)
    return verb.plan(words, this.#known.vocabulary.engines).kind !== 'error'
  }

  /** Corrects typos if a known word is near. */
  #corrected(tokens: readonly Token[]): { readonly tokens: readonly Token[]; readonly isDoubtful: boolean } {
    let isDoubtful = false
    const names = namesOf(this.#known.vocabulary)
    const { lexicon } = this.#known
    const words = correctableOf(this.#known.vocabulary, lexicon)
    const corrected = tokens.map((token): Token => {
      const isKnown = lexicon.isWritten(token.text) || names.words.has(token.text) || isWord(token.text)
      if (token.kind !== 'word' || isKnown) return token
      const [near, ...others] = nearestWords(token.text, words)
      if (near === undefined) return token
      if (others.length > 0 || !isSure(token.text, near)) isDoubtful = true
      return { ...token, text: near }
    })
    return { tokens: corrected, isDoubtful }
  }
}

const figuresOf = wordSet('visibility engines reddit')

/** A reading whose weight is this close counts as equal to the best one. */
const closeness = 0.25

/** A choice of the first of them, each once. */
export function unsure(texts: readonly string[]): TextReading {
  const offered = [...new Set(texts)].slice(0, maxTexts)
  return offered.length === 0 ? unknown : { kind: 'unsure', texts: offered }
}

function textsOf(reading: TextReading): readonly string[] {
  if (reading.kind === 'unknown') return []
  return reading.kind === 'certain' ? [reading.text] : reading.texts
}

function interleaved(readings: readonly TextReading[]): readonly string[] {
  const lists = readings.map(textsOf)
  return Array.from({ length: maxTexts }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

const weekdayPlurals = WEEKDAYS.map((name) => `${name}s`)
const ownWords: ReadonlySet<string> = new Set([...periodNames, ...segmentWords, ...weekdayPlurals])

/** Whether a word is spelled correctly, although neither the lexicon nor the names have it. */
function isWord(word: string): boolean {
  return ownWords.has(word) || foreignWords.has(word) || countryNames.has(word)
}

const correctableWords = memoizeFor<Vocabulary, readonly string[]>()

const correctableOf = (vocabulary: Vocabulary, lexicon: Lexicon) =>
  correctableWords(vocabulary, '', () =>
    correctable([...lexicon.words, ...namesOf(vocabulary).words, ...periodNames, ...segmentWords]),
  )

const dictationRequest =
  /^(?:(?:hey|hi|ok|please|pls|sightline|can|could|would|you|we|i|i’d|i'd|like|to|just)[\s,]+)*/iu
/** `note: …`, `make a note that …`, `add a note to the timeline: …`. */
const dictated =
  /^(?:note(?:\s+down)?|(?:add|make|write|take|put|leave|jot\s+down)\s+(?:a|the|this)\s+note(?:\s+(?:to|on|in|into)\s+(?:the|our)\s+(?:timeline|chart|channel))?)\s*(?:[:–—]\s*|\s-\s|(?:that|saying(?:\s+that)?)\s+)(\S.*)$/isu
/** `put our product launch on the timeline`. */
const placed =
  /^(?:put|add|mark|show)\s+(\S.*?)\s+(?:on|to|onto|in)\s+(?:the|our)\s+(?:timeline|(?:trend\s+)?chart)[\s.!?]*$/isu
/** Things on a chart that are not events. */
const noEvent =
  /\b(?:notes?|it|this|that|them|competitors?|brands?|rivals?|engines?|figures|numbers|scores?|everything)\b/iu

/** `please note that …` addresses the reader and is not a note. */
const beware = /^(?:please|pls|do|kindly)\s+note\b/iu

/** The note in a text; `null`: none. */
function dictatedNote(text: string): TextReading | null {
  if (beware.test(text.trim())) return null
  const [, note] = dictated.exec(text.trim().replace(dictationRequest, '')) ?? []
  return note === undefined ? null : { kind: 'certain', text: `note ${note}` }
}

/** A possible note, for a sentence that is not understood in any other way. */
function placedNote(text: string): TextReading | null {
  const [, event] = placed.exec(text.trim().replace(dictationRequest, '')) ?? []
  return event === undefined || noEvent.test(event)
    ? null
    : { kind: 'unsure', texts: [`note ${event}`, 'help note'] }
}

/** Things, and the help topic that explains each. */
const explained = new Map(
  Object.entries({
    alert: 'digest',
    recommendation: 'actions',
    task: 'tasks',
    visibility: 'numbers',
    score: 'numbers',
    rank: 'numbers',
    sentiment: 'numbers',
    number: 'numbers',
  }),
)

const explaining = 'explain|describe|help (?:with|on|about)'
const leads = `${explaining}|tell me about|help me with|(?:(?:explain|tell me) )?(?:how|what) (?:do|does|is|are)|how (?:do i|to) use`
const explanation = new RegExp(
  [
    `^(?:(?:can|could|would|will) you |please )*(${leads}) (?:to me |me )?`,
    '(?:(the|our|this|that|these|those|an?) )?(\\S+)(?: (command|verb|things?|stuff|feature))?',
    '( work| do| mean| for)?(?: exactly| please| here)*$',
  ].join(''),
  'u',
)
const explains = new RegExp(`^(?:${explaining})$`, 'u')

/** `what does gaps do`, `explain gaps`, `how do tasks work`, `what is a digest`. */
function explanationOf(tokens: readonly Token[], asks: readonly CompiledAsk[]): TextReading | null {
  const [, lead = '', article = '', thing = '', kind = '', deed] =
    explanation.exec(tokens.map(({ text }) => text).join(' ')) ?? []
  const isCommand = kind === 'command' || kind === 'verb'
  const isAsked = isCommand || deed !== undefined || /^an?$/u.test(article)
  if (!isAsked && !explains.test(lead)) return null
  const forms = formsOf(thing)
  const matter = isCommand ? undefined : explained.get(forms.find((word) => explained.has(word)) ?? '')
  const named = asks.find(({ verb: { name, aliases } }) =>
    [name, name.replace(/s$/u, ''), ...aliases].some((word) => forms.includes(word)),
  )
  const topic = matter ?? named?.verb.name
  return topic === undefined ? null : { kind: 'certain', text: `help ${topic}` }
}

const longestPhrase = 4
const translations = lazy(
  () =>
    new Map(
      [...wordPairs('german'), ...wordPairs('spanish')].map(([words, english]) => [folded(words), english]),
    ),
)

/** The text in English words; `null`: most of it is in no language that is known. */
function translated(text: string): string | null {
  const typed = text.replace(/[¿¡]/gu, '').split(/\s+/u)
  const english: string[] = []
  let known = 0
  for (let at = 0; at < typed.length; ) {
    const phrase = phraseAt(typed, at)
    english.push(phrase?.english ?? typed[at] ?? '')
    known += phrase?.words ?? 0
    at += phrase?.words ?? 1
  }
  return known * 2 > typed.length ? english.join(' ') : null
}

function phraseAt(typed: readonly string[], at: number) {
  for (let words = Math.min(longestPhrase, typed.length - at); words > 0; words -= 1) {
    const phrase = folded(typed.slice(at, at + words).join(' ')).replace(/[.,!?]+$/u, '')
    const english = translations().get(phrase)
    if (english !== undefined) return { english, words }
  }
  return null
}
