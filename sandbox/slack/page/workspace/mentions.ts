/** Suggestions after an "@": the app first, then the people. */
import { useSurroundings } from '../context.ts'

export interface Mention {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
}

/** The "@" before the caret, with what was typed of a name. */
const begun = /(?<=^|[\s(])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u
const most = 6

/** @param before what stands before the caret */
export function useMentions(before: string): readonly Mention[] {
  const { people } = useSurroundings()
  const [, typed] = begun.exec(before) ?? []
  if (typed === undefined) return []
  const start = typed.toLowerCase()
  return people
    .filter(({ name, handle = '' }) => [name, handle].some((one) => one.toLowerCase().startsWith(start)))
    .toSorted((a, b) => Number(b.isBot) - Number(a.isBot))
    .slice(0, most)
}

/** The text with the mention in place of what was begun. */
export const withMention = (before: string, { name }: Mention): string => before.replace(begun, `@${name} `)
