/** Messages that ask nothing: thanks, a greeting, words to a colleague in which Sightline is only mentioned. */
import { splitWords } from '../questions/tokenizer.ts'

const courtesies: ReadonlySet<string> = new Set(
  'thanks thank thx ty tysm cheers hi hello hey hiya yo good ok okay k kk great nice awesome amazing perfect excellent brilliant cool wow super lovely love congrats congratulations bravo kudos got noted sure yes yep yeah no nope nvm sorry welcome bye goodbye lol haha danke gracias merci hallo hola ciao fyi cc'.split(
    ' ',
  ),
)
/** Words that change nothing beside a courtesy: `thanks a lot for the update, team`. */
const beside: ReadonlySet<string> = new Set(
  'you u so very much a lot all again team everyone everybody guys folks there morning afternoon evening sightline bot it that this the for well done job work day night one really just my your our and to is was to very mind never problem worries is are were not big many help update answer'.split(
    ' ',
  ),
)

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/:[a-z0-9_+-]+:/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

export function isCourtesy(text: string): boolean {
  const typed = text.trim()
  if (typed === '' || typed.includes('?')) return false
  const words = typed
    .split(/\s+/u)
    .map(bare)
    .filter((word) => word !== '')
  return (
    words.every((word) => courtesies.has(word) || beside.has(word)) &&
    (words.length === 0 || words.some((word) => courtesies.has(word)))
  )
}

/** Whether a mention asks Sightline nothing: a courtesy, or words that begin with a colleague's name. */
export function isForPeople(text: string): boolean {
  const words = splitWords(text)
  const isPerson = (at: number) => ['person', 'group', 'everybody'].includes(words[at]?.mention?.kind ?? '')
  const first = words.findIndex((word) => word.mention !== undefined || !courtesies.has(bare(word.text)))
  return isCourtesy(text.replace(/<[@!][^>]*>/gu, '')) || (first >= 0 && isPerson(first))
}

const closing = /(?:[\s,;–-]*(?:(?:cc|fyi|with|\+)[\s:]*)?<[@!](?!here|channel)[^>]*>)+[\s.!]*$/iu

/** A text without the colleagues who are to see the answer: `how are we doing? cc @maria`. */
export const withoutCopied = (text: string): string => text.replace(closing, '')
