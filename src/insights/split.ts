/**
 * Splits a change of a score into the changes of its parts. Pure.
 *
 * A score is the mean over all answers, so it is the sum of the parts' scores, each weighted by its share of the
 * answers. The change is then the sum over the parts of (mean share × change of score), plus a rest that comes only
 * from a different mix of answers: fewer answers from a high-scoring engine lower the whole, even if no engine changed.
 */
import type { ChangeSplit, MetricChange, SampleSizes, SplitDimension, SplitPart } from '../model/reports.ts'
import { sumOf } from './reading/numbers.ts'

/** One part of an answer's sample, such as an engine, in both periods. */
export interface PartSample {
  readonly visibility: Pick<MetricChange, 'value' | 'previous'>
  readonly answers: SampleSizes
}

/** A change of a score, in points: the sum of both. */
export interface Contributions {
  /** In the samples' order; 0 for a part measured in only one period. */
  readonly parts: readonly number[]
  /** The effect of a different mix. */
  readonly mix: number
}

/**
 * Splits the change of the parts' common score. A part without answers in one of the periods has no change of its own.
 * @returns `null` if a score or a sample is unknown
 */
export function contributionsOf(samples: readonly PartSample[]): Contributions | null {
  const known = samples.map(({ visibility, answers }) => {
    const [now, before] = [answers.now ?? Number.NaN, answers.before ?? Number.NaN]
    const value = now === 0 ? (visibility.previous ?? 0) : (visibility.value ?? Number.NaN)
    const previous = before === 0 ? (visibility.value ?? 0) : (visibility.previous ?? Number.NaN)
    return { now, before, value, previous }
  })
  const now = sumOf(known.map((part) => part.now))
  const before = sumOf(known.map((part) => part.before))
  const parts = known.map(
    (part) => ((part.now / now + part.before / before) / 2) * (part.value - part.previous),
  )
  const mix = sumOf(
    known.map((part) => (part.now / now - part.before / before) * ((part.value + part.previous) / 2)),
  )
  return Number.isFinite(sumOf(parts) + mix) ? { parts, mix } : null
}

/** Parts make up the whole if their answers add up to it within this share. */
const SUM_TOLERANCE = 0.02
/** Scores are rounded. With a larger difference, in points, the service's whole is not the mean of these parts. */
const SCORE_TOLERANCE = 0.5

/** A change of the mix is reported from this many points, and from this share of the whole change. */
const MIX = { points: 0.5, share: 0.25 }

type NamedSample = Pick<SplitPart, 'part' | 'answers' | 'visibility'>

/**
 * Splits the change of `whole`. A part is a cause if it changed like the whole, and by more than its ordinary variation.
 * @param isBeyond whether a part's own change is more than its ordinary variation, given the number of parts
 * @returns `null` if the parts don't make up the whole, by their answers or by their scores
 */
export function splitOf(
  dimension: SplitDimension,
  whole: PartSample & { readonly visibility: Pick<MetricChange, 'delta'> },
  samples: readonly NamedSample[],
  isBeyond: (sample: NamedSample) => boolean,
): ChangeSplit | null {
  const contributions = contributionsOf(samples)
  const { delta } = whole.visibility
  const { now, before } = whole.answers
  if (contributions === null || delta === null || samples.length < 2) return null
  if (!addsUp(now, samples, 'now') || !addsUp(before, samples, 'before')) return null
  const { mix } = contributions
  const sum = contributions.parts.reduce((all, contribution) => all + contribution, mix)
  if (Math.abs(delta - sum) > SCORE_TOLERANCE) return null
  const parts = samples.map((sample, index): SplitPart => {
    const contribution = contributions.parts[index] ?? 0
    return { ...sample, contribution, isCause: contribution * delta > 0 && isBeyond(sample) }
  })
  return {
    dimension,
    parts: parts.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution)),
    isEverywhere: parts.every(({ contribution }) => contribution * delta > 0),
    mix,
    isMixCause: Math.abs(mix) >= MIX.points && Math.abs(mix) >= MIX.share * Math.abs(delta),
  }
}

function addsUp(whole: number | null, samples: readonly NamedSample[], when: keyof SampleSizes): boolean {
  const sum = samples.reduce((all, { answers }) => all + (answers[when] ?? 0), 0)
  return whole !== null && whole > 0 && Math.abs(sum - whole) <= SUM_TOLERANCE * whole
}
