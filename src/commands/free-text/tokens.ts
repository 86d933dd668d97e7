import { optionNamed, type Segment, segments } from '../../questions/filters.ts'
import { splitWords } from '../../questions/tokenizer.ts'
import { wordPairs, wordSet } from './word-lists.ts'

/** One word of a sentence, normalized: lower case, no accents, contractions expanded. */
export interface Token {
  readonly text: string
  readonly raw: string
  /** `name`: in quotes. `named`: `topic:pricing`. `address`: a link or an id. */
  readonly kind: 'word' | 'name' | 'named' | 'mention' | 'address'
  /** Starts with a capital letter, in a text that isn't all capitals. */
  readonly isCapital: boolean
  /** The first word of a sentence, where a capital letter means nothing. */
  readonly isFirst: boolean
}

const expansions: ReadonlyMap<string, string> = new Map(wordPairs('expansions'))

const withIs = wordSet('what who where how when why that there it here he she everything anything something')

const endings: Readonly<Record<string, string>> = { re: 'are', ve: 'have', ll: 'will', d: 'would', m: 'am' }

/** Punctuation and Slack's formatting characters around a word. */
const edges = /^[^\p{L}\p{N}#@&+]+|[^\p{L}\p{N}&+]+$/gu
const emoji = /(^|\s):[a-z0-9_+'-]{1,60}:(?=\s|$|[.,!?])/giu
/** A colon after a word: dropped if the word names no filter or a space follows, as in `Sightline: show me …`. */
const looseColon = /(\p{L}[\p{L}_-]{0,30}):(?!\/\/)(\s?)/gu
const address = /:\/\/|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|^(?=.*\d)(?=.*[a-z])[a-z\d]{20,}$/iu
/** Not split: dates, ranges of days, times. */
const figures = /^#?\d[\d.,:/–-]*(?:st|nd|rd|th|am|pm|%)?$|^\d{4}-(?:w\d+|\d.*)$/iu

const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*'
const weekdays = '\\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,?\\s+'
/** `Mon, ` before `Nov 9`, as Sightline writes days: the date is enough. */
const weekdayOfDate = new RegExp(
  `${weekdays}(?=\\d{1,2}\\s+(?:${months}|[-–—]\\s+${weekdays}\\d{1,2}\\s+${months})|${months}\\s+\\d{1,2}\\b)`,
  'giu',
)
const dayOfMonth = `\\d{1,2} ${months}|${months} \\d{1,2}`
/** `28 Dec 25–3 Jan 26`, `Dec 28 ’25–Jan 3 ’26`, as charts name such weeks. */
const acrossYears = new RegExp(`(${dayOfMonth}) '?(\\d\\d)[-–](${dayOfMonth}) '?(\\d\\d)\\b`, 'giu')
/** `nov 9 - nov 15` */
const betweenDates =
  /(?<=(?:\d(?:st|nd|rd|th)?|jan\p{L}*|feb\p{L}*|mar|march|apr\p{L}*|may|june?|july?|aug\p{L}*|sept?\p{L}*|oct\p{L}*|nov\p{L}*|dec\p{L}*))\s+[-–—]\s+(?=\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|now|today)/giu

export function tokensOf(text: string): readonly Token[] {
  const cleaned = text
    .replace(/[’‘ʼ]/gu, "'")
    .replace(emoji, '$1')
    .replace(/[*~`]+/gu, ' ')
    .replace(/…|\.{3,}/gu, ' ')
    .replace(weekdayOfDate, '')
    .replace(acrossYears, '$1 20$2 to $3 20$4')
    .replace(betweenDates, ' to ')
    .replace(looseColon, (whole, name: string, space: string) =>
      optionNamed(name) === null || space !== '' ? `${name} ` : whole,
    )
    // Quotes that open at the start of a word and never close are apostrophes: `'tis`, `'cos`.
    .replace(/(^|\s)'(?![^']*'(?:\s|[.,!?;]|$))/gu, '$1')
  const shouts = cleaned === cleaned.toUpperCase()
  const tokens: Token[] = []
  let isFirst = true
  const push = (word: string, raw: string, kind: Token['kind'], isCapital = false) => {
    tokens.push({ text: word, raw, kind, isCapital: isCapital && !shouts, isFirst })
    isFirst = false
  }
  for (const word of splitWords(cleaned)) {
    const typed = word.text
    if (word.quoted) push(folded(typed), typed, 'name')
    else if (word.mention !== undefined) push(typed.toLowerCase(), typed, 'mention')
    else if (word.named !== undefined) push(typed.toLowerCase(), typed, 'named')
    else if (address.test(typed.replace(/[.,!?;)]+$/u, '')))
      push(typed, typed.replace(/[.,!?;)]+$/u, ''), 'address')
    else if (/^@\p{L}/u.test(typed)) push(typed.toLowerCase(), typed, 'mention')
    else {
      for (const part of partsOf(typed)) {
        const isCapital = /^\p{Lu}/u.test(part)
        for (const one of expanded(part)) push(one, part, 'word', isCapital)
      }
    }
    if (/[.!?]["')]*$/u.test(typed)) isFirst = true
  }
  return tokens
}

/** A word without the punctuation around it, split where a dash or a slash joins words. */
function partsOf(typed: string): readonly string[] {
  const bare = typed.replace(/^[_([{]+|[_)\]}]+$/gu, '').replace(edges, '')
  if (bare === '') return []
  const subreddit = /^\/?r\/\w{2,}/iu.exec(typed.replace(/^[^\p{L}/]+/u, ''))
  if (subreddit !== null) return [subreddit[0]]
  if (figures.test(bare)) return [bare]
  return bare
    .split(/[-–—/_]+|[.,;!?](?=\p{L})|[()[\]{}"<>|=]+/u)
    .map((part) => part.replace(edges, ''))
    .filter((part) => part !== '')
}

function expanded(part: string): readonly string[] {
  const word = folded(part)
  const plainWord = word.replaceAll("'", '')
  const short = expansions.get(plainWord)
  if (short !== undefined && (word === plainWord || short.includes(' '))) return short.split(' ')
  const [, base = '', ending = ''] = /^(.+)'([a-z]+)$/u.exec(word) ?? []
  if (base === '') return [plainWord]
  if (ending === 't' && base.endsWith('n')) return [base.slice(0, -1), 'not']
  if (ending === 's') return withIs.has(base) ? [base, 'is'] : [base]
  const full = endings[ending]
  return full === undefined ? [plainWord] : [base, full]
}

export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

const longestSegment = 4

export const segmentWords: readonly string[] = [
  ...new Set([...segments.keys()].flatMap((text) => text.split(' '))),
]

export function segmentAt(tokens: readonly Token[], at: number): Found<Segment> | null {
  return longestAt(tokens, at, longestSegment, (text) => segments.get(text))
}

export interface Found<Meaning> {
  readonly meaning: Meaning
  readonly words: number
}

/** What the most words from a place mean, joined by spaces. */
export function longestAt<Meaning>(
  tokens: readonly Pick<Token, 'text' | 'kind'>[],
  at: number,
  longest: number,
  meaningOf: (text: string) => Meaning | undefined,
): Found<Meaning> | null {
  const next = tokens.slice(at, at + longest)
  const end = next.findIndex(({ kind }) => kind !== 'word')
  const texts = (end < 0 ? next : next.slice(0, end)).map(({ text }) => text)
  for (let words = texts.length; words > 0; words -= 1) {
    const meaning = meaningOf(texts.slice(0, words).join(' '))
    if (meaning !== undefined) return { meaning, words }
  }
  return null
}
