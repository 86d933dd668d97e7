/** The engines part of a digest: where the own brand does best and worst, and a line for each engine. */

import type { EngineReport } from '../../model/engine-report.ts'
import type { Block } from '../../model/message.ts'
import { context, heading } from '../kit/elements.ts'
import { engineName } from '../kit/engine-names.ts'
import { counted, names } from '../kit/numbers.ts'
import { richText, type Span } from '../kit/spans.ts'
import { clip } from '../kit/text.ts'
import {
  engineLines,
  engineNews,
  enginesHeadline,
  enginesMeasured,
  enginesNotes,
} from '../visibility/engines-copy.ts'
import type { DigestData } from './data.ts'

/** A longer list of engines would not be read. */
const enginesInMain = 12

/** Only engines that moved, since the thread has all of them. Without a thread, the best and the worst. */
export function engineLine({ detailsInThread }: DigestData, report: EngineReport): readonly Span[][] {
  const { lost, moved } = report.coverage.gap === null ? engineNews(report) : { lost: [], moved: null }
  const news = [...lost, ...(moved === null ? [] : [`${moved}.`])].join(' ')
  const words = detailsInThread === false || report.gone !== null ? enginesHeadline(report) : news
  return words === '' ? [] : [[{ text: 'Engines: ', style: 'bold' }, clip(words, 200)]]
}

/** All engines, for the thread. */
export function engineBlocks(report: EngineReport): readonly Block[] {
  const lines = [...enginesNotes(report), ...engineLinesOf(report)]
  return [
    heading(enginesHeadline(report)),
    ...(lines.length === 0 ? [] : [richText(lines.map((line) => [line]))]),
    ...(report.engines.length === 0 ? [] : [context(...enginesMeasured(report))]),
  ]
}

function engineLinesOf(report: EngineReport): string[] {
  const failed = report.engines.flatMap((part) =>
    part.ok ? [] : [part.subject === undefined ? 'an engine' : engineName(part.subject)],
  )
  const read = report.hasData ? engineLines(report) : []
  const omittedCount = read.length - enginesInMain
  return [
    ...read.slice(0, enginesInMain),
    ...(omittedCount > 0 ? [`${counted(omittedCount, 'more engine')} not shown.`] : []),
    ...(failed.length > 0 ? [`⚠ Unavailable: ${names(failed, 10, 40)}.`] : []),
  ]
}
