/** Longer texts aren't commands and aren't read. The longest that people need has 15 addresses of recommendations. */
export const longestText = 4_000

/** One typed word of a command. A quoted word is a name, never a keyword. */
export interface Word {
  /** For a mention, what Slack displays, such as `#marketing`. Slack doesn't link it when repeated. */
  readonly text: string
  readonly quoted: boolean
  readonly mention?: Mention
  /** Both sides of the colon in `name:value` or `name: "a value", another`. */
  readonly named?: { readonly name: string; readonly values: readonly string[] }
}

interface Mention {
  readonly kind: 'channel' | 'person' | 'group' | 'everybody'
  /** Slack's id; empty for `@here`, `@channel` and `@everyone`. */
  readonly id: string
}

const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  "'": "'",
  '‘': '’',
}

/**
 * Splits a command's text into words. Any keyboard's quotes hold a name together; an unclosed quote runs to the end,
 * and an apostrophe inside a word is only an apostrophe. Commas separate words except in addresses. A mention is one
 * word; so is a name with its values. Slack escapes `&`, `<` and `>` in command texts, so they are unescaped here.
 */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = []
  for (let at = endOf(spaces, text, 0); at < text.length; ) {
    const read = mentionAt(text, at) ?? namedAt(text, at) ?? plainAt(text, at)
    words.push(...read.words.filter((word) => word.text !== ''))
    at = endOf(spaces, text, read.end)
  }
  return words
}

interface WordsAt {
  readonly words: readonly Word[]
  readonly end: number
}

/** Sticky patterns match only at a place, so that a text of any length is read once. */
const spaces = /\s*/uy
const toSpace = /\S*/uy
const toComma = /[^\s,]*/uy

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

function endOf(sticky: RegExp, text: string, at: number): number {
  return at + (matchAt(sticky, text, at)?.[0].length ?? 0)
}

function plainAt(text: string, at: number): WordsAt {
  const inQuotes = quotedAt(text, at)
  if (inQuotes !== null) return { words: [{ text: inQuotes.value, quoted: true }], end: inQuotes.end }
  const end = endOf(toSpace, text, at)
  const raw = text.slice(at, end)
  const parts = raw.includes('://') ? [raw] : raw.split(',')
  return { words: parts.map((part) => ({ text: readableText(part).trim(), quoted: false })), end }
}

interface ValueAt {
  readonly value: string
  readonly end: number
}

/** @returns `null`: no quote opens here */
function quotedAt(text: string, at: number): ValueAt | null {
  const closing = quotes[text[at] ?? '']
  if (closing === undefined) return null
  const found = text.indexOf(closing, at + 1)
  const end = found === -1 ? text.length : found
  return { value: readableText(text.slice(at + 1, end)).trim(), end: Math.min(end + 1, text.length) }
}

/** A name and its colon at the start of a word; addresses don't match. */
const nameAt = /(\p{L}[\p{L}_-]{0,30}):(?!\/\/)/uy

/** A name, its colon, and its comma-separated values; spaces may follow colon and commas. */
function namedAt(text: string, from: number): WordsAt | null {
  const [typed, name] = matchAt(nameAt, text, from) ?? []
  if (typed === undefined || name === undefined) return null
  const values: string[] = []
  let end = from + typed.length
  for (;;) {
    const start = endOf(spaces, text, end)
    // `topic: persona:cmo` and `topic:a, persona:cmo` are two names, `brand:a:b` is one.
    if (start > end && matchAt(nameAt, text, start) !== null) break
    const read = quotedAt(text, start) ?? valueAt(text, start)
    if (read.value !== '') values.push(read.value)
    if (read.end > start) end = read.end
    const comma = endOf(spaces, text, end)
    if (text[comma] !== ',') break
    end = comma + 1
  }
  const whole = readableText(text.slice(from, end)).trim()
  return { words: [{ text: whole, quoted: false, named: { name, values } }], end }
}

/** A value up to the next space or comma. Commas in an address belong to it; Slack wraps known ones in brackets. */
function valueAt(text: string, at: number): ValueAt {
  let end = endOf(toComma, text, at)
  const isAddress = text.slice(at, end).includes('://')
  while (isAddress && text[end] === ',' && text[end - 1] !== '>') end = endOf(toComma, text, end + 1)
  return { value: readableText(text.slice(at, end)).trim(), end }
}

/** `<#C…|name>`, `<@U…|name>`, `<!subteam^S…|@name>`, `<!here>`: an angle bracket that a person types is escaped. */
const mention = /<(#|@|!subteam\^|!)([^<>|]*)(?:\|([^<>]*))?>/u
const mentionHere = new RegExp(mention.source, 'uy')
const mentions = new RegExp(mention.source, 'gu')

function mentionAt(text: string, at: number): WordsAt | null {
  const found = matchAt(mentionHere, text, at)
  if (found === null) return null
  const [whole, sign = '', id = '', name = ''] = found
  const kind = { '#': 'channel', '@': 'person', '!subteam^': 'group' }[sign] as Mention['kind'] | undefined
  const word: Word = {
    text: unescaped(shownName(sign, id, name)),
    quoted: false,
    mention: kind === undefined ? { kind: 'everybody', id: '' } : { kind, id },
  }
  return { words: [word], end: at + whole.length }
}

/** A mention as displayed, still with Slack's escapes. Slack omits the names of people and of private channels. */
function shownName(sign: string, id: string, name: string): string {
  return `${sign === '#' ? '#' : '@'}${name.replace(/^[#@]/u, '') || id}`
}

/** @param hint what to write instead, as a sentence; empty if there is a suggestion to copy */
export function notUnderstood({ text, mention: named }: Word, hint = ''): string {
  const word = `“${shortened(text)}”`
  if (named === undefined) return `I don’t know ${word}.${hint === '' ? '' : ` ${hint}`}`
  const explanations = {
    channel: 'is a channel. This command always answers for the channel you type it in.',
    person: 'is a person. This command doesn’t accept people.',
    group: 'is a user group. This command doesn’t accept user groups.',
    everybody: 'mentions everyone. This command doesn’t accept people.',
  }
  return `${word} ${explanations[named.kind]}`
}

export function shortened(text: string): string {
  const letters = [...text.toWellFormed()]
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : letters.join('')
}

/** Slack also wraps what looks like an address: `<https://…>`, or `<http://booking.com|booking.com>` for a bare name. */
const link = /<((?:https?|mailto):[^|<>\s]*)(?:\|([^<>]*))?>/gu

function unwrapped(text: string): string {
  return text.replace(link, (_, address: string, label?: string) => {
    const isBareName =
      label !== undefined && address.replace(/^(https?:\/\/|mailto:)/u, '').replace(/\/$/u, '') === label
    return isBareName ? label : address
  })
}

/** A text as Slack displays it: mentions by their names, addresses without brackets, nothing escaped. */
export function readableText(text: string): string {
  if (!/[<&]/u.test(text)) return text
  const readableMentions = unwrapped(text).replace(mentions, (_, sign: string, id: string, name = '') =>
    shownName(sign, id, name),
  )
  // Brackets around a mention can form another one.
  return unescaped(readableMentions.replace(/<(?=[#@!])/gu, ''))
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
