/** Speeds up the clock and waits until nothing in a storm is pending. */
import type { Bots, Resources } from './bots.ts'
import { pause } from './time.ts'
import type { World } from './world.ts'

/**
 * The clock's rates: while people work, in the evening, and once nothing is being posted. A post has ten seconds, and a
 * process that is replaced fifteen; a faster clock would leave a slow machine too little of that.
 */
export const busyRate = 3
export const eveningRate = 10
export const settleRate = 20
/** How long things may take to settle, in storm time. */
const settleMs = 30 * 60_000
/** In real milliseconds: if nothing has changed for that long, the wait is for something other than a post. */
const postingMs = 10_000
/** How long a check for alerts may take, in real milliseconds. */
const checkTimeoutMs = 20_000

/**
 * @param except workspaces that have removed the app
 * @param onWait called now and then while waiting
 * @returns what did not settle in time, in words
 */
export async function settle(
  { time, bots, balancer, reader, signal }: World,
  except: readonly string[] = [],
  onWait: () => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const until = time.ms() + settleMs
  let [before, since] = ['', performance.now()]
  for (let looks = 0; ; looks += 1) {
    signal?.throwIfAborted()
    bots.resumeDue()
    if (looks % 8 === 0) await resumingDuring(bots, onWait)
    // Before the database is read: what has arrived is a row there before it is acknowledged.
    const { underWay } = balancer
    const kept = bots.allRunning
      ? await reader.unsettled(time.now(), except).catch(() => ['no database'])
      : ['processes']
    const left = [...(underWay > 0 ? [`${underWay} requests from Slack`] : []), ...kept]
    if (left.length === 0 || time.ms() > until) return left
    if (left.join() !== before) [before, since] = [left.join(), performance.now()]
    const isMoving = performance.now() - since < postingMs
    const isIn = (what: string) => isMoving && left.some((one) => one.includes(what))
    const rate = isIn(' messages') ? busyRate : settleRate
    if (time.rate !== rate) time.run(rate, false)
    await pause(250)
  }
}

/** Resumes paused processes on time while the work runs. */
export async function resumingDuring<T>(bots: Bots, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => bots.resumeDue(), 250)
  return work().finally(() => clearInterval(timer))
}

/** Moves the clock forward only. */
export function goTo({ time }: World, instant: Temporal.Instant): void {
  time.step(Math.max(0, instant.epochMilliseconds - time.ms()))
}

/** From that hour on, waits until every digest with alerts has checked; they check once an hour. */
export async function waitForAlertChecks(
  world: World,
  dawn: Temporal.Instant,
  hour: number,
  state: 'clear' | 'crossed',
): Promise<void> {
  const { bots, reader, signal } = world
  for (const later of [0, 1]) {
    goTo(world, dawn.add({ hours: hour + later, seconds: 5 }))
    const until = performance.now() + checkTimeoutMs
    while (performance.now() < until) {
      signal?.throwIfAborted()
      bots.resumeDue()
      const remaining = await reader.digestsNotIn(state).catch(() => 1)
      if (remaining === 0) break
      await pause(250)
    }
    await settle(world)
    if ((await reader.digestsNotIn(state)) === 0) return
  }
}

/** The processes' resources once they have closed unused connections, which they keep for four seconds after each use. */
export async function restingResources(bots: Bots): Promise<readonly Resources[]> {
  const sockets = (all: readonly Resources[]) => all.reduce((sum, one) => sum + one.sockets, 0)
  let resources = bots.resources()
  for (let calm = 0, tries = 0; calm < 24 && tries < 100; tries += 1) {
    await pause(250)
    const now = bots.resources()
    calm = sockets(now) < sockets(resources) ? 0 : calm + 1
    resources = now
  }
  return resources
}
