import type { NamedPeriod } from '../../questions/period.ts'
import { argsText, quoteIfNeeded } from '../../questions/question-text.ts'
import { readNamed, VisibilityDraft } from '../../questions/read.ts'
import { splitWords } from '../../questions/tokenizer.ts'
import { digestTimes, timesText } from '../digest-times.ts'
import type { CompiledAsk } from './grammar.ts'
import { type ArgumentKind, type ListedKind, listedKinds } from './reading.ts'
import type { Span } from './recognize.ts'
import type { Token } from './tokens.ts'
import { wordSet } from './word-lists.ts'

export interface Content {
  readonly concepts: ReadonlySet<string>
  readonly marks: ReadonlySet<string>
  readonly given: Readonly<Record<ListedKind, readonly string[]>>
  readonly period: NamedPeriod | null
  /** Other periods that may be meant. */
  readonly otherPeriods: readonly NamedPeriod[]
  readonly isPeriodDoubtful: boolean
  /** When a digest is wanted, as typed after `digest add`; `null`: not said. */
  readonly times: string | null
  readonly unknown: number
  /** Part of it is only a guess. */
  readonly isDoubtful: boolean
  readonly isFuture: boolean
}

export function contentOf(tokens: readonly Token[], spans: readonly Span[], wasDoubtful: boolean): Content {
  const concepts = new Set<string>()
  const marks = new Set<string>()
  const given: Record<ListedKind, string[]> = {
    ...{ engine: [], brand: [], name: [], filter: [], subreddit: [], id: [], number: [] },
  }
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
      case 'given':
        if (isExcluded && excludable.has(span.argument)) break
        given[span.argument].push(...span.values.filter((value) => !given[span.argument].includes(value)))
        if (span.isVerb) unknownWords += 2
        if (span.isDoubtful) isDoubtful = true
        break
      case 'period':
        periods.push(span)
        break
      case 'schedule':
        if (span.isHour) marks.add('@hour')
        else marks.add('@schedule').add('@recurrence')
        break
      case 'country':
        marks.add('@country')
        break
      default:
    }
  }
  const asked = askedPeriod(periods, concepts, tokens)
  for (const kind of listedKinds) if (given[kind].length > 0) marks.add(`@${kind}`)
  if (given.name.length > 0) marks.add('@brand')
  if (given.engine.length > 1) marks.add('@engines')
  if (given.id.some((id) => /evaluation/iu.test(id))) concepts.add('evaluation')
  if (asked.period !== null) marks.add('@period')
  if (tokens.some(({ text }) => weWords.has(text))) marks.add('@we')
  if (tokens.some(({ text }) => text === 'and' || text === 'then')) marks.add('@and')
  if (yesNoOpeners.has(tokens[0]?.text ?? '')) marks.add('@closed')
  if (marks.has('@closed') || questionWords.has(tokens[0]?.text ?? '')) marks.add('@asking')
  const isRhythm = periods.some(({ period }) => period.isRhythm === true)
  if (isRhythm) marks.add('@rhythm')
  // `the weekly report` is a period; `schedule the weekly report` a schedule.
  if (isRhythm && [...concepts].some((concept) => recurring.has(concept))) marks.add('@schedule')
  return {
    concepts,
    marks,
    given,
    ...asked,
    times: timesIn(tokens, spans),
    unknown: unknownWords,
    isDoubtful,
    isFuture: periods.some(({ period }) => period.isFuture),
  }
}

/** Not wanted after `except`. */
const excludable: ReadonlySet<ListedKind> = new Set(['engine', 'brand', 'name'])

const questionWords = wordSet('what why who when where how')

const recurring = wordSet(
  'digest post schedule remind alert create add setup start edit change pause resume delete set unsubscribe',
)

/** Unknown words and other periods among those of the schedule are part of it: `the last business day of every month`. */
function timesIn(tokens: readonly Token[], spans: readonly Span[]): string | null {
  const isTime = (span: Span) =>
    span.kind === 'schedule' ||
    (span.kind === 'period' && (span.period.isRhythm === true || span.period.weekday !== undefined))
  if (!spans.some(isTime)) return null
  const words = spans
    .filter(
      (span) =>
        span.kind === 'period' || (span.kind === 'given' && span.argument === 'number') || isTime(span),
    )
    .flatMap(({ at, words: count }) => tokens.slice(at, at + count).map(({ raw }) => raw))
  const times = digestTimes(splitWords(words.join(' ')))
  return times === null ? null : timesText(times) || null
}

type AskedPeriod = Pick<Content, 'period' | 'otherPeriods' | 'isPeriodDoubtful'>

/** Before a period that another one is compared with: `better than last month` asks for this one. */
const base = /\b(?:than|vs|versus|against|compar\w+ (?:to|with)|(?:up|down) (?:on|from))(?: in| the)*$/u

