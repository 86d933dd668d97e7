import { beforeEach, describe, expect, it } from 'vitest'
import { brandEvent, brandNews } from '../../../src/digests/alerts/alert-readings.ts'
import { judgedReport } from '../../../src/insights/headline.ts'
import { visibilityReport } from '../../../src/insights/visibility.ts'
import { digestOwed } from '../../../src/store/index.ts'
import { brands, plantedMarket, type Score } from '../../insights/reading/stored-weeks.ts'
import { failure, lastWeek, question, week } from '../../insights/service.ts'
import { sentEarlier } from '../../workspace.ts'
import {
  beginWorld,
  channel,
  daily,
  endEvaluations,
  mondays,
  posts,
  team,
  watchEvaluations,
  world,
} from '../world.ts'
import {
  change,
  crossed,
  filled,
  has,
  history,
  hours,
  recovered,
  subscribe,
  subscribeAndCross,
  summary,
} from './world.ts'

/** Monday, 9 November 2026, 08:00: an hour before the weekly digest. */
beforeEach(() => beginWorld())

/** The first brand is the own one. Nothing happens. */
const level: Score = ({ brand }) => [40, 36, 30, 22, 15][brands.indexOf(brand)] ?? 0
/** In the newest week, something is added to the scores of some brands. */
const newest =
  (added: Readonly<Record<string, number>>): Score =>
  (at) =>
    (level(at) ?? 0) + (at.week === 0 ? (added[at.brand] ?? 0) : 0)

describe('news of brands', () => {
  /** What alerts tell in the newest of these weeks. */
  async function eventsOf(score: Score, { limit = 5, ago = 0, seed = 5 } = {}) {
    const { api, market } = plantedMarket(score, { ago, seed })
    const monday = Temporal.PlainDate.from(lastWeek.start).subtract({ weeks: ago })
    const period = week(monday.toString(), monday.add({ days: 6 }).toString())
    const report = judgedReport(await visibilityReport(api, { ...question, period }), market)
    return brandNews(market, []).flatMap((news) => brandEvent(news, report, limit) ?? [])
  }

  it('is rare where nothing happens', async () => {
    let told = 0
    for (let seed = 1; seed <= 60; seed += 1)
      told += (await eventsOf(level, { seed, limit: 0 })).length > 0 ? 1 : 0
    expect(told).toBeLessThanOrEqual(2)
  })

  it('is a rival that passed the own brand, in the week in which that is settled', async () => {
    const passing: Score = (at) => (at.brand === 'Acme' && at.week >= -1 ? 47 : level(at))
    const before = await eventsOf(passing, { ago: 2 })
    expect(before).toEqual([])
    const [first, after] = [await eventsOf(passing, { ago: 1 }), await eventsOf(passing)]
    expect([...first, ...after]).toMatchObject([
      { kind: 'overtaken', rival: { brand: 'Acme' }, own: { brand: 'Own' } },
    ])
  })

  it('is none without an own brand', () => {
    const { market } = plantedMarket(newest({ Acme: 16 }))
    expect(brandNews({ ...market, own: '' }, [])).toEqual([])
  })

  it('is a fall without the engine that is missing, which is not taken for it', async () => {
    const missing =
      (fall: number): Score =>
      (at) => {
        if (at.engine !== 'Perplexity') return newest({ Own: fall })(at)
        return at.week === 0 ? null : 80
      }
    const falls = async (points: number) =>
      (await eventsOf(missing(points), { limit: 14 })).filter(({ kind }) => kind === 'fall')
    expect(await falls(-10)).toEqual([])
    expect(await falls(-18)).toMatchObject([
      { kind: 'fall', gap: { points: expect.closeTo(-18, -1), without: ['Perplexity'] } },
    ])
  })

  it('is no rise', async () => {
    expect(await eventsOf(newest({ Own: 9 }))).toEqual([])
  })

  it('is a fall that shows only a week later, with its size since it began', async () => {
    const fall: Score = (at) => (at.brand === 'Own' && at.week >= -1 ? 35.5 : level(at))
    expect(await eventsOf(fall, { limit: 3 })).toMatchObject([
      { kind: 'fall', since: { from: '2026-11-02', before: 39 } },
    ])
  })

  it.each([40, 2])('is a brand at %s percent that no answer names any more', async (usual) => {
    const gone: Score = (at) => (at.brand !== 'Own' ? level(at) : at.week === 0 ? 0 : usual)
    expect((await eventsOf(gone, { limit: 90 })).filter(({ kind }) => kind !== 'overtaken')).toMatchObject([
      { kind: 'vanished', last: { own: { brand: 'Own' } } },
    ])
  })
})

const passing = newest({ Acme: 16 })
const falling = newest({ Own: -12 })
const passingAndFalling = newest({ Acme: 16, Own: -12 })

