/** What a digest's headline and an alert claim, as data. The only file that knows the structure of the bot's reports. */

/** A statement about brands. */
export interface Claim {
  readonly source: 'headline' | 'alert'
  readonly kind:
    | 'own_change'
    | 'overtook'
    | 'overtaken'
    | 'rival_change'
    /** A change over more than two periods. */
    | 'trend'
    /** A change since an earlier digest, of the own brand or of a competitor. */
    | 'drift'
    | 'vanished'
    | 'returned'
    | 'gap_in_data'
    | 'quiet'
    | 'other'
  /** The direction of the named brand's score. */
  readonly direction: 'up' | 'down' | null
  /** The own brand for its own change, otherwise the competitors. */
  readonly brands: readonly string[]
  /** The engines that "why" names as the source of the change. */
  readonly engines: readonly string[]
  /** The days of the claim, `YYYY-MM-DD`. */
  readonly start: string
  readonly end: string
  /** The first day of comparison; `null` for the same number of days before. */
  readonly since: string | null
}

/** The parts of a standing, a report and an alert that today's and earlier states share. */
interface Standing {
  readonly brand: string
  readonly visibility: { readonly delta: number | null }
}

export interface ReportedHeadline {
  readonly kind: string
  readonly own?: Standing | null
  readonly rival?: Standing
  readonly rivals?: readonly Standing[]
  /** Only in earlier states. */
  readonly competitor?: Standing
  readonly mover?: Standing | null
  readonly within?: number | null
  readonly brands?: readonly string[]
  readonly trend?: { readonly direction: 'up' | 'down'; readonly since: string }
}

interface Split {
  readonly dimension: string
  readonly parts: readonly { readonly part: string; readonly isCause: boolean }[]
}

export interface Reported {
  readonly period: { readonly start: string; readonly end: string }
  readonly headline: ReportedHeadline
  readonly why?: { readonly splits: readonly Split[] }
}

export interface ReportedEvent {
  readonly kind: string
  readonly own?: Standing | null
  readonly rival?: Standing
}

const directionOf = (standing: Standing | null | undefined) => {
  const delta = standing?.visibility.delta ?? null
  return delta === null || delta === 0 ? null : delta > 0 ? 'up' : 'down'
}

export function claimOfHeadline({ period, headline, why }: Reported): Claim {
  const { kind, own, rival = headline.competitor, trend } = headline
  const engines =
    why?.splits.flatMap(({ dimension, parts }) =>
      dimension === 'engine' ? parts.filter(({ isCause }) => isCause).map(({ part }) => part) : [],
    ) ?? []
  const about = {
    source: 'headline',
    engines,
    start: period.start,
    end: period.end,
    since: null,
    direction: null,
    brands: [],
  } as const
  const mine = own ? [own.brand] : []
  const rivals = headline.rivals?.map(({ brand }) => brand) ?? headline.brands ?? []
  switch (kind) {
    case 'own_change':
      return { ...about, kind, brands: mine, direction: directionOf(own) }
    case 'overtook':
      return { ...about, kind, brands: rivals, direction: 'up' }
    case 'overtaken':
      return { ...about, kind, brands: rivals, direction: 'down' }
    case 'rival_change':
    case 'competitor_change':
      return {
        ...about,
        kind: 'rival_change',
        brands: rival ? [rival.brand] : [],
        direction: directionOf(rival),
      }
    case 'no_own_brand':
      return headline.mover
        ? {
            ...about,
            kind: 'rival_change',
            brands: [headline.mover.brand],
            direction: directionOf(headline.mover),
          }
        : { ...about, kind: 'other' }
    case 'trend':
      return {
        ...about,
        kind,
        brands: mine,
        direction: trend?.direction ?? null,
        since: trend?.since ?? null,
      }
    case 'own_vanished':
    case 'vanished':
      return { ...about, kind: 'vanished', brands: mine, direction: 'down' }
    case 'own_returned':
    case 'returned':
      return { ...about, kind: 'returned', brands: mine, direction: 'up' }
    case 'data_gap':
      return headline.within
        ? { ...about, kind: 'own_change', brands: mine, direction: headline.within > 0 ? 'up' : 'down' }
        : { ...about, kind: 'gap_in_data' }
    case 'quiet':
      return { ...about, kind }
    default:
      return { ...about, kind: 'other' }
  }
}

export function claimOfAlert(event: ReportedEvent, period: Reported['period']): Claim {
  const about = { source: 'alert', engines: [], start: period.start, end: period.end, since: null } as const
  const rivals = event.rival ? [event.rival.brand] : []
  const mine = event.own ? [event.own.brand] : []
  switch (event.kind) {
    case 'overtaken':
      return { ...about, kind: 'overtaken', brands: rivals, direction: 'down' }
    case 'fall':
      return { ...about, kind: 'own_change', brands: mine, direction: 'down' }
    case 'vanished':
    case 'own_vanished':
      return { ...about, kind: 'vanished', brands: mine, direction: 'down' }
    default:
      return { ...about, kind: 'other', brands: mine, direction: null }
  }
}

const DRIFT = /^(?:[▲▼] )?\*?(.+?) is (up|down) [\d.,]+ points in visibility since the digest of /

/** The change since an earlier digest, which starts a digest without news of its own. */
export function claimOfDrift(text: string, { period }: Reported, since: string): Claim | null {
  const [, brand = '', direction] = DRIFT.exec(text) ?? []
  if (direction !== 'up' && direction !== 'down') return null
  return {
    source: 'headline',
    kind: 'drift',
    direction,
    brands: [brand],
    engines: [],
    start: period.start,
    end: period.end,
    since,
  }
}
