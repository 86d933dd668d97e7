import { askedInWords } from '../../questions/asked.ts'
import { argsText, whyText } from '../../questions/question-text.ts'
import { readVisibilityText } from '../../questions/read.ts'
import { commands } from '../index.ts'
import { createReader, type ReadFreeText } from './reader.ts'

const read = createReader(commands.verbs)

/** Questions about figures also say which figure, and what they ask of the brands. */
export const readFreeText: ReadFreeText = (text, vocabulary, today) => {
  const reading = read(text, vocabulary, today)
  const asked = (one: string) => asAsked(one, text)
  if (reading.kind === 'certain') return { kind: 'certain', text: asked(reading.text) }
  if (reading.kind === 'unknown') return reading
  const texts = [...new Set(reading.texts.map(asked))]
  // A figure that is asked for by name comes before other readings.
  const isNamed = (one: string) => !reading.texts.includes(one)
  return { kind: 'unsure', texts: [...texts.filter(isNamed), ...texts.filter((one) => !isNamed(one))] }
}

function asAsked(text: string, typed: string): string {
  const question = /^visibility\b/u.test(text) ? readVisibilityText(text) : null
  if (question?.ok !== true) return text
  const { isWhy, ...asked } = askedInWords(typed, question.args.brands.length)
  const args = { ...question.args, ...asked }
  return isWhy ? whyText(args) : argsText(args)
}

/** For a verb with one or two words that it doesn't know, its own error helps more than offers. */
export const readText: ReadFreeText = (text, vocabulary, today) => {
  if (commands.meaning(text) !== null) return { kind: 'certain', text }
  const reading = readFreeText(text, vocabulary, today)
  const words = commands.wordsAfterVerb(text)
  if (words === null || words > 2 || (words > 0 && reading.kind === 'certain')) return reading
  return { kind: 'unknown' }
}
