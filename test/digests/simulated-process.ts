/**
 * A process whose time is played: the real scheduler with the real node-cron and a real database, from an hour before a
 * clock change until two hours after it, in seconds. Prints what came of it, as JSON.
 *
 * Arguments: the instant of the change, and `utc` where the process is to run in UTC as `src/start.mjs` has it.
 */
const [, , change = '', zone] = process.argv
if (zone === 'utc') process.env.TZ = 'UTC'

/** So many timers in three hours are none that sleep. */
const mostTimers = 25_000
/** Where node-cron spins, its timers come once a second here: to play each millisecond of two hours takes too long. */
const leastMs = zone === 'utc' ? 1 : 1_000
const hour = 3_600_000
const changeAt = Temporal.Instant.from(change).epochMilliseconds

let now = changeAt - hour - 30_500
let timers = 0
const waiting = new Map<object, { readonly at: number; readonly run: () => void }>()
const RealDate = Date
Object.assign(globalThis, {
  Date: class extends RealDate {
    constructor(...of: readonly (string | number)[]) {
      super(...((of.length === 0 ? [now] : of) as [number]))
    }
    static override now = () => now
  },
  setTimeout: (work: (...given: unknown[]) => void, ms = 1, ...given: unknown[]) => {
    const timer = { unref: () => timer, ref: () => timer, hasRef: () => true }
    waiting.set(timer, { at: now + Math.max(leastMs, ms), run: () => work(...given) })
    return timer
  },
  clearTimeout: (timer: object) => void waiting.delete(timer),
})

const [{ FakeClock }, { FakeSlack }, { processOn }, { sqliteDatabase }, { systemClock }] = await Promise.all([
  import('./clock.ts'),
  import('./slack.ts'),
  import('./world.ts'),
  import('../store/engines.ts'),
  import('../../src/lib/clock.ts'),
])
class PlayedClock extends FakeClock {
  override now = () => Temporal.Instant.fromEpochMilliseconds(now)
  override sleep = systemClock.sleep
}

const clock = new PlayedClock(change)
const slack = new FakeSlack(clock)
const database = await sqliteDatabase()
const world = processOn({ store: database.replicas[0], clock, slack })
const slots = new Map<string, number>()
for (let at = changeAt - hour; at < changeAt + 2 * hour; at += hour / 2) {
  const channel = `C${slots.size}`
  const time = Temporal.Instant.fromEpochMilliseconds(at).toString().slice(11, 16)
  await world.subscribe({ channel, schedule: { kind: 'daily', time, timeZone: 'UTC' } })
  slots.set(channel, at)
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}
await world.scheduler.wake()
while (now < changeAt + 2 * hour + 120_000 && timers < mostTimers) {
  const next = waiting.entries().reduce((a, b) => (b[1].at < a[1].at ? b : a))
  waiting.delete(next[0])
  now = Math.max(now, next[1].at)
  timers += 1
  next[1].run()
  await turns()
  while (Object.values(world.scheduler.health()).some(({ runningSince }) => runningSince !== null))
    await turns()
}
const late = slack.posts.map(({ channel, at }) => at - (slots.get(channel) ?? Number.NaN))
process.stdout.write(
  JSON.stringify({
    posted: new Set(slack.posts.map(({ channel }) => channel)).size,
    late: Math.max(...late),
    timers,
  }),
)
process.exit()
