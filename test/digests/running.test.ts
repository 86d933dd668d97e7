import { beforeEach, describe, expect, it } from 'vitest'
import { digestPeriod } from '../../src/digests/compose/compose.ts'
import { postNow } from '../../src/digests/manage/post-now.ts'
import { nextSlots } from '../../src/digests/schedule/slots.ts'
import { digestOwed } from '../../src/store/index.ts'
import { keptBriefs } from '../../src/weeks/briefs.ts'
import { storedWeeks } from '../insights/reading/stored-weeks.ts'
import { brief, failure } from '../insights/service.ts'
import { sentEarlier } from '../workspace.ts'
import { filled, has } from './alerts/world.ts'
import { beginWorld, blocksOf, daily, newest, owner, posts, replies, team, track, world } from './world.ts'

beforeEach(() => beginWorld())

/** The questions about brands that the service was asked. */
const asked = () => world.api.brandQuestions.map((question) => JSON.parse(question)[1])

describe('a digest of an ordinary week', () => {
  const briefOf = (id: string, day: string) =>
    brief({ id: `B-${id}`, title: `Brief ${id}`, updated_at: `2026-${day}T10:00:00Z` })
  const trackWithBriefs = async (...ids: readonly string[]) => {
    for (const id of ids) world.api.briefs.set(id, [briefOf(id, '11-01')])
    await track(ids)
  }
  /** What the service is asked for meanwhile, by kind. */
  const askedDuring = async (work: () => Promise<unknown>) => {
    const before = { ...world.api.asked }
    await work()
    const asked = Object.entries(world.api.asked).map(([kind, count]) => [kind, count - (before[kind] ?? 0)])
    return Object.fromEntries(asked.filter(([, count]) => count !== 0))
  }

  it('asks the service for four things, however many recommendations are tracked', async () => {
    const brands = ['Northwind', 'Acme', 'Globex', 'Initech', 'Umbrella']
    const engines = ['ChatGPT', 'Gemini']
    const score = ({ brand }: { brand: string }) => 20 + 5 * brands.indexOf(brand)
    has(storedWeeks({ engines, brands, newest: '2026-11-09', count: 20, answers: 1_000, score }))
    await trackWithBriefs('r1', 'r2', 'r3', 'r4', 'r5')
    await world.subscribe({ sections: ['visibility', 'engines', 'reddit', 'actions', 'evaluations'] })
    await world.goTo('2026-11-09T10:00:00Z')
    await filled()
    await world.goTo('2026-11-16T08:00:00Z')
    await filled()
    const asked = await askedDuring(() => world.goTo('2026-11-16T09:00:00Z'))
    expect(world.slack.in('C1')).toHaveLength(2)
    expect(asked).toEqual({ allBrands: 1, collects: 1, redditSummaries: 1, briefs: 1 })
  })

  it('tells which brief changed, although it asks for one: the others are read before', async () => {
    await trackWithBriefs('r1', 'r2', 'r3')
    await world.subscribe({ sections: ['actions'] })
    await world.goTo('2026-11-09T09:00:00Z')
    world.api.briefs.set('r3', [briefOf('r3', '11-12')])
    const reading = await askedDuring(async () => {
      await world.goTo('2026-11-16T08:00:00Z')
      await filled()
    })
    expect(reading, 'in the background').toEqual({ briefs: 3 })
    expect(await askedDuring(() => world.goTo('2026-11-16T09:00:00Z'))).toEqual({ briefs: 1 })
    expect(newest()).toContain('Recommended, brief updated (1 of 3): ')
    expect(newest()).toContain('Brief r3')
  })

  it('waits while the service is down, although the recommendations are known', async () => {
    await trackWithBriefs('r1', 'r2', 'r3')
    await world.subscribe({ sections: ['visibility', 'actions'] })
    await world.goTo('2026-11-09T09:00:00Z')
    world.api.failure = failure('unavailable', 'It is down.')
    await world.goTo('2026-11-16T09:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    world.api.failure = null
    await world.goTo('2026-11-16T09:30:00Z')
    expect(world.slack.in('C1')).toHaveLength(2)
    expect(posts()[1]).not.toContain('unavailable')
  })

  it('keeps recommendations for the key that read them', async () => {
    await trackWithBriefs('r1', 'r2')
    await world.subscribe({ sections: ['actions'] })
    await world.goTo('2026-11-09T09:00:00Z')
    const { workspace } = world
    const scope = { organizationId: 'org', workspaceId: 'ws' }
    const read = async (key: string, of = scope) => {
      const apiKey = { ...workspace.apiKey, fingerprint: async () => key }
      const briefsOf = await keptBriefs({ ...workspace, apiKey }, of, ['r1', 'r2'])
      return Promise.all(['r1', 'r2'].map(briefsOf))
    }
    expect(await askedDuring(() => read('K1'))).toEqual({})
    expect((await read('K1')).map(([brief]) => brief?.title)).toEqual(['Brief r1', 'Brief r2'])
    expect(await askedDuring(() => read('K2'))).toEqual({ briefs: 2 })
    expect(await askedDuring(() => read('K1', { ...scope, workspaceId: 'ws2' }))).toEqual({ briefs: 2 })
  })

  it('asks daily for another recommendation, so changes are told after as many days as there are', async () => {
    await trackWithBriefs('r1', 'r2', 'r3')
    await world.subscribe({ sections: ['actions'], schedule: daily })
    await world.goTo('2026-11-09T09:00:00Z')
    world.api.briefs.set('r1', failure('not_found', 'It is gone.'))
    world.api.briefs.set('r2', [briefOf('r2', '11-09')])
    const told: string[] = []
    for (const day of ['10', '11', '12']) {
      expect(await askedDuring(() => world.goTo(`2026-11-${day}T09:00:00Z`))).toEqual({ briefs: 1 })
      told.push(newest())
    }
    expect(told.filter((text) => text.includes('brief updated'))).toHaveLength(1)
    expect(told.some((text) => text.includes('1 recommendation is unavailable: It is gone.'))).toBe(true)
  })
})

describe('a digest', () => {
  it('is posted once at its slot, even if the scheduler wakes repeatedly', async () => {
    await world.subscribe()
    await world.goTo('2026-11-09T08:59:59Z')
    expect(world.slack.posts).toEqual([])
    await Promise.all([world.goTo('2026-11-09T09:00:00Z'), world.wake(), world.wake()])
    await world.goTo('2026-11-09T09:01:00Z')
    await world.goTo('2026-11-12T09:01:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(posts()[0]).toContain('Northwind passed Acme')
    expect(await world.history()).toMatchObject([{ slot: '2026-11-09T09:00:00Z', state: 'posted' }])
    await world.goTo('2026-11-16T09:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(2)
  })

  it('follows its own schedule and filters next to others of its channel', async () => {
    await world.subscribe()
    await world.subscribe({
      name: 'ChatGPT, daily',
      schedule: { kind: 'daily', time: '08:30', timeZone: 'Europe/Paris' },
      filters: 'ChatGPT',
    })
    await world.goTo('2026-11-09T09:00:00Z')
    await world.goTo('2026-11-10T07:30:00Z')
    expect(posts()[0]).toMatch(/\(2–8 Nov \| 26 Oct – 1 Nov\)[\s\S]*Weekly brand visibility · All engines/)
    expect(posts()[1]).toMatch(/\(9 Nov \| 8 Nov\)[\s\S]*ChatGPT, daily · ChatGPT/)
    expect(newest()).toContain('Every day at 8:30 (Paris)')
    expect(asked()[0]).toMatchObject({ period: 'week', date_start: '2026-11-02' })
    expect(asked().at(-1)).toMatchObject({ period: 'day', date_start: '2026-11-09', sources: ['ChatGPT'] })
  })

  it('on weekdays covers every day: on Mondays it includes the weekend', async () => {
    await world.subscribe({ schedule: { kind: 'weekdays', time: '09:00', timeZone: 'Europe/Paris' } })
    for (const day of ['13', '16', '17']) await world.goTo(`2026-11-${day}T08:00:00Z`)
    const days = asked().map(({ date_start, date_end = null }) => [date_start, date_end])
    expect(days).toEqual([
      ['2026-11-12', null],
      ['2026-11-13', '2026-11-15'],
      ['2026-11-16', null],
    ])
    expect(posts()[1], 'three days are no week').toContain('(13–15 Nov | 10–12 Nov)')
  })

  it.each([
    ['a week', { kind: 'days', days: [1] }, '2026-11-29', null, '2026-11-23'],
    ['a week', { kind: 'days', days: [1] }, '2026-11-29', 'UTC', '2026-11-16'],
    ['a month', { kind: 'monthly', day: 1 }, '2026-11-30', null, '2026-11-01'],
  ] as const)(
    'is about %s that is over in the channel’s zone, or in its own',
    async (_, days, on, zone, start) => {
      await beginWorld({ start: `${on}T21:00:00Z` })
      await world.store.channels.save({ team, channel: 'C1', timeZone: zone }, 'U1', world.clock.now())
      await world.subscribe({ schedule: { ...days, time: '09:00', timeZone: 'Australia/Sydney' } })
      await world.goTo(`${on}T22:00:00Z`)
      expect(asked()[0]).toMatchObject({ date_start: start })
    },
  )

  const monthly = (day: number | 'last', time = '09:00', timeZone = 'UTC') =>
    ({ kind: 'monthly', day, time, timeZone }) as const
  const coveredAt = (schedule: ReturnType<typeof monthly>, slot: Temporal.Instant) =>
    digestPeriod(schedule, { unit: null, when: null }, slot, { timeZone: 'UTC' })

  it.each([
    [monthly('last'), '2026-11-30T09:00Z', '2026-11-01', '2026-11-30'],
    [monthly(30), '2026-10-30T09:00Z', '2026-10-01', '2026-10-31'],
    [monthly(29), '2026-10-29T09:00Z', '2026-09-01', '2026-09-30'],
    [monthly(1), '2026-12-01T09:00Z', '2026-11-01', '2026-11-30'],
    // Where the channel’s next month has begun.
    [monthly('last', '17:00', 'America/Los_Angeles'), '2026-12-01T01:00Z', '2026-11-01', '2026-11-30'],
    [monthly(30, '17:00', 'America/Los_Angeles'), '2026-12-01T01:00Z', '2026-11-01', '2026-11-30'],
  ])('with the schedule %j covers the month that it is about', (schedule, slot, start, end) => {
    expect(coveredAt(schedule, Temporal.Instant.from(slot))).toMatchObject({ start, end })
  })

  it.each([1, 15, 28, 29, 30, 31, 'last' as const])(
    'of every month on day %s tells of each month, and of none twice',
    (day) => {
      const slots = nextSlots(monthly(day), world.clock.now(), 36)
      const told = slots.map((slot) => coveredAt(monthly(day), slot).start.slice(0, 7))
      expect(new Set(told).size).toBe(36)
    },
  )

  it('keeps what it told of a brand, for all digests and alerts of its channel', async () => {
    await world.subscribe()
    await world.goTo('2026-11-09T09:00:00Z')
    expect(await world.store.records.toldIn(team, 'C1')).toEqual([
      { brand: 'Acme', kind: 'passing', direction: 1, from: '2026-11-02', told: '2026-11-02' },
      { brand: 'Northwind', kind: 'change', direction: 1, from: '2026-11-02', told: '2026-11-02' },
    ])
    expect(await world.store.records.toldIn(team, 'C2')).toEqual([])
  })

  it('without tracked recommendations explains once how to track one', async () => {
    await world.subscribe({ id: 'S1', sections: ['actions'] })
    await world.subscribe({ id: 'S2', channel: 'C2', sections: ['visibility', 'actions'] })
    for (const monday of ['2026-11-09', '2026-11-16']) await world.goTo(`${monday}T09:00:00Z`)
    const how = 'No recommendations tracked here yet. To track one, type /sightline actions add'
    for (const channel of ['C1', 'C2'])
      expect(posts(channel).map((text) => text.includes(how))).toEqual([true, false])
    expect(posts()[1]).toMatch(/^Nothing has changed since the last digest\.\n/)
  })

  it('reuses answers even if Slack’s pace stretches the run, and the next slot requests them again', async () => {
    const channel = { everyMs: 0, burst: 1 }
    await beginWorld({ paces: { workspace: { everyMs: 10_000, burst: 1 }, channel } })
    for (let number = 0; number < 80; number += 1)
      await world.subscribe({ channel: `C${number}`, filters: number % 2 === 0 ? 'ChatGPT' : '' })
    await world.goTo('2026-11-09T09:00:00Z')
    await world.sendAll()
    expect(world.slack.posts).toHaveLength(80)
    const [from, to] = [world.slack.posts[0]?.at ?? 0, world.slack.posts.at(-1)?.at ?? 0]
    expect(to - from).toBe(79 * 10_000)
    const first = [...world.api.brandQuestions]
    expect(new Set(first).size).toBe(first.length)
    await world.goTo('2026-11-16T09:00:00Z')
    await world.sendAll()
    expect(world.slack.posts).toHaveLength(160)
    const second = world.api.brandQuestions.slice(first.length)
    expect(second.length).toBeGreaterThan(0)
    expect(new Set(second).size).toBe(second.length)
  })

  it('shows the other sections if one fails', async () => {
    await world.subscribe({ sections: ['visibility', 'engines', 'reddit', 'actions'] })
    world.api.api.redditSummaries = () => Promise.reject(failure('unavailable', 'Reddit can’t be reached.'))
    await world.goTo('2026-11-09T09:00:00Z')
    expect(posts()[0]).toContain('Reddit is unavailable')
    expect(posts()[0]).toContain('Northwind passed Acme')
    expect(posts()[0]).not.toContain('Engines are unavailable')
  })

  it('applies its filters to all sections, including engines', async () => {
    await world.subscribe({ sections: ['visibility', 'engines'], filters: 'funnel:tofu' })
    await world.goTo('2026-11-09T09:00:00Z')
    expect(asked().some(({ sources }) => sources !== undefined)).toBe(true)
    expect(asked().filter(({ funnel_stages }) => String(funnel_stages) !== 'ToFu')).toEqual([])
    expect(newest()).toContain('· funnel stage Top of funnel')
    expect(blocksOf(replies()[0])).toContain('Filtered by: funnel stage Top of funnel')
  })

  it('is retried at growing intervals if nothing could be read', async () => {
    await world.subscribe()
    world.api.failure = failure('unavailable', 'The analytics service does not answer.')
    await world.goTo('2026-11-09T09:00:00Z')
    expect(await world.history()).toMatchObject([
      {
        state: 'pending',
        reason: { code: 'not_composed', detail: 'The analytics service does not answer.' },
      },
    ])
    const tries = () => world.log.filter(({ event }) => event === 'a message could not be composed').length
    for (const minute of [1, 2, 3, 4, 5, 6, 7]) await world.goTo(`2026-11-09T09:0${minute}:00Z`)
    expect(tries()).toBe(4)
    world.api.failure = null
    await world.goTo('2026-11-09T09:20:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
  })

  it('that can’t be composed because of a fault names no reference, since none is below', async () => {
    await world.subscribe()
    world.api.failure = new Error('a fault')
    await world.goTo('2026-11-09T09:00:00Z')
    const detail = expect.stringMatching(/went wrong in Sightline\. Ask .+ check the log\.$/)
    expect(await world.history()).toMatchObject([{ reason: { code: 'not_composed', detail } }])
  })

  it('that waits or was given up says why in words, not in Slack’s codes', async () => {
    const { id } = await world.subscribe()
    world.slack.next({ retryAfter: 13 * 3_600 })
    await world.goTo('2026-11-09T09:00:00Z')
    const asker = { team, channel: 'C1', user: owner }
    await expect(postNow(world.workspace, asker, id)).rejects.toThrow(
      'has not been posted yet (Slack asked to slow down).',
    )
    await world.goTo('2026-11-09T22:00:00Z')
    expect(posts(owner)[0]).toContain('Last problem: Slack asked to slow down.')
  })
})

describe('after downtime', () => {
  it('only the newest slot is posted, if it is recent enough, and older ones are recorded', async () => {
    await world.subscribe({ schedule: daily })
    await world.wake()
    await world.goTo('2026-11-12T20:59:59Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    const missed = { state: 'skipped', reason: 'missed' }
    expect(await world.history()).toMatchObject([
      { slot: '2026-11-12T09:00:00Z', state: 'posted', reason: null },
      { slot: '2026-11-11T09:00:00Z', ...missed },
      { slot: '2026-11-10T09:00:00Z', ...missed },
      { slot: '2026-11-09T09:00:00Z', ...missed },
    ])
  })

  it('a slot that is too old is recorded', async () => {
    await world.subscribe()
    await world.goTo('2026-11-09T21:00:01Z')
    expect(world.slack.posts).toEqual([])
    expect(await world.history()).toMatchObject([{ slot: '2026-11-09T09:00:00Z', state: 'skipped' }])
    await world.goTo('2026-11-16T09:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
  })

  it('a digest that a person posted in the meantime hides no slot', async () => {
    const { id } = await world.subscribe()
    await world.wake()
    const now = Temporal.Instant.from('2026-11-10T10:00:00Z')
    const owed = { ...digestOwed({ team, subscriptionId: id, channel: 'C1' }, now), askedBy: 'U9' }
    await sentEarlier(world.store, owed, null, now)
    await world.goTo('2026-11-10T10:05:00Z')
    expect(await world.history()).toMatchObject([
      { slot: '2026-11-10T10:00:00Z', state: 'posted' },
      { slot: '2026-11-09T09:00:00Z', state: 'skipped' },
    ])
  })

  it('the history of many missed slots is one page, without a line for each', async () => {
    await world.subscribe({ schedule: daily })
    await world.wake()
    await world.goTo('2027-11-09T09:30:00Z')
    expect(await world.history()).toHaveLength(27)
    expect(world.slack.in('C1')).toHaveLength(1)
  })

  const stop = {
    paused: () => world.store.subscriptions.pause(team, 'S1', 'paused_by_hand', world.clock.now()),
    deleted: () => world.store.subscriptions.remove(team, 'S1', world.clock.now()),
  }
  const reasons = {
    paused: { code: 'digest_paused', cause: 'paused_by_hand' },
    deleted: 'digest_deleted',
  }
  it.each([
    ['paused', 'it waits for the service'],
    ['deleted', 'it waits for the service'],
    ['paused', 'it is being composed'],
    ['deleted', 'it is being composed'],
  ] as const)('a digest that is %s while %s is not posted', async (how, meanwhile) => {
    await world.subscribe()
    const { allBrands } = world.api.api
    world.api.api.allBrands = async (...question) => {
      if (meanwhile === 'it waits for the service') throw failure('unavailable', 'Not now.')
      await stop[how]()
      return allBrands(...question)
    }
    await world.goTo('2026-11-09T09:00:00Z')
    world.api.api.allBrands = allBrands
    await stop[how]()
    await world.goTo('2026-11-09T09:10:00Z')
    expect(world.slack.posts).toEqual([])
    expect(await world.history()).toMatchObject([{ state: 'skipped', reason: reasons[how] }])
  })
})
