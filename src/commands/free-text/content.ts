import { filterNames } from '../../model/filters.ts'
import type { NamedPeriod } from '../../questions/period.ts'
import { splitWords } from '../../questions/tokenizer.ts'
import { digestTimes, timesText } from '../digest-times.ts'
import type { CompiledAsk } from './grammar.ts'
import type { ArgumentKind } from './reading.ts'
import { ownWords, yesNoOpeners } from './sentence-kind.ts'
import type { Span } from './spans.ts'
import type { Token } from './tokens.ts'
import { wordSet } from './word-lists.ts'

export interface Content {
  readonly concepts: ReadonlySet<string>
  readonly marks: ReadonlySet<string>
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  readonly quoted: readonly string[]
  readonly filters: readonly string[]
  readonly subreddits: readonly string[]
  readonly ids: readonly string[]
  readonly numbers: readonly number[]
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
  const engines: string[] = []
  const brands: string[] = []
  const quoted: string[] = []
  const filters: string[] = []
  const subreddits: string[] = []
  const ids: string[] = []
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
        if (span.names.length > 1) isDoubtful = true
        break
      }
      case 'period':
        periods.push(span)
        break
      case 'segment':
        filters.push(`${filterNames[span.segment.filter]}:${span.segment.value}`)
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
        if (span.isHour) marks.add('@hour')
        else marks.add('@schedule').add('@recurrence')
        break
      case 'country':
        marks.add('@country')
        break
      default:
    }
  }
  const asked = askedPeriod(periods, concepts)
  const counted: readonly (readonly [string, number])[] = [
    ['engine', engines.length],
    ['brand', brands.length + quoted.length],
    ['name', quoted.length],
    ['filter', filters.length],
    ['subreddit', subreddits.length],
    ['id', ids.length],
    ['number', numbers.length],
    ['period', asked.period === null ? 0 : 1],
  ]
  for (const [kind, count] of counted) if (count > 0) marks.add(`@${kind}`)
  if (new Set(engines).size > 1) marks.add('@engines')
  if (tokens.some(({ text }) => ownWords.has(text))) marks.add('@we')
  if (tokens.some(({ text }) => text === 'and' || text === 'then')) marks.add('@and')
  if (yesNoOpeners.has(tokens[0]?.text ?? '')) marks.add('@closed')
  if (tokens.some(({ text }) => text === 'which')) marks.add('@which')
  if (explaining.has(tokens[0]?.text ?? '')) marks.add('@why')
  if (marks.has('@why') || marks.has('@closed') || tokens[0]?.text === 'how') marks.add('@asking')
  // `on friday at 5`: when a digest is wanted
  if (marks.has('@hour') && periods.some(({ period }) => period.weekday !== undefined)) marks.add('@schedule')
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
    period: asked.period,
    otherPeriods: asked.others,
    isPeriodDoubtful: asked.isDoubtful,
    times: timesIn(tokens, spans),
    unknown: unknownWords,
    isDoubtful,
    isFuture: periods.some(({ period }) => period.isFuture),
  }
}

/** First words of questions that ask for an explanation, not for a change. */
const explaining = wordSet('what why who when where')

/** Concepts that turn `weekly` into a schedule. */
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
    .filter((span) => span.kind === 'period' || span.kind === 'number' || isTime(span))
    .flatMap(({ at, words: count }) => tokens.slice(at, at + count).map(({ raw }) => raw))
  const times = digestTimes(splitWords(words.join(' ')))
  return times === null ? null : timesText(times) || null
}

interface AskedPeriod {
  readonly period: NamedPeriod | null
  readonly others: readonly NamedPeriod[]
  readonly isDoubtful: boolean
}

/** The period that the question is about, of all that it names: October in `october compared to september`. */
function askedPeriod(
  spans: readonly Extract<Span, { kind: 'period' }>[],
  concepts: ReadonlySet<string>,
): AskedPeriod {
  const begun = spans.filter(({ period }) => !period.isFuture)
  const fixed = begun.filter(({ period }) => period.isRhythm !== true)
  // `the weekly numbers of last week`
  const used = fixed.length > 0 ? fixed : begun
  const [first, second] = used
  if (first === undefined) return { period: null, others: [], isDoubtful: false }
  if (second === undefined) return { period: first.period, others: [], isDoubtful: first.period.isDoubtful }
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

/** How many of the sentence's arguments the command can't use. */
export function unusableArguments(ask: CompiledAsk, content: Content): number {
  const { takes, askedElsewhere } = ask
  const argumentsGiven: readonly (readonly [ArgumentKind, boolean])[] = [
    ['engine', content.engines.length > 0],
    ['brand', content.brands.length > 0],
    ['name', content.quoted.length > 0 && !takes.has('brand')],
    ['filter', content.filters.length > 0],
    ['subreddit', content.subreddits.length > 0],
    ['id', content.ids.length > 0],
    ['number', content.numbers.length > 0],
    ['country', content.marks.has('@country')],
    ['schedule', content.marks.has('@recurrence') || content.marks.has('@hour')],
  ]
  const others = argumentsGiven.filter(
    ([kind, isGiven]) => isGiven && !takes.has(kind) && !askedElsewhere.has(kind),
  ).length
  const { period } = content
  const isPeriodUsable =
    period === null ||
    takes.has('period') ||
    (askedElsewhere.has('period') && (period.isNow || askedElsewhere.has('schedule')))
  return others + (isPeriodUsable ? 0 : 1) + (content.marks.has('@mention') ? 1 : 0)
}
