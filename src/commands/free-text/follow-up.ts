/** A message in a thread that leaves out what the thread is about: `and last month?`, `why?`, `as CSV`. */
import { isNarrowed, ofAll, type Question } from '../../model/question.ts'
import { askedInWords } from '../../questions/asked.ts'
import { readPeriod } from '../../questions/period.ts'
import { argsText, emptyArgs, quoteIfNeeded, verbText, whyText } from '../../questions/question-text.ts'
import { readVisibilityText } from '../../questions/read.ts'
import { commands } from '../index.ts'
import { readText } from './index.ts'
import type { Vocabulary } from './reading.ts'

export interface ThreadSubject {
  /** Its last question, as typed after `/sightline `; `null`: none. */
  readonly question: string | null
  /** Its last answer, if that is a list without figures. */
  readonly list: string | null
  /** The recommendations shown there, in their order. */
  readonly recommendations: readonly string[]
  /** Only one person reads it. */
  readonly isDirect: boolean
}

export type FollowUp =
  | { readonly kind: 'ask'; readonly text: string }
  /** The table of the question as a file, or the answer for everyone. */
  | { readonly kind: 'csv' | 'share'; readonly question: string }
  | { readonly kind: 'no_file' }

/** It changes nothing before a follow-up: `thanks, and on Gemini?` Not the first word of a brand: `Great Lakes?` */
const courtesy =
  /^(?:(?:(?:ok|okay),? )?(?:thanks|thank you|thx|great|cool|nice|good|perfect|awesome|interesting|alright|right|got it|hi|hey|hello|wow|well|hm+|oh|ah)\b(?:\s*[,.!]+\s*|\s+(?=(?:and|but|so|what|how|why|also)\b)))+/iu
const opener =
  /^(?:(?:ok|okay|so(?! far)|and|but|now|then|also|what about|how about|same|for|only|just)\b[\s,]*)+/u
/** It adds a brand to those before. */
const added = /^(?:(?:ok|okay|and|but|then)\b[\s,]*)*also\b|\b(?:too|as well)$/u
const why = /^why(?: (?:is|was|did|does) (?:it|that|this)(?: (?:happen|so))?| that| so)?$/u
/** `why did it drop`, `by engine`, `our rank`. */
const ofIt =
  /^why\b.*\b(?:it|that|this|they|the (?:change|drop|fall|rise))\b|^(?:(?:broken down|split) )?(?:by|per|our)\b|^(?:on )?(?:which engines?|(?:each|every) engine)$|^engine by engine$|^compare (?:it|that|this)\b|\bthere$|^how many mentions$/u
