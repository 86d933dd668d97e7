/**
 * What the bot says, compared with the truth: markets with a planned truth, played week by week over the real interface, in
 * two threads. Optionally also what another checkout says about the same weeks.
 */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { judge, type Share, type Verdicts } from './headlines/judge.ts'
import { type BenchMarket, benchMarkets } from './headlines/markets.ts'
import type { Run, WeekMessages } from './headlines/run.ts'
import type { BenchResult } from './result.ts'

export interface HeadlineOptions {
  readonly seed: number
  /** For each of the twenty markets. */
  readonly weeks: number
  /** The folder of another checkout of cf06d6a, with its packages; `null`: none. */
  readonly against: string | null
}

export const headlineDefaults: HeadlineOptions = { seed: 1, weeks: 104, against: null }

export async function benchHeadlines(options: HeadlineOptions = headlineDefaults): Promise<BenchResult> {
  const markets = benchMarkets(options.seed, options.weeks)
  const ours = judge(markets, await simulate(markets, options.weeks, null))
  const theirs =
    options.against === null
      ? null
      : judge(markets, await simulate(markets, options.weeks, resolve(options.against)))
  return resultOf(markets, ours, theirs)
}

/** Runs the markets in as many threads as there are cores, at most two. Each market has its own history. */
async function simulate(
  markets: readonly BenchMarket[],
  weeks: number,
  checkout: string | null,
): Promise<readonly WeekMessages[]> {
  const threads = Math.min(2, availableParallelism())
  const runs = Array.from(
    { length: threads },
    (_, thread): Run => ({
      markets: markets.flatMap(({ plan }, index) => (index % threads === thread ? [{ index, plan }] : [])),
      weeks,
      checkout,
    }),
  )
  return (await Promise.all(runs.map(inThread))).flat()
}

function inThread(run: Run): Promise<readonly WeekMessages[]> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('./headlines/worker.ts', import.meta.url), { workerData: run })
    worker.once('message', done)
    worker.once('error', failed)
  })
}

interface Line {
  readonly name: string
  readonly read: (verdicts: Verdicts) => Share
  /** `null`: no target. */
  readonly target: { readonly atMost: number } | { readonly atLeast: number } | null
}

const none: Share = { hits: 0, of: 0 }
const shift = (errors: number, atLeast: number): Line => ({
  name: `own shifts of ${errors} standard errors reported in their week`,
  read: ({ ownShifts }) => ownShifts.get(errors) ?? none,
  target: { atLeast },
})

const lines: readonly Line[] = [
  {
    name: 'calm weeks with false news, 330 answers an engine',
    read: ({ falseNews }) => falseNews.usual,
    target: { atMost: 0.05 },
  },
  {
    name: 'calm weeks with false news, 40 answers an engine',
    read: ({ falseNews }) => falseNews.small,
    target: { atMost: 0.05 },
  },
  shift(5, 0.95),
  shift(4, 0.8),
  shift(3, 0.45),
  {
    name: "rivals' shifts of 5 standard errors reported in their week",
    read: ({ rivalShifts }) => rivalShifts,
    target: { atLeast: 0.8 },
  },
  {
    name: 'overtakes reported although the order is the same',
    read: ({ falseOvertakes }) => falseOvertakes,
    target: { atMost: 0.05 },
  },
  {
    name: 'slides of 1 point a week reported within 4 weeks',
    read: ({ fastSlides }) => fastSlides,
    target: { atLeast: 0.8 },
  },
  {
    name: 'slides of 0.5 points a week reported within 7 weeks',
    read: ({ slowSlides }) => slowSlides,
    target: { atLeast: 0.8 },
  },
  {
    name: 'eight calm weeks with a reported trend',
    read: ({ falseTrends }) => falseTrends,
    target: { atMost: 0.05 },
  },
  { name: '"why" names an engine that moved', read: ({ why }) => why, target: { atLeast: 0.9 } },
  {
    name: 'sentences that contradict the rows',
    read: ({ contradictions }) => contradictions,
    target: { atMost: 0 },
  },
  { name: 'weeks with missing days, reported', read: ({ missingDays }) => missingDays, target: null },
  {
    name: 'weeks with a missing engine, reported',
    read: ({ missingEngines }) => missingEngines,
    target: null,
  },
  { name: 'weeks in which the own brand vanished, reported', read: ({ vanished }) => vanished, target: null },
]

const shareOf = ({ hits, of }: Share) => (of === 0 ? Number.NaN : hits / of)

function words(share: Share): string {
  return share.of === 0 ? 'none' : `${(100 * shareOf(share)).toFixed(1)} % (${share.hits} of ${share.of})`
}

/** A share of nothing fails any lower bound, and meets any upper one. */
function isMet({ target }: Line, share: Share): boolean {
  if (target === null) return true
  if ('atMost' in target) return share.of === 0 || shareOf(share) <= target.atMost
  return shareOf(share) >= target.atLeast
}

function targetWords({ target }: Line): string {
  if (target === null) return ''
  return 'atMost' in target ? `at most ${100 * target.atMost} %` : `at least ${100 * target.atLeast} %`
}

function resultOf(markets: readonly BenchMarket[], ours: Verdicts, theirs: Verdicts | null): BenchResult {
  const kinds = [...ours.falseKinds].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${kind} ${count}`)
  return {
    name: `headlines and alerts against the truth: ${ours.weeks} weeks of ${markets.length} markets`,
    table: {
      columns: ['', 'target', 'this state', '', ...(theirs === null ? [] : ['earlier state'])],
      rows: [
        ...lines.map((line) => [
          line.name,
          targetWords(line),
          words(line.read(ours)),
          line.target === null ? '' : isMet(line, line.read(ours)) ? 'met' : 'NOT MET',
          ...(theirs === null ? [] : [words(line.read(theirs))]),
        ]),
        ...(kinds.length === 0 ? [] : [[`false news in calm weeks: ${kinds.join(', ')}`]]),
        ...ours.samples.map((sample) => [`wrong: ${sample}`]),
      ],
    },
    ratios: lines
      .filter((line) => line.target !== null && !isMet(line, line.read(ours)))
      .map((line) => ({
        name: line.name,
        value: shareOf(line.read(ours)),
        target: targetWords(line),
        met: false,
      })),
  }
}
