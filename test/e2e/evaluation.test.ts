import { expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { messageSaying, press, textOf } from './slack-screen.ts'
import { answerTo, directsTo, pass, stage, stageForAll } from './stage.ts'

const { owner, member } = USERS

stageForAll({ mode: 'http', rateLimits: false })

it('people who asked get one direct message when a website evaluation is done', async () => {
  const { slack, channel, service } = stage
  // It is done three minutes after the service starts.
  const id = service.demo.evaluationIds[1]
  const asked = (user: string) => answerTo(user, channel, `evaluation ${id}`)
  const told = (user: string) =>
    directsTo(user)
      .filter((one) => /Help center/.test(textOf(one)))
      .map(({ text }) => text.split('\n')[0])
  const answered = (user: string, words: string) => messageSaying(slack, channel, words, user)
  const [first, second] = [await asked(owner), await asked(member)]
  await press(stage, owner, first, 'Notify me when it’s done')
  await answered(owner, 'You’ll get a direct message when “Help center” is done.')
  await press(stage, owner, first, 'Notify me when it’s done')
  await press(stage, member, second, 'Notify me when it’s done')
  const watching = await answered(member, 'You’ll get a direct message')

  await pass({ seconds: 61 })
  expect([told(owner), told(member)]).toEqual([[], []])
  await press(stage, member, watching, 'Stop watching')
  await answered(member, 'You’re no longer watching')
  await pass({ minutes: 3 })
  await pass({ minutes: 2 })
  expect(told(owner)).toEqual(['⚠ Website evaluation “Help center”: partly completed.'])
  expect(told(member)).toEqual([])
})
