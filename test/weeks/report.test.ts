import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../src/api/index.ts'
import { periodContaining } from '../../src/model/question.ts'
import { briefReport, reportOrStored } from '../../src/weeks/report.ts'
import { createWorld, type World } from '../digests/world.ts'
import { question as anyQuestion, failure, scope } from '../insights/service.ts'
import { testWorkspace } from '../workspace.ts'
import { BRANDS, plantedWeeks, plantWeeks } from './plant.ts'

const question = { ...anyQuestion, period: periodContaining('week', '2026-11-02', 'UTC') }
const daysOf = (monday: string) =>
  Array.from({ length: 7 }, (_, day) => Temporal.PlainDate.from(monday).add({ days: day }).toString())

let world: World
/** On Monday, 9 November 2026, with twenty weeks up to the last one. */
beforeEach(async () => {
  world = await createWorld()
  const weeks = plantedWeeks('2026-06-22', 20).map((week) => ({ ...week, days: daysOf(week.week) }))
  await plantWeeks(world.store, { team: 'T1', scope }, weeks, world.clock.now())
})

const here = () => {
  const { store, clock, api, workspace } = world
  return testWorkspace({ team: 'T1', store, clock, log: workspace.log, api: api.api })
}
const down = (code: 'unavailable' | 'forbidden') => {
  world.api.failure = failure(code)
}

describe('a report', () => {
  it('for Home or a review asks for nothing that the weeks have', async () => {
    const { report } = await briefReport(here(), question)
    expect(report.standings.map(({ brand }) => brand)).toEqual(BRANDS)
    expect(report.coverage.gap).toBeNull()
    expect(report.headline.kind).toBe('quiet')
    expect(world.api.asked).toEqual({})
  })

  it('while the service is down is that of the weeks, and its chart says of when', async () => {
    down('unavailable')
    const { report, trend } = await reportOrStored(here(), question)
    expect(report.own).toMatchObject({ brand: 'Northwind', rank: 1 })
    expect(trend?.weeks.at(-1)?.scores[0]).toBe(report.own?.visibility.value)
    expect(trend?.asOf).toMatch(/^2026-11-09T/)
  })

  it('fails if the key may not read it, and of a week that is not known', async () => {
    down('unavailable')
    const unknown = { ...question, period: periodContaining('week', '2026-06-01', 'UTC') }
    await expect(reportOrStored(here(), unknown)).rejects.toBeInstanceOf(ApiError)
    down('forbidden')
    await expect(reportOrStored(here(), question)).rejects.toBeInstanceOf(ApiError)
  })
})
