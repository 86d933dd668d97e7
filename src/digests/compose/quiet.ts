/** Whether a digest has anything to add to what was last said. Pure. */
import type { DigestData } from '../../blocks/digests/digest.ts'
import { finite, isNothing } from '../../insights/metrics.ts'
import type { EngineReport, VisibilityReport } from '../../model/reports.ts'
import { type DigestFigures, hashed } from '../../store/index.ts'
import { endedOf } from '../statement.ts'

/** What a digest says in figures; `null` when it has none. @param question what they answer, as JSON */
export function figuresOf({ report, engines }: DigestData, question: string): DigestFigures | null {
  const basis = hashed(question)
  const own = engines?.ok ? { engines: ownByEngine(engines.data) } : {}
  if (report?.ok) return { ...visibilityFigures(report.data), ...own, basis }
  if (!engines?.ok) return null
  const { period, hasData, best } = engines.data
  return {
    period: periodFigures(period),
    headline: hasData ? 'engines' : 'no_data',
    rank: best?.own?.rank ?? null,
    visibility: shown(best?.own?.visibility.value ?? null),
    ...own,
    basis,
  }
}

/** How the own brand and a rival stand now, and stood when they were last told; the widest difference. */
export interface Drift {
  readonly brand: string
  readonly mine: boolean
  readonly from: number
  readonly to: number
}

/** What has changed since it was last told. */
interface Moved {
  readonly isMoved: boolean
  /** `null`: it is no matter of one brand's points. */
  readonly drift: Drift | null
}

/**
 * Compares figures with those that were last told: small steps add up to news. Within the noise band they stand still,
 * as long as nobody changes places with the own brand.
 */
export function movedSince(
  now: DigestFigures | null,
  said: DigestFigures | null,
  { noiseBand, own }: { readonly noiseBand: number; readonly own: string },
): Moved {
  const nothing = { isMoved: false, drift: null }
  if (now === null) return nothing
  if (now.headline === 'no_data')
    return said?.headline === 'no_data' ? nothing : { ...nothing, isMoved: true }
  if (said === null || !isComparable(now, said)) return { ...nothing, isMoved: true }
  const drifts = [
    driftOf(own, true, said.visibility, now.visibility),
    ...Object.entries(now.rivals ?? {}).map(([brand, to]) =>
      driftOf(brand, false, said.rivals?.[brand] ?? null, to),
    ),
  ]
    .filter((drift) => drift !== null)
    .filter(({ from, to }) => Math.abs(finite(to - from) ?? 0) > noiseBand)
    // The own brand's comes first, then the widest.
    .sort((a, b) => Number(b.mine) - Number(a.mine) || Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
  const [drift = null] = drifts
  const isMoved =
    drift !== null ||
    (now.visibility === null) !== (said.visibility === null) ||
    hasChangedPlaces(now, said) ||
    enginesMoved(now.engines ?? {}, said.engines ?? null, noiseBand)
  return { isMoved, drift }
}

function isComparable(now: DigestFigures, said: DigestFigures): boolean {
  const isSameQuestion = said.basis === undefined || said.basis === now.basis
  // An earlier release wrote figures of nothing where a digest told of evaluations only.
  return isSameQuestion && said.headline !== 'no_data' && said.headline !== 'evaluations'
}

function driftOf(brand: string, mine: boolean, from: number | null, to: number | null): Drift | null {
  return from === null || to === null ? null : { brand, mine, from, to }
}

function hasChangedPlaces(now: DigestFigures, said: DigestFigures): boolean {
  if (now.visibility === null || said.visibility === null) return false
  const [mine, before] = [now.visibility, said.visibility]
  return Object.entries(now.rivals ?? {}).some(([brand, value]) => {
    const previous = said.rivals?.[brand]
    if (previous === undefined) return false
    return !isNothing(value - mine) && !isNothing(previous - before) && value > mine !== previous > before
  })
}

function enginesMoved(
  now: Readonly<Record<string, number | null>>,
  said: Readonly<Record<string, number | null>> | null,
  noiseBand: number,
): boolean {
  // Figures of an earlier release do not name them.
  if (said === null) return false
  return Object.entries(now).some(([engine, value]) => {
    const before = said[engine] ?? null
    if (value === null || before === null) return value !== before
    return Math.abs(finite(value - before) ?? 0) > noiseBand
  })
}

/**
 * Whether a digest has nothing to add to what was last said: the same figures again, or none that have moved against
 * the period before or against what was last told, nothing new on Reddit, no news of a recommendation, and no
 * evaluation that has ended. A section that could not be had may hide something.
 * @param last.isMoved by `movedSince`
 * @param last.hasEnded knows the evaluations whose end was told
 */
export function isNothingNew(
  { report, engines, reddit, recommendations, evaluations, news }: DigestData,
  figures: DigestFigures | null,
  last: {
    readonly figures: DigestFigures | null
    readonly isMoved: boolean
    readonly hasEnded: (id: string) => boolean
  },
): boolean {
  if (
    [report, engines, reddit, ...recommendations, ...(evaluations?.watched ?? [])].some(
      (part) => part?.ok === false,
    )
  )
    return false
  const isQuiet =
    (!report?.ok || report.data.headline.kind === 'quiet') && (!engines?.ok || isSteady(engines.data))
  return (
    !last.isMoved &&
    (isQuiet || isRepeated(figures, last.figures)) &&
    (!reddit?.ok ||
      (!reddit.data.baseline && !reddit.data.items.some(({ isNew, turned }) => isNew || turned !== null))) &&
    (news?.size ?? 0) === 0 &&
    endedOf(evaluations).every(last.hasEnded)
  )
}

/** The first ones are what a reader looks at. */
const mostRivals = 30

function visibilityFigures({ period, headline, own, standings }: VisibilityReport): DigestFigures {
  const rivals = standings.flatMap(({ brand, mine, visibility }) => {
    const value = shown(visibility.value)
    return mine || value === null ? [] : [[brand, value] as const]
  })
  return {
    period: periodFigures(period),
    headline: headline.kind,
    rank: own?.rank ?? null,
    visibility: shown(own?.visibility.value ?? null),
    rivals: Object.fromEntries(rivals.slice(0, mostRivals)),
  }
}

function ownByEngine({ engines }: EngineReport): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    engines.flatMap((part) =>
      part.ok ? [[part.data.engine, shown(part.data.own?.visibility.value ?? null)] as const] : [],
    ),
  )
}

/** As people are shown it. */
function shown(value: number | null): number | null {
  return value === null ? null : finite(Math.round(value * 10) / 10)
}

function periodFigures({ unit, start, end }: VisibilityReport['period']): DigestFigures['period'] {
  return { unit, start, end }
}

/** Where nothing was collected, another empty period is nothing new. */
function isRepeated(now: DigestFigures | null, said: DigestFigures | null): boolean {
  if (now === null || said === null || now.headline !== said.headline) return false
  return now.headline === 'no_data' || JSON.stringify(now.period) === JSON.stringify(said.period)
}

function isSteady({ engines, noiseBand }: EngineReport): boolean {
  return engines.every((part) => !part.ok || Math.abs(part.data.own?.visibility.delta ?? 0) <= noiseBand)
}
