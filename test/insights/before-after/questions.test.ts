import { describe, expect, it } from 'vitest'
import type { PlantedMarket } from '../../../sandbox/service/planted/plan.ts'
import { noAim } from '../../../src/insights/before-after/aim.ts'
import { beforeAfterOf, weeksOf } from '../../../src/insights/before-after/read.ts'
import type { FollowedTask } from '../../../src/model/before-after.ts'
import { startContract, WORKSPACE } from '../../contract/support.ts'

const ENGINES = ['ChatGPT', 'Perplexity', 'Google', 'Claude'] as const
const START = '2026-01-05'
const BRANDS = `${WORKSPACE}/analyses/{project_id}/search/brands`

const market: PlantedMarket = {
  id: '5f0c1d2e-0000-4000-8000-000000000019',
  seed: 11,
  start: START,
  engines: ENGINES,
  answers: 140,
  brands: [
    {
      name: 'Northwind',
      mine: true,
      levels: [30, 25, 20, 30],
      // Eight weeks after 4 May, on one engine.
      changes: [{ kind: 'shift', week: 18, points: 20, engine: 'Perplexity' }],
    },
    { name: 'Acme', levels: [35, 30, 24, 33] },
    { name: 'Globex', levels: [22, 20, 25, 21] },
  ],
}

/** The service and its client, on Monday, 6 July, with the number of requests that stories cost. */
async function asked() {
  const { service, count, client } = await startContract({}, { markets: [market] })
  const monday = Temporal.PlainDate.from('2026-07-06').toZonedDateTime('UTC').toInstant()
  service.clock.advance(service.clock.now().until(monday))
  const connect = () => client({ clock: { now: service.clock.now, sleep: async () => {} }, cacheSeconds: 0 })
  let api = connect()
  const { organizationId, workspaceId } = service.demo
  const scope = { organizationId, workspaceId, projectId: market.id }
  const options = { clock: service.clock, timeZone: 'UTC' }
  return {
    clock: service.clock,
    /** Clears the memory, like another process or a workspace that was idle. */
    startAnew: () => {
      api = connect()
    },
    stories: async (tasks: readonly FollowedTask[], maxRequests: number) => {
      const before = count(BRANDS)
      const outcomes = await beforeAfterOf(api, scope, tasks, { ...options, maxRequests })
      return { outcomes, cost: count(BRANDS) - before }
    },
    weeks: async (task: FollowedTask) => {
      const before = count(BRANDS)
      const weeks = await weeksOf(api, scope, task, options)
      return { weeks, cost: count(BRANDS) - before }
    },
    addFault: service.addFault,
    clearFaults: service.clearFaults,
  }
}

const task = (id: string, from: string, engines: readonly string[] = []): FollowedTask => ({
  id,
  from,
  basis: 'created',
  aim: { ...noAim, engines },
})

