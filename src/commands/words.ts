/** One word of a command, as typed. A quoted one is a name and never a keyword. */
export interface Word {
  readonly text: string
  readonly quoted: boolean
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
 * Splits what was typed after the command into words. Quotes of any keyboard hold a name together; a quote that is
 * never closed runs to the end, and an apostrophe inside a word is only an apostrophe. Commas separate words, too, but
 * not in an address.
 * Slack escapes `&`, `<` and `>` in command texts, so they are turned back here.
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
  return unwrapped(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** A word for comparing: lower case, without spaces, dashes and underscores. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/gu, '')
}