/** The period that the question is about, of all that it names: October in `october compared to september`. */
function askedPeriod(
  spans: readonly Extract<Span, { kind: 'period' }>[],
  concepts: ReadonlySet<string>,
  tokens: readonly Token[],
): AskedPeriod {
  const begun = spans.filter(({ period }) => !period.isFuture)
  const fixed = begun.filter(({ period }) => period.isRhythm !== true)
  // `the weekly numbers of last week`
  const used = fixed.length > 0 ? fixed : begun
  const [first, second] = used
  if (first === undefined) return { period: null, otherPeriods: [], isPeriodDoubtful: false }
  if (second === undefined) {
    const { period, at } = first
    const before = tokens.slice(0, at).map(({ text }) => text)
    const isBase = base.test(before.join(' '))
    const when = (isBase && period.when?.replace(/^last (?!\d)/u, 'this ')) || period.when
    const isPeriodDoubtful = period.isDoubtful || (isBase && when === period.when)
    return { period: { ...period, when }, otherPeriods: [], isPeriodDoubtful }
  }
  const [early = first.period, late = second.period] = [first.period, second.period].toSorted((a, b) =>
    (a.days?.start ?? '') < (b.days?.start ?? '') ? -1 : 1,
  )
  const isNext =
    early.days !== null &&
    late.days !== null &&
    Temporal.PlainDate.from(early.days.end).add({ days: 1 }).toString() === late.days.start
  const isCompared = concepts.has('compare') && used.length === 2
  return {
    period: isNext ? late : first.period,
    otherPeriods: isNext ? (isCompared ? [] : [early]) : [second.period],
    isPeriodDoubtful: !(isNext && isCompared),
  }
}

/** How many of the sentence's arguments the command can't use. */
export function unusableArguments({ takes, askedElsewhere }: CompiledAsk, content: Content): number {
  const { given, marks, period } = content
  const isUsable = (kind: ArgumentKind) => takes.has(kind) || askedElsewhere.has(kind)
  const kinds: readonly ArgumentKind[] = [
    ...listedKinds.filter((kind) => given[kind].length > 0 && !(kind === 'name' && takes.has('brand'))),
    ...(marks.has('@country') ? (['country'] as const) : []),
    ...(marks.has('@recurrence') || marks.has('@hour') ? (['schedule'] as const) : []),
  ]
  const isPeriodUsable =
    period === null ||
    takes.has('period') ||
    (askedElsewhere.has('period') && (period.isNow || askedElsewhere.has('schedule')))
  return (
    kinds.filter((kind) => !isUsable(kind)).length +
    (isPeriodUsable ? 0 : 1) +
    (marks.has('@mention') ? 1 : 0)
  )
}

// The commands to type for the content of a sentence.

export function asVisibility(content: Content, period: NamedPeriod | null): string | null {
  const draft = new VisibilityDraft()
  for (const engine of content.given.engine) draft.engine(engine)
  if (period !== null) draft.period(period)
  for (const brand of [...content.given.brand, ...content.given.name])
    if (draft.brand(brand) !== null) return null
  for (const filter of content.given.filter) {
    const [word] = splitWords(filter)
    if (word?.named === undefined || readNamed(word, draft, 'any') !== null) return null
  }
  return argsText(draft.args())
}

export function asWords(
  { verb, words, takes }: CompiledAsk,
  content: Content,
  period: NamedPeriod | null,
): string | null {
  const { given } = content
  // A note's text is in quotes.
  if (verb.takesText === true && given.name.length === 0) return null
  const ids = given.id.length
  const takesSeveral = words === 'add' || words === 'remove'
  if (takes.has('id') && (ids > 1 ? !takesSeveral : ids === 0 && words !== 'remove')) return null
  return [
    verb.name,
    words,
    // `is Perplexity our best engine` compares it with all.
    ...(takes.has('engine') && given.engine.length > 1 ? given.engine.map(quoteIfNeeded) : []),
    ...(period === null ? [] : [period.unit, period.when]),
    ...(takes.has('subreddit') ? given.subreddit.map((name) => `r/${name}`) : []),
    ...(takes.has('id') ? given.id : []),
    ...(takes.has('number') ? given.number.slice(0, 1) : []),
    ...(takes.has('name') ? given.name.slice(0, 1).map((name) => `"${name.replaceAll('"', "'")}"`) : []),
    ...(takes.has('schedule') ? [content.times] : []),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' ')
}

const weWords = wordSet('we us our ours i my me ourselves')

const yesNoOpeners = wordSet('is are was were do does did has have had am')

const askingWords = wordSet(
  'any anything how what which where who whom whose when why show tell give want wants need needs would wondering wonder curious interested please know see can could should looking explain compare summarize summarise list send post remind alert notify get make set create add stop pause asap',
)

export function isAsked(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => askingWords.has(text)) || yesNoOpeners.has(tokens[0]?.text ?? '')
}

/** `how can we get Gemini to mention us`: asks what to do, not for the figures. */
export function isHowWeCan(tokens: readonly Token[]): boolean {
  const [how, can = '', who = '', verb = ''] = tokens.map(({ text }) => text)
  if (how !== 'how' || !['we', 'i', 'one'].includes(who)) return false
  if (can === 'do' || can === 'did') return verb === 'get' || verb === 'make'
  return ['can', 'could', 'should', 'would', 'might'].includes(can) && !viewingVerbs.has(verb)
}

const viewingVerbs = wordSet('see view find check read compare know tell look interpret')

/** Verbs whose negation asks to stop something: `do not send the digest`. */
const stoppable = wordSet(
  'send post want need bother remind notify alert ping spam know understand track follow have see get show',
)

/** `do not delete the digest`: asks not to do something. */
export function isForbidden(tokens: readonly Token[]): boolean {
  const texts = tokens.map(({ text }) => text).filter((text) => text !== 'please' && text !== 'just')
  const [first, second, third = ''] = texts
  return first === 'do' && second === 'not' && !stoppable.has(third)
}
