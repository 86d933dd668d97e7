import { askedText, written } from '../../insights/question/asked.ts'
import { VisibilityDraft } from '../../insights/question/draft.ts'
import { readNamed } from '../../insights/question/named.ts'
import { splitWords } from '../../insights/question/tokenizer.ts'
import type { Verb } from '../verb.ts'
import { countryNames } from './countries.ts'
import { type CompiledAsk, type CompiledPhrase, compile, type Lexicon } from './grammar.ts'
import { foreignWords, imperatives, soft } from './lexicon.ts'
import { namesOf } from './names.ts'
import type { SaidPeriod } from './periods.ts'
import type { ArgumentKind, Reading, Vocabulary } from './reading.ts'
import { Recognizer, type Span } from './recognize.ts'
import { segmentWords } from './segments.ts'
import { type Token, tokensOf } from './tokens.ts'
import { Corrector, isSure } from './typos.ts'

/** Longer texts are no questions. */
const longestText = 600
const mostTokens = 80
/** More would be a list to read. */
const mostTexts = 3

const unknown: Reading = { kind: 'unknown' }

export type ReadFreeText = (text: string, vocabulary: Vocabulary, today: Temporal.PlainDate) => Reading

/**
 * Makes the reader of what people ask in their own words. It is pure, and total: a text that it returns can be planned by its
 * verb. It is certain only if every word is accounted for.
 */
export function createReader(verbs: readonly Verb[]): ReadFreeText {
  let compiled: ReturnType<typeof compile> | null = null
  return (text, vocabulary, today) => {
    if (text.length > longestText) return unknown
    const tokens = tokensOf(text)
    if (tokens.length === 0 || tokens.length > mostTokens || tokens[0]?.kind === 'mention') return unknown
    compiled ??= compile(verbs)
    const question = new Question(compiled.asks, compiled.lexicon, vocabulary, today)
    const whole = question.read(tokens)
    return whole.kind === 'unknown' ? inPart(text, question) : whole
  }
}

const clauseEnds = /[.;!?\n]+\s+|,\s+|\s[-–—]\s+|\s(?:so(?! far)|because)\s+/u
const mostClauses = 6

/** Of a text that is not read as a whole, the questions among its clauses: they are only offered. */
function inPart(text: string, question: Question): Reading {
  const clauses = text.split(clauseEnds)
  if (clauses.length < 2 || clauses.length > mostClauses) return unknown
  const readings = clauses.map((clause) => {
    const tokens = tokensOf(clause)
    return tokens.length >= 3 && isAsked(tokens) ? question.read(tokens) : unknown
  })
  const texts = [...new Set(readings.flatMap(textsOf))].slice(0, mostTexts)
  return texts.length === 0 ? unknown : { kind: 'unsure', texts }
}

/** What a sentence holds, as far as a verb needs to know. */
interface Content {
  readonly concepts: ReadonlySet<string>
  readonly marks: ReadonlySet<string>
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  readonly quoted: readonly string[]
  readonly filters: readonly string[]
  readonly subreddits: readonly string[]
  readonly ids: readonly string[]
  readonly numbers: readonly number[]
  readonly period: SaidPeriod | null
  /** Another period that may be meant. */
  readonly otherPeriods: readonly SaidPeriod[]
  readonly isPeriodDoubtful: boolean
  readonly weekday: string | null
  readonly unknown: number
  /** Something in it is only guessed. */
  readonly isDoubtful: boolean
  readonly isFuture: boolean
}

interface Candidate {
  readonly text: string
  readonly verb: Verb
  readonly weight: number
  readonly score: number
  readonly isCertain: boolean
  /** Nothing is left over. */
  readonly isComplete: boolean
  readonly isHint: boolean
}

class Question {
  readonly #asks: readonly CompiledAsk[]
  readonly #lexicon: Lexicon
  readonly #vocabulary: Vocabulary
  readonly #today: Temporal.PlainDate

  constructor(
    asks: readonly CompiledAsk[],
    lexicon: Lexicon,
    vocabulary: Vocabulary,
    today: Temporal.PlainDate,
  ) {
    this.#asks = asks
    this.#lexicon = lexicon
    this.#vocabulary = vocabulary
    this.#today = today
  }

