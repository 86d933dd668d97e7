/** Timers on the sandbox's clock. They fire in real time, or when the clock is moved ahead. */
import type { SandboxClock } from '../../clock.ts'

const LONGEST_MS = 2 ** 31 - 1

export function createTimers(clock: SandboxClock) {
  const waiting = new Map<() => void, { due: number; handle: NodeJS.Timeout }>()
  const now = () => clock.now().epochMilliseconds
  const fire = (run: () => void) => {
    const entry = waiting.get(run)
    if (!entry) return
    clearTimeout(entry.handle)
    waiting.delete(run)
    run()
  }
  const stopListening = clock.onAdvance(() => {
    for (const [run, { due }] of [...waiting]) if (due <= now()) fire(run)
  })
  return {
    after: (ms: number, run: () => void) => {
      const once = () => run()
      const due = now() + ms
      // Node treats a longer timeout as zero.
      const arm = (remainingMs: number) => {
        const handle = setTimeout(
          () => (remainingMs > LONGEST_MS ? arm(remainingMs - LONGEST_MS) : fire(once)),
          Math.min(remainingMs, LONGEST_MS),
        )
        waiting.set(once, { due, handle })
      }
      arm(ms)
    },
    close: () => {
      stopListening()
      for (const { handle } of waiting.values()) clearTimeout(handle)
      waiting.clear()
    },
  }
}

export type Timers = ReturnType<typeof createTimers>
