/** One typed word of a command. A quoted word is a name, never a keyword. */
export interface Word {
  /** For a mention, what Slack displays, such as `#marketing`. Slack doesn't link it when repeated. */
  readonly text: string
  readonly quoted: boolean
  /** A mentioned channel, person or user group. */
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
 * Splits a command's text into words. Any keyboard's quotes hold a name together; an unclosed quote runs to the
 * end, and an apostrophe inside a word is only an apostrophe. Commas separate words except in addresses. A mention
 * is one word; so is a name with its values. Slack escapes `&`, `<` and `>` in command texts, so they are unescaped
 * here.
 */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = []
  const source = [...text]
  let at = 0
  while (at < source.length) {
    const sign = source[at] ?? ''
    if (/\s/u.test(sign)) {
      at += 1
      continue
    }
    const mentioned = sign === '<' ? mentionAt.exec(source.slice(at, at + longestMention).join('')) : null
    if (mentioned !== null) {
      words.push(mentionWord(mentioned))
      at += [...mentioned[0]].length
      continue
    }
    const named = namedAt(source, at)
    if (named !== null) {
      words.push(named.word)
      at = named.end
      continue
    }
    const closing = quotes[sign]
    const end =
      closing === undefined
        ? source.findIndex((other, index) => index > at && /\s/u.test(other))
        : source.indexOf(closing, at + 1)
    const stop = end === -1 ? source.length : end
    const raw = source.slice(closing === undefined ? at : at + 1, stop).join('')
    const quoted = closing !== undefined
    for (const part of quoted || raw.includes('://') ? [raw] : raw.split(',')) {
      const word = { text: unescapeSlack(part).trim(), quoted }
      if (word.text !== '') words.push(word)
    }
    at = closing === undefined ? stop : stop + 1
  }
  return words
}

/** A name and its colon at the start of a word; addresses don't match. */
const nameAt = /^(\p{L}[\p{L}_-]{0,30}):(?!\/\/)/u

/** A name, its colon, and its comma-separated values; spaces may follow colon and commas. */
function namedAt(source: readonly string[], from: number): { word: Word; end: number } | null {
  const nameHere = (at: number) => nameAt.exec(source.slice(at, at + 40).join(''))?.[1]
  const name = nameHere(from)
  if (name === undefined) return null
  const values: string[] = []
  let end = from + [...name].length + 1
  for (;;) {
    const start = afterSpaces(source, end)
    // `topic: persona:cmo` and `topic:a, persona:cmo` are two names, `brand:a:b` is one.
    if (start > end && nameHere(start) !== undefined) break
    const value = valueAt(source, start)
    if (value.text !== '') values.push(value.text)
    if (value.end > start) end = value.end
    const comma = afterSpaces(source, end)
    if (source[comma] !== ',') break
    end = comma + 1
  }
  const text = unescapeSlack(source.slice(from, end).join('')).trim()
  return { word: { text, quoted: false, named: { name, values } }, end }
}

/** One value: quoted, or up to the next space or comma; commas in an address belong to it. */
function valueAt(source: readonly string[], from: number): { text: string; end: number } {
  const closing = quotes[source[from] ?? '']
  if (closing !== undefined) {
    const stop = source.indexOf(closing, from + 1)
    const end = stop === -1 ? source.length : stop
    return {
      text: unescapeSlack(source.slice(from + 1, end).join('')).trim(),
      end: Math.min(end + 1, source.length),
    }
  }
  let end = from
  for (let raw = ''; end < source.length; end += 1) {
    const sign = source[end] ?? ''
    if (/\s/u.test(sign) || (sign === ',' && !inAddress(raw))) break
    raw += sign
  }
  return { text: unescapeSlack(source.slice(from, end).join('')).trim(), end }
}

/** Slack wraps known addresses in brackets. */
function inAddress(raw: string): boolean {
  return raw.includes('://') && !raw.endsWith('>')
}

function afterSpaces(source: readonly string[], from: number): number {
  let at = from
  while (at < source.length && /\s/u.test(source[at] ?? '')) at += 1
  return at
}

/** `<#C…|name>`, `<@U…|name>`, `<!subteam^S…|@name>`, `<!here>`: an angle bracket that a person types is escaped. */
const mention = /<(#|@|!subteam\^|!)([^<>|]*)(?:\|([^<>]*))?>/u
const mentionAt = new RegExp(`^${mention.source}`, 'u')
const mentions = new RegExp(mention.source, 'gu')
/** Longer text is not a Slack mention; names have up to 80 characters. */
const longestMention = 300

function mentionWord([, sign = '', id = '', name = '']: RegExpExecArray): Word {
  const kind = { '#': 'channel', '@': 'person', '!subteam^': 'group' }[sign] as Mention['kind'] | undefined
  return {
    text: readable(sign, id, name),
    quoted: false,
    mention: kind === undefined ? { kind: 'everybody', id: '' } : { kind, id },
  }
}

/** A text as Slack displays it: mentions by their names, addresses without brackets, nothing escaped. */
export function readableText(text: string): string {
  return unescapeSlack(text)
}

/** A mention as displayed. Slack omits the names of people and of private channels. */
function readable(sign: string, id: string, name: string): string {
  return unescaped(shownName(sign, id, name))
}

/** A mention as displayed, still with Slack's escapes. */
function shownName(sign: string, id: string, name: string): string {
  return `${sign === '#' ? '#' : '@'}${name.replace(/^[#@]/u, '') || id}`
}

/**
 * The sentence for an unknown word.
 * @param hint what to write instead, as a sentence; empty if there is a suggestion to copy
 */
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

/** At most 60 characters of typed text, without splitting one. */
export function shortened(text: string): string {
  const letters = [...text.toWellFormed()]
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : letters.join('')
}

/** Slack also wraps what looks like an address: `<https://…>`, or `<http://booking.com|booking.com>` for a bare name. */
const link = /<((?:https?|mailto):[^|>\s]*)(?:\|([^>]*))?>/gu

function unwrapped(text: string): string {
  return text.replace(link, (_, address: string, label?: string) => {
    const isBareName =
      label !== undefined && address.replace(/^(https?:\/\/|mailto:)/u, '').replace(/\/$/u, '') === label
    return isBareName ? label : address
  })
}

function unescapeSlack(text: string): string {
  let rest = unwrapped(text)
  // Replacing a mention can leave brackets around it that form another one.
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(mentions, (_, sign: string, id: string, name?: string) =>
      shownName(sign, id, name ?? ''),
    )
  }
  return unescaped(rest)
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
