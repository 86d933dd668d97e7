/** Decides whether a digest has anything new. Pure. */
import type { DigestData } from '../../blocks/digest/data.ts'
import { finite, isNothing } from '../../insights/metrics.ts'
import { isAhead, isBeyondChance, risks } from '../../insights/significance.ts'
import type { EngineReport } from '../../model/engine-report.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import { type DigestFigures, hashed } from '../../store/index.ts'
import { endedEvaluations } from '../statement.ts'

/** The figures of a digest; `null` if it has none. @param question the question they answer, as JSON */
export function figuresOf({ report, engines }: DigestData, question: string): DigestFigures | null {
  const basis = hashed(question)
  const ownFigures = engines?.ok ? ownByEngine(engines.data) : {}
  if (report?.ok) return { ...visibilityFigures(report.data), ...ownFigures, basis }
  if (!engines?.ok) return null
  const { period, hasData, best } = engines.data
  return {
    period: periodFigures(period),
    headline: hasData ? 'engines' : 'no_data',
    rank: best?.own?.rank ?? null,
    visibility: rounded(best?.own?.visibility.value ?? null),
    ...ownFigures,
    basis,
  }
}

/** The largest change of a brand since it was last reported. */
export interface Drift {
  readonly brand: string
  readonly mine: boolean
  readonly from: number
  readonly to: number
}

interface Moved {
  readonly isMoved: boolean
  /** `null`: no single brand changed. */
  readonly drift: Drift | null
}

/**
 * Compares figures with the last reported ones, so that small steps add up to news. Changes don't count if they are
 * within the noise band or may be chance, given the number of answers, unless a rival changes places with the own brand.
 */
export function movedSince(
  now: DigestFigures | null,
  last: DigestFigures | null,
  { noiseBand, ownBrand }: { readonly noiseBand: number; readonly ownBrand: string },
): Moved {
  const nothing = { isMoved: false, drift: null }
  if (now === null) return nothing
  if (now.headline === 'no_data')
    return last?.headline === 'no_data' ? nothing : { ...nothing, isMoved: true }
  if (last === null || !isComparable(now, last)) return { ...nothing, isMoved: true }
  const answers = { now: now.answers ?? null, before: last.answers ?? null }
  const rivals = Object.keys(now.rivals ?? {}).length
  const isBeyondChanceFor = ({ mine, from, to }: Drift) =>
    isBeyondChance({ value: to, previous: from }, answers, risks.drift / (mine ? 1 : rivals)) !== false
  const drifts = [
    driftOf(ownBrand, true, last.visibility, now.visibility),
    ...Object.entries(now.rivals ?? {}).map(([brand, to]) =>
      driftOf(brand, false, last.rivals?.[brand] ?? null, to),
    ),
  ]
    .filter((drift) => drift !== null)
    .filter((drift) => Math.abs(finite(drift.to - drift.from) ?? 0) > noiseBand && isBeyondChanceFor(drift))
    // The own brand first, then the largest change.
    .sort((a, b) => Number(b.mine) - Number(a.mine) || Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
  const [drift = null] = drifts
  const isMoved =
    drift !== null ||
    (now.visibility === null) !== (last.visibility === null) ||
    hasChangedPlaces(now, last) ||
    enginesMoved(now, last, noiseBand)
  return { isMoved, drift }
}

function isComparable(now: DigestFigures, last: DigestFigures): boolean {
  const isSameQuestion = last.basis === undefined || last.basis === now.basis
  // An earlier release stored empty figures for evaluation-only digests.
  return isSameQuestion && last.headline !== 'no_data' && last.headline !== 'evaluations'
}

function driftOf(brand: string, mine: boolean, from: number | null, to: number | null): Drift | null {
  return from === null || to === null ? null : { brand, mine, from, to }
}

function hasChangedPlaces(now: DigestFigures, last: DigestFigures): boolean {
  if (now.visibility === null || last.visibility === null) return false
  const [mine, before] = [now.visibility, last.visibility]
  const isApart = (one: number, other: number, { answers }: DigestFigures) =>
    !isNothing(one - other) &&
    isAhead(Math.max(one, other), Math.min(one, other), answers ?? null, risks.place) !== false
  return Object.entries(now.rivals ?? {}).some(([brand, value]) => {
    const previous = last.rivals?.[brand]
    if (previous === undefined || value > mine === previous > before) return false
    return isApart(value, mine, now) && isApart(previous, before, last)
  })
}

/** Figures stored by an earlier release may lack engines or their answers. Then only the noise band decides. */
function enginesMoved(now: DigestFigures, last: DigestFigures, noiseBand: number): boolean {
  const { engines, engineAnswers } = last
  if (engines === undefined) return false
  const all = Object.entries(now.engines ?? {})
  return all.some(([engine, value]) => {
    const previous = engines[engine] ?? null
    if (value === null || previous === null) return value !== previous
    const answers = {
      now: now.engineAnswers?.[engine] ?? null,
      before: engineAnswers?.[engine] ?? null,
    }
    return (
      Math.abs(finite(value - previous) ?? 0) > noiseBand &&
      isBeyondChance({ value, previous }, answers, risks.engines / all.length) !== false
    )
  })
}

/**
 * Whether a digest has nothing new: figures unchanged or within the noise band, nothing new on Reddit, no
 * recommendation news, no news of a task, and no evaluation that has ended. An unavailable section may hide
 * news, so it counts as new.
 * @param last.isMoved from `movedSince`
 * @param last.hasEnded whether an evaluation's end was reported
 */
export function isNothingNew(
  { report, engines, reddit, recommendations, evaluations, news, stories = [] }: DigestData,
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
    stories.length === 0 &&
    endedEvaluations(evaluations).every(last.hasEnded)
  )
}

/** Readers look only at the top rivals. */
const maxRivals = 30

function visibilityFigures({ period, headline, own, standings }: VisibilityReport): DigestFigures {
  const rivals = standings.flatMap(({ brand, mine, visibility }) => {
    const value = rounded(visibility.value)
    return mine || value === null ? [] : [[brand, value] as const]
  })
  return {
    period: periodFigures(period),
    headline: headline.kind,
    rank: own?.rank ?? null,
    visibility: rounded(own?.visibility.value ?? null),
    answers: own?.answers.now ?? null,
    rivals: Object.fromEntries(rivals.slice(0, maxRivals)),
  }
}

function ownByEngine({ engines }: EngineReport): Pick<DigestFigures, 'engines' | 'engineAnswers'> {
  const read = engines.flatMap((part) => (part.ok ? [part.data] : []))
  return {
    engines: Object.fromEntries(
      read.map(({ engine, own }) => [engine, rounded(own?.visibility.value ?? null)]),
    ),
    engineAnswers: Object.fromEntries(read.map(({ engine, own }) => [engine, own?.answers.now ?? null])),
  }
}

/** The displayed precision. */
function rounded(value: number | null): number | null {
  return value === null ? null : finite(Math.round(value * 10) / 10)
}

function periodFigures({ unit, start, end }: VisibilityReport['period']): DigestFigures['period'] {
  return { unit, start, end }
}

/** Without data, another empty period is not news. */
function isRepeated(now: DigestFigures | null, last: DigestFigures | null): boolean {
  if (now === null || last === null || now.headline !== last.headline) return false
  return now.headline === 'no_data' || JSON.stringify(now.period) === JSON.stringify(last.period)
}

function isSteady({ engines }: EngineReport): boolean {
  return engines.every(
    (part) => !part.ok || (part.data.own?.visibility.isNews !== true && part.data.gone?.isCertain !== true),
  )
}
