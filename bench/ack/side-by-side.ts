import { openLoop } from '../open-loop.ts'
import { median, pairedRatio, percentile } from '../statistics.ts'

/** The percentiles of each round, in milliseconds. */
export interface Rounds {
  readonly p50: number[]
  readonly p99: number[]
}

/**
 * Seconds in which both apps get load at the same time, alternating request by request. The p99 of a second is its second or
 * third worst, which a pause of the machine decides: at the same time it affects both. With alternating seconds, the median
 * of their ratios was repeatable only to a tenth.
 * @param load.send resolves with the milliseconds that a request took
 */
export async function sideBySide<App>(
  apps: { readonly bare: App; readonly ours: App },
  load: {
    /** For each of the two. */
    readonly perSecond: number
    readonly rounds: number
    readonly warmUpRounds: number
    readonly send: (app: App, index: number) => Promise<number>
  },
): Promise<{ readonly bare: Rounds; readonly ours: Rounds }> {
  const taken = { bare: { p50: [], p99: [] } as Rounds, ours: { p50: [], p99: [] } as Rounds }
  for (let round = -load.warmUpRounds; round < load.rounds; round += 1) {
    const order = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)
    let sent = 0
    const next = { command: () => load.send(apps[order[sent % 2] ?? 'bare'], sent++ >> 1) }
    const all = await openLoop(next, { perSecond: 2 * load.perSecond, ms: 1_000, text: () => '' })
    if (round < 0) continue
    for (const [turn, name] of order.entries()) {
      const its = all.filter((_, index) => index % 2 === turn)
      taken[name].p50.push(percentile(its, 0.5))
      taken[name].p99.push(percentile(its, 0.99))
    }
  }
  return taken
}

/** A row of a table: medians of the rounds. */
export const medians = ({ p50, p99 }: Rounds) => [
  `${median(p50).toFixed(2)} ms`,
  `${median(p99).toFixed(2)} ms`,
]

/** Ours to the bare app's, p50 and p99. */
export const ratios = ({ bare, ours }: { readonly bare: Rounds; readonly ours: Rounds }) => ({
  p50: pairedRatio(ours.p50, bare.p50),
  p99: pairedRatio(ours.p99, bare.p99),
})
