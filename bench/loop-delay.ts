/** Loaded into a measured process: reports the delay of its event loop to the parent every second. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The message: times in milliseconds, memory in MB. */
export interface LoopReport {
  readonly p99: number
  readonly max: number
  readonly rssMb: number
  readonly heapMb: number
  /** What V8 reserves for the heap, used or not. */
  readonly committedMb: number
  /** Buffers, and memory reported by native modules. */
  readonly externalMb: number
}

const resolution = 5
const delay = monitorEventLoopDelay({ resolution })
delay.enable()
setInterval(() => {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const report: LoopReport = {
    // Without the interval of the monitor's own timer.
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
