/**
 * Loaded before a runner: replaces `src/lib/cache.ts` with a counting version. At the end it sends the parent the hits of
 * each memo and the time of each computed value.
 */
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What one memo did in a run. */
export interface MemoCount {
  /** Where it is created: file and line. */
  readonly name: string
  readonly hits: number
  /** The time of each computed value, in milliseconds. */
  readonly made: readonly number[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const counts = new Map<string, { hits: number; made: number[] }>()

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
      if (typeof cached !== 'function') countOf(name).hits += 1
      return cached
    }
    const from = performance.now()
    const value = make()
    // A memo that returns memos saves nothing itself.
    if (typeof value !== 'function') countOf(name).made.push(performance.now() - from)
    byKey.set(key, value)
    return value
  }
}

function countOf(name: string): { hits: number; made: number[] } {
  const count = counts.get(name) ?? { hits: 0, made: [] }
  counts.set(name, count)
  return count
}

function callerOf(stack = ''): string {
  // If a memo creates memos, `make` is this function.
  const caller =
    stack.split('\n').find((line) => /file:/.test(line) && !line.includes('/memo-count.ts')) ?? ''
  const place = /(file:\S+?):(\d+):\d+/.exec(caller)
  return place === null ? caller.trim() : `${relative(root, fileURLToPath(place[1] ?? ''))}:${place[2]}`
}
