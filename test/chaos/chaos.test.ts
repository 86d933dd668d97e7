import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { runChaos } from './chaos.ts'
import { databases, onServer } from './databases.ts'
import type { Fate } from './steps.ts'

/** The long run is `npm run chaos`; these are short, and the same each time as far as the machine lets them. */
const timeout = 240_000

describe('PostgreSQL, three processes', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())
  const database = () => onServer(server)

  it('killed, stopped and without their database: no slot is lost or doubled', { timeout }, async () => {
    const figures = await runChaos({ database, seed: 5, days: 1, subscriptions: 32, stormMinutes: 5 })
    expect(figures.broken).toEqual([])
    expect(figures.posted + figures.unknown).toBe(32)
    expect(figures.kills + figures.stands).toBeGreaterThan(0)
    expect(figures.restarts).toBe(1)
  })

  /** Nothing of a first post arrives; who has found that out stands still, and goes on while another posts again. */
  const late: readonly Fate[] = [{ how: 'SIGSTOP', boundary: 'after slack.look', nth: 1 }]
  const opening = { fates: [late, late], posts: 'nothing, dropped' } as const
  const lateOnes = { database, opening, seed: 1, days: 1, subscriptions: 8, stormMinutes: 0 }

  it('that go on after others have taken over do no harm', { timeout }, async () => {
    const figures = await runChaos(lateOnes)
    expect(figures.stands).toBeGreaterThan(0)
    expect(figures.broken).toEqual([])
  })

  /** Everybody stands still between the decision to post and the post's first byte, and goes on when another posts. */
  const onTheWay: Fate = { how: 'SIGSTOP', boundary: 'before slack.post', nth: 1 }
  const twice = [onTheWay, onTheWay]
  const waiting = { ...lateOnes, opening: { fates: [twice, twice, twice], posts: null } }

  it('that stood still on their way to Slack post nothing when they go on', { timeout }, async () => {
    const figures = await runChaos(waiting)
    expect(figures.stands).toBeGreaterThan(0)
    expect(figures.broken).toEqual([])
  })

  it('are noticed when their posts leave however late', { timeout }, async () => {
    const figures = await runChaos({ ...waiting, broken: 'leaving' })
    expect(figures.broken.join()).toContain('doubled')
  })

  it('are noticed when their claims are no longer fenced', { timeout }, async () => {
    const figures = await runChaos({ ...lateOnes, broken: 'fencing' })
    expect(figures.broken.join()).toContain('doubled')
  })
})

describe('SQLite, one process', () => {
  const database = databases.sqlite

  it('killed and stopped: no slot is lost or doubled', { timeout }, async () => {
    const figures = await runChaos({ database, seed: 6, days: 1, subscriptions: 24, stormMinutes: 5 })
    expect(figures.broken).toEqual([])
    expect(figures.posted + figures.unknown).toBe(24)
    expect(figures.kills).toBeGreaterThan(0)
  })

  it('is noticed when it does not look for posts of unknown outcome', { timeout }, async () => {
    const opening = { fates: [], posts: 'applied, dropped' } as const
    const one = { database, opening, seed: 1, days: 1, subscriptions: 4, stormMinutes: 0 }
    expect((await runChaos(one)).broken).toEqual([])
    expect((await runChaos({ ...one, broken: 'lookup' })).broken.join()).toContain('doubled')
  })
})