/** The weeks up to the one before the newest are known. */
const weekBefore = async (score: Score) => {
  has(plantedMarket(score).stored)
  await world.goTo('2026-11-09T10:00:00Z')
  await filled()
}

/** The newest week has just ended. */
const newWeek = async (score: Score) => {
  await weekBefore(score)
  await world.goTo('2026-11-16T10:00:00Z')
}

describe('an alert about brands', () => {
  it('says once that a competitor passed you, however often it is checked', async () => {
    await subscribe({ overtaken: true })
    await newWeek(passing)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toContain('Acme overtook Own')
    expect(posts()[0]).toContain('How measured: Week of Mon 9 – Sun 15 Nov')
    expect(posts()[0]).toContain('alerts are on for “Weekly brand visibility”')
    await hours(1)
    await hours(24)
    expect(posts(), 'unchanged').toHaveLength(1)
    await world.goTo('2026-11-23T10:00:00Z')
    expect(posts(), 'a week later').toHaveLength(1)
  })

  it('says which answers it is about, if its digest is about some', async () => {
    await subscribe({ overtaken: true }, { filters: 'ChatGPT funnel:tofu' })
    await newWeek(passing)
    expect(posts()[0]).toContain('· ChatGPT\nFiltered by: funnel stage Top of funnel\n')
  })

  it('reports a fall by more than the digest’s limit', async () => {
    await subscribe({ fall: 5 })
    await subscribe({ fall: 20 }, { channel: 'C2' })
    await newWeek(falling)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toMatch(/Own is down 1\d\.\d points in visibility, from \d\d\.\d% to \d\d\.\d%\./)
    expect(posts('C2')).toEqual([])
  })

  it('reports several events of one check together, biggest first', async () => {
    await subscribe({ overtaken: true, fall: 5 })
    await newWeek(passingAndFalling)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toMatch(/^▼ Acme overtook Own[^\n]*\n▼ Own is down/)
    expect(await history()).toMatchObject([
      { alert: expect.stringContaining('And 1 more alert.'), state: 'posted' },
    ])
  })

  it('is posted, once, if one of its two kinds was turned off before it left', async () => {
    const { id } = await subscribe({ overtaken: true, fall: 5 })
    world.slack.next({ retryAfter: 60 })
    await newWeek(passingAndFalling)
    expect(posts()).toEqual([])
    await change(id, { overtaken: true })
    await hours(1)
    expect((await history()).map(({ state }) => state)).toEqual(['posted'])
  })

  it.each([
    ['left to a digest that is due within a day', { ...mondays, kind: 'days', days: [2] }, 0],
    ['left to a digest that is due at the same moment', mondays, 0],
    ['not left to a digest about other days than the week', daily, 1],
  ] as const)('is %s', async (_, schedule, count) => {
    await subscribe({ overtaken: true }, { schedule })
    await weekBefore(passing)
    for (const hour of ['09', '10', '11']) await world.goTo(`2026-11-16T${hour}:00:00Z`)
    expect(posts().filter((text) => text.includes('Posted because alerts are on'))).toHaveLength(count)
  })

  it.each([
    ['the digest’s zone, in a channel without one', null, 1],
    ['the channel’s zone', 'UTC', 0],
  ])('follows a week’s end in %s', async (_, timeZone, count) => {
    const schedule = { kind: 'monthly', day: 1, time: '09:00', timeZone: 'Australia/Sydney' } as const
    await world.store.channels.save({ team, channel, timeZone }, 'U1', world.clock.now())
    await subscribe({ overtaken: true }, { schedule })
    await weekBefore(passing)
    // Monday morning in Sydney.
    await world.goTo('2026-11-15T20:00:00Z')
    expect(posts()).toHaveLength(count)
  })

  it('is posted once in a channel where two digests have alerts', async () => {
    await subscribe({ overtaken: true })
    await subscribe({ overtaken: true }, { name: 'Another one' })
    await newWeek(passing)
    await hours(1)
    expect(posts()).toHaveLength(1)
  })

  const monday = { brand: 'Own', kind: 'change', direction: -1, from: '2026-11-09', told: '2026-11-09' }
  it.each([
    ['doesn’t tell what a digest of the channel has told', monday, 0],
    ['tells the fall of a week that began with a fall on its Monday', { ...monday, unit: 'day' }, 1],
    ['tells a fall although a digest told that of one engine', { ...monday, about: 'of one engine' }, 1],
  ] as const)('%s', async (_, told, count) => {
    const { id } = await subscribe({ fall: 5 })
    const now = world.clock.now()
    const digest = digestOwed({ team, subscriptionId: id, channel }, now)
    await sentEarlier(world.store, digest, { told: [told] }, now)
    await newWeek(falling)
    expect(posts()).toHaveLength(count)
  })
})

