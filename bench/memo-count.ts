/**
 * Loaded before a runner: puts a counting `memoizeFor` in the place of `src/lib/memoize.ts`, and sends its parent at the
 * end what each use of it found and how long making it anew took.
 */
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What one memo did in a run. */
export interface MemoCount {
  /** Where it is made: file and line. */
  readonly name: string
  readonly found: number
  /** Each time that it had to be made anew, in milliseconds. */
  readonly made: readonly number[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const counts = new Map<string, { found: number; made: number[] }>()

registerHooks({
  resolve: (specifier, context, next) => {
    const isMemoize = specifier.endsWith('/memoize.ts')
    return isMemoize ? { url: import.meta.url, shortCircuit: true } : next(specifier, context)
  },
})
process.on('exit', () => {
  const report: readonly MemoCount[] = [...counts].map(([name, count]) => ({ name, ...count }))
  process.send?.({ memos: report })
})

export function memoizeFor<Of extends object, Made>(): (of: Of, key: string, make: () => Made) => Made {
  const name = callerOf(new Error().stack)
  const cache = new WeakMap<Of, Map<string, Made>>()
  return (of, key, make) => {
    const byKey = cache.get(of) ?? new Map<string, Made>()
    cache.set(of, byKey)
    const cached = byKey.get(key)
    if (cached !== undefined) {
      if (typeof cached !== 'function') countOf(name).found += 1
      return cached
    }
    const from = performance.now()
    const value = make()
    // A memo of memos saves nothing itself.
    if (typeof value !== 'function') countOf(name).made.push(performance.now() - from)
    byKey.set(key, value)
    return value
  }
}

function countOf(name: string): { found: number; made: number[] } {
  const count = counts.get(name) ?? { found: 0, made: [] }
  counts.set(name, count)
  return count
}

function callerOf(stack = ''): string {
  // Where a memo makes memos, `make` is this function.
  const caller =
    stack.split('\n').find((line) => /file:/.test(line) && !line.includes('/memo-count.ts')) ?? ''
  const place = /(file:\S+?):(\d+):\d+/.exec(caller)
  return place === null ? caller.trim() : `${relative(root, fileURLToPath(place[1] ?? ''))}:${place[2]}`
}
