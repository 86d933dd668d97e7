import { expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { answered, playOnStage, rowsOf, stage } from './visibility-stage.ts'
import { press, said } from './watch.ts'

playOnStage()

it('a running week is shown beside the same days of the week before, on all engines and on each', async () => {
  // It is Monday, 16 November 2026.
  const answer = await answered(USERS.member, 'visibility this week')
  const sameDays = 'This week so far, Mon 16 Nov, against the same days the week before.'
  expect(said(answer)).toContain(sameDays)
  const monday = await answered(USERS.member, 'visibility 2026-11-09')
  const mentions = (rows: readonly string[][]) =>
    new Map(
      rows.map(([, brand = '', , , , cell = '']) => [
        brand,
        Number(/^[\d,]+/.exec(cell)?.[0].replace(',', '')),
      ]),
    )
  const [now, before] = [mentions(rowsOf(answer)), mentions(rowsOf(monday))]
  const own = 'Northwind (you)'
  const change = rowsOf(answer).find(([, brand]) => brand === own)?.[5] ?? ''
  const [today = 0, then = 0] = [now.get(own), before.get(own)]
  expect([today, then].every((count) => count > 0 && count < 1_000)).toBe(true)
  expect(
    [`${today} (was ${then})`, `${Math.abs(today - then)}`].some((words) => change.endsWith(words)),
  ).toBe(true)
  expect(said(await answered(USERS.member, 'engines this week'))).toContain(sameDays)
})

it('each reads days in the order of their own language, and what several read is one text', async () => {
  const { slack, clock, bot, channel } = stage
  const { member2, admin } = USERS
  slack.setLocale(member2, 'en-US')
  const [american, british] = [await answered(member2, 'visibility'), await answered(admin, 'visibility')]
  expect(said(american)).toContain('Week of Mon, Nov 9 – Sun, Nov 15')
  expect(said(british)).toContain('Week of Mon 9 – Sun 15 Nov')
  const opened = await slack.openMessages({ user: member2 })
  slack.post({ user: member2, channel: opened.channel, text: 'visibility last week' })
  await slack.until(
    () =>
      slack.messages(opened.channel).find((one) => said(one).includes('Week of Mon, Nov 9 – Sun, Nov 15')),
    'the answer in direct messages',
  )
  await press(stage, member2, american, 'Share to channel')
  const forAll = () => slack.messages(channel).filter(({ ephemeralFor }) => ephemeralFor === undefined)
  await slack.until(() => forAll().find((one) => said(one).includes('Shared by')), 'the shared answer')
  clock.advance({ minutes: 1 })
  await bot.scheduler.wake()
  const texts = forAll().map(said)
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.filter((text) => text.includes('Mon 9 – Sun 15 Nov')).length).toBeGreaterThan(1)
  expect(texts.join()).not.toMatch(/\b(?:Oct|Nov)[a-z]* \d/)
})