/** `our rank`, `what is our share of voice`: not that of the brands named before. */
const ours = /^(?:what(?:[’']s| is| was) )?our\b/iu
const significance =
  /^(?:is|was|are) (?:it|that|this|these|they|(?:the|that|this) (?:change|drop|fall|rise|difference))\b.*\b(?:significan\w*|real|noise|chance|random|meaningful|certain|sure)\b|^(?:how|are you) (?:sure|certain)|^(?:statistically )?significant$/u
const csv =
  /^(?:(?:can i (?:get|have)|could i (?:get|have)|give me|send me|send|export|download|show) ?)?(?:it|that|this|the table)? ?(?:as|in|to)? ?(?:an? )?(?:csv|excel|xlsx|spreadsheet|file)(?: file)?$/u
const share =
  /^(?:share|post|show) (?:it|that|this)(?: here| (?:with|to|in) (?:the )?(?:team|channel|everyone|everybody|group))?$/u
const task =
  /^(?:create|make|start|open|add) (?:the|a) task (?:for|of|from|about) (?:the )?(first|1st|second|2nd|third|3rd|last|top|that|this|it)(?: one| recommendation)?$/u
/** Words around what a follow-up is only about: `on ChatGPT only`, `compared to Acme`. */
const around = /\b(?:on|in|for|only|just|and|with|too|as well|so far|(?:as )?compared (?:to|with))(?: |$)/gu
/** What leaves out again what the question named. */
const without: readonly (readonly [RegExp, Partial<Question>])[] = [
  [/^(?:for )?(?:us|ours|we|our (?:own )?brand|ourselves)$/u, { brands: [] }],
  [/^(?:overall|in total|(?:(?:on|across|over) )?all (?:of )?(?:the )?engines)$/u, { engines: [] }],
]
const places: Readonly<Record<string, number>> = { second: 1, '2nd': 1, third: 2, '3rd': 2, last: -1 }

/** The period before that of the thread. Not `the week before last`, which is counted from today. */
const earlier =
  /\b(?:(?:the )?(?:previous|prior|preceding)|(?:the|a|one)(?= \w+ (?:before|earlier|prior)\b(?! last))) (day|week|month|quarter|year)\b(?: (?:before|earlier|prior)\b(?: (?:that|this|it)\b)?)?/iu

const ask = (text: string) => ({ kind: 'ask', text }) as const

/** @returns `null`: it is a question of its own */
export function followUp(
  text: string,
  { question, list, recommendations }: Omit<ThreadSubject, 'isDirect'>,
  vocabulary: Vocabulary,
  today: Temporal.PlainDate,
): FollowUp | null {
  const typed = text.trim().replace(courtesy, '')
  const sentence = typed
    .toLowerCase()
    .replace(/[’‘]/gu, "'")
    .replace(/[?!.]+$/u, '')
    .replace(/\bplease\b|\bpls\b|^(?:can|could) you\b/gu, '')
    .trim()
  const words = sentence.replace(opener, '')
  const [, place] = task.exec(words) ?? []
  const id = place === undefined ? undefined : recommendations.at(places[place] ?? 0)
  if (id !== undefined) return ask(`task ${quoteIfNeeded(id)}`)
  if (list !== null && share.test(words)) return { kind: 'share', question: list }
  if (list !== null && csv.test(words))
    return list === 'tasks' || list === 'notes' ? ask(`${list} export`) : { kind: 'no_file' }
  const about = question === null ? null : askingOf(question, vocabulary)
  if (question === null || about === null) return null
  if (share.test(words)) return { kind: 'share', question }
  const { verb, args } = about
  // A comparison has no file; the table of the brands has one.
  if (csv.test(words) && isBreakdown(verb)) return ask(argsText(args))
  if (csv.test(words)) return { kind: 'csv', question: verb === 'review' ? question : argsText(args) }
  if (verb !== 'review' && why.test(words)) return ask(whyText(args))
  if (verb !== 'review' && significance.test(words))
    return ask(argsText({ ...args, relation: askedInWords(words, 0).relation ?? 'significance' }))
  const rest = typed.replace(new RegExp(opener.source, 'iu'), '')
  const asked = verb === 'review' ? { unit: null, when: question.slice('review '.length) } : args
  const part = rest.replace(earlier, (_, unit: string) => before(asked, unit, today))
  const isPart = rest !== typed || ofIt.test(words) || isOnlyArguments(part, vocabulary)
  const [, left = null] = without.find(([pattern]) => pattern.test(words)) ?? []
  const given = left ?? (isPart ? partOf(part, vocabulary, today) : null)
  return given && ask(completed(about, added.test(sentence) ? withBrandsOf(about, given) : given))
}

/** The day, week, month, quarter or year before the one in which the thread's period starts. */
function before({ unit, when }: Pick<Question, 'unit' | 'when'>, named: string, today: Temporal.PlainDate) {
  const on = (day: Temporal.PlainDate | string) => Temporal.Instant.from(`${day}T00:00Z`)
  const thread = readPeriod(when ?? '', unit, on(today), 'UTC')
  const days = readPeriod(`last ${named}`, null, on(thread.ok ? thread.period.start : today), 'UTC')
  return days.ok ? `${days.period.start}..${days.period.end}` : `last ${named}`
}

/** Comparisons of the own brand. */
const isBreakdown = (verb: string) => /^(?:engines|gaps|topics)$/u.test(verb)

/** A review's days aren’t those of other questions. */
type Asking = { readonly verb: string; readonly args: Question }

/** A question about figures, or a review; `null`: it is about something else. */
function askingOf(text: string, { engines }: Vocabulary): Asking | null {
  const read = /^(?:visibility|why)\b/u.test(text) ? readVisibilityText(text) : null
  if (read?.ok) return { verb: text.startsWith('why') ? 'why' : 'visibility', args: read.args }
  const { verb = '', args } = commands.meaning(text, engines) ?? {}
  if (isBreakdown(verb)) return { verb, args: { ...emptyArgs, ...(args as Partial<Question>) } }
  return verb === 'review' ? { verb, args: emptyArgs } : null
}

/** `last month`, `ChatGPT`, `Globex`. */
function isOnlyArguments(part: string, { brands, engines }: Vocabulary): boolean {
  const bare = part
    .replace(/[?!.]+$/u, '')
    .toLowerCase()
    .replace(around, '')
    .trim()
  return (
    brands.some((brand) => brand.toLowerCase() === bare) ||
    engines.some((engine) => engine.toLowerCase() === bare) ||
    commands.meaning(`visibility ${bare}`, engines) !== null
  )
}

/** What a follow-up says itself, and what it asks for: the reason of a change, or a comparison by engine, gap or topic. */
type Given = Partial<Question> & { readonly verb?: string }

function partOf(part: string, vocabulary: Vocabulary, today: Temporal.PlainDate): Given | null {
  const reading = readText(part, vocabulary, today)
  const asking = reading.kind === 'certain' ? askingOf(reading.text, vocabulary) : null
  if (asking === null || asking.verb === 'review') return null
  const { verb } = asking
  const { engines, brands, unit, when, filters } = asking.args
  const { isWhy: _, ...asked } = askedInWords(part, brands.length)
  const isOurs = ours.test(part) || (verb === 'why' && /\b(?:we|our)\b/iu.test(part))
  const given: Given = {
    ...(verb === 'visibility' ? {} : { verb }),
    ...(engines.length === 0 ? {} : { engines }),
    ...(brands.length > 0 || isOurs ? { brands } : {}),
    ...(unit === null && when === null ? {} : { unit, when }),
    ...(isNarrowed(filters) ? { filters } : {}),
    ...asked,
  }
  return Object.keys(given).length === 0 ? null : given
}

/** Only the level of several brands is said in one answer. */
function withBrandsOf({ verb, args }: Asking, given: Given): Given {
  const isLevel = verb === 'visibility' && (args.relation === undefined || args.relation === 'against')
  if (!isLevel || given.relation !== undefined || given.brands === undefined) return given
  return { ...given, brands: [...new Set([...args.brands, ...given.brands])] }
}

function completed({ verb: before, args }: Asking, { verb = '', ...given }: Given): string {
  const { relation, ...rest } = args
  const isKept = relation !== undefined && !(given.brands !== undefined && ofAll.has(relation))
  const brands = ofAll.has(given.relation) ? [] : args.brands
  const whole = { ...rest, brands, ...(isKept ? { relation } : {}), ...given }
  if (isBreakdown(verb)) return verbText(verb, { ...whole, engines: given.engines ?? [] })
  const staysWhy = before === 'why' && given.metric === undefined && given.relation === undefined
  if (verb === 'why' || staysWhy) return whyText(whole)
  const taken = before === 'engines' ? /^(?:unit|when|engines)$/u : /^(?:unit|when)$/u
  const isOther = /^(?:visibility|why)$/u.test(before) || Object.keys(given).some((key) => !taken.test(key))
  return isOther ? argsText(whole) : verbText(before, whole)
}