describe('requests for stories', () => {
  it('are four for a task on one engine and two for one on all engines, and tasks share them', async () => {
    const { stories } = await asked()
    const first = await stories([task('a', '2026-04-29', ['Perplexity'])], 6)
    expect(first.cost).toBe(4)
    expect(first.outcomes.get('a')).toMatchObject({
      own: 'Northwind',
      before: { start: '2026-03-30', end: '2026-04-26' },
      since: { start: '2026-05-04', end: '2026-07-05' },
      weeksSince: 9,
      verdict: { kind: 'up', weeks: 9 },
    })
    const both = await stories([task('b', '2026-04-30', ['Claude']), task('c', '2026-04-28')], 6)
    expect(both.cost).toBe(2)
    expect(both.outcomes.get('b')?.verdict.kind).toBe('no_reliable_change')
    expect(both.outcomes.get('c')?.others.map(({ kind }) => kind)).toEqual(['rivals', 'rival', 'rival'])
  })

  it('are at most six for a digest and twenty for 200 tasks, and waiting tasks are read later', async () => {
    const { stories, clock } = await asked()
    const tasks = Array.from({ length: 200 }, (_, index) =>
      task(
        `t${index}`,
        Temporal.PlainDate.from('2026-03-02')
          .add({ days: index % 90 })
          .toString(),
        index % 5 === 4 ? [] : [ENGINES[index % ENGINES.length] ?? ''],
      ),
    )
    const unread = ({ outcomes }: Awaited<ReturnType<typeof stories>>) =>
      [...outcomes].filter(([, { verdict }]) => verdict.kind === 'unavailable')
    const digest = await stories(tasks, 6)
    expect(digest.cost).toBe(6)
    const list = await stories(tasks, 20)
    expect(list.cost).toBeLessThanOrEqual(20)
    const waiting = unread(list)
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.length).toBeLessThan(unread(digest).length)

    const again = await stories(tasks, 20)
    expect(again.cost).toBeLessThanOrEqual(20)
    expect(unread(again).length).toBeLessThan(waiting.length)

    let rounds = 0
    while (unread(await stories(tasks, 20)).length > 0 && rounds < 10) rounds += 1
    expect(rounds).toBeLessThan(10)
    expect((await stories(tasks, 20)).cost).toBe(0)
    // Answers older than six hours are requested again.
    clock.advance({ hours: 7 })
    expect((await stories(tasks, 6)).cost).toBe(6)
  })

  it('go to each task in turn, week by week, even if nothing of earlier weeks is in memory', async () => {
    const { stories, startAnew, clock } = await asked()
    // Six requests are enough for one of them.
    const tasks = ENGINES.slice(0, 3).map((engine, at) => task(`t${at}`, `2026-0${at + 3}-16`, [engine]))
    const read: string[] = []
    for (let week = 0; week < 6; week += 1) {
      startAnew()
      const { outcomes, cost } = await stories(tasks, 6)
      expect(cost).toBe(4)
      read.push(...tasks.flatMap(({ id }) => (outcomes.get(id)?.own == null ? [] : [id])))
      clock.advance({ hours: 7 * 24 })
    }
    expect(read).toHaveLength(6)
    for (const from of [0, 1, 2, 3]) expect(new Set(read.slice(from, from + 3)).size).toBe(3)
  })

  it('are none for a task that is too early; a failed request is reported and sent again', async () => {
    const { stories, addFault, clearFaults } = await asked()
    const early = await stories([task('a', '2026-06-20')], 6)
    expect(early).toMatchObject({ cost: 0 })
    expect(early.outcomes.get('a')?.verdict).toEqual({ kind: 'too_early', readableOn: '2026-07-13' })
    addFault({ route: BRANDS, how: { kind: 'status', status: 422 } })
    const failed = await stories([task('b', '2026-04-29')], 6)
    expect(failed.outcomes.get('b')).toMatchObject({
      aimed: [],
      verdict: { kind: 'unavailable', why: 'failed' },
    })
    clearFaults()
    const mended = await stories([task('b', '2026-04-29')], 6)
    expect(mended.cost).toBe(2)
    expect(mended.outcomes.get('b')?.verdict.kind).toBe('up')
  })

  it('lead to “data is missing” if a side was not collected', async () => {
    const { stories } = await asked()
    const { outcomes } = await stories([task('new', '2026-01-14'), task('newer', '2026-01-28')], 6)
    expect(outcomes.get('new')).toMatchObject({
      isFinal: true,
      verdict: { kind: 'data_gap', side: 'before' },
    })
    expect(outcomes.get('newer')?.verdict).toEqual({ kind: 'data_gap', side: 'before' })
  })

  it('are at most nine for a chart’s weeks', async () => {
    const { weeks } = await asked()
    const { weeks: chart, cost } = await weeks(task('a', '2026-04-01', ['Perplexity']))
    expect(cost).toBe(9)
    expect(chart).toMatchObject({ ownBrand: 'Northwind', rivals: ['Acme', 'Globex'] })
    expect(chart?.weeks.map(({ side }) => side)).toEqual([
      ...Array.from({ length: 4 }, () => 'before'),
      'during',
      ...Array.from({ length: 12 }, () => 'since'),
    ])
    expect(chart?.weeks.every(({ ownScore, rivals }) => ownScore !== null && rivals.length === 2)).toBe(true)
    expect(chart?.weeks[0]?.start).toBe('2026-03-02')
    expect(chart?.weeks.at(-1)?.ownScore).toBeGreaterThan(38)
  })
})
