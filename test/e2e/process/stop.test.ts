import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { isThorough } from '../../properties/thorough.ts'
import { temporaryFolder } from '../../store/engines.ts'
import { type PostgresServer, startPostgres } from '../../store/postgres-server.ts'
import { balance, createStopWorld, freePorts, type StopWorld, type Typed } from './stop-world.ts'

const digests = 24
const patience = 60_000

let world: StopWorld
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  await world.stop()
  for (const clean of cleanUp.splice(0)) await clean()
})

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
    world = await createStopWorld(digests)
    const folder = await temporaryFolder()
    cleanUp.push(() => folder.remove())
    const file = join(folder.path, 'sightline.db')
    const store = await openStore({ file })
    await world.schedule(store)
    await store.close()
    const [port = 0] = await freePorts(1)
    const env = {
      SIGHTLINE_SLACK_MODE: mode,
      SIGHTLINE_DATABASE_FILE: file,
      SIGHTLINE_HTTP_PORT: String(port),
    }
    if (mode === 'http') world.slack.setRequestUrl(`http://127.0.0.1:${port}/slack/events`)

    const bot = world.start(env)
    await bot.running
    const typing = world.typing()
    await Promise.all([typing.underWay, somePosted()])
    bot.child.kill('SIGTERM')
    const { code, output } = await bot.ended
    const typed = await typing.stop()
    expect(code).toBe(0)
    expect(output).not.toContain('stopped with work still in flight')
    const before = world.posted().length
    expect(before, 'the signal arrived mid-run').toBeLessThan(digests)
    await eachAnsweredOnce(typed)

    const next = world.start(env)
    await eachPostedOnce()
    await eachThreadWhole()
    next.child.kill('SIGTERM')
    expect((await next.ended).code).toBe(0)
  })
})

describe('SIGTERM to one of two replicas on PostgreSQL, under load', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.stop())

  it.each(modes('http'))(
    'loses no command, and the other replica posts the remaining digests, each once (%s)',
    {
      timeout: 180_000,
    },
    async (mode) => {
      world = await createStopWorld(digests)
      const databaseUrl = await server.createDatabase()
      const store = await openStore({ databaseUrl })
      await world.schedule(store)
      cleanUp.push(() => store.close())
      const ports = await freePorts(2)
      if (mode === 'http') {
        const balancer = await balance(ports)
        cleanUp.push(() => balancer.close())
        world.slack.setRequestUrl(balancer.url)
      }
      const [first, second] = ports.map((port) =>
        world.start({
          SIGHTLINE_SLACK_MODE: mode,
          SIGHTLINE_HTTP_PORT: String(port),
          DATABASE_URL: databaseUrl,
        }),
      )
      await Promise.all([first?.running, second?.running])
      if (mode === 'socket') expect(world.slack.connections()).toBe(2)
      const typing = world.typing()
      await Promise.all([typing.underWay, somePosted()])
      first?.child.kill('SIGTERM')
      expect((await first?.ended)?.code).toBe(0)
      const typed = await typing.stop()
      expect(typed.filter(({ acknowledged }) => !acknowledged)).toEqual([])
      await eachPostedOnce()
      second?.child.kill('SIGTERM')
      expect((await second?.ended)?.code).toBe(0)
      await eachAnsweredOnce(typed)
    },
  )
})

describe('SIGTERM during the start', () => {
  it('ends it with exit code 0', { timeout: 60_000 }, async () => {
    world = await createStopWorld(0)
    const folder = await temporaryFolder()
    cleanUp.push(() => folder.remove())
    const bot = world.start({ SIGHTLINE_DATABASE_FILE: join(folder.path, 'sightline.db') })
    await world.slack.until(
      () => world.slack.requests().some(({ method }) => method === 'auth.test'),
      'the first call',
      patience,
    )
    bot.child.kill('SIGTERM')
    expect((await bot.ended).code).toBe(0)
  })
})
