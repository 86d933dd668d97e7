/** The answer to "on which engine do we do best, and on which worst?". */

import type { EngineReport, EngineStanding } from '../../model/engine-report.ts'
import type { Block, Message } from '../../model/message.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { listMessage } from '../kit/budget.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/data-table.ts'
import { context, unavailable } from '../kit/elements.ts'
import { engineName } from '../kit/names.ts'
import { changeCell, counted, isCompared, names, valueWords, visibilityForm } from '../kit/numbers.ts'
import { againstWords, periodInSentence, periodNoun } from '../kit/periods.ts'
import { bold, compact, richText } from '../kit/spans.ts'
import { enginesHeadline, enginesMeasured, enginesNotes, readableEngines } from './engines-copy.ts'
import { sharedScope } from './scope.ts'

/** Headline, chart, table and how it was measured. Engines that could not be read are named, with the reason. */
export function enginesAnswer(report: EngineReport, options: AnswerOptions): Message {
  const engines = report.engines.map((one) => (one.ok ? one.data.engine : (one.subject ?? 'An engine')))
  return listMessage({
    lead: [
      ...sharedScope(options, { ...report, engines }),
      richText([[bold(enginesHeadline(report))], ...enginesNotes(report).map((note) => [note])]),
      ...(report.hasData ? evidence(report) : []),
    ],
    items: failuresOf(report).map(({ engines, reason }) => unavailable(engines, reason)),
    more: (count) => `More engines are unavailable, for ${counted(count, 'other reason')}.`,
    end: [report.engines.length > 0 && context(...enginesMeasured(report)), ...answerFooter(options)],
  })
}

function evidence(report: EngineReport): readonly Block[] {
  const engines = readableEngines(report)
  if (engines.every(({ own }) => own === null)) return []
  const table = tableOf(report, engines)
  const omittedCount = engines.length - (table?.shown ?? 0)
  return compact<Block>(
    table?.block,
    omittedCount > 0 && context(`${counted(omittedCount, 'more engine')} not shown.`),
  )
}

function tableOf(report: EngineReport, engines: readonly EngineStanding[]) {
  const { period } = report
  const brands = new Set(engines.flatMap(({ own }) => (own === null ? [] : [own.brand])))
  const compared = isCompared(engines.flatMap(({ own }) => own ?? []))
  const caption = compared
    ? `Your brand by engine for ${periodInSentence(period)}, compared with ${againstWords(report)}`
    : `Your brand by engine for ${periodInSentence(period)}; no earlier ${periodNoun(period)} to compare with`
  return dataTable({
    caption,
    header: ['Engine', 'You', ...(compared ? ['Change'] : [])],
    rows: engines.map((one) => rowOf(one, { report, compared, withBrand: brands.size > 1 })),
  })
}

function rowOf(
  one: EngineStanding,
  how: {
    readonly report: EngineReport
    readonly compared: boolean
    readonly withBrand: boolean
  },
): Cell[] {
  const { own, gone } = one
  const missing =
    gone === null ? 'not listed' : `none (was ${valueWords(gone.last.own.visibility, visibilityForm)})`
  const brand = how.withBrand && own !== null ? `: ${names([own.brand])}` : ''
  const name = textCell(`${engineName(one.engine)}${endWords(one, how.report)}${brand}`)
  if (own === null) return [name, textCell(missing), ...(how.compared ? [textCell('–')] : [])]
  const { visibility } = own
  return [
    name,
    numberCell(visibility.value, valueWords(visibility, visibilityForm)),
    ...(how.compared ? [numberCell(visibility.delta, changeCell(visibility, visibilityForm))] : []),
  ]
}

function endWords({ engine }: EngineStanding, { best, worst }: EngineReport): string {
  return engine === best?.engine ? ' (best)' : engine === worst?.engine ? ' (worst)' : ''
}

/** Groups engines that failed for the same reason. */
function failuresOf({ engines }: EngineReport): { readonly engines: string; readonly reason: string }[] {
  const failed = engines.flatMap((part) => (part.ok ? [] : [part]))
  return [...Map.groupBy(failed, ({ reason }) => reason)].map(([reason, all]) => ({
    engines: names(
      all.map(({ subject }) => (subject === undefined ? 'An engine' : engineName(subject))),
      10,
      40,
    ),
    reason,
  }))
}
