import { decode } from '../blocks/kit/codec.ts'
import { recommendationsAtOnce } from '../channels/setup-parse.ts'
import { isUuid } from '../lib/typed.ts'
import { resultIdFrom } from '../tasks/recommendations.ts'

/** Fields of messages, blocks and attachments that contain visible text or a link's address. */
const readable: ReadonlySet<string> = new Set([
  'text',
  'url',
  'title',
  'title_link',
  'pretext',
  'fallback',
  'from_url',
  'original_url',
  'footer',
])

/**
 * Ids of the recommendations in a message, without duplicates: from our own buttons, console addresses and UUIDs. Without
 * any of these, words that may be ids. Anyone may have written the message, so ids are looked up before they are shown.
 * @param content the message as Slack sends it
 */
export function recommendationsIn(content: Readonly<Record<string, unknown>>): readonly string[] {
  const candidates = { buttons: new Set<string>(), texts: new Set<string>() }
  collect(content, candidates)
  const words = [...candidates.texts].flatMap(wordsIn)
  const certain = words.filter((word) => isUuid(word) || word.includes('://')).flatMap(idOf)
  const ids = new Set([...candidates.buttons, ...certain])
  if (ids.size === 0) for (const word of words) if (mayBeId.test(word)) ids.add(word)
  return [...ids].slice(0, recommendationsAtOnce)
}

/** A word with a digit and a letter, so it is neither a number nor a date in digits. */
const mayBeId = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_-]{6,128}$/

function collect(
  value: unknown,
  candidates: { readonly buttons: Set<string>; readonly texts: Set<string> },
): void {
  if (Array.isArray(value)) for (const one of value) collect(one, candidates)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { action_id: actionId, value: ofButton } = value as Readonly<Record<string, unknown>>
  if (typeof actionId === 'string' && typeof ofButton === 'string') {
    const decoded = decode(actionId, ofButton)
    if (decoded.ok && 'resultId' in decoded.action) candidates.buttons.add(decoded.action.resultId)
  }
  for (const [name, inside] of Object.entries(value))
    if (typeof inside === 'string') {
      if (readable.has(name)) candidates.texts.add(inside)
    } else collect(inside, candidates)
}

/** The words of a text in Slack's mrkdwn, where a link is `<address|label>`. */
function wordsIn(text: string): readonly string[] {
  const words = text.replaceAll(/<([^<>|]+)(?:\|[^<>]*)?>/g, ' $1 ').split(/[\s,;()"“”]+/u)
  return words.map((word) => word.replaceAll(/^['`*_~]+|['`*_~.:!?]+$/g, '')).filter(Boolean)
}

function idOf(word: string): readonly string[] {
  const read = resultIdFrom(word)
  return read.ok ? [read.value] : []
}
