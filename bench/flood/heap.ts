/** Memory without what the garbage collector would free. Loaded into a measured process, it answers each message. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Memory {
  readonly heapMb: number
  /** The most resident memory since the last message. */
  readonly peakMb: number
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

export function heapMb(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

if (process.channel !== undefined) {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  setInterval(look, 20).unref()
  process.on('message', () => {
    look()
    process.send?.({ heapMb: heapMb(), peakMb: peak / 1e6 } satisfies Memory)
    peak = 0
  })
  process.channel.unref()
}
