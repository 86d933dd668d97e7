/** Slack's mrkdwn: https://docs.slack.dev/messaging/formatting-message-text */
import { replaceEmoji } from './emoji.ts'
import { unescapeText } from './entities.ts'
import { type Flow, type Inline, joinLines, plain, safeUrl } from './tree.ts'

type Token =
  | { readonly inline: Inline }
  | { readonly text: string }
  | { readonly mark: '*' | '_' | '~'; readonly opens: boolean; readonly closes: boolean }

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const
const isMark = (text: string): text is keyof typeof marks => Object.hasOwn(marks, text)
const wordLike = /[\p{L}\p{N}]/u

/** Parses one mrkdwn text into paragraphs, quotes and code blocks. */
export function parseMrkdwn(source: string): Flow[] {
  return source.split('```').flatMap((part, at, parts): Flow[] => {
    const closed = at < parts.length - 1
    if (at % 2 === 1 && closed) return [{ kind: 'pre', text: unescapeText(part.replace(/^\n|\n$/g, '')) }]
    const text = at % 2 === 1 ? `\`\`\`${part}` : part
    return parseLines(at === 0 ? text : text.replace(/^\n/, ''))
  })
}

function parseLines(text: string): Flow[] {
  const flows: Flow[] = []
  let lines: Inline[][] = []
  let quoted = false
  const flush = () => {
    if (lines.some((line) => line.length > 0)) {
      flows.push({ kind: quoted ? 'quote' : 'paragraph', children: joinLines(lines) })
    }
    lines = []
  }
  const source = text.replace(/\n$/, '')
  for (const line of source.split('\n')) {
    const quote = /^(?:>|&gt;) ?/.exec(line)
    if ((quote !== null) !== quoted) flush()
    quoted = quote !== null
    lines.push(parseInline(quote ? line.slice(quote[0].length) : line))
  }
  flush()
  return flows
}

/** Parses one line (or a short mrkdwn field) into inline content. */
export function parseInline(line: string): Inline[] {
  const tokens = tokenize(line)
  return assemble(tokens, 0, tokens.length)
}

function tokenize(line: string): Token[] {
  const tokens: Token[] = []
  const pattern =
    /`([^`]+)`|<([^<>\n]+)>|https?:\/\/[^\s<>|*~`]+|(:[a-z0-9_+'-]{1,60}:(?::skin-tone-[2-6]:)?)|[*_~]/gu
  let end = 0
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    const [whole, code, angle, emoji] = match
    if (match.index > end) tokens.push({ text: line.slice(end, match.index) })
    end = match.index + whole.length
    if (code !== undefined) tokens.push({ inline: { kind: 'code', text: unescapeText(code) } })
    else if (angle !== undefined) tokens.push({ inline: parseAngle(angle) })
    else if (emoji !== undefined) tokens.push({ text: emoji })
    else if (isMark(whole)) tokens.push(markToken(whole, line[match.index - 1] ?? ' ', line[end] ?? ' '))
    else {
      // Punctuation after a URL belongs to the sentence.
      const url = /^.*[^.,;:!?)\]}'"_]/.exec(whole)?.[0] ?? whole
      end = match.index + url.length
      pattern.lastIndex = end
      tokens.push({ inline: { kind: 'link', url: unescapeText(url), children: [plain(unescapeText(url))] } })
    }
  }
  if (end < line.length) tokens.push({ text: line.slice(end) })
  return tokens
}

function markToken(mark: '*' | '_' | '~', before: string, after: string): Token {
  return {
    mark,
    opens: !wordLike.test(before) && !/\s/.test(after),
    closes: !/\s/.test(before) && !wordLike.test(after),
  }
}

/** Pairs marks from left to right. A mark without a partner is text. There are at most three levels, one per mark. */
function assemble(tokens: readonly Token[], from: number, to: number): Inline[] {
  const out: Inline[] = []
  const hopeless = new Set<string>()
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token === undefined) continue
    if ('inline' in token) out.push(token.inline)
    else if ('text' in token) out.push(plain(replaceEmoji(unescapeText(token.text))))
    else {
      const close = token.opens && !hopeless.has(token.mark) ? findClose(tokens, token.mark, at, to) : -1
      if (close < 0) {
        if (token.opens) hopeless.add(token.mark)
        out.push(plain(token.mark))
      } else {
        out.push({ kind: marks[token.mark], children: assemble(tokens, at + 1, close) })
        at = close
      }
    }
  }
  return out
}

function findClose(tokens: readonly Token[], mark: string, open: number, to: number): number {
  for (let at = open + 2; at < to; at += 1) {
    const token = tokens[at]
    if (token !== undefined && 'mark' in token && token.mark === mark && token.closes) return at
  }
  return -1
}

function parseAngle(source: string): Inline {
  const bar = source.indexOf('|')
  const target = bar < 0 ? source : source.slice(0, bar)
  const label = bar < 0 ? '' : unescapeText(source.slice(bar + 1))
  if (target.startsWith('@')) return { kind: 'user', id: target.slice(1), label }
  if (target.startsWith('#')) return { kind: 'channel', id: target.slice(1), label }
  if (target.startsWith('!date^')) {
    const [, seconds = '', format = '', url = ''] = target.split('^')
    return { kind: 'date', seconds: Number(seconds), format, fallback: label, url: unescapeText(url) }
  }
  if (target.startsWith('!subteam^')) return { kind: 'group', id: target.slice('!subteam^'.length), label }
  if (target.startsWith('!')) return { kind: 'broadcast', range: target.slice(1) }
  const url = unescapeText(target)
  if (safeUrl(url) === null) return plain(`<${unescapeText(source)}>`)
  return { kind: 'link', url, children: [plain(replaceEmoji(label) || url.replace(/^mailto:/, ''))] }
}
