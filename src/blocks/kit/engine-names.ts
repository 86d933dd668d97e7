/** Engines as people call them. */
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
