import { describe, expect, it, onTestFinished } from 'vitest'
import { SOURCES } from '../../sandbox/service/data/catalog.ts'
import { ApiError } from '../../src/api/index.ts'
import { perRunCache } from '../../src/digests/schedule/per-run-cache.ts'
import { noFilters } from '../../src/model/question.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { fillWeeks, keptAs, mostWeeks, weeksOf } from '../../src/weeks/weeks.ts'
import { startContract, WORKSPACE } from '../contract/support.ts'
import { sqliteDatabase } from '../store/engines.ts'
import { oneKey, silent, testWorkspace } from '../workspace.ts'

const BRANDS = `${WORKSPACE}/analyses/{project_id}/search/brands`
/** One request for all engines, one for each. */
const perWeek = 1 + SOURCES.length

const market = {
  demoBrands: 2,
  demoStart: '2026-05-04',
  // The whole last week of June on one engine.
  demoGaps: [22, 23, 24, 25, 26, 27, 28].map((day) => ({ date: `2026-06-${day}`, engine: 'Gemini' })),
}

/** On Monday, 6 July, at 12:00: nine weeks have data. */
async function world() {
  const { service, count, client } = await startContract({}, market)
  const { clock, demo } = service
  const noon = Temporal.PlainDateTime.from('2026-07-06T12:00').toZonedDateTime('UTC').toInstant()
  clock.advance(clock.now().until(noon))
  const database = await sqliteDatabase()
  onTestFinished(() => database.close())
  const team = `T${Math.random().toString(36).slice(2)}`
  const [store] = database.replicas
  const connect = (key = 'K1') =>
    testWorkspace({
      team,
      store,
      clock,
      api: client({ clock: { now: clock.now, sleep: async () => {} }, cacheSeconds: 0 }),
      apiKey: { ...oneKey, fingerprint: async () => key },
    })
  let workspace = connect()
  const { organizationId, workspaceId, projectId } = demo
  const scope = { organizationId, workspaceId, projectId }
  const asked = { scope, filters: noFilters, timeZone: 'UTC' }
  const cost = async <T>(run: () => Promise<T>) => {
    const before = count(BRANDS)
    const result = await run()
    return { result, requests: count(BRANDS) - before }
  }
  return {
    clock,
    service,
    store,
    team,
    asked,
    workspace,
    connect,
    /** Another process: nothing is remembered outside the database. */
    restart: () => {
      workspace = connect()
    },
    weeks: (more: Partial<typeof asked> = {}, by = workspace) =>
      cost(async () => {
        const known = await weeksOf(by, { ...asked, ...more })
        return { ...known, weeks: await known.weeks() }
      }),
    fill: (signal = new AbortController().signal, by = workspace) =>
      cost(() => fillWeeks({ store, clock, log: silent, of: async () => by }, signal)),
    down: () => service.addFault({ how: { kind: 'status', status: 503 } }),
    up: () => service.clearFaults(),
  }
}

