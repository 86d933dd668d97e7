import { z } from 'zod'
import { notUnderstood, type Word } from './tokenizer.ts'

/** The arguments of a verb that takes none: whatever is typed after it is named, not ignored. */
export const noWords = z.array(z.custom<Word>()).transform(([extra], context): null => {
  if (extra === undefined) return null
  context.addIssue({
    code: 'custom',
    message: notUnderstood(extra, 'Nothing comes after this command.'),
    // The verb alone.
    params: { suggestion: '' },
  })
  return z.NEVER
})