describe('an alert', () => {
  it('is posted once, with what people say there, and again only after a recovery', async () => {
    const good = summary('positive', '2026-11-02')
    world.api.reddit = [good]
    await subscribe({ sentiment: true })
    await world.wake()
    await hours(1)
    expect(posts(), 'nothing has changed').toEqual([])
    world.api.reddit = [summary('negative'), good]
    await hours(1)
    await hours(1)
    expect(posts()).toEqual([
      expect.stringMatching(/r\/crm turned from positive to negative\..*It crashes\./s),
    ])
    recovered()
    await hours(1)
    crossed()
    await hours(1)
    expect(posts()).toHaveLength(2)
  })

  it('ignores what was crossed when alerts were turned on, and starts over when they are turned on again', async () => {
    crossed()
    const { id } = await subscribe({ sentiment: true })
    await world.wake()
    await hours(1)
    expect(posts()).toEqual([])
    await change(id, {})
    recovered()
    await hours(5)
    crossed()
    await change(id, { sentiment: true })
    await hours(1)
    await hours(1)
    expect(posts()).toEqual([])
  })

  it('is not made of what its settings don’t ask for', async () => {
    recovered()
    await subscribe({ sentiment: true })
    await subscribe({ evaluation: true }, { channel: 'C2' })
    await watchEvaluations(world)
    await world.wake()
    await hours(1)
    crossed()
    await endEvaluations(world, 'Product pages')
    await hours(1)
    expect(posts()).toEqual([expect.not.stringContaining('Product pages')])
    expect(posts('C2')).toEqual([])
  })

  it('reports when an evaluation that was watched in the channel is done', async () => {
    await subscribe({ evaluation: true })
    await watchEvaluations(world)
    world.api.evaluation = { name: 'Product pages', status: 'in_progress' }
    await world.wake()
    await hours(1)
    expect(posts()).toEqual([])
    expect(world.api.asked.websiteEvaluation ?? 0, 'its watchers are looked after elsewhere').toBe(0)
    await endEvaluations(world, 'Product pages')
    for (let checks = 0; checks < 4; checks += 1) await hours(1)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toContain('Website evaluation “Product pages”: completed.')
  })

  it('reports an evaluation although another one can’t be read', async () => {
    world.api.evaluations.set('E1', failure('bad_response'))
    await subscribe({ evaluation: true })
    await watchEvaluations(world, ['E1', 'E2'])
    await world.wake()
    world.clock.set('2026-11-09T08:10:00Z')
    await endEvaluations(world, 'Product pages')
    await hours(1)
    expect(posts()).toHaveLength(1)
  })

  it('reports the first evaluation that is watched after alerts were turned on, even if it ends within the hour', async () => {
    await subscribe({ evaluation: true })
    await world.wake()
    await world.goTo('2026-11-09T10:05:00Z')
    await watchEvaluations(world)
    await world.goTo('2026-11-09T10:20:00Z')
    await endEvaluations(world, 'Product pages')
    await hours(1)
    await hours(1)
    expect(posts()).toHaveLength(1)
  })
})

describe('checking alerts', () => {
  it('sends no requests without alerts, and one an hour even if many channels share it', async () => {
    await subscribe({}, { channel: 'C0' })
    await world.wake()
    await hours(2)
    expect(world.api.asked).toEqual({})
    for (const place of ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'])
      await subscribe({ sentiment: true }, { channel: place })
    await world.wake()
    expect(world.api.asked).toEqual({ redditSummaries: 1 })
    for (let minute = 0; minute < 59; minute += 20)
      await world.goTo(world.clock.now().add({ minutes: 19 }).toString())
    expect(world.api.asked).toEqual({ redditSummaries: 1 })
    await world.goTo('2026-11-09T11:00:30Z')
    expect(world.api.asked).toEqual({ redditSummaries: 2 })
  })

  it('finds nothing in an ordinary week, and asks for its brands only while data may arrive', async () => {
    await subscribe({ overtaken: true, fall: 1 })
    await newWeek(level)
    expect(posts()).toEqual([])
    const asked = world.api.asked.allBrands ?? 0
    for (let hour = 0; hour < 5; hour += 1) await hours(1)
    expect(world.api.asked.allBrands).toBe(asked)
  })

  it('posts nothing if it fails, and finds the change an hour later', async () => {
    await subscribeAndCross()
    world.api.failure = failure('unavailable')
    await hours(1)
    expect(posts()).toEqual([])
    expect(world.log.map(({ event }) => event)).toContain('an alert could not be checked')
    world.api.failure = null
    await hours(1)
    expect(posts()).toHaveLength(1)
  })

  it('ends when the digest is paused, and what is crossed during the pause is not news', async () => {
    await subscribeAndCross()
    const { subscriptions } = world.store
    await subscriptions.pause(team, 'S1', 'paused_by_hand', world.clock.now())
    await hours(1)
    expect(posts()).toEqual([])
    await subscriptions.resume(team, 'S1', world.clock.now())
    await hours(1)
    await hours(1)
    expect(posts()).toEqual([])
  })
})
