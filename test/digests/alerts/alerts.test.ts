import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mine, row } from '../../insights/service.ts'
import { channel, createWorld, owner, team, type World } from '../world.ts'
import { ahead, alertsIn, alertsOff, behind, northwind } from './world.ts'

let world: World
/** Monday, 9 November 2026, 08:00: an hour before the weekly digest. */
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const { subscribe, posts, hours, history } = alertsIn(() => world)

describe('an alert', () => {
  it('is posted once, and again only after a recovery', async () => {
    world.api.brands = behind
    await subscribe({ overtaken: true })
    await world.wake()
    await hours(1)
    expect(posts(), 'nothing has changed').toEqual([])
    world.api.brands = ahead
    await hours(1)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toContain('Acme overtook Northwind')
    expect(posts()[0]).toContain('alerts are on for “Weekly brand visibility”')
    await hours(1)
    await hours(24)
    expect(posts(), 'unchanged').toHaveLength(1)
    world.api.brands = behind
    await hours(1)
    world.api.brands = ahead
    await hours(1)
    expect(posts()).toHaveLength(2)
  })

  it('is posted once for a brand that no answer mentions any more', async () => {
    const answers = { presence_rate_total: { value: 700, prev_value: 700, unit: '' } }
    const rival = row('Acme', [50, 50], [10, 10], answers)
    const own = (now: number) => row('Northwind', [now, 45], [now === 0 ? 0 : 9, 9], { ...mine, ...answers })
    world.api.brands = [rival, own(45)]
    await subscribe({ visibilityFallsBy: 5 })
    await world.wake()
    await hours(1)
    world.api.brands = [rival, own(0)]
    await hours(1)
    await hours(24)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toContain('Northwind no longer appears in any answers; it was 2nd with 45.0%')
  })

  it('ignores what was crossed when alerts were turned on, and starts over when they are turned on again', async () => {
    world.api.brands = ahead
    const { id } = await subscribe({ overtaken: true })
    await world.wake()
    await hours(1)
    expect(posts()).toEqual([])
    await world.store.subscriptions.update(team, id, { alerts: alertsOff }, world.clock.now())
    world.api.brands = behind
    await hours(5)
    world.api.brands = ahead
    await world.store.subscriptions.update(
      team,
      id,
      { alerts: { ...alertsOff, overtaken: true } },
      world.clock.now(),
    )
    await hours(1)
    await hours(1)
    expect(posts()).toEqual([])
  })

  it.each([
    ['without end', `Acme ${'x'.repeat(5_000)}`],
    ['of nothing', ''],
    ['that no database can hold as it is', 'Acme\0 \ud800'],
  ])('is posted once for a competitor with a name %s', async (_, name) => {
    world.api.brands = [row(name, [40, 50], [10, 10]), northwind(45, 45)]
    await subscribe({ overtaken: true })
    await world.wake()
    world.api.brands = [row(name, [50, 40], [10, 10]), northwind(45, 45)]
    for (let hour = 0; hour < 3; hour += 1) await hours(1)
    expect(posts()).toHaveLength(1)
  })

  it('reports a fall in own visibility above the digest’s threshold', async () => {
    world.api.brands = [northwind(45, 45)]
    await subscribe({ visibilityFallsBy: 5 })
    await world.wake()
    world.api.brands = [northwind(40, 45)]
    await hours(1)
    expect(posts(), 'not more than 5 points').toEqual([])
    world.api.brands = [northwind(39, 45)]
    await hours(1)
    expect(posts()[0]).toContain('Northwind is down 6.0 points in visibility, from 45.0% to 39.0%.')
    world.api.brands = [northwind(40, 45)]
    await hours(1)
    world.api.brands = [northwind(39, 45)]
    await hours(1)
    expect(posts(), 'it had recovered in between').toHaveLength(2)
    world.api.brands = [northwind(41, 41)]
    await hours(1)
    world.api.brands = [northwind(35, 41)]
    await hours(1)
    expect(posts()).toHaveLength(3)
  })

  it('reports a sentiment with what people say there', async () => {
    const summary = (id: string, date: string, sentiment: string, description: string) => ({
      id,
      subreddit_name: 'crm',
      creation_date: date,
      description,
      weekly_visitors: null,
      weekly_contributors: null,
      overall_sentiment: sentiment,
      key_themes: [],
    })
    world.api.reddit = [summary('1', '2026-11-02', 'positive', 'All is well.')]
    await subscribe({ sentimentNegative: true })
    await world.wake()
    world.api.reddit = [summary('2', '2026-11-09', 'Negative', 'It crashes.'), ...world.api.reddit]
    await hours(1)
    await hours(1)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toContain('Sentiment in r/crm turned from positive to negative.')
    expect(posts()[0]).toContain('It crashes.')
  })

  it('reports when an evaluation that was watched in the channel is done', async () => {
    const ref = { team, organizationId: 'org', workspaceId: 'ws', evaluationId: 'E1', user: owner }
    const { watches } = world.store
    await subscribe({ evaluationDone: true })
    await watches.start(ref, channel, world.clock.now())
    world.api.evaluation = { name: 'Product pages', status: 'in_progress' }
    await world.wake()
    await hours(1)
    expect(posts()).toEqual([])
    expect(world.api.asked.websiteEvaluation ?? 0, 'its watchers are looked after elsewhere').toBe(0)
    world.api.evaluation = { name: 'Product pages', status: 'completed' }
    for (const watch of await watches.claimDue(world.clock.now(), world.clock.now(), 100))
      await watches.end(watch, 'completed', world.clock.now())
    await hours(1)
    await hours(1)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toContain('Website evaluation “Product pages”: completed.')
  })

  it('reports several events of one check together, biggest first', async () => {
    world.api.brands = behind
    await subscribe({ overtaken: true, visibilityFallsBy: 1 })
    await world.wake()
    world.api.brands = [row('Acme', [50, 40], [10, 10]), northwind(41, 45)]
    await hours(1)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toMatch(/^▼ Acme overtook Northwind[^\n]*\n▼ Northwind is down 4.0 points/)
    expect(await history()).toMatchObject([
      { alert: expect.stringContaining('And 1 more alert.'), result: { kind: 'sent' } },
    ])
  })

  it('starts over when the digest’s filters change', async () => {
    world.api.brands = behind
    const { id } = await subscribe({ overtaken: true })
    await world.wake()
    await world.store.subscriptions.update(team, id, { filters: 'ChatGPT' }, world.clock.now())
    world.api.brands = ahead
    await hours(1)
    await hours(1)
    expect(posts()).toEqual([])
  })
})

