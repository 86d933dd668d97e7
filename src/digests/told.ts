/** What digests have told of the brands' changes: once, by change, so that neither a digest nor an alert tells it again. */
import type { VisibilityReport } from '../model/reports.ts'
import type { ToldNews } from '../store/index.ts'

/** The changes that a report tells in its headline. */
export function newsIn({ headline, own, period: { start } }: VisibilityReport): readonly ToldNews[] {
  const when = { from: start, told: start }
  const way = (points: number) => (points > 0 ? 1 : -1)
  switch (headline.kind) {
    case 'overtook':
    case 'overtaken': {
      const direction = headline.kind === 'overtook' ? 1 : -1
      const passed = headline.rivals.map(
        ({ brand }): ToldNews => ({ brand, kind: 'passing', direction, ...when }),
      )
      const delta = own?.visibility.isNews ? own.visibility.delta : null
      return own !== null && delta !== null
        ? [...passed, { brand: own.brand, kind: 'change', direction: way(delta), ...when }]
        : passed
    }
    case 'own_change':
    case 'rival_change': {
      const { brand } = headline.kind === 'own_change' ? headline.own : headline.rival
      const { direction, from } = headline.change
      return [{ brand, kind: 'change', direction, from, told: start }]
    }
    case 'data_gap':
      return headline.within?.isNews
        ? [{ brand: headline.own.brand, kind: 'change', direction: way(headline.within.points), ...when }]
        : []
    case 'own_vanished':
      return headline.isCertain
        ? [{ brand: headline.last.own.brand, kind: 'change', direction: -1, ...when }]
        : []
    default:
      return []
  }
}

/** As more weeks become known, the week in which a passing is settled may move by so much. */
const passingDays = 28

/**
 * Whether news was told before. As more weeks become known, a change may be dated anew, or be found in another week, but
 * hardly both. A passing has one date, and is another one once the brand has passed back.
 */
export function isTold(told: readonly ToldNews[], news: ToldNews): boolean {
  return told.some(
    (one) =>
      one.brand === news.brand &&
      one.kind === news.kind &&
      one.direction === news.direction &&
      (one.from === news.from || one.told === news.told || isSamePassing(told, one, news)),
  )
}

function isSamePassing(told: readonly ToldNews[], one: ToldNews, { kind, told: day }: ToldNews): boolean {
  const isBack = ({ brand, kind: other, direction, told: since }: ToldNews) =>
    brand === one.brand && other === kind && direction !== one.direction && since > one.told && since < day
  const days = Temporal.PlainDate.from(one.told).until(day).total('days')
  return kind === 'passing' && Math.abs(days) <= passingDays && !told.some(isBack)
}
