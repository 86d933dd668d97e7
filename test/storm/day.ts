/** The busy part of a storm's day: people work, strangers attack, processes are killed. */
import { Chance } from '../chance.ts'
import type { Event } from './events.ts'
import { Strangers } from './hostile.ts'
import { teamOf } from './marks.ts'
import type { WorkDay } from './people.ts'
import { pause } from './time.ts'
import { busyRate, eveningRate, goTo, resumingDuring } from './wait-until-idle.ts'
import { dawnOf, openingFateOf, type World } from './world.ts'

export interface BusyDay {
  readonly seed: number
  readonly day: number
  /** How long the busy part lasts, in real seconds. */
  readonly busySeconds: number
  /** The numbers of the workspaces that have the app. */
  readonly active: readonly number[]
  /** Whether no process is killed or paused. */
  readonly spared: boolean
  readonly events: readonly Event[]
}

/** Each person's pause per workspace, in milliseconds: about 15 requests from Slack a second in total. */
const msOfPace = 300
const strangersMs = 200

/** @returns the strangers and their attempts, once all have answers and all changes are done */
export async function playBusy(
  world: World,
  { seed, day, busySeconds, active, spared, events }: BusyDay,
): Promise<Strangers> {
  const { time, chance, slack, balancer, bots, broken } = world
  // Eight real seconds before the digests are due.
  goTo(
    world,
    dawnOf(day)
      .add({ hours: 9 })
      .subtract({ seconds: busyRate * 8 }),
  )
  const strangers = new Strangers(
    { url: balancer.url, secret: world.signingSecret, team: teamOf(active[0] ?? 0), clock: time },
    new Chance(seed + 100 + day),
    strangersMs,
  )
  const today: WorkDay = {
    teams: active.map(teamOf),
    paceMs: Math.max(1_500, active.length * msOfPace),
    day,
    serviceUrl: world.serviceUrl,
    arriving: day === 0 ? world.arriving.map(teamOf) : [],
  }
  await slack.ask('begin', today)
  const opened = performance.now()
  const passed = () => (performance.now() - opened) / 1_000
  const coming = events.toSorted((a, b) => a.share - b.share)
  const underWay: Promise<unknown>[] = []
  let nextKill = 0
  world.calm.isCalm = true
  while (passed() < busySeconds) {
    world.signal?.throwIfAborted()
    bots.resumeDue()
    const share = passed() / busySeconds
    // The first quarter is calm.
    if (share > 0.25 && !bots.disrupting && !spared) {
      world.calm.isCalm = false
      bots.disrupting = true
      time.run(busyRate, true)
      nextKill = passed()
    }
    if (bots.disrupting && openingFateOf(broken) === null && passed() >= nextKill) {
      if (bots.allRunning) bots.killOne()
      nextKill = passed() + chance.between(2, 5)
    }
    while (share > (coming[0]?.share ?? 1)) {
      const happening = coming.shift()?.run() ?? Promise.resolve()
      // A failure is reported in the evening.
      happening.catch(() => {})
      underWay.push(happening)
    }
    await pause(100)
  }
  bots.disrupting = false
  world.calm.isCalm = false
  time.run(eveningRate, false)
  await resumingDuring(bots, () => Promise.all([...underWay, slack.ask('end'), strangers.end()]))
  return strangers
}