  read(typed: readonly Token[]): Reading {
    const names = namesOf(this.#vocabulary)
    const { tokens, isDoubtful } = this.#corrected(typed)
    const about = this.#aboutVerb(tokens)
    if (about !== null) return about
    const take = (asBrands: boolean) =>
      new Recognizer(tokens, { names, lexicon: this.#lexicon, today: this.#today }, { asBrands }).read()
    const plainly = take(false)
    const readings = [this.#readSpans(tokens, plainly.spans, isDoubtful)]
    if (plainly.isAmbiguous) readings.unshift(this.#readSpans(tokens, take(true).spans, isDoubtful))
    const [first = unknown] = readings
    if (readings.length === 1) return first
    const texts = [...new Set(readings.flatMap(textsOf))]
    return texts.length === 0 ? unknown : { kind: 'unsure', texts: interleaved(readings).slice(0, mostTexts) }
  }

  /** `what does gaps do`, `explain gaps`. */
  #aboutVerb(tokens: readonly Token[]): Reading | null {
    const said = tokens.map(({ text }) => text).join(' ')
    const [, first, second, third] =
      /^(?:(?:can|could|would|will) you )?(?:please )?(?:what (?:do|does|is|are) (?:the )?(\S+)(?: command| verb)? (?:do|for)|(?:what does|how does|what is|how do i use|how to use|explain|tell me about|help me with|help with|help on|help about|describe) (?:to me |me )?(?:the )?(\S+) (?:command|verb)(?: do| mean| work| for)?|(?:explain|help with|help on|help about|describe) (?:the )?(\S+))(?: please)?$/u.exec(
        said,
      ) ?? []
    const name = first ?? second ?? third
    const verb = this.#asks.find(
      (ask) => ask.verb.name === name || ask.verb.aliases.includes(name ?? ''),
    )?.verb
    return verb === undefined ? null : { kind: 'certain', text: `help ${verb.name}` }
  }

  #readSpans(tokens: readonly Token[], spans: readonly Span[], isDoubtful: boolean): Reading {
    const isElse = spans.some(
      (span) => span.kind === 'foreign' || (span.kind === 'concept' && span.concept === 'offtopic'),
    )
    if (isElse) return unknown
    const content = contentOf(tokens, spans, isDoubtful || isVague(tokens, spans) || isTold(tokens))
    const { concepts } = content
    if (concepts.has('smalltalk') && (concepts.size === 1 || !isAsked(tokens))) return unknown
    if (isThanks(tokens)) return unknown
    if (concepts.has('howgoing') && concepts.size === 1 && content.marks.size === 0) return unknown
    const hasDeed = [...concepts].some((concept) => imperatives.has(concept))
    const candidatesWith = (allowed: number) =>
      this.#asks
        .flatMap((ask) => this.#candidates(ask, content, allowed))
        .sort((a, b) => b.score - a.score)
    const strictly = candidatesWith(0)
    const isAboutUs = [...concepts].some((concept) => topics.has(concept))
    const candidates = strictly.length === 0 && isAboutUs ? candidatesWith(mostUnread) : strictly
    if (concepts.has('howto')) {
      const isOurs = candidates.length > 0 || content.unknown === 0 || tokens.some(({ text }) => ours.has(text))
      return isOurs ? this.#help(candidates) : unknown
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
    if (top !== undefined && rivals.length === 0) return { kind: 'certain', text: top.text }
    const first = top === undefined ? [] : [top, ...rivals]
    const texts = [...new Set([...first, ...candidates].map(({ text }) => text))]
    return { kind: 'unsure', texts: texts.slice(0, mostTexts) }
  }

  /** `how do I create a task`: the help of what it is about, and the thing itself. */
  #help(candidates: readonly Candidate[]): Reading {
    const own = candidates.find(
      ({ verb, isComplete, isHint }) => verb.name === 'help' && isComplete && !isHint,
    )
    if (own !== undefined) return { kind: 'certain', text: own.text }
    const about = candidates.filter(({ verb }) => verb.name !== 'help')
    const verbs = [...new Set(about.map(({ verb }) => verb.name))].slice(0, 2)
    const [first] = about
    const texts = [...verbs.map((name) => `help ${name}`), ...(first === undefined ? [] : [first.text])]
    return {
      kind: 'unsure',
      texts: texts.length === 0 ? ['help'] : [texts[0] ?? 'help', ...texts.slice(1).toReversed()],
    }
  }

  /** @param allowed how many words more than its phrase weighs may be left unread */
  #candidates(ask: CompiledAsk, content: Content, allowed: number): readonly Candidate[] {
    const { concepts } = content
    const phrase = phraseIn(ask, content)
    if (phrase === undefined) return []
    const left = [...concepts].filter(
      (concept) =>
        !ask.knows.has(concept) &&
        !phrase.concepts.includes(concept) &&
        !soft.has(concept) &&
        concept !== 'howto',
    )
    if (left.some((concept) => imperatives.has(concept))) return []
    const unheard = unheardBy(ask, content)
    if (content.isFuture && (phrase.isHint || !ask.hears.has('period'))) return []
    const weight = phrase.weight
    if (phrase.isHint && content.unknown > 0 && weight < 2) return []
    const isOnlyMarks = phrase.concepts.every((word) => word.startsWith('@'))
    const hasWords = !isOnlyMarks || content.unknown === 0
    if (!hasWords || content.unknown > weight + allowed || left.length > weight + 1 + allowed / 2)
      return []
    if (allowed > 0 && !phrase.concepts.some((concept) => topics.has(concept))) return []
    const isComplete = left.length === 0 && content.unknown === 0 && unheard === 0 && !content.isFuture
    const texts = this.#texts(ask, content)
    const deeds = [...concepts].filter((concept) => imperatives.has(concept)).length
    const score =
      weight - 0.6 * left.length - 0.4 * content.unknown - 0.5 * unheard - (phrase.isHint ? 0.3 : 0)
    return texts.map((text, index) => ({
      text,
      verb: ask.verb,
      weight,
      score: score - 0.05 * index,
      isCertain:
        isComplete &&
        !phrase.isHint &&
        !content.isDoubtful &&
        !(content.isPeriodDoubtful && ask.takes.has('period')) &&
        texts.length === 1 &&
        !(isOnlyMarks && [...concepts].some((concept) => !soft.has(concept))) &&
        !concepts.has('exclude') &&
        !(concepts.has('not') && deeds > 0) &&
        !(deeds > 1 && content.marks.has('@and')),
      isComplete,
      isHint: phrase.isHint,
    }))
  }

  /** The texts of a form with what was said, those that its verb can plan. */
  #texts(ask: CompiledAsk, content: Content): readonly string[] {
    const { verb } = ask
    const periods: readonly (SaidPeriod | null)[] =
      ask.takes.has('period') && content.period !== null ? [content.period, ...content.otherPeriods] : [null]
    const texts = periods.flatMap((period) => {
      const text = verb.name === 'visibility' ? asVisibility(content, period) : asWords(ask, content, period)
      return text === null ? [] : [text]
    })
    const planned = texts.filter((text) => this.#isPlanned(verb, text))
    if (planned.length > 0 || !ask.takes.has('id')) return [...new Set(planned)]
    return [`help ${verb.name}`]
  }

  #isPlanned(verb: Verb, text: string): boolean {
    const [, ...words] = splitWords(text)
    return verb.plan(words, this.#vocabulary.engines).kind !== 'error'
  }

  /** Slips of the keyboard, put right where one word is near. */
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

/** The phrase of a form that says most of what a sentence says. A hint of one word is one only where nothing else is there. */
function phraseIn({ phrases }: CompiledAsk, { concepts, marks }: Content): CompiledPhrase | undefined {
  const isIn = (phrase: CompiledPhrase) =>
    phrase.concepts.every((word) => (word.startsWith('@') ? marks.has(word) : concepts.has(word)))
  const best = phrases.find(isIn)
  if (best === undefined || !best.isHint || best.concepts.length > 1) return best
  return phrases.find((phrase) => !phrase.isHint && isIn(phrase)) ?? best
}

/** What makes a sentence one about Sightline's subjects, though much of it is not understood. */
const topics: ReadonlySet<string> = new Set(
  'visibility rank competitor reddit sentiment recommendation task digest gap opportunity fresh collect filter settings alert weakspot'.split(
    ' ',
  ),
)

/** So many words of a sentence about Sightline's subjects may be left unread. */
const mostUnread = 4

/** A reading whose weight is this near is as good as the best one. */
const closeness = 0.25

function textsOf(reading: Reading): readonly string[] {
  if (reading.kind === 'unknown') return []
  return reading.kind === 'certain' ? [reading.text] : reading.texts
}

/** The best of each first. */
function interleaved(readings: readonly Reading[]): readonly string[] {
  const lists = readings.map(textsOf)
  const longest = Math.max(...lists.map(({ length }) => length))
  return [
    ...new Set(Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()),
  ]
}

const periodWords =
  'today yesterday tomorrow week weeks month months quarter quarters year years fortnight weekend monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december previous current since between'.split(
    ' ',
  )

const weekdayPlurals = periodWords.filter((word) => word.endsWith('day')).map((word) => `${word}s`)

const ownWords: ReadonlySet<string> = new Set([...periodWords, ...segmentWords, ...weekdayPlurals])

/** Whether a word is written as it should be, though it is in no list of what was meant. */
function isWord(word: string): boolean {
  return ownWords.has(word) || foreignWords.has(word) || countryNames.has(word)
}

const correctors = new WeakMap<Vocabulary, Corrector>()

function correctorOf(vocabulary: Vocabulary, lexicon: Lexicon): Corrector {
  const kept = correctors.get(vocabulary)
  if (kept !== undefined) return kept
  const corrector = new Corrector([
    ...lexicon.words,
    ...namesOf(vocabulary).words,
    ...periodWords,
    ...segmentWords,
  ])
  correctors.set(vocabulary, corrector)
  return corrector
}

/** How many arguments were said that a form can't be given. */
function unheardBy(ask: CompiledAsk, content: Content): number {
  const { takes, hears } = ask
  const said: readonly (readonly [ArgumentKind, boolean])[] = [
    ['engine', content.engines.length > 0],
    ['brand', content.brands.length > 0],
    ['name', content.quoted.length > 0 && !takes.has('brand')],
    ['filter', content.filters.length > 0],
    ['subreddit', content.subreddits.length > 0],
    ['id', content.ids.length > 0],
    ['number', content.numbers.length > 0],
    ['country', content.marks.has('@country')],
    ['schedule', content.marks.has('@recurrence')],
  ]
  const others = said.filter(([kind, isSaid]) => isSaid && !takes.has(kind) && !hears.has(kind)).length
  const { period } = content
  const isPeriodHeard =
    period === null || takes.has('period') || (hears.has('period') && (period.isNow || hears.has('schedule')))
  return others + (isPeriodHeard ? 0 : 1) + (content.marks.has('@mention') ? 1 : 0)
}

const own: ReadonlySet<string> = new Set('we us our ours i my me ourselves'.split(' '))

/** What a question begins with that is answered by yes or no. */
const closed: ReadonlySet<string> = new Set('is are was were do does did has have had am'.split(' '))

/** What Sightline is called. */
const ours: ReadonlySet<string> = new Set('sightline bot app you this here slack'.split(' '))

const askingWords: ReadonlySet<string> = new Set(
  'how what which where who whom whose when why show tell give want wants need needs would wondering wonder curious interested please know see can could should looking explain compare summarize summarise list send post remind alert notify get make set create add stop pause'.split(
    ' ',
  ),
)

/** Whether something is asked for, in a question or a request. */
function isAsked(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => askingWords.has(text)) || closed.has(tokens[0]?.text ?? '')
}

/** `thanks for the report`. */
function isThanks(tokens: readonly Token[]): boolean {
  const [first, second] = tokens.map(({ text }) => text)
  const isThanked = first === 'thanks' || first === 'thank' || first === 'cheers'
  return isThanked && (second === 'for' || tokens[2]?.text === 'for') && !isAsked(tokens)
}

const tellers: ReadonlySet<string> = new Set('i they he she it you saw'.split(' '))
const told: ReadonlySet<string> = new Set('are were have had did do got lost won dropped beat just'.split(' '))

/** `I tried Claude yesterday`: something is told, nothing asked. */
function isTold(tokens: readonly Token[]): boolean {
  const [first = '', second = ''] = tokens.map(({ text }) => text)
  const isSaid =
    tellers.has(first) ||
    (first === 'we' && told.has(second)) ||
    (first === 'got' && (second === 'the' || second === 'it' || second === 'your'))
  return isSaid && !isAsked(tokens)
}

/** `what is Perplexity`, `ChatGPT is down`: may be about the name itself. */
function isVague(tokens: readonly Token[], spans: readonly Span[]): boolean {
  if (tokens.some(({ text }) => own.has(text))) return false
  const [first, second, third] = tokens.map(({ text }) => text)
  // `what is an LLM`
  if (first === 'what' && second === 'is' && (third === 'a' || third === 'an')) return true
  // `what does Contoso do`
  if (first === 'what' && (second === 'does' || second === 'do' || second === 'did') && tokens.at(-1)?.text === 'do')
    return true
  const names = spans.filter(({ kind }) => kind === 'engine' || kind === 'brand')
  if (spans[1]?.kind === 'engine' && (first === 'is' || first === 'are')) return true
  if (names.length !== 1) return false
  const others = spans.filter(
    ({ kind }) => kind !== 'filler' && kind !== 'period' && kind !== 'engine' && kind !== 'brand',
  )
  const isDefined = (first === 'what' || first === 'who') && (second === 'is' || second === 'are')
  const isOnly = others.every(
    (span) => span.kind === 'concept' && (span.concept === 'who' || soft.has(span.concept)),
  )
  const isState = others.every(
    (span) =>
      span.kind === 'concept' && ['drop', 'rise', 'best', 'weak', 'working', 'broken'].includes(span.concept),
  )
  const isSaid = ['is', 'was', 'are'].includes(
    tokens[(names[0]?.at ?? 0) + (names[0]?.words ?? 1)]?.text ?? '',
  )
  return (isDefined && isOnly) || (names[0]?.kind === 'engine' && others.length > 0 && isState && isSaid)
}

function contentOf(tokens: readonly Token[], spans: readonly Span[], wasDoubtful: boolean): Content {
  const concepts = new Set<string>()
  const marks = new Set<string>()
  const [engines, brands, quoted, filters, subreddits, ids]: [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
  ] = [[], [], [], [], [], []]
  const numbers: number[] = []
  const periods: Extract<Span, { kind: 'period' }>[] = []
  let unknownWords = 0
  let isDoubtful = wasDoubtful
  let isExcluded = false
  for (const span of spans) {
    switch (span.kind) {
      case 'concept':
        concepts.add(span.concept)
        if (span.concept === 'exclude') isExcluded = true
        break
      case 'unknown':
        unknownWords += 1
        break
      case 'mention':
        marks.add('@mention')
        break
      case 'engine':
        if (isExcluded) break
        engines.push(...span.engines)
        if (span.isDoubtful) unknownWords += 2
        break
      case 'brand': {
        if (isExcluded) break
        const list = span.isQuoted ? quoted : brands
        list.push(...span.names.slice(0, 1))
        if (span.isGuess || span.names.length > 1) isDoubtful = true
        break
      }
      case 'period':
        periods.push(span)
        break
      case 'segment':
        filters.push(`${span.segment.filter}=${span.segment.value}`)
        break
      case 'named':
        filters.push(span.text)
        if (span.isGuess) isDoubtful = true
        break
      case 'subreddit':
        subreddits.push(span.name)
        break
      case 'id':
        ids.push(span.text)
        if (/evaluation/iu.test(span.text)) concepts.add('evaluation')
        break
      case 'number':
        numbers.push(span.number)
        break
      case 'schedule':
        marks.add('@schedule').add('@recurrence')
        break
      case 'country':
        marks.add('@country')
        break
      default:
    }
  }
  const said = saidPeriod(periods, concepts)
  const counted: readonly (readonly [string, number])[] = [
    ['engine', engines.length],
    ['brand', brands.length + quoted.length],
    ['name', quoted.length],
    ['filter', filters.length],
    ['subreddit', subreddits.length],
    ['id', ids.length],
    ['number', numbers.length],
    ['period', said.period === null ? 0 : 1],
  ]
  for (const [kind, count] of counted) if (count > 0) marks.add(`@${kind}`)
  if (engines.length > 1) marks.add('@engines')
  if (tokens.some(({ text }) => own.has(text))) marks.add('@we')
  if (tokens.some(({ text }) => text === 'and' || text === 'then')) marks.add('@and')
  if (closed.has(tokens[0]?.text ?? '')) marks.add('@closed')
  if (tokens.some(({ text }) => text === 'which')) marks.add('@which')
  const isRhythm = periods.some(({ period }) => period.isRhythm === true)
  if (isRhythm) marks.add('@rhythm')
  // `the weekly report` is a period; `schedule the weekly report` a schedule.
  if (isRhythm && [...concepts].some((concept) => recurring.has(concept))) marks.add('@schedule')
  return {
    concepts,
    marks,
    engines: [...new Set(engines)],
    brands: [...new Set(brands)],
    quoted,
    filters,
    subreddits: [...new Set(subreddits)],
    ids,
    numbers,
    period: said.period,
    otherPeriods: said.others,
    isPeriodDoubtful: said.isDoubtful,
    weekday: dayBeforeDigest(spans),
    unknown: unknownWords,
    isDoubtful,
    isFuture: periods.some(({ period }) => period.isFuture),
  }
}

/** What one does to things that recur. */
const recurring: ReadonlySet<string> = new Set(
  'digest post schedule remind alert create add setup start edit change pause resume delete set unsubscribe'.split(
    ' ',
  ),
)

/** `the friday digest`: its name may say so. */
function dayBeforeDigest(spans: readonly Span[]): string | null {
  const at = spans.findIndex((span) => span.kind === 'concept' && span.concept === 'digest')
  const before = spans[at - 1]
  return before?.kind === 'period' ? (before.period.weekday ?? null) : null
}

interface Said {
  readonly period: SaidPeriod | null
  readonly others: readonly SaidPeriod[]
  readonly isDoubtful: boolean
}

/** The period that is asked about, of all that are named: `october compared to september` is october. */
function saidPeriod(
  spans: readonly Extract<Span, { kind: 'period' }>[],
  concepts: ReadonlySet<string>,
): Said {
  const known = spans.filter(({ period }) => !period.isFuture)
  const fixed = known.filter(({ period }) => period.isRhythm !== true)
  // `the weekly numbers of last week`
  const used = fixed.length > 0 ? fixed : known
  const [first, second] = used
  if (first === undefined) return { period: null, others: [], isDoubtful: false }
  if (second === undefined) {
    if (!first.isBaseline) return { period: first.period, others: [], isDoubtful: first.period.isDoubtful }
    const after = followingPeriod(first.period)
    return after === null
      ? { period: first.period, others: [], isDoubtful: true }
      : { period: after, others: [first.period], isDoubtful: true }
  }
  const [early, late] = [first.period, second.period].toSorted((a, b) =>
    (a.days?.start ?? '') < (b.days?.start ?? '') ? -1 : 1,
  )
  if (early === undefined || late === undefined) return { period: first.period, others: [], isDoubtful: true }
  const isNext =
    early.days !== null &&
    late.days !== null &&
    Temporal.PlainDate.from(early.days.end).add({ days: 1 }).toString() === late.days.start
  const isCompared = concepts.has('compare') && used.length === 2
  return {
    period: isNext ? late : first.period,
    others: isNext ? (isCompared ? [] : [early]) : [second.period],
    isDoubtful: !(isNext && isCompared),
  }
}

/** What is compared with a period: the one after it. */
function followingPeriod({ when, unit }: SaidPeriod): SaidPeriod | null {
  const relative = /^last (day|week|month|year)$/u.exec(when ?? '')
  if (relative === null || unit !== null) return null
  return {
    unit: null,
    when: `this ${relative[1]}`,
    days: null,
    isNow: true,
    isFuture: false,
    isDoubtful: true,
  }
}

function asVisibility(content: Content, period: SaidPeriod | null): string | null {
  const draft = new VisibilityDraft()
  for (const engine of content.engines) draft.engine(engine)
  if (period !== null)
    draft.period({
      words: 0,
      ...(period.unit === null ? {} : { unit: period.unit }),
      ...(period.when === null ? {} : { when: period.when }),
    })
  for (const brand of [...content.brands, ...content.quoted]) if (draft.brand(brand) !== null) return null
  for (const filter of content.filters) {
    const [, name, value = ''] = /^(competitorTypes|keywordTypes|funnelStages)=(.+)$/u.exec(filter) ?? []
    if (name === 'competitorTypes' || name === 'keywordTypes' || name === 'funnelStages') {
      if (draft.narrow(name, value) !== null) return null
      continue
    }
    const [word] = splitWords(filter)
    if (word?.named === undefined || readNamed(word, draft, 'any') !== null) return null
  }
  return askedText(draft.asked())
}

function asWords(
  { verb, words, takes }: CompiledAsk,
  content: Content,
  period: SaidPeriod | null,
): string | null {
  const isTo = verb.name === 'digest' && takes.has('name')
  const [quotedName] = content.quoted
  const [number] = content.numbers
  const named = isTo && quotedName !== undefined ? [`"${quotedName.replaceAll('"', "'")}"`] : []
  const day =
    isTo && named.length === 0 && number === undefined && content.weekday !== null ? [content.weekday] : []
  if (
    takes.has('id') &&
    (content.ids.length === 0 || content.ids.length > 1) &&
    words !== 'remove' &&
    words !== 'add'
  )
    return null
  if (takes.has('id') && content.ids.length === 0 && words === 'add') return null
  return [
    verb.name,
    words,
    ...(takes.has('engine') ? content.engines.map(written) : []),
    ...(period === null ? [] : [period.unit, period.when]),
    ...(takes.has('subreddit') ? content.subreddits.map((name) => `r/${name}`) : []),
    ...(takes.has('id') ? content.ids : []),
    ...(takes.has('number') && number !== undefined ? [String(number)] : []),
    ...named,
    ...day,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' ')
}
