import { notUnderstood, type Word } from '../questions/tokenizer.ts'
import { type Parsed, parsed, parseError } from './verb.ts'

/** For a verb without arguments: words after it are an error. */
export function noArguments([extra]: readonly Word[]): Parsed<null> {
  return extra === undefined
    ? parsed(null)
    : parseError(notUnderstood(extra, 'This command takes no arguments.'), '')
}
