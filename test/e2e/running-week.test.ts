import { expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { textOf } from './slack-screen.ts'
import { answered, playOnStage, rowsOf } from './visibility/stage.ts'

playOnStage()

it('a running week is compared with the same days of the week before, on all engines and on each', async () => {
  // It is Monday, 16 November 2026.
  const answer = await answered(USERS.member, 'visibility this week')
  const sameDays = 'This week so far, Mon 16 Nov, against the same days the week before.'
  expect(textOf(answer)).toContain(sameDays)
  const monday = await answered(USERS.member, 'visibility 2026-11-09')
  const ownCell = (rows: readonly string[][]) =>
    rows.find(([brand = '']) => brand.endsWith('Northwind (you)'))?.[1] ?? ''
  const [now, before] = [ownCell(rowsOf(answer)), ownCell(rowsOf(monday))]
  const [today, then] = [Number.parseFloat(now), Number.parseFloat(before)]
  const [, sign, points = '0'] = /([+−])([\d.]+)\)?$/.exec(now) ?? []
  expect([today, then].every((score) => score > 0 && score < 100)).toBe(true)
  expect(today - then).toBeCloseTo(sign === '−' ? -Number(points) : Number(points), 0)
  expect(textOf(await answered(USERS.member, 'engines this week'))).toContain(sameDays)
})
