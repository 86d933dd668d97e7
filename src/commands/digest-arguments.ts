import { oneLine } from '../blocks/kit/text.ts'
import { Problem } from '../lib/problem.ts'
import { nearest, plain } from '../lib/strings.ts'
import type { DigestTimes } from '../model/digest.ts'
import { typedWord } from '../questions/question-text.ts'
import { type Parsed, parsed, parseError } from '../questions/read.ts'
import { notUnderstood, shortened, type Word } from '../questions/tokenizer.ts'
import type { Subscription } from '../store/index.ts'
import { digestTimes, scheduleAt } from './digest-times.ts'

/** One of the channel's digests as a person names it: by its number in the list, from 1, or by its name. */
type DigestReference = number | string

export type DigestArgs =
  | { readonly kind: 'list' }
  /** `times` is `null` if none are given. `review`: a review instead of figures. */
  | { readonly kind: 'add'; readonly times: DigestTimes | null; readonly review?: true }
  | ToOne[keyof ToOne]

/** `reference` is `null` for the channel's only digest; for the history, for all of them. */
type ToOne = {
  readonly [Kind in 'edit' | 'pause' | 'resume' | 'delete' | 'preview' | 'now' | 'history']: {
    readonly kind: Kind
    readonly reference: DigestReference | null
  }
}

type Verb = DigestArgs['kind']

const verbs: Readonly<Record<Verb, readonly string[]>> = {
  list: ['list', 'lists', 'ls', 'show', 'all'],
  add: ['add', 'new', 'create', 'setup', 'another'],
  edit: ['edit', 'change', 'configure'],
  pause: ['pause', 'stop', 'mute'],
  resume: ['resume', 'unpause', 'start', 'continue'],
  delete: ['delete', 'remove', 'rm', 'end'],
  preview: ['preview', 'test', 'try'],
  now: ['now', 'post', 'send', 'run'],
  history: ['history', 'log', 'past'],
}

const byWord = new Map(
  Object.entries(verbs).flatMap(([verb, words]) => words.map((word) => [word, verb as Verb] as const)),
)

const possibleTimes = 'Digests post daily, on weekdays, on chosen days of every week, or once a month.'
const textOf = ({ text }: Word) => text
const recurs = (words: readonly Word[]) => scheduleAt(words.map(textOf), 0)?.isHour === false

/** Parses what to do and to which digest, in either order. */
export function digestArguments(words: readonly Word[]): Parsed<DigestArgs> {
  const [first] = words
  if (first === undefined) return parsed({ kind: 'list' })
  const mentioned = words.find(({ mention }) => mention !== undefined)
  if (mentioned !== undefined) return parseError(notUnderstood(mentioned))
  const verbAt = (index: number) => {
    const word = words.at(index)
    return word === undefined || word.quoted ? undefined : byWord.get(plain(word.text))
  }
  const verb = verbAt(0) ?? verbAt(-1)
  if (verb === undefined) {
    // `digest every friday at 8`
    const times = digestTimes(words)
    if (times !== null) return parsed({ kind: 'add', times })
    if (recurs(words)) return parseError(possibleTimes, 'add')
    const near = nearest(first.text, [...byWord.keys()])
    const meant = near === null ? 'list' : byWord.get(near)
    return parseError(
      `I don’t know “${shortened(first.text)}” here.`,
      [meant, ...(near === null ? [] : words.slice(1).map(typedWord))].join(' '),
    )
  }
  const rest = verbAt(0) === undefined ? words.slice(0, -1) : words.slice(1)
  const [extra] = rest
  if (verb === 'list')
    return extra === undefined ? parsed({ kind: verb }) : parseError(notUnderstood(extra), verb)
  if (verb === 'add') {
    // `digest add review every month`
    const review = extra !== undefined && !extra.quoted && plain(extra.text) === 'review'
    const when = review ? rest.slice(1) : rest
    const times = digestTimes(when)
    const [other] = when
    if (other === undefined || times !== null)
      return parsed({ kind: verb, times, ...(review ? { review } : {}) })
    return parseError(recurs(when) ? possibleTimes : notUnderstood(other), verb)
  }
  return parsed({ kind: verb, reference: digestReferenceIn(rest) })
}

