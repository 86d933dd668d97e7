import type { CommandPlace, CommandClient as Door } from './apps.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Load {
  readonly perSecond: number
  readonly ms: number
  readonly text: (index: number) => string
  /** Who types it, and where; by default the same person in the same channel. */
  readonly place?: (index: number) => CommandPlace
}

/**
 * Sends commands at a fixed rate, whether or not earlier ones have been answered.
 * @returns the milliseconds to each acknowledgement
 */
export async function openLoop(
  door: Pick<Door, 'command'>,
  { perSecond, ms, text, place }: Load,
): Promise<number[]> {
  const count = (ms / 1000) * perSecond
  const started = performance.now()
  const pending: Promise<number>[] = []
  for (let index = 0; index < count; index += 1) {
    const wait = started + (index * 1000) / perSecond - performance.now()
    if (wait > 1) await pause(wait)
    pending.push(door.command(text(index), place?.(index)))
  }
  return Promise.all(pending)
}
