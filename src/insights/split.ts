/**
 * Splits a change of a score into the changes of its parts. Pure.
 *
 * A score is the mean over all answers, so it is the sum of the parts' scores, each weighted by its share of the
 * answers. The change is then the sum over the parts of (mean share × change of score), plus a rest that comes only
 * from a different mix of answers: fewer answers from a high-scoring engine lower the whole, even if no engine changed.
 */
import type { ChangeSplit, MetricChange, SampleSizes, SplitDimension, SplitPart } from '../model/reports.ts'
import { criticalValue, risks } from './significance.ts'

/** One part of an answer's sample, such as an engine, in both periods. */
export interface PartSample {
  readonly visibility: Pick<MetricChange, 'value' | 'previous'>
  readonly answers: SampleSizes
}

/** A change of a score at an equal mix of answers, in points. */
export interface WithinChange {
  /** The sum of `parts`: the change without the effect of a different mix. */
  readonly change: number
  readonly standardError: number
  /** The effect of a different mix: the whole change is `change + mix`. */
  readonly mix: number
  /** In the samples' order. `share`: the mean share of the answers; 0 for a part measured in only one period. */
  readonly parts: readonly {
    readonly share: number
    readonly contribution: number
    readonly standardError: number
  }[]
}

/**
 * Splits the change of the parts' common score. A part without answers in one of the periods has no change of its own.
 * @returns `null` if a score or a sample is unknown
 */
export function withinChange(samples: readonly PartSample[]): WithinChange | null {
  const knownSamples = samples.map(knownSample)
  if (!knownSamples.every((part) => part !== null)) return null
  const total = (pick: (part: KnownSample) => number) =>
    knownSamples.reduce((sum, part) => sum + pick(part), 0)
  const [now, before] = [total((part) => part.now), total((part) => part.before)]
  if (now === 0 || before === 0) return null
  const parts = knownSamples.map((part) => {
    const isCompared = part.now > 0 && part.before > 0
    const share = isCompared ? (part.now / now + part.before / before) / 2 : 0
    return { share, contribution: share * (part.value - part.previous), standardError: share * errorOf(part) }
  })
  return {
    change: parts.reduce((sum, { contribution }) => sum + contribution, 0),
    standardError: Math.hypot(...parts.map(({ standardError }) => standardError)),
    mix: total((part) => (part.now / now - part.before / before) * ((part.value + part.previous) / 2)),
    parts,
  }
}

interface KnownSample {
  readonly value: number
  readonly previous: number
  readonly now: number
  readonly before: number
}

function knownSample({ visibility, answers: { now, before } }: PartSample): KnownSample | null {
  if (!isCount(now) || !isCount(before)) return null
  const value = now === 0 ? (visibility.previous ?? 0) : visibility.value
  const previous = before === 0 ? (visibility.value ?? 0) : visibility.previous
  if (!isScore(value) || !isScore(previous)) return null
  return { value, previous, now, before }
}

/** An upper bound of the standard error of a part's change, in points; 0 for a part measured in only one period. */
function errorOf({ value, previous, now, before }: KnownSample): number {
  if (now === 0 || before === 0) return 0
  const share = (value * now + previous * before) / (now + before) / 100
  return 100 * Math.sqrt(share * (1 - share) * (1 / now + 1 / before))
}

/** Parts make up the whole if their answers add up to it within this share. */
const SUM_TOLERANCE = 0.02

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
  const within = withinChange(samples)
  const { delta } = whole.visibility
  const { now, before } = whole.answers
  if (within === null || delta === null || samples.length < 2) return null
  if (!addsUp(now, samples, 'now') || !addsUp(before, samples, 'before')) return null
  // Scores are rounded. If the difference is larger, the service's whole is not the mean of these parts.
  if (Math.abs(delta - within.change - within.mix) > Math.max(0.2, within.standardError / 2)) return null
  const parts = samples.map((sample, index): SplitPart => {
    const contribution = within.parts[index]?.contribution ?? 0
    return { ...sample, contribution, isCause: contribution * delta > 0 && isBeyond(sample) }
  })
  return {
    dimension,
    parts: parts.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution)),
    isEverywhere: parts.every(({ contribution }) => contribution * delta > 0),
    mix: within.mix,
    isMixCause: Math.abs(within.mix) >= MIX.points && Math.abs(within.mix) >= MIX.share * Math.abs(delta),
    within: {
      change: within.change,
      beyondChance: Math.abs(within.change) > criticalValue(risks.own / 2) * within.standardError,
    },
  }
}

function addsUp(whole: number | null, samples: readonly NamedSample[], when: keyof SampleSizes): boolean {
  const sum = samples.reduce((all, { answers }) => all + (answers[when] ?? 0), 0)
  return isCount(whole) && whole > 0 && Math.abs(sum - whole) <= SUM_TOLERANCE * whole
}

function isCount(answers: number | null): answers is number {
  return answers !== null && Number.isFinite(answers) && answers >= 0
}

function isScore(score: number | null): score is number {
  return score !== null && score >= 0 && score <= 100
}
