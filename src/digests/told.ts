/** What digests have told of the brands' changes: once, by change, so that neither a digest nor an alert tells it again. */
import type { VisibilityReport } from '../model/reports.ts'
import type { ToldNews } from '../store/index.ts'

/** The changes that a report tells in its headline. */
export function newsIn({ headline, own, period }: VisibilityReport): readonly ToldNews[] {
  const ownMoved: readonly ToldNews[] =
    own?.visibility.isNews && own.visibility.delta !== null
      ? [
          {
            brand: own.brand,
            kind: 'change',
            direction: own.visibility.delta > 0 ? 1 : -1,
            from: period.start,
            told: period.start,
          },
        ]
      : []
  switch (headline.kind) {
    case 'overtook':
    case 'overtaken': {
      const direction = headline.kind === 'overtook' ? 1 : -1
      const passed = headline.rivals.map(
        ({ brand }): ToldNews => ({
          brand,
          kind: 'passing',
          direction,
          from: period.start,
          told: period.start,
        }),
      )
      return [...passed, ...ownMoved]
    }
    case 'own_change':
    case 'rival_change': {
      const { brand } = headline.kind === 'own_change' ? headline.own : headline.rival
      const { direction, from } = headline.change
      return [{ brand, kind: 'change', direction, from, told: period.start }]
    }
    case 'data_gap': {
      const { own: subject, within } = headline
      return within?.isNews
        ? [
            {
              brand: subject.brand,
              kind: 'change',
              direction: within.points > 0 ? 1 : -1,
              from: period.start,
              told: period.start,
            },
          ]
        : []
    }
    default:
      return []
  }
}

/**
 * Whether news was told before. As more weeks become known, a change may be dated anew, or be found in another week, but
 * hardly both.
 */
export function isTold(told: readonly ToldNews[], news: ToldNews): boolean {
  return told.some(
    (one) =>
      one.brand === news.brand &&
      one.kind === news.kind &&
      one.direction === news.direction &&
      (one.from === news.from || one.told === news.told),
  )
}
