/** A case of a bench whose truth is known: some simulated worlds, and a row for each thing that is counted in them. */
import { Worker } from 'node:worker_threads'
import type { BenchResult } from '../result.ts'

export type Target = { readonly atMost: number } | { readonly atLeast: number } | null

/** A share, or another number. Without a target it is only shown. */
export interface Row {
  readonly name: string
  readonly target: Target
  readonly value: number
  readonly text: string
}

export interface BenchCase {
  readonly name: string
  /** `count`: how many of the usual number of worlds. */
  readonly run: (seed: string, count: (usual: number) => number) => readonly Row[]
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

export function share(name: string, target: Target, hits: number, of: number): Row {
  return { name, target, value: hits / of, text: `${percent(hits / of)} (${hits} of ${of})` }
}

export const number = (name: string, target: Target, value: number): Row => ({
  name,
  target,
  value,
  text: String(value),
})

export interface CaseOptions {
  readonly seed: number
  /** A tenth of the worlds. */
  readonly quick: boolean
}

/** What a thread gets: its cases are every so many of the list. */
export interface Part extends CaseOptions {
  readonly list: string
  readonly first: number
  readonly every: number
}

const THREADS = 2

/** Runs a module's `cases` in two threads. */
export async function runCases(name: string, list: URL, options: CaseOptions): Promise<BenchResult> {
  const parts = Array.from({ length: THREADS }, (_, first): Part => {
    return { ...options, list: list.href, first, every: THREADS }
  })
  const rows = (await Promise.all(parts.map(inThread))).flat().toSorted((a, b) => a.order - b.order)
  const all = rows.flatMap((one) => one.rows)
  const judged = all.map((row) => ({ ...row, words: targetWords(row), met: isMet(row) }))
  return {
    name: `${name}, seed ${options.seed}`,
    table: {
      columns: ['', 'target', 'measured', ''],
      rows: judged.map(({ name: what, words, text, target, met }) => [
        what,
        words,
        text,
        target === null ? '' : met ? 'met' : 'NOT MET',
      ]),
    },
    ratios: judged
      .filter(({ target, met }) => target !== null && !met)
      .map(({ name: what, value, words, met }) => ({ name: what, value, target: words, met })),
  }
}

export interface PartResult {
  readonly order: number
  readonly rows: readonly Row[]
}

function inThread(part: Part): Promise<readonly PartResult[]> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: part })
    worker.once('message', done)
    worker.once('error', failed)
  })
}

function isMet({ target, value }: Row): boolean {
  if (target === null) return true
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

function targetWords({ target, text }: Row): string {
  if (target === null) return ''
  const words = (value: number) => (text.includes('%') ? `${+(100 * value).toFixed(2)} %` : String(value))
  return 'atMost' in target ? `at most ${words(target.atMost)}` : `at least ${words(target.atLeast)}`
}
