/** Names for people, of things that have a name or only an id. */
import { oneLine } from './text.ts'

/** Others are called as the service spells them (src/api/enums.ts). */
const peoplesNames: Readonly<Record<string, string>> = {
  AmazonRufus: 'Amazon Rufus',
  BingAIO: 'Bing AI',
  GoogleAIMode: 'Google AI Mode',
  GoogleAIO: 'Google AI Overviews',
}

/** `Google AI Overviews` for the service's `GoogleAIO`. */
export function engineName(engine: string): string {
  const name = Object.hasOwn(peoplesNames, engine) ? (peoplesNames[engine] ?? engine) : engine
  return oneLine(name, 40, '(unnamed engine)')
}

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
