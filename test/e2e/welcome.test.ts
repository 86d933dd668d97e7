import { expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { messageSaying, press, textOf } from './slack-screen.ts'
import { stage, stageForAll } from './stage.ts'

const { admin, guest, member } = USERS
stageForAll()

const open = async (user: string) => (await stage.slack.openMessages({ user })).channel
const welcomes = (channel: string) =>
  stage.slack.messages(channel).filter((message) => textOf(message).includes('You get this message once'))

it('a person who opens Messages is welcomed once, and can go on from there', async () => {
  const { slack } = stage
  const prompted = () =>
    slack.requests().filter(({ method }) => method === 'assistant.threads.setSuggestedPrompts').length
  const channel = await open(member)
  const welcome = await slack.until(() => welcomes(channel)[0], 'the welcome')
  expect(textOf(welcome)).toContain('Ask here in your own words')

  const before = prompted()
  await open(member)
  await slack.until(() => prompted() > before, 'the prompts of the second opening')
  const direct = await open(guest)
  const other = await open(admin)
  await slack.until(() => welcomes(other)[0], 'the welcome of another person')
  expect(welcomes(channel)).toHaveLength(1)
  expect(slack.messages(direct), 'a guest who may not use Sightline is not welcomed').toEqual([])

  await press(stage, member, welcome, 'Privacy')
  await messageSaying(slack, channel, 'What Sightline reads and keeps', member)
})
