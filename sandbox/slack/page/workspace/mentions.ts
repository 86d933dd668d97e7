/** Suggestions after an “@”: first the app, then users. */
import { useSurroundings } from '../context.ts'

export interface Mention {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
}

/** The “@” before the caret, and the part of a name typed after it. */
const begun = /(?<=^|[\s(])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u
const most = 6

/** @param before the text before the caret */
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

/** The text with the mention in place of the typed part. */
export const withMention = (before: string, { name }: Mention): string => before.replace(begun, `@${name} `)
