/** Names for things that have only an id: enough of it to tell them apart, and not all 36 characters. */
import { oneLine } from './text.ts'

const uuid = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}([0-9a-f]{4})$/i

/** `3f1c9a20…0001`; an id that is no UUID as it is, at most 40 characters of it. */
export function shortId(id: string): string {
  const line = oneLine(id, 40, '(no id)')
  const [, start, end] = uuid.exec(line) ?? []
  return start === undefined || end === undefined ? line : `${start}…${end}`
}

/** `Recommendation 3f1c9a20…0001`: one without a brief has no title. */
export function recommendationId(resultId: string): string {
  return `Recommendation ${shortId(resultId)}`
}
