import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { balance } from '../../processes.ts'
import { isThorough } from '../../properties/thorough.ts'
import { freePort } from '../../store/postgres-server.ts'
import { createStopWorld, type StopWorld, type Typed } from './stop-world.ts'

const digests = 24
const patience = 60_000

let world: StopWorld
afterEach(() => world.stop())

/** Each acknowledged command has one answer, the others none. */
async function eachAnsweredOnce(typed: readonly Typed[]) {
  expect(typed.filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(3)
  const answers = typed.map(({ channel }) => world.answersIn(channel))
  expect(answers).toEqual(typed.map(({ acknowledged }) => (acknowledged ? 1 : 0)))
}

/** Each digest was posted once, by any process. */
async function eachPostedOnce() {
  await world.slack.until(() => world.posted().length >= digests, 'every digest', patience)
  const posted = world.posted()
  expect(posted).toHaveLength(digests)
  expect(new Set(posted).size).toBe(digests)
}

/** Each digest has all its replies once. */
async function eachThreadWhole() {
  const whole = () => world.threads().every((thread) => thread.length >= 2)
  await world.slack.until(whole, 'what follows every digest', patience)
  expect(new Set(world.threads().map(String))).toEqual(new Set(['1,2']))
}

const somePosted = () => world.slack.until(() => world.posted().length >= 2, 'the first digests', patience)

/** Each mode meets each engine at night; before that, one engine. */
const modes = (mode: 'socket' | 'http') => (isThorough ? ['socket', 'http'] : [mode])

describe.each(modes('socket'))('SIGTERM under load, in %s mode', (mode) => {
  it('exits with code 0; acknowledged commands are answered, and digests posted once, before or after the next start', {
    timeout: 180_000,
  }, async () => {
    world = await createStopWorld('SQLite', digests)
    await world.schedule()
    const port = await freePort()
    const env = { SIGHTLINE_SLACK_MODE: mode, SIGHTLINE_HTTP_PORT: String(port) }
    if (mode === 'http') world.slack.setRequestUrl(`http://127.0.0.1:${port}/slack/events`)

    const bot = world.start(env)
    await bot.until('Sightline is running')
    const typing = world.typing()
    await Promise.all([typing.underWay, somePosted()])
    const { code, output } = await bot.end()
    const typed = await typing.stop()
    expect(code).toBe(0)
    expect(output).not.toContain('stopped with work still in flight')
    const { service, slack } = world
    for (const secret of [service.keys.workspace, slack.botToken, slack.appToken])
      expect(output).not.toContain(secret)
    const before = world.posted().length
    expect(before, 'the signal arrived mid-run').toBeLessThan(digests)
    await eachAnsweredOnce(typed)

    const next = world.start(env)
    await eachPostedOnce()
    await eachThreadWhole()
    expect((await next.end()).code).toBe(0)
  })
})

it.each(modes('http'))(
  'SIGTERM to one of two replicas under load loses no command, and the other posts the remaining digests once (%s)',
  { timeout: 180_000 },
  async (mode) => {
    world = await createStopWorld('PostgreSQL', digests)
    await world.schedule()
    const ports = await Promise.all([freePort(), freePort()])
    const balancer = await balance(ports)
    onTestFinished(() => void balancer.close())
    if (mode === 'http') world.slack.setRequestUrl(balancer.url)
    const start = (port: number) =>
      world.start({ SIGHTLINE_SLACK_MODE: mode, SIGHTLINE_HTTP_PORT: String(port) })
    const [first, second] = [start(ports[0]), start(ports[1])]
    for (const bot of [first, second]) await bot.until('Sightline is running')
    if (mode === 'socket') expect(world.slack.connections()).toBe(2)
    const typing = world.typing()
    await Promise.all([typing.underWay, somePosted()])
    expect((await first.end()).code).toBe(0)
    const typed = await typing.stop()
    expect(typed.filter(({ acknowledged }) => !acknowledged)).toEqual([])
    await eachPostedOnce()
    expect((await second.end()).code).toBe(0)
    await eachAnsweredOnce(typed)
  },
)

it('SIGTERM during the start ends it with exit code 0', async () => {
  world = await createStopWorld('SQLite', 0)
  const bot = world.start()
  await world.slack.until(
    () => world.slack.requests().some(({ method }) => method === 'auth.test'),
    'the first call',
    patience,
  )
  expect((await bot.end()).code).toBe(0)
})