const articles: ReadonlySet<string> = new Set(['the', 'our', 'my', 'this', 'that', 'of', 'for'])
const politeness: ReadonlySet<string> = new Set(['please', 'pls', 'plz', 'thanks'])

/** Removes words that people write around a name: `the weekly`, `digest 2`, `weekly please`. */
function bare(words: readonly Word[]): readonly Word[] {
  const [first, second] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return words
  if (!last.quoted && politeness.has(plain(last.text))) return bare(words.slice(0, -1))
  if (first.quoted) return words
  if (articles.has(plain(first.text))) return bare(words.slice(1))
  const isDigest = /^digests?$/u.test(plain(first.text))
  const isNumber = second !== undefined && /^(?:#|no\.?)?\d{1,6}\.?$/iu.test(second.text)
  return isDigest && (words.length === 1 || (words.length === 2 && (isNumber || second?.quoted)))
    ? bare(words.slice(1))
    : words
}

/** @returns `null` if no digest is named */
export function digestReferenceIn(typed: readonly Word[]): DigestReference | null {
  const words = bare(typed)
  if (words.length === 0) return null
  const [only] = words
  const number =
    words.length === 1 && only?.quoted === false ? /^(?:#|no\.?)?(\d{1,6})\.?$/iu.exec(only.text) : null
  return number === null ? words.map(textOf).join(' ') : Number(number[1])
}

const maxListed = 10

/**
 * Finds the digest that the person named.
 * @param digests the channel's, in the order of their numbers
 * @param verb for the suggested command
 * @throws {Problem} with the list, if it is ambiguous or missing
 */
export function resolveDigest(
  digests: readonly Subscription[],
  reference: DigestReference | null,
  verb: string,
): Subscription {
  const [first] = digests
  if (first === undefined)
    throw new Problem('no_digest', 'This channel has no digest yet.', { suggestion: 'digest add' })
  const matches = reference === null ? digests : matching(digests, reference)
  const [only] = matches
  if (only !== undefined && matches.length === 1) return only
  const candidates = matches.length === 0 ? digests : matches
  const number = digests.indexOf(candidates[0] ?? first) + 1
  throw new Problem(
    'digest_unclear',
    `${question(reference, matches.length)} ${formatList(digests, candidates)}`,
    { suggestion: `digest ${verb} ${number}` },
  )
}

function matching(digests: readonly Subscription[], reference: DigestReference): readonly Subscription[] {
  if (typeof reference === 'number') return digests.slice(reference - 1, reference)
  const wantedName = plain(reference)
  const same = digests.filter(({ name }) => plain(name) === wantedName)
  return same.length > 0
    ? same
    : digests.filter(({ name }) => wantedName !== '' && plain(name).includes(wantedName))
}

function question(reference: DigestReference | null, count: number): string {
  if (reference === null) return 'Which one? This channel has several digests:'
  const label = typeof reference === 'number' ? reference : `“${oneLine(reference, 60, '')}”`
  return count === 0
    ? `This channel has no digest ${label}. It has:`
    : `Which one? Several digests are called ${label}:`
}

/** `1 “Weekly brand visibility”, 2 “ChatGPT every morning”.` */
function formatList(digests: readonly Subscription[], shown: readonly Subscription[]): string {
  const words = shown
    .slice(0, maxListed)
    .map((one) => `${digests.indexOf(one) + 1} “${oneLine(one.name, 60, '(no name)')}”`)
  const more = shown.length - words.length
  return `${words.join(', ')}${more > 0 ? ` and ${more} more (type /sightline digest list)` : ''}.`
}
