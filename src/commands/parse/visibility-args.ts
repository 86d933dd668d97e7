import { z } from 'zod'
import type { VisibilityAsked } from '../../insights/asked.ts'
import type { Word } from './tokenizer.ts'
import { readVisibility } from './visibility-read.ts'

/** The words after `visibility`, as a question. Its issue is the sentence for the person who typed. */
export const visibilityArgs = z.array(z.custom<Word>()).transform((words, context): VisibilityAsked => {
  const read = readVisibility(words)
  if (read.ok) return read.asked
  context.addIssue({
    code: 'custom',
    message: read.sentence,
    params: read.suggestion === null ? {} : { suggestion: read.suggestion },
  })
  return z.NEVER
})
