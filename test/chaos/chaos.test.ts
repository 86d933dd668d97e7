import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isThorough } from '../properties/thorough.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import type { OutboxBreak } from './breaks.ts'
import { type ChaosFigures, type ChaosOptions, runChaos } from './chaos.ts'
import { databases, onServer } from './databases.ts'
import type { Fate } from './steps.ts'

/** The long run is `npm run chaos`. These runs are short, and as repeatable as the machine allows. */
const timeout = 240_000

describe('PostgreSQL, three processes', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())
  const database = () => onServer(server)

  it('lose and double nothing when killed, stopped or without their database', { timeout }, async () => {
    const figures = await runChaos({ database, seed: 5, days: 1, subscriptions: 12, stormMinutes: 2 })
    expect(figures.broken).toEqual([])
    expect(figures.posted + figures.unknown).toBe(12)
    expect(figures.alerts).toBe(2)
    // Two paused digests, and an owner who has left.
    expect(figures.matters).toBeGreaterThanOrEqual(3)
    expect(figures.kills + figures.pauses).toBeGreaterThan(0)
    expect(figures.restarts).toBe(1)
  })

  /** No first post arrives. The process that finds this out is paused, and resumes while another one posts again. */
  const late: Fate = { how: 'SIGSTOP', boundary: 'after slack.look', nth: 1 }
  const thrice = [late, late, late]
  const opening = { fates: [thrice, thrice], posts: 'nothing, dropped' } as const
  const lateOnes = { database, opening, seed: 1, days: 1, subscriptions: 6, stormMinutes: 0 }

  it('do no harm when they resume after others have taken over', { timeout }, async () => {
    const runs = await runsUntil(({ pauses }) => pauses > 0, lateOnes)
    expect(runs.at(-1)?.pauses).toBeGreaterThan(0)
    expect(runs.flatMap(({ broken }) => broken)).toEqual([])
  })

  /** Every process is paused between the decision to post and the first byte, and resumes while another one posts. */
  const onTheWay: Fate = { how: 'SIGSTOP', boundary: 'before slack.post', nth: 1 }
  const twice = [onTheWay, onTheWay]
  const waiting = { ...lateOnes, opening: { fates: [twice, twice, twice], posts: null } }

  it('post nothing when they resume after a pause on the way to Slack', { timeout }, async () => {
    const runs = await runsUntil(({ pauses }) => pauses > 0, waiting)
    expect(runs.at(-1)?.pauses).toBeGreaterThan(0)
    expect(runs.flatMap(({ broken }) => broken)).toEqual([])
  })

  // Showing that a run notices a break takes as long as all other tests together, so only the nightly workflow does it.
  if (isThorough) {
    it('are caught doubling when their claims are not fenced', { timeout }, async () => {
      const runs = await runsUntil(isDoubled, { ...lateOnes, broken: 'fencing' })
      expect(runs.some(isDoubled)).toBe(true)
    })

    it('are caught doubling when their posts have no deadline', { timeout }, async () => {
      const runs = await runsUntil(isDoubled, { ...waiting, broken: 'leaving' })
      expect(runs.some(isDoubled)).toBe(true)
    })
  }
})

const isDoubled = ({ broken }: ChaosFigures) => broken.join().includes('doubled')

/** Timing decides which process comes first. A run in which that was the process without a fate shows nothing. */
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

  it('loses and doubles nothing when killed and stopped', { timeout }, async () => {
    const figures = await runChaos({ database, seed: 6, days: 1, subscriptions: 8, stormMinutes: 2 })
    expect(figures.broken).toEqual([])
    expect(figures.posted + figures.unknown).toBe(8)
    expect(figures.alerts).toBe(2)
    // Two paused digests, and an owner who has left.
    expect(figures.matters).toBeGreaterThanOrEqual(3)
    expect(figures.kills).toBeGreaterThan(0)
  })

  if (isThorough) {
    it('is caught when it does not look for posts with an unknown outcome', { timeout }, async () => {
      const opening = { fates: [], posts: 'applied, dropped' } as const
      const one = { database, opening, seed: 1, days: 1, subscriptions: 4, stormMinutes: 0 }
      expect((await runChaos(one)).broken).toEqual([])
      expect((await runChaos({ ...one, broken: 'lookup' })).broken.join()).toContain('doubled')
    })

    const calm = { database, days: 1, subscriptions: 4, stormMinutes: 0 }
    const stormy = { database, days: 1, subscriptions: 20, stormMinutes: 2 }
    const late = { fates: [], posts: 'late, dropped' } as const
    it.each<readonly [OutboxBreak, Omit<ChaosOptions, 'seed'>, RegExp]>([
      ['waiting', { ...calm, opening: late }, /doubled/],
      ['replies', calm, /a reply in another thread/],
      ['disconnection', stormy, /token_revoked/],
      ['late', stormy, /posted late/],
    ])('is caught without its guard “%s”', { timeout }, async (broken, options, words) => {
      const found: string[] = []
      for (let seed = 1; seed <= 10 && !words.test(found.join()); seed += 1)
        found.push(...(await runChaos({ ...options, seed, broken })).broken)
      expect(found.join()).toMatch(words)
    })

    it('is caught when it counts a message to a person as sent though it may not have arrived', {
      timeout,
    }, async () => {
      const opening = { fates: [], posts: 'nothing, dropped' } as const
      const one = { database, opening, seed: 1, days: 1, subscriptions: 2, stormMinutes: 0 }
      expect((await runChaos(one)).broken).toEqual([])
      expect((await runChaos({ ...one, broken: 'telling' })).broken.join()).toContain('no person was told')
    })
  }
})
