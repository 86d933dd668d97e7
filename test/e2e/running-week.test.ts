import { expect, it } from 'vitest'
import { APP, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { press, textOf } from './slack-screen.ts'
import { answered, playOnStage, rowsOf, stage } from './visibility/stage.ts'

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

it('each person reads dates in their own format, and a text for several people has one format', async () => {
  const { slack, channel } = stage
  const { member2: american, admin: british } = USERS
  slack.setLocale(american, 'en-US')
  const { channel: alone } = await slack.openMessages({ user: american })
  slack.post({ user: american, channel: alone, text: 'visibility' })
  const answer = await answered(american, 'visibility')
  expect(textOf(answer)).toContain('Week of Mon, Nov 9 – Sun, Nov 15')
  expect(textOf(await answered(british, 'visibility'))).toContain('Week of Mon 9 – Sun 15 Nov')
  await slack.until(
    () => slack.messages(alone).find((one) => textOf(one).includes('Week of Mon, Nov 9 – Sun, Nov 15')),
    'the answer in direct messages',
  )
  // Posts that others can read:
  slack.post({ user: american, channel, text: `<@${APP.botUser}> visibility` })
  await press(stage, american, answer, 'Share to channel')
  await slack.command({ user: american, channel, text: '/sightline digest now' })
  const isDone = (one: ShownMessage) => textOf(one).includes('Digest posted')
  await slack.until(
    () => slack.messages(channel, american).some(isDone),
    'the word that the digest is posted',
  )
  const forAll = () =>
    slack
      .messages(channel)
      .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === APP.botUser)
      .map(textOf)
  const texts = await slack.until(() => {
    const shown = forAll()
    return shown.filter((text) => text.includes('Week of')).length > 2 ? shown : null
  }, 'the shared answer, the answer to the mention and the digest')
  expect(texts.join('\n')).toContain('Week of Mon 9 – Sun 15 Nov')
  expect(texts.join('\n')).not.toMatch(/\b(?:Oct|Nov)[a-z]* \d/)
})
