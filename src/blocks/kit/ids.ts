/** Short names for things that have only an id, long enough to tell them apart. */
import { oneLine } from './text.ts'

const uuid = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}([0-9a-f]{4})$/i

/** `3f1c9a20…0001`. An id that isn't a UUID is clipped to 40 characters. */
export function shortId(id: string): string {
  const line = oneLine(id, 40, '(no id)')
  const [, start, end] = uuid.exec(line) ?? []
  return start === undefined || end === undefined ? line : `${start}…${end}`
}

/** `Recommendation 3f1c9a20…0001`, since a recommendation without a brief has no title. */
export function recommendationId(resultId: string): string {
  return `Recommendation ${shortId(resultId)}`
}
