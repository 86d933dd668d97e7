/** A thread of `bench headlines` and `bench effects`: some of the cases of a list. */
import { parentPort, workerData } from 'node:worker_threads'
import type { BenchCase, Part, PartResult } from './case.ts'

const { list, first, every, seed, quick }: Part = workerData
const { cases }: { cases: readonly BenchCase[] } = await import(list)
const count = (usual: number) => (quick ? Math.max(2, Math.round(usual / 10)) : usual)
const results = cases.flatMap(({ name, run }, order): PartResult[] =>
  order % every === first ? [{ order, rows: run(`${seed}-${name}`, count) }] : [],
)
parentPort?.postMessage(results)
