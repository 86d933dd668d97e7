/** Where the brand stands, on the Home tab. */
import { isPercent } from '../../lib/is-percent.ts'
import type { HomeStanding } from '../../model/home.ts'
import type { Block } from '../../model/message.ts'
import type { BrandStanding, Headline, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/data-table.ts'
import { context, contextOf, header, unavailable } from '../kit/elements.ts'
import { changeWords, notAvailable, ordinal, pointWords, valueWords, visibilityForm } from '../kit/numbers.ts'
import { periodWords, shortDay } from '../kit/periods.ts'
import { richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { headlineSentence } from '../visibility/headline-copy.ts'
import { trendSentence } from '../visibility/trend.ts'

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
      return readyBlocks(standing.report, standing.trend, channel)
  }
}

function readyBlocks(
  report: VisibilityReport,
  trend: Trend | null,
  channel: string | null,
): readonly Block[] {
  const { own, headline } = report
  const sentence = trend === null ? null : trendSentence(trend)
  const lines: Span[][] = [
    ...(own === null ? [] : [scoreLine(own, report)]),
    ...(headlinesShown.has(headline.kind) || own === null ? [[headlineSentence(report)]] : []),
    ...(sentence === null ? [] : [[sentence]]),
  ]
  return [
    header(own === null ? 'Where your brand stands' : `Where ${oneLine(own.brand, 60, 'your brand')} stands`),
    richText(lines),
    ...(trend === null ? [] : weeksTable(trend)),
    contextOf([
      `${periodWords(report.period)} · All engines · `,
      ...(channel === null ? ['the default analysis'] : ['the analysis of ', { channel }]),
    ]),
  ]
}

/** Headlines whose sentence says more than rank, score and change. */
const headlinesShown: ReadonlySet<Headline['kind']> = new Set<Headline['kind']>([
  'no_data',
  'own_unmeasured',
  'own_vanished',
  'own_returned',
  'data_gap',
  'overtook',
  'overtaken',
  'rival_change',
])

/** `2nd of 12 · 41.3% visibility · ▲ up 2.4 points` */
function scoreLine(standing: BrandStanding, { ranked }: VisibilityReport): Span[] {
  const score = `${valueWords(standing.visibility, visibilityForm)} visibility`
  const { rank } = standing
  const place = rank === null ? null : `${ordinal(rank)} of ${ranked}`
  const change =
    standing.visibility.value === null ? '' : ` · ${changeWords(standing.visibility, visibilityForm)}`
  return [{ text: place === null ? score : `${place} · ${score}`, style: 'bold' }, change]
}

const weeksShown = 8

/**
 * A table, not a line chart. Slack has two lists of where `data_visualization` is allowed, and only one has the Home tab.
 * If Slack refused the block there, the whole tab would not be shown.
 */
function weeksTable({ brands, unit, weeks }: Trend): readonly Block[] {
  const words = (value: number) => `${pointWords(value)}${isPercent(unit) ? '%' : ''}`
  const cell = (value: number | null): Cell =>
    value === null ? textCell(notAvailable) : numberCell(value, words(value))
  const table = dataTable({
    caption: 'Visibility, week by week',
    header: ['Week of', ...brands.map((brand) => oneLine(brand, 40, '(unnamed)'))],
    rows: weeks
      .slice(-weeksShown)
      .toReversed()
      .map(({ start, scores }) => [textCell(shortDay(start)), ...scores.map(cell)]),
  })
  return table === null ? [] : [table.block]
}
