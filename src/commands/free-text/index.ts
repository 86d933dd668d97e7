import { commands } from '../index.ts'
import { createReader, type ReadFreeText } from './reader.ts'

export const readFreeText = createReader(commands.verbs)

/**
 * Reads a text as a command, or else as free text: as the commands that answer it. For a verb with one or two words that
 * it doesn't know, its own error helps more than offers.
 */
export const readText: ReadFreeText = (text, vocabulary, today) => {
  if (commands.meaning(text) !== null) return { kind: 'certain', text }
  const reading = readFreeText(text, vocabulary, today)
  const words = commands.wordsAfterVerb(text)
  if (words === null || words > 2 || (words > 0 && reading.kind === 'certain')) return reading
  return { kind: 'unknown' }
}
