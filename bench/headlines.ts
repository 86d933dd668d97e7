/** What a headline would say, compared with the truth of simulated markets. */
import { type CaseOptions, runCases } from './headlines/case.ts'
import type { BenchResult } from './result.ts'

export function benchHeadlines(options: CaseOptions): Promise<BenchResult> {
  const cases = new URL('./headlines/cases.ts', import.meta.url)
  return runCases('headlines against the truth', cases, options)
}
