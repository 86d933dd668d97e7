import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isThorough } from '../properties/thorough.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { type ChaosFigures, type ChaosOptions, runChaos } from './chaos.ts'
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

  it('killed, stopped and without their database: nothing is lost or doubled', { timeout }, async () => {
    const figures = await runChaos({ database, seed: 5, days: 1, subscriptions: 12, stormMinutes: 2 })
    expect(figures.broken).toEqual([])
    expect(figures.posted + figures.unknown).toBe(12)
    expect(figures.alerts).toBe(2)
    // Of two digests in archived channels, and of an owner who has left.
    expect(figures.matters).toBeGreaterThanOrEqual(3)
    expect(figures.kills + figures.stands).toBeGreaterThan(0)
    expect(figures.restarts).toBe(1)
  })

  /** Nothing of a first post arrives; who has found that out stands still, and goes on while another posts again. */
  const late: Fate = { how: 'SIGSTOP', boundary: 'after slack.look', nth: 1 }
  const thrice = [late, late, late]
  const opening = { fates: [thrice, thrice], posts: 'nothing, dropped' } as const
  const lateOnes = { database, opening, seed: 1, days: 1, subscriptions: 6, stormMinutes: 0 }

  it('that go on after others have taken over do no harm', { timeout }, async () => {
    const runs = await runsUntil(({ stands }) => stands > 0, lateOnes)
    expect(runs.at(-1)?.stands).toBeGreaterThan(0)
    expect(runs.flatMap(({ broken }) => broken)).toEqual([])
  })

  /** Everybody stands still between the decision to post and the post's first byte, and goes on when another posts. */
  const onTheWay: Fate = { how: 'SIGSTOP', boundary: 'before slack.post', nth: 1 }
  const twice = [onTheWay, onTheWay]
  const waiting = { ...lateOnes, opening: { fates: [twice, twice, twice], posts: null } }

  it('that stood still on their way to Slack post nothing when they go on', { timeout }, async () => {
    const runs = await runsUntil(({ stands }) => stands > 0, waiting)
    expect(runs.at(-1)?.stands).toBeGreaterThan(0)
    expect(runs.flatMap(({ broken }) => broken)).toEqual([])
  })

  // That a run notices what is broken takes as long as all others together: the nightly workflow shows it.
  if (isThorough) {
    it('are noticed when their claims are no longer fenced', { timeout }, async () => {
      const runs = await runsUntil(isDoubled, { ...lateOnes, broken: 'fencing' })
      expect(runs.some(isDoubled)).toBe(true)
    })

    it('are noticed when their posts leave however late', { timeout }, async () => {
      const runs = await runsUntil(isDoubled, { ...waiting, broken: 'leaving' })
      expect(runs.some(isDoubled)).toBe(true)
    })
  }
})

const isDoubled = ({ broken }: ChaosFigures) => broken.join().includes('doubled')

/** The machine decides which process comes first: a run in which it was the one that nothing befalls shows nothing. */
async function runsUntil(
  shows: (figures: ChaosFigures) => boolean,
  options: ChaosOptions,
): Promise<readonly ChaosFigures[]> {
  const runs: ChaosFigures[] = []
  while (runs.length < 4 && !runs.some(shows)) runs.push(await runChaos(options))
  return runs
}

describe('SQLite, one process', () => {
  const database = databases.sqlite

  it('killed and stopped: nothing is lost or doubled', { timeout }, async () => {
    const figures = await runChaos({ database, seed: 6, days: 1, subscriptions: 8, stormMinutes: 2 })
    expect(figures.broken).toEqual([])
    expect(figures.posted + figures.unknown).toBe(8)
    expect(figures.alerts).toBe(2)
    // Of two digests in archived channels, and of an owner who has left.
    expect(figures.matters).toBeGreaterThanOrEqual(3)
    expect(figures.kills).toBeGreaterThan(0)
  })

  if (isThorough) {
    it('is noticed when it does not look for posts of unknown outcome', { timeout }, async () => {
      const opening = { fates: [], posts: 'applied, dropped' } as const
      const one = { database, opening, seed: 1, days: 1, subscriptions: 4, stormMinutes: 0 }
      expect((await runChaos(one)).broken).toEqual([])
      expect((await runChaos({ ...one, broken: 'lookup' })).broken.join()).toContain('doubled')
    })

    it('is noticed when a message to a person counts as told though it may not have arrived', {
      timeout,
    }, async () => {
      const opening = { fates: [], posts: 'nothing, dropped' } as const
      const one = { database, opening, seed: 1, days: 1, subscriptions: 2, stormMinutes: 0 }
      expect((await runChaos(one)).broken).toEqual([])
      expect((await runChaos({ ...one, broken: 'telling' })).broken.join()).toContain('nobody was told')
    })
  }
})
