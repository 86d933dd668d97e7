/** Loaded into a measured process: reports its event loop's delay to the parent every second. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What is sent; in milliseconds, and MB. */
export interface LoopReport {
  readonly p99: number
  readonly max: number
  readonly rssMb: number
  readonly heapMb: number
  /** What V8 holds for it, used or not. */
  readonly committedMb: number
  /** Buffers, and what native modules say that they hold. */
  readonly externalMb: number
}

const resolution = 5
const delay = monitorEventLoopDelay({ resolution })
delay.enable()
setInterval(() => {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const report: LoopReport = {
    // Its own timer's time is none that anybody waited.
    p99: delay.percentile(99) / 1e6 - resolution,
    max: delay.max / 1e6 - resolution,
    rssMb: rss / 1e6,
    heapMb: heapUsed / 1e6,
    committedMb: heapTotal / 1e6,
    externalMb: external / 1e6,
  }
  process.send?.(report)
  delay.reset()
}, 1_000).unref()
process.channel?.unref()
