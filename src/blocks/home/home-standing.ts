import type { HomeStanding } from '../../model/home.ts'
import type { Block } from '../../model/message.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { chartedBrands } from '../digest/focus.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/data-table.ts'
import { context, contextOf, header, unavailable } from '../kit/elements.ts'
import { changeCell, isNumber, notAvailable, valueWords, visibilityForm } from '../kit/numbers.ts'
import { periodWords } from '../kit/periods.ts'
import { richText } from '../kit/spans.ts'
import { oneLine, shortName } from '../kit/text.ts'
import { ownFirstSentence } from '../visibility/headline-copy.ts'

/** @param channel the channel whose analysis it is; `null`: the default analysis */
export function standingBlocks(standing: HomeStanding, channel: string | null): readonly Block[] {
  switch (standing.kind) {
    case 'loading':
      return [header('Where your brand stands'), context('Looking up the figures…')]
    case 'unavailable':
      return [
        header('Where your brand stands'),
        unavailable('Figures', standing.sentence),
        context(`Reference: ${oneLine(standing.reference, 100, 'none')}`),
      ]
    case 'ready':
      return readyBlocks(standing.report, channel)
  }
}

function readyBlocks(report: VisibilityReport, channel: string | null): readonly Block[] {
  const { own, period } = report
  return [
    header(
      own === null ? 'Where your brand stands' : `Where ${shortName(own.brand, 60, 'your brand')} stands`,
    ),
    richText([[{ text: ownFirstSentence(report), style: 'bold' }]]),
    ...brandsTable(report),
    contextOf([
      `${periodWords(period)} · All engines · `,
      ...(channel === null ? ['the default analysis'] : ['the analysis of ', { channel }]),
    ]),
  ]
}

/** A table: of Slack's two lists of where charts are allowed, only one has the Home tab. */
function brandsTable(report: VisibilityReport): readonly Block[] {
  const table = dataTable({
    caption: 'Visibility',
    header: ['Brand', 'Visibility', 'Change'],
    rows: chartedBrands(report).map(({ brand, mine, visibility }) => [
      textCell(`${oneLine(brand, 40, '(unnamed)')}${mine ? ' (you)' : ''}`),
      scoreCell(visibility),
      textCell(visibility.verdict === 'same' ? '0.0' : changeCell(visibility, visibilityForm)),
    ]),
  })
  return table === null ? [] : [table.block]
}

function scoreCell(visibility: BrandStanding['visibility']): Cell {
  const { value } = visibility
  return isNumber(value) ? numberCell(value, valueWords(visibility, visibilityForm)) : textCell(notAvailable)
}
