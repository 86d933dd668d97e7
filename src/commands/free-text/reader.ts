import { splitWords } from '../../questions/tokenizer.ts'
import type { Verb } from '../verb.ts'
import { asking, type Candidate, candidatesOf, ourTopics, topics } from './candidates.ts'
import { asVisibility, asWords } from './command-texts.ts'
import { type Content, contentOf } from './content.ts'
import { correctorOf, isWord } from './corrections.ts'
import { dictatedNote, placedNote } from './dictated-note.ts'
import { explanationOf } from './explanation.ts'
import { type CompiledAsk, compile, type Lexicon } from './grammar.ts'
import { imperatives } from './lexicon.ts'
import { namesOf } from './names.ts'
import { isInScope, nearestVerbs } from './nearest.ts'
import type { NamedPeriod } from './periods.ts'
import type { Reading, Vocabulary } from './reading.ts'
import { Recognizer } from './recognize.ts'
import { isAsked, isForbidden, isHowWeCan, isStory } from './sentence-kind.ts'
import type { Span } from './spans.ts'
import { type Token, tokensOf } from './tokens.ts'
import { translated } from './translate.ts'
import { isSure } from './typos.ts'
import { wordSet } from './word-lists.ts'

/** Longer texts aren't questions. */
const longestText = 600
const maxTokens = 80
/** More offers would be too long to read. */
const maxTexts = 3

/** A verb is also offered if its words are at least this share of the sentence. */
const minShare = 0.3
const unknown: Reading = { kind: 'unknown' }

export type ReadFreeText = (text: string, vocabulary: Vocabulary, today: Temporal.PlainDate) => Reading

/** Pure; the verb can plan every text returned. A reading is certain only if every word is accounted for. */
export function createReader(verbs: readonly Verb[]): ReadFreeText {
  let compiled: ReturnType<typeof compile> | null = null
  const read: ReadFreeText = (text, vocabulary, today) => {
    const tokens = tokensOf(text)
    if (tokens.length === 0 || tokens.length > maxTokens || tokens[0]?.kind === 'mention') return unknown
    compiled ??= compile(verbs)
    const sentence = new Sentence(compiled.asks, compiled.lexicon, vocabulary, today, text.includes('?'))
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
    const texts = textsOf(read(english, vocabulary, today))
    return texts.length === 0 ? unknown : { kind: 'unsure', texts }
  }
}

const clauseEnds = /[.;:!?\n]+\s+|,\s+|\s[-–—]\s+|\s(?:so(?! far)|because)\s+/u
const maxClauses = 6

/** For a text that can't be read as a whole: the questions among its clauses, which are only offered. */
function inPart(text: string, sentence: Sentence): Reading {
  const clauses = text.split(clauseEnds)
  if (clauses.length < 2 || clauses.length > maxClauses) return unknown
  const readings = clauses.map((clause) => {
    const tokens = tokensOf(clause)
    const reading = sentence.read(tokens)
    const isOne = reading.kind === 'certain' ? tokens.length > 1 : tokens.length > 2 && isAsked(tokens)
    return isOne ? reading : unknown
  })
  const texts = [...new Set(readings.flatMap(textsOf))].slice(0, maxTexts)
  return texts.length === 0 ? unknown : { kind: 'unsure', texts }
}

interface NearestText {
  readonly text: string
  /** The share of the sentence that its words make up. */
  readonly share: number
}

class Sentence {
  readonly #asks: readonly CompiledAsk[]
  readonly #lexicon: Lexicon
  readonly #vocabulary: Vocabulary
  readonly #today: Temporal.PlainDate
  readonly #isQuestion: boolean

  constructor(
    asks: readonly CompiledAsk[],
    lexicon: Lexicon,
    vocabulary: Vocabulary,
    today: Temporal.PlainDate,
    isQuestion: boolean,
  ) {
    this.#isQuestion = isQuestion
    this.#asks = asks
    this.#lexicon = lexicon
    this.#vocabulary = vocabulary
    this.#today = today
  }

