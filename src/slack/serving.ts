import type { App } from '@slack/bolt'
import type { Clock } from '../clock.ts'
import type { InFlight } from './in-flight.ts'

/** The port of what Bolt's `start()` answered with; `null` where it is no server. */
export function portOf(server: unknown): number | null {
  if (typeof server !== 'object' || server === null || !('address' in server)) return null
  const address = (server.address as () => { port?: number } | null)()
  return address?.port ?? null
}

/**
 * Stops receiving, then waits for the work in flight.
 * @param app `null`: it does not receive
 * @returns how much was still running at the deadline
 */
export async function stopApp(
  app: App | null,
  inFlight: InFlight,
  clock: Clock,
  deadlineMs: number,
): Promise<number> {
  const closed = app === null ? Promise.resolve() : app.stop().catch(() => {})
  const left = await inFlight.drain(deadlineMs)
  // The HTTP server closes when its last keep-alive connection does; nobody has to wait for that.
  await Promise.race([closed, clock.sleep(250)])
  return left
}