/** The statements run on PostgreSQL in test/store/contract/market-weeks.ts. */
describe('the weeks of an analysis', () => {
  it('are asked once: the newest two at once, with one request per engine, the older ones later', async () => {
    const { weeks, fill, clock } = await world()
    const first = await weeks()
    expect(first.requests).toBe(2 * perWeek)
    expect(first.result.weeks.map(({ week }) => week)).toEqual(['2026-06-22', '2026-06-29'])
    expect(first.result.missing).toHaveLength(mostWeeks - 2)
    expect(first.result.asOf).toBeNull()
    clock.advance({ minutes: 5 })
    expect((await fill()).requests).toBe(4 * perWeek)
    const again = await weeks()
    expect(again.requests).toBe(0)
    expect(again.result.weeks).toHaveLength(6)
    expect(again.result.missing).toHaveLength(mostWeeks - 6)
  })

  it('say what was not collected, what is in no answer, and the service’s own numbers', async () => {
    const { weeks, workspace, asked } = await world()
    const unnamed: Workspace['api']['allBrands'] = async (scope, query, ...more) => {
      const answer = await workspace.api.allBrands(scope, query, ...more)
      const rows = answer.rows.filter(({ brand }) => query.date_start !== '2026-06-29' || brand === 'Acme')
      return { ...answer, rows }
    }
    const { result } = await weeks({}, { ...workspace, api: { ...workspace.api, allBrands: unnamed } })
    const [gap, newest] = result.weeks
    expect(gap?.days).toHaveLength(7)
    expect(gap?.engines.Gemini, 'not collected').toBeNull()
    expect(gap?.engines.ChatGPT?.answers).toBeGreaterThan(100)
    const at = (week: typeof gap, name: string) =>
      week?.brands.findIndex((brand) => brand.name === name) ?? -1
    expect(gap?.brands[at(gap, 'Northwind')]).toEqual({ name: 'Northwind', mine: true })
    expect(newest, 'in no answer').toMatchObject({ brands: [{ name: 'Acme' }], brandsLeftOut: 0 })
    const query = { date_start: '2026-06-22', sources: ['ChatGPT'] }
    const { data } = await workspace.api.brands(asked.scope, query)
    for (const row of data)
      expect(gap?.engines.ChatGPT?.figures[at(gap, row.brand)]).toEqual([
        row.visibility_score.value,
        row.presence_rate.value,
        row.presence_rate_total.value,
      ])
    expect(data).not.toEqual([])
  })

  it('are shared by everybody who asks at the same time', async () => {
    const { weeks } = await world()
    const [first, second] = await Promise.all([weeks(), weeks()])
    expect(first?.requests).toBe(2 * perWeek)
    expect(second?.result).toEqual(first?.result)
  })

  it('are read again while data arrives, and then no more', async () => {
    const { weeks, workspace, clock } = await world()
    const late: Workspace['api']['allBrands'] = async (...asked) => {
      const { rows, ...rest } = await workspace.api.allBrands(...asked)
      const score = { value: 77.125, prev_value: null, unit: '%' }
      return { ...rest, rows: rows.map((row) => ({ ...row, visibility_score: score })) }
    }
    const later = { ...workspace, api: { ...workspace.api, allBrands: late } }
    const ask = () => weeks({}, later)
    await weeks()
    clock.advance({ hours: 5 })
    expect((await ask()).requests).toBe(0)
    clock.advance({ hours: 2 })
    const { result, requests } = await ask()
    expect(requests, 'the older one has been over for longer').toBe(perWeek)
    const scores = result.weeks.map(({ all }) => all?.figures.some((figures) => figures?.[0] === 77.125))
    expect(scores).toEqual([false, true])
    clock.advance({ hours: 24 * 21 })
    expect((await weeks()).requests, 'older weeks are settled').toBe(2 * perWeek)
  })

  it('come from the database while the service is down, with the time of their reading', async () => {
    const { weeks, fill, clock, down, up } = await world()
    const { result } = await weeks()
    const readAt = clock.now()
    clock.advance({ hours: 48 })
    down()
    const { result: stored } = await weeks()
    expect(stored.weeks).toEqual(result.weeks)
    expect(Math.abs(readAt.until(stored.asOf ?? '').total('seconds'))).toBeLessThan(60)
    await expect(weeks({ filters: { ...noFilters, search: 'x' } })).rejects.toBeInstanceOf(ApiError)
    await fill()
    expect((await weeks()).result.asOf, 'also after the background has tried').not.toBeNull()
    up()
    expect((await weeks()).result.asOf).toBeNull()
  })

  it('are shared by the digests of a run, but not an outage, nor with a slot after the next reading', async () => {
    const { weeks, workspace, asked, clock, store, team, down, up } = await world()
    await weeks()
    clock.advance({ hours: 48 })
    const of = perRunCache({ clock, of: async () => workspace })
    const digest = async () => {
      const inRun = (await of(team, clock.now().toString())) ?? workspace
      return (await weeks({}, inRun)).result
    }
    down()
    expect((await digest()).asOf).not.toBeNull()
    up()
    const { asOf, version } = await digest()
    expect(asOf).toBeNull()
    expect((await digest()).version).toBe(version)
    clock.advance({ minutes: 20 })
    const ref = { team, market: (await keptAs(workspace, asked)).id, week: '2026-06-29' }
    const [stored] = await store.marketWeeks.between(ref, ref.week, ref.week)
    await store.marketWeeks.save(ref, stored?.record ?? '', clock.now(), null)
    expect((await digest()).version).not.toBe(version)
  })

  it('are not found with another key, other filters or another analysis', async () => {
    const { weeks, connect, down } = await world()
    await weeks()
    down()
    await expect(weeks({}, connect('K2'))).rejects.toBeInstanceOf(ApiError)
    const filters = { ...noFilters, funnelStages: ['ToFu'] }
    await expect(weeks({ filters })).rejects.toBeInstanceOf(ApiError)
    expect((await weeks()).result.weeks).toHaveLength(2)
  })

  it('of a year are filled a few a minute, across restarts, and empty ones are remembered', async () => {
    const { weeks, fill, clock, restart } = await world()
    await weeks()
    let minutes = 0
    let requests = 0
    for (; (await weeks()).result.missing.length > 0 && minutes < 100; minutes += 1) {
      clock.advance({ seconds: 60 })
      if (minutes % 7 === 0) restart()
      requests += (await fill()).requests
    }
    expect(minutes).toBeGreaterThan(11)
    expect(minutes).toBeLessThan(60)
    // Nine weeks have data. A week without takes one request.
    expect(requests).toBe(7 * perWeek + (mostWeeks - 9))
    expect((await fill()).requests, 'all are read').toBe(0)
    const { result } = await weeks()
    expect(result.weeks.filter(({ all }) => all === null)).toHaveLength(mostWeeks - 9)
    expect(result.weeks[0]).toMatchObject({ days: [], engines: {} })
  })

  it('wait for an hour after a failure, and are dropped with the key that they were asked with', async () => {
    const { weeks, fill, clock, down, up, connect } = await world()
    await weeks()
    clock.advance({ minutes: 5 })
    down()
    await fill()
    up()
    expect((await fill()).requests).toBe(0)
    clock.advance({ minutes: 61 })
    expect((await fill()).requests).toBe(4 * perWeek)
    expect((await weeks()).result.weeks).toHaveLength(6)
    clock.advance({ hours: 24 })
    await fill(undefined, connect('K2'))
    expect((await weeks()).result.weeks, 'only the newest, which are asked for now').toHaveLength(2)
  })

  it('are not asked of a service that is down, beyond the first one', async () => {
    const { weeks, fill, clock, service } = await world()
    await weeks()
    await weeks({ filters: { ...noFilters, funnelStages: ['ToFu'] } })
    clock.advance({ minutes: 5 })
    service.addFault({ route: BRANDS, how: { kind: 'status', status: 503 } })
    const before = service.requests().length
    await fill()
    const asked = service.requests().slice(before)
    expect(new Set(asked.flatMap(({ route, query }) => (route === BRANDS ? [query] : []))).size).toBe(1)
  })

  it('are read ahead, so that a digest asks for nothing, a week or five weeks after the one before', async () => {
    const { weeks, fill, clock } = await world()
    const weeksAfter = async (hours: number, step: number) => {
      for (let hour = 0; hour < hours; hour += step) {
        clock.advance({ hours: step })
        await fill()
      }
      const { result, requests } = await weeks()
      return [result.weeks.at(-1)?.week, requests]
    }
    await weeks()
    expect(await weeksAfter(7 * 24 - 2, 1)).toEqual(['2026-07-06', 0])
    expect(await weeksAfter(5 * 7 * 24, 4)).toEqual(['2026-08-10', 0])
  })

  it('have another version once one arrives that was asked for before another one', async () => {
    const { weeks, workspace, asked, clock, store, team } = await world()
    await weeks()
    const { id: market } = await keptAs(workspace, asked)
    const save = async (week: string, seconds: number) => {
      await store.marketWeeks.save({ team, market, week }, '{}', clock.now().add({ seconds }), null)
      return (await weeksOf(workspace, asked)).version
    }
    const before = await save('2026-06-29', 2)
    expect(await save('2026-06-22', 1)).not.toBe(before)
  })

  it('are erased with their workspace, also while they are being read', async () => {
    const { weeks, fill, clock, store, team } = await world()
    await weeks()
    clock.advance({ minutes: 5 })
    await Promise.all([fill(), store.erase(team)])
    const erased = await store.erase(team)
    expect(erased.filter(({ rows }) => rows > 0)).toEqual([])
  })
})
