/** A message in a thread that leaves out what the thread is about: `and last month?`, `why?`, `as CSV`. */
import { isNarrowed } from '../../model/filters.ts'
import { ofAll, type Question } from '../../model/question.ts'
import { askedInWords } from '../../questions/asked.ts'
import { argsText, emptyArgs, quoteIfNeeded, verbText, whyText } from '../../questions/question-text.ts'
import { readVisibilityText } from '../../questions/read.ts'
import { commands } from '../index.ts'
import { readText } from './index.ts'
import type { Vocabulary } from './reading.ts'

export interface ThreadSubject {
  /** Its last question, as typed after `/sightline `; `null`: none. */
  readonly question: string | null
  /** The recommendations shown there, in their order. */
  readonly recommendations: readonly string[]
  /** Only one person reads it. */
  readonly isDirect: boolean
}

export type FollowUp =
  | { readonly kind: 'ask'; readonly text: string }
  /** The table of the question as a file, or the answer for everyone. */
  | { readonly kind: 'csv' | 'share'; readonly question: string }

const opener = /^(?:(?:ok|okay|so|and|but|now|then|also|what about|how about|same|for|only|just)\b[\s,]*)+/u
const why = /^why(?: (?:is|was|did|does) (?:it|that|this)(?: (?:happen|so))?| that| so)?$/u
const whyIt = /^why\b.*\b(?:it|that|this|they|the (?:change|drop|fall|rise))\b/u
const significance =
  /^(?:is|was|are) (?:it|that|this|these|they|(?:the|that|this) (?:change|drop|fall|rise|difference))\b.*\b(?:significan\w*|real|noise|chance|random|meaningful|certain|sure)\b|^(?:how|are you) (?:sure|certain)|^(?:statistically )?significant$/u
const csv =
  /^(?:(?:can i (?:get|have)|could i (?:get|have)|give me|send me|send|export|download|show) ?)?(?:it|that|this|the table)? ?(?:as|in|to)? ?(?:an? )?(?:csv|excel|xlsx|spreadsheet|file)(?: file)?$/u
const share =
  /^(?:share|post|show) (?:it|that|this)(?: here| (?:with|to|in) (?:the )?(?:team|channel|everyone|everybody|group))?$/u
const task =
  /^(?:create|make|start|open|add) (?:the|a) task (?:for|of|from|about) (?:the )?(first|1st|second|2nd|third|3rd|last|top|that|this|it)(?: one| recommendation)?$/u
/** Words around what a follow-up is only about: `on ChatGPT only`, `compared to Acme`. */
const around = /\b(?:on|in|for|only|just|and|with|(?:as )?compared (?:to|with))(?: |$)/gu
/** What leaves out again what the question named. */
const without: readonly (readonly [RegExp, Partial<Question>])[] = [
  [/^(?:for )?(?:us|ours|we|our (?:own )?brand|ourselves)$/u, { brands: [] }],
  [/^(?:overall|in total|(?:(?:on|across|over) )?all (?:of )?(?:the )?engines)$/u, { engines: [] }],
]
const places: Readonly<Record<string, number>> = { second: 1, '2nd': 1, third: 2, '3rd': 2, last: -1 }

/** @returns `null`: it is a question of its own */
export function followUp(
  typed: string,
  { question, recommendations }: Omit<ThreadSubject, 'isDirect'>,
  vocabulary: Vocabulary,
  today: Temporal.PlainDate,
): FollowUp | null {
  const sentence = typed
    .toLowerCase()
    .replace(/[’‘]/gu, "'")
    .replace(/[?!.]+$/u, '')
    .replace(/\bplease\b|\bpls\b|^(?:can|could) you\b/gu, '')
    .trim()
  const words = sentence.replace(opener, '')
  const [, place] = task.exec(words) ?? []
  const id = place === undefined ? undefined : recommendations.at(places[place] ?? 0)
  if (id !== undefined) return { kind: 'ask', text: `task ${quoteIfNeeded(id)}` }
  if (question === null) return null
  const asked = figuresOf(question)
  if (asked !== null && csv.test(words)) return { kind: 'csv', question: argsText(asked) }
  if (share.test(words)) return { kind: 'share', question }
  if (asked !== null && why.test(words)) return { kind: 'ask', text: whyText(asked) }
  if (asked !== null && significance.test(words))
    return { kind: 'ask', text: argsText({ ...asked, relation: 'significance' }) }
  const part = typed.trim().replace(new RegExp(opener.source, 'iu'), '')
  const isPart = part !== typed.trim() || whyIt.test(words) || isOnlyArguments(part, vocabulary)
  const [, left = null] = without.find(([pattern]) => pattern.test(words)) ?? []
  const given = left ?? (isPart ? partOf(part, vocabulary, today) : null)
  if (given === null) return null
  const text = completed(question, asked, given, vocabulary)
  return text === null ? null : { kind: 'ask', text }
}

/** A question about figures of brands; `null`: it is about something else. */
function figuresOf(question: string): Question | null {
  const read = /^(?:visibility|why)\b/u.test(question) ? readVisibilityText(question) : null
  return read?.ok ? read.args : null
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

/** What a follow-up says itself, and whether it asks for the reason of a change. */
type Given = Partial<Question> & { readonly isWhy?: boolean }

function partOf(part: string, vocabulary: Vocabulary, today: Temporal.PlainDate): Given | null {
  const reading = readText(part, vocabulary, today)
  const text = reading.kind === 'certain' ? reading.text : ''
  const read = figuresOf(text)
  if (read === null) return null
  const { engines, brands, unit, when, filters } = read
  const { metric, relation } = askedInWords(part, brands.length)
  const isWhy = text.startsWith('why')
  const given: Given = {
    ...(isWhy ? { isWhy } : {}),
    ...(engines.length === 0 ? {} : { engines }),
    ...(brands.length > 0 || (isWhy && /\b(?:we|our)\b/iu.test(part)) ? { brands } : {}),
    ...(unit === null && when === null ? {} : { unit, when }),
    ...(isNarrowed(filters) ? { filters } : {}),
    ...(metric === undefined ? {} : { metric }),
    ...(relation === undefined ? {} : { relation }),
  }
  return Object.keys(given).length === 0 ? null : given
}

function completed(
  question: string,
  asked: Question | null,
  { isWhy = false, ...given }: Given,
  vocabulary: Vocabulary,
): string | null {
  if (asked !== null) {
    const { relation, ...rest } = asked
    const isKept = relation !== undefined && !(given.brands !== undefined && ofAll.has(relation))
    const brands = ofAll.has(given.relation) ? [] : asked.brands
    const whole = { ...rest, brands, ...(isKept ? { relation } : {}), ...given }
    const staysWhy = question.startsWith('why') && given.metric === undefined && given.relation === undefined
    return isWhy || staysWhy ? whyText(whole) : argsText(whole)
  }
  const { verb = '', args } = commands.meaning(question, vocabulary.engines) ?? {}
  if (!['engines', 'gaps', 'topics', 'review'].includes(verb)) return null
  const before = verb === 'review' ? emptyArgs : (args as Pick<Question, 'engines' | 'unit' | 'when'>)
  const { engines, unit, when } = { ...before, ...given }
  const isOther = isWhy || (['brands', 'filters', 'metric', 'relation'] as const).some((key) => key in given)
  if (isOther || (verb !== 'engines' && given.engines !== undefined))
    return (isWhy ? whyText : argsText)({ ...emptyArgs, unit, when, ...given })
  return verbText(verb, { engines, unit, when })
}
