/**
 * A process in simulated time: the real scheduler with the real node-cron and a real database, from an hour before a
 * clock change until two hours after it, within seconds. Prints the results as JSON.
 *
 * Arguments: the instant of the change, and `utc` if the process should run in UTC, as `src/start.mjs` makes it.
 */
const [, , change = '', zone] = process.argv
if (zone === 'utc') process.env.TZ = 'UTC'

/** More timers than this in three hours mean that they don't sleep. */
const mostTimers = 25_000
/** When node-cron spins, its timers fire once a second here: simulating each millisecond of two hours takes too long. */
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

const [{ FakeClock }, { FakeSlack }, { processOn }, { sqliteDatabase }] = await Promise.all([
  import('./clock.ts'),
  import('./slack.ts'),
  import('./world.ts'),
  import('../store/engines.ts'),
])
class PlayedClock extends FakeClock {
  override now = () => Temporal.Instant.fromEpochMilliseconds(now)
  override sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })
}

const clock = new PlayedClock(change)
const slack = new FakeSlack(clock)
const database = await sqliteDatabase()
const world = processOn({ store: database.replicas[0], clock, slack, schedule: { wallClock: clock } })
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
