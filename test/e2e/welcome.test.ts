import { afterEach, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { messageSaying, press, textOf } from './slack-screen.ts'

let stage: Stage
afterEach(() => stage?.stop())

const open = async (user: string) => (await stage.slack.openMessages({ user })).channel
const welcomes = (channel: string) =>
  stage.slack.messages(channel).filter((message) => textOf(message).includes('You get this message once'))

it('a person who opens Messages is welcomed once, and can go on from there', async () => {
  stage = await startStage()
  const { slack } = stage
  const prompted = () =>
    slack.requests().filter(({ method }) => method === 'assistant.threads.setSuggestedPrompts').length
  const channel = await open(USERS.member)
  const welcome = await slack.until(() => welcomes(channel)[0], 'the welcome')
  expect(textOf(welcome)).toContain('Ask here in your own words')

  const before = prompted()
  await open(USERS.member)
  await slack.until(() => prompted() > before, 'the prompts of the second opening')
  const other = await open(USERS.admin)
  await slack.until(() => welcomes(other)[0], 'the welcome of another person')
  expect(welcomes(channel)).toHaveLength(1)

  await press(stage, USERS.member, welcome, 'Privacy')
  await messageSaying(slack, channel, 'What Sightline reads and keeps', USERS.member)
})

it('a guest who may not use Sightline is not welcomed', async () => {
  stage = await startStage()
  const channel = await open(USERS.guest)
  const other = await open(USERS.member)
  await stage.slack.until(() => welcomes(other)[0], 'the welcome of a member')
  expect(stage.slack.messages(channel)).toEqual([])
})
