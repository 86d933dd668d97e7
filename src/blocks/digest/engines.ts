/** The engines part of a digest: where the own brand does best and worst, and a line for each engine. */

import type { EngineReport } from '../../model/engine-report.ts'
import type { Block } from '../../model/message.ts'
import type { Section } from '../../model/reports.ts'
import { context, heading, unavailable } from '../kit/elements.ts'
import { counted, names } from '../kit/numbers.ts'
import { richText } from '../kit/spans.ts'
import { engineLines, enginesHeadline, enginesMeasured, enginesNotes } from '../visibility/engines-copy.ts'

/** A longer list of engines would not be read. */
const enginesInMain = 12

/** @param engines `null`: the digest has no such part */
export function engineBlocks(engines: Section<EngineReport> | null): readonly Block[] {
  if (engines === null) return []
  if (!engines.ok) return [{ type: 'divider' }, unavailable('Engines', engines.reason)]
  const lines = [...enginesNotes(engines.data), ...engineLinesOf(engines.data)]
  return [
    { type: 'divider' },
    heading(enginesHeadline(engines.data)),
    ...(lines.length === 0 ? [] : [richText(lines.map((line) => [line]))]),
    ...(engines.data.engines.length === 0 ? [] : [context(...enginesMeasured(engines.data))]),
  ]
}

/** The same for a message's `text`. */
export function engineText(engines: Section<EngineReport> | null): string[] {
  if (engines === null) return []
  if (!engines.ok) return ['Engines are unavailable.']
  return [enginesHeadline(engines.data), ...engineLinesOf(engines.data)]
}

export function engineLinesOf(report: EngineReport): string[] {
  const failed = report.engines.flatMap((part) => (part.ok ? [] : [part.subject ?? 'an engine']))
  const read = report.hasData ? engineLines(report) : []
  const omittedCount = read.length - enginesInMain
  return [
    ...read.slice(0, enginesInMain),
    ...(omittedCount > 0 ? [`${counted(omittedCount, 'more engine')} not shown.`] : []),
    ...(failed.length > 0 ? [`⚠ Unavailable: ${names(failed, 10, 40)}.`] : []),
  ]
}
