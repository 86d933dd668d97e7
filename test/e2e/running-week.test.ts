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
  const mentions = (rows: readonly string[][]) =>
    new Map(
      rows.map(([, brand = '', , , , cell = '']) => [
        brand,
        Number(/^[\d,]+/.exec(cell)?.[0].replace(',', '')),
      ]),
    )
  const [now, before] = [mentions(rowsOf(answer)), mentions(rowsOf(monday))]
  const ownBrand = 'Northwind (you)'
  const change = rowsOf(answer).find(([, brand]) => brand === ownBrand)?.[5] ?? ''
  const [today = 0, then = 0] = [now.get(ownBrand), before.get(ownBrand)]
  expect([today, then].every((count) => count > 0 && count < 1_000)).toBe(true)
  expect(
    [`${today} (was ${then})`, `${Math.abs(today - then)}`].some((words) => change.endsWith(words)),
  ).toBe(true)
  expect(textOf(await answered(USERS.member, 'engines this week'))).toContain(sameDays)
})
