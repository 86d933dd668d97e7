import { notUnderstood, type Word } from '../insights/question/tokenizer.ts'
import { type Parsed, parsed, parseError } from './verb.ts'

/** For a verb that takes no arguments: whatever is typed after it is named, not ignored. */
export function noArguments([extra]: readonly Word[]): Parsed<null> {
  return extra === undefined
    ? parsed(null)
    : parseError(notUnderstood(extra, 'Nothing comes after this command.'), '')
}
