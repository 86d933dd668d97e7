import { askedInWords } from '../../questions/asked.ts'
import { argsText, whyText } from '../../questions/question-text.ts'
import { readVisibilityText } from '../../questions/read.ts'
import { commands } from '../index.ts'
import { createReader, type ReadFreeText, unsure } from './reader.ts'

const readSentence = createReader(commands.verbs)

/** Questions about figures also say which figure, and what they ask of the brands. */
export const readFreeText: ReadFreeText = (text, vocabulary, today) => {
  if (howWeDid.test(text.trim())) return { kind: 'certain', text: 'visibility' }
  const reading = readSentence(text, vocabulary, today)
  const asked = (one: string) => asAsked(one, text)
  if (reading.kind === 'certain') return { kind: 'certain', text: asked(reading.text) }
  const read = reading.kind === 'unknown' ? [] : reading.texts
  const first = effect.test(text.trim()) ? followed : []
  // A figure that is asked for by name comes before other readings.
  const named = read.map(asked).filter((one) => !read.includes(one) && !one.startsWith('why'))
  return unsure([...first, ...named, ...read.map(asked)])
}

/** Each of its words is also in questions about something else. */
const howWeDid = /^(?:so,? |and )?how did we do[?.!]*$/iu

/** `did the pricing page help?`: what followed the team's work is in the review and with the tasks. */
const effect = /^(?:did|has|have)\b.*\b(?:help|work|move|pay|paid)(?:ed|d)?(?: off)?[?.!]*$/iu
const followed = ['review', 'tasks']

function asAsked(text: string, typed: string): string {
  const question = /^visibility\b/u.test(text) ? readVisibilityText(text) : null
  if (question?.ok !== true) return text
  const { isWhy, ...asked } = askedInWords(typed, question.args.brands.length)
  const args = { ...question.args, ...asked }
  return isWhy ? whyText(args) : argsText(args)
}

/** For a verb with one word that it doesn't know, its own error helps more than offers. */
export const readText: ReadFreeText = (text, vocabulary, today) => {
  if (commands.meaning(text) !== null) return { kind: 'certain', text }
  const reading = readFreeText(text, vocabulary, today)
  const words = commands.wordsAfterVerb(text)
  if (words === null || words > 1 || (words > 0 && reading.kind === 'certain')) return reading
  return { kind: 'unknown' }
}
