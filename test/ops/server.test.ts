import { describe, expect, it, onTestFinished } from 'vitest'
import { openOps } from '../../src/app/health/server.ts'
import { startingHealth } from '../../src/app/health/source.ts'
import { StoreError } from '../../src/store/index.ts'
import { FakeClock } from '../digests/clock.ts'

const host = '127.0.0.1'

/** A bot whose parts the test can break, and its operator's port. */
async function bot(mode: 'socket' | 'http' = 'socket', metrics = false) {
  const clock = new FakeClock('2026-11-16T08:00:00Z')
  const healthSource = startingHealth(clock, mode)
  const ops = await openOps({ host, port: 0, metrics }, healthSource)
  onTestFinished(() => ops.close())
  const ask = async (path: string, method = 'GET') => {
    // Each request sees the bot's current state, not one cached a second ago.
    clock.advance({ seconds: 1 })
    const response = await fetch(`http://${host}:${ops.port}${path}`, { method })
    const { status, headers } = response
    const text = await response.text()
    return { status, headers, text, body: text.startsWith('{') ? JSON.parse(text) : null }
  }
  const run = (ping: () => Promise<void> = async () => {}) => {
    healthSource.state = 'running'
    healthSource.slack = { connected: true, inFlight: 0 }
    const counts = async () => ({ ready: 0, sending: 0, unknown: 0, oldestDigest: null })
    healthSource.runtime = {
      database: 'SQLite',
      scheduler: { lastCheck: clock.now(), everyMs: 60_000, health: () => ({}) },
      store: { ping, outbox: { counts } },
    }
  }
  return { clock, healthSource, ops, ask, run }
}

describe('the operator’s port', () => {
  it('says that the process is alive, even before it can work', async () => {
    const { ask } = await bot()
    const { status, body, headers } = await ask('/healthz')
    expect([status, body.ok]).toEqual([200, true])
    expect(body.reason).toMatch(/^The process has been running for \d+ min\.$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('is not ready while it starts and stops, and says so', async () => {
    const { ask, run, healthSource } = await bot()
    const starting = await ask('/readyz')
    expect([starting.status, starting.body.ready]).toEqual([503, false])
    expect(starting.body.checks.process.reason).toBe('Sightline is still starting.')
    run()
    expect(await ask('/readyz')).toMatchObject({ status: 200, body: { ready: true } })
    healthSource.state = 'stopping'
    const stopping = await ask('/readyz')
    expect([stopping.status, stopping.body.checks.process.reason]).toEqual([503, 'Sightline is stopping.'])
  })

  it('gives a reason for each check that passes', async () => {
    const { ask, run } = await bot()
    run()
    const { body } = await ask('/readyz')
    expect(body.checks).toEqual({
      process: { ok: true, reason: 'Sightline is running.' },
      store: { ok: true, reason: 'SQLite answered in 0 ms.' },
      slack: { ok: true, reason: 'The socket to Slack is open.' },
      scheduler: {
        ok: true,
        reason: 'The digest scheduler last ran 1 s ago, and should run every 60 s.',
      },
    })
  })

  it.each(['store', 'slack', 'scheduler'] as const)(
    'is not ready when the %s does not work, says why and what to do, and reveals no secret',
    async (what) => {
      const { ask, run, healthSource, clock } = await bot()
      const refuse = async () => {
        throw new StoreError('unreachable', 'postgres://sightline:password@db is down')
      }
      run(what === 'store' ? refuse : undefined)
      if (what === 'slack') healthSource.slack = { connected: false, inFlight: 0 }
      if (what === 'scheduler') clock.advance({ minutes: 4 })
      const { status, body, text } = await ask('/readyz')
      expect([status, body.ready]).toEqual([503, false])
      const { [what]: broken, ...fine } = body.checks
      expect(broken.ok).toBe(false)
      expect(broken.reason).toMatch(/^[A-Z].+\. [A-Z].+\.$/)
      expect(Object.values<{ ok: boolean }>(fine).map(({ ok }) => ok)).toEqual([true, true, true])
      expect(text).not.toContain('password')
    },
  )

  it('does not wait for a database that hangs', async () => {
    const { clock, ask, run } = await bot()
    const asked = Promise.withResolvers<void>()
    run(() => {
      asked.resolve()
      return new Promise(() => {})
    })
    const answer = ask('/readyz')
    await asked.promise
    const { body } = await clock.until(answer)
    expect(body.checks.store).toEqual({
      ok: false,
      reason: 'SQLite has not answered for 3 s. Check that it runs and how busy it is.',
    })
  })

  it('asks the database at most once a second, however many requests there are', async () => {
    const { ops, run } = await bot()
    let asked = 0
    run(async () => {
      asked += 1
    })
    const questions = Array.from({ length: 20 }, () => fetch(`http://${host}:${ops.port}/readyz`))
    for (const question of await Promise.all(questions)) expect(question.status).toBe(200)
    expect(asked).toBe(1)
  })

  it('is ready in HTTP mode when it listens for requests', async () => {
    const { ask, run, healthSource } = await bot('http')
    run()
    const { slack } = (await ask('/readyz')).body.checks
    expect(slack.reason).toBe('Sightline is listening for requests from Slack.')
    healthSource.slack = { connected: false, inFlight: 0 }
    expect((await ask('/readyz')).status).toBe(503)
  })

  it('has metrics only if they are switched on', async () => {
    const off = await (await bot()).ask('/metrics')
    const error = 'Metrics are off. Set SIGHTLINE_METRICS=on to serve them.'
    expect([off.status, off.body.error]).toEqual([404, error])
    const on = await (await bot('socket', true)).ask('/metrics')
    expect(on.status).toBe(200)
    expect(on.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(on.text).toContain('sightline_slack_connected 0')
  })

  it('allows only reading', async () => {
    const { ask } = await bot()
    expect((await ask('/healthz', 'POST')).status).toBe(405)
    expect((await ask('/', 'GET')).status).toBe(404)
    expect((await ask('/healthz/../metrics')).status).toBe(404)
    expect((await ask('/slack/events')).status).toBe(404)
    const head = await ask('/healthz', 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await ask('/readyz?verbose')).status).toBe(503)
  })

  it('says which setting to change when its port is taken', async () => {
    const { ops, healthSource } = await bot()
    const { port } = ops
    await expect(openOps({ host, port, metrics: false }, healthSource)).rejects.toThrow(
      `Port ${port} of 127.0.0.1 can’t be used (EADDRINUSE). Free it, or change SIGHTLINE_OPS_PORT or SIGHTLINE_OPS_HOST.`,
    )
  })
})
