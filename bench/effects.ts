/** What is said of tasks, compared with the truth of simulated markets. */
import { type CaseOptions, runCases } from './headlines/case.ts'
import type { BenchResult } from './result.ts'

export function benchEffects(options: CaseOptions): Promise<BenchResult> {
  const cases = new URL('./effects-markets.ts', import.meta.url)
  return runCases('what is said of tasks, against the truth', cases, options)
}