describe('a check without a comparison sets no baseline, so a rival that was always ahead', () => {
  const always = row('Acme', [60, 60], [10, 10])
  const ours = northwind(45, 45)
  const summary = (id: string, subreddit_name: string, overall_sentiment: string | null) => ({
    id,
    subreddit_name,
    creation_date: '2026-11-02',
    description: 'It crashes.',
    weekly_visitors: null,
    weekly_contributors: null,
    overall_sentiment,
    key_themes: [],
  })
  /** Runs checks with these results one after the other. Then Acme falls behind and overtakes once more. */
  const lookedAt = async (...looks: readonly (World['api']['brands'] | Error)[]) => {
    await subscribe({ overtaken: true })
    for (const one of looks) {
      world.api.failure = one instanceof Error ? one : null
      if (!(one instanceof Error)) world.api.brands = one
      await hours(1)
    }
    world.api.failure = null
    expect(posts(), 'no brand has overtaken another').toEqual([])
    world.api.brands = behind
    await hours(1)
    world.api.brands = ahead
    await hours(1)
    expect(posts(), 'now it has').toHaveLength(1)
  }

  it('is not news if there was no data before', () => lookedAt([], [always, ours], [always, ours]))

  it('is not news if there was no earlier period before', () =>
    lookedAt([row('Acme', [60], [10]), row('Northwind', [45], [9], mine)], [always, ours]))

  it('is not news if the own brand was not listed or not marked before', () =>
    lookedAt([always], [always, row('Northwind', [45, 45], [9, 9])], [always, ours]))

  it('is not news if the rival was never read before, even with an earlier value from the service', () =>
    lookedAt([ours], [row('Acme', [null, null], [10, 10]), ours], [row('Acme', [60, 0], [10, 10]), ours]))

  it('is not news if the service failed or sent only half of the data', () => {
    const failed = Object.assign(new Error(), { userMessage: 'Not now.', code: 'unavailable' })
    const half = [always, row('Northwind', [null, 45], [9, 9], mine)]
    return lookedAt(failed, half, failed, [always, ours])
  })

  it('is not news even if a check in between could not compare', () =>
    lookedAt(
      [always, ours],
      [],
      [row('Acme', [60], [10]), row('Northwind', [45], [9], mine)],
      [always, ours],
    ))

  it('is not news, nor is an earlier fall or a sentiment that was always negative', async () => {
    await subscribe({ visibilityFallsBy: 5, sentimentNegative: true })
    world.api.brands = [row('Northwind', [30], [9], mine)]
    await hours(1)
    world.api.brands = [northwind(30, 45)]
    world.api.reddit = [summary('1', 'saas', 'positive'), summary('2', 'crm', null)]
    await hours(1)
    world.api.reddit = [summary('1', 'saas', 'positive'), summary('2', 'crm', 'negative')]
    await hours(1)
    await hours(1)
    expect(posts()).toEqual([])
  })
})