  read(typed: readonly Token[]): Reading {
    const names = namesOf(this.#vocabulary)
    const { tokens, isDoubtful } = this.#corrected(typed)
    const about = explanationOf(tokens, this.#asks)
    if (about !== null) return about
    const take = (asBrands: boolean) =>
      new Recognizer(tokens, { names, lexicon: this.#lexicon, today: this.#today }, { asBrands }).read()
    const plainly = take(false)
    const readings = [this.#readSpans(tokens, plainly.spans, isDoubtful)]
    if (plainly.isAmbiguous) readings.unshift(this.#readSpans(tokens, take(true).spans, isDoubtful))
    const [first = unknown] = readings
    if (readings.length === 1) return first
    const texts = [...new Set(readings.flatMap(textsOf))]
    return texts.length === 0 ? unknown : { kind: 'unsure', texts: interleaved(readings).slice(0, maxTexts) }
  }

  /** If no phrase fits: the nearest verbs, with all arguments that they take. They are only offered. */
  nearest(typed: readonly Token[]): Reading {
    const { tokens } = this.#corrected(typed)
    const spans = this.#spansOf(tokens)
    const content = contentOf(tokens, spans, true)
    if (this.#isRefused(tokens, spans, content)) return unknown
    const isAskedFor = this.#isQuestion || isAsked(tokens)
    const isVerb = spans.some((span) => span.kind === 'engine' && span.isDoubtful)
    if (isVerb || !isInScope(content, isAskedFor)) return unknown
    const nearest = this.#nearestTexts(content).map(({ text }) => text)
    const texts = [...new Set(nearest)]
    return texts.length === 0 ? unknown : { kind: 'unsure', texts: texts.slice(0, maxTexts) }
  }

  #spansOf(tokens: readonly Token[]): readonly Span[] {
    const names = namesOf(this.#vocabulary)
    return new Recognizer(
      tokens,
      { names, lexicon: this.#lexicon, today: this.#today },
      { asBrands: true },
    ).read().spans
  }

  #nearestTexts(content: Content): readonly NearestText[] {
    const verbs = nearestVerbs(this.#asks, content)
    // No other verb has figures for the future either.
    if (content.isFuture && verbs[0]?.[0] === 'visibility') return []
    return verbs.flatMap(([name, share]) => {
      const ask = this.#asks.find(({ verb, words }) => verb.name === name && words === '')
      if (ask === undefined || (content.isFuture && !ask.askedElsewhere.has('period'))) return []
      return this.#texts(ask, content)
        .slice(0, 1)
        .map((text) => ({ text, share }))
    })
  }

  /** Whether the sentence is about another subject, or asks for nothing. */
  #isRefused(tokens: readonly Token[], spans: readonly Span[], content: Content): boolean {
    const { concepts } = content
    if (concepts.has('offtopic') || spans.some(({ kind }) => kind === 'foreign')) return true
    if (isForbidden(tokens) || isStory(tokens, spans, this.#isQuestion)) return true
    if (concepts.has('smalltalk') && (concepts.size === 1 || !isAsked(tokens))) return true
    return concepts.has('howgoing') && concepts.size === 1 && content.marks.size === 0
  }

  #readSpans(tokens: readonly Token[], spans: readonly Span[], isDoubtful: boolean): Reading {
    const content = contentOf(tokens, spans, isDoubtful)
    const { concepts } = content
    if (this.#isRefused(tokens, spans, content)) return unknown
    const hasDeed = [...concepts].some((concept) => imperatives.has(concept))
    const candidatesAbout = (subjects: ReadonlySet<string> | null) =>
      this.#asks
        .flatMap((ask) => candidatesOf(ask, content, subjects, () => this.#texts(ask, content)))
        .sort((a, b) => b.score - a.score)
    const read = candidatesAbout(null)
    const subjects = content.marks.has('@we') && isAsked(tokens) ? ourTopics : topics
    const candidates = read.length === 0 ? candidatesAbout(subjects) : read
    if (concepts.has('howto')) {
      return this.#help(candidates)
    }
    const [best] = candidates
    if (best === undefined) return unknown
    if (concepts.has('not') && hasDeed && !best.isComplete) return unknown
    const certain = candidates.filter((one) => one.isCertain).sort((a, b) => b.weight - a.weight)
    const [top] = certain
    const rivals = candidates.filter(
      (one) =>
        top !== undefined &&
        one.isComplete &&
        one.text !== top.text &&
        one.weight > top.weight + (one.isHint ? 0 : -closeness),
    )
    if (top !== undefined && figuresOf.has(top.verb.name) && isHowWeCan(tokens))
      return {
        kind: 'unsure',
        texts: ['actions', ...new Set(candidates.map(({ text }) => text))].slice(0, maxTexts),
      }
    if (top !== undefined && rivals.length === 0) return { kind: 'certain', text: top.text }
    const first = top === undefined ? [] : [top, ...rivals]
    return { kind: 'unsure', texts: this.#offers([...first, ...candidates], content) }
  }

  /** What to offer: other verbs before other forms of the same verb, and then the nearest verbs. */
  #offers(candidates: readonly Candidate[], content: Content): readonly string[] {
    const texts = (content.otherPeriods.length > 0 ? candidates : diverse(candidates)).map(({ text }) => text)
    const isUnread = candidates.every(({ isExplained }) => !isExplained)
    const nearest = isUnread ? this.#nearestTexts(content).filter(({ share }) => share >= minShare) : []
    return [...new Set([...texts, ...nearest.map(({ text }) => text)])].slice(0, maxTexts)
  }

  /** `how do I create a task`: help on what it is about, and the command itself. */
  #help(candidates: readonly Candidate[]): Reading {
    const helpCandidate = candidates.find(
      ({ verb, isComplete, isHint }) => verb.name === 'help' && isComplete && !isHint,
    )
    if (helpCandidate !== undefined) return { kind: 'certain', text: helpCandidate.text }
    const about = candidates.filter(({ verb }) => verb.name !== 'help')
    const verbs = [...new Set(about.map(({ verb }) => verb.name))].slice(0, 2)
    const [first] = about
    const texts = [...verbs.map((name) => `help ${name}`), ...(first === undefined ? [] : [first.text])]
    return {
      kind: 'unsure',
      texts: texts.length === 0 ? ['help'] : [texts[0] ?? 'help', ...texts.slice(1).toReversed()],
    }
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
    return verb.plan(words, this.#vocabulary.engines).kind !== 'error'
  }

  /** Corrects typos if a known word is near. */
  #corrected(tokens: readonly Token[]): { readonly tokens: readonly Token[]; readonly isDoubtful: boolean } {
    let isDoubtful = false
    const names = namesOf(this.#vocabulary)
    const corrector = correctorOf(this.#vocabulary, this.#lexicon)
    const corrected = tokens.map((token): Token => {
      const isKnown = this.#lexicon.isWritten(token.text) || names.words.has(token.text) || isWord(token.text)
      if (token.kind !== 'word' || isKnown) return token
      const near = corrector.nearest(token.text)
      if (near === null) return token
      const isOneThing = near.others.length === 0
      if (!isOneThing || !isSure(token.text, near.word)) isDoubtful = true
      return { ...token, text: near.word }
    })
    return { tokens: corrected, isDoubtful }
  }
}

const figuresOf = wordSet('visibility engines reddit')

/** A reading whose weight is this close counts as equal to the best one. */
const closeness = 0.25

/** The best candidate of each verb first; each form of `digest` and `settings` counts separately. */
function diverse(candidates: readonly Candidate[]): readonly Candidate[] {
  const kind = ({ verb, text }: Candidate) => (asking.has(verb.name) ? text : verb.name)
  const isFirst = (one: Candidate, at: number) =>
    candidates.findIndex((other) => kind(other) === kind(one)) === at
  return [...candidates.filter(isFirst), ...candidates.filter((one, at) => !isFirst(one, at))]
}

function textsOf(reading: Reading): readonly string[] {
  if (reading.kind === 'unknown') return []
  return reading.kind === 'certain' ? [reading.text] : reading.texts
}

/** The best text of each reading first. */
function interleaved(readings: readonly Reading[]): readonly string[] {
  const lists = readings.map(textsOf)
  const longest = Math.max(...lists.map(({ length }) => length))
  return [
    ...new Set(Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()),
  ]
}