describe('checking alerts', () => {
  it('sends no requests without alerts, and one an hour even if many channels share it', async () => {
    await subscribe({}, { channel: 'C0' })
    await world.wake()
    await hours(2)
    expect(world.api.asked).toEqual({})
    for (const place of ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'])
      await subscribe({ overtaken: true, visibilityFallsBy: 3 }, { channel: place })
    await world.wake()
    expect(world.api.asked).toEqual({ allBrands: 1, collects: 1 })
    for (let minute = 0; minute < 59; minute += 20)
      await world.goTo(world.clock.now().add({ minutes: 19 }).toString())
    expect(world.api.asked).toEqual({ allBrands: 1, collects: 1 })
    world.api.brands = ahead
    await world.goTo('2026-11-09T11:00:30Z')
    expect(world.api.asked).toEqual({ allBrands: 2, collects: 2 })
  })

  it('compares the last seven whole days with the seven before', async () => {
    await subscribe({ overtaken: true })
    await world.goTo('2026-11-11T08:00:00Z')
    expect(world.api.brandQuestions.map((question) => JSON.parse(question)[1])).toMatchObject([
      { date_start: '2026-11-04', date_end: '2026-11-10', period: 'week' },
    ])
  })

  it('posts nothing if it fails, and finds the change an hour later', async () => {
    world.api.brands = behind
    await subscribe({ overtaken: true })
    await world.wake()
    world.api.brands = ahead
    world.api.failure = Object.assign(new Error(), { userMessage: 'Not now.', code: 'unavailable' })
    await hours(1)
    expect(posts()).toEqual([])
    expect(world.log.map(({ event }) => event)).toContain('an alert could not be checked')
    world.api.failure = null
    await hours(1)
    expect(posts()).toHaveLength(1)
  })

  it('ends when the digest is paused, and what is crossed during the pause is not news', async () => {
    world.api.brands = behind
    const { id } = await subscribe({ overtaken: true })
    await world.wake()
    const { subscriptions } = world.store
    await subscriptions.pause(team, id, 'paused_by_hand', world.clock.now())
    world.api.brands = ahead
    await hours(1)
    expect(posts()).toEqual([])
    await subscriptions.resume(team, id, world.clock.now())
    await hours(1)
    await hours(1)
    expect(posts()).toEqual([])
  })
})
