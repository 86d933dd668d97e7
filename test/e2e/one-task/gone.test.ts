import { afterEach, beforeEach, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../../stage.ts'
import { textOf } from '../slack-screen.ts'
import { ephemeralsTo, messageOf, now, postAsBot, postsFor, pressNow, tasksRoute, webApi } from './world.ts'

const { owner, admin } = USERS
const bot = 'U0SIGHTLINE'
let stage: Stage
let resultId: string
let logLines: Record<string, unknown>[]

beforeEach(async () => {
  logLines = []
  stage = await startStage({ log: { write: (line) => void logLines.push(JSON.parse(line)) } })
  resultId = stage.service.demo.resultIds[0] ?? ''
})
afterEach(() => stage?.stop())

const post = (channel: string) => postAsBot(stage.slack, channel, messageOf(stage.service, resultId))
const waitForText = (copy: ShownMessage, words: string) =>
  stage.slack.until(() => textOf(now(stage.slack, copy)).includes(words), `“${words}”`)
const waitForEphemeral = (user: string, channel: string, words: string) =>
  stage.slack.until(
    () => ephemeralsTo(stage.slack, user, channel).find((message) => textOf(message).includes(words)),
    `“${words}”`,
  )
/** Two clicks: the second makes the other copy known, and both people are told whose click counted. */
async function raceClicks(here: ShownMessage, there: ShownMessage) {
  stage.service.addFault({ route: tasksRoute, times: 1, how: { kind: 'latency', ms: 700 } })
  await pressNow(stage.slack, owner, here, 'Create task')
  await waitForText(here, 'Creating the task')
  await pressNow(stage.slack, admin, there, 'Create task')
  await waitForEphemeral(admin, there.channel, `<@${owner}> clicked first`)
}

it('a message that is deleted in the meantime: the other copies are updated, and its clicker is told', async () => {
  const [here, there] = [await post(CHANNELS.brandVisibility), await post(CHANNELS.marketing)]
  await raceClicks(here, there)
  await webApi(stage.slack, 'chat.delete', { channel: here.channel, ts: here.ts })
  await waitForText(there, 'Task created')
  const reply = await waitForEphemeral(owner, here.channel, 'Task created')
  expect(textOf(reply)).toContain('couldn’t be updated')
  expect(postsFor(stage.service, resultId)).toBe(1)
  expect(logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

it('a channel that removes the bot: the other copies are updated, and its clicker is told', async () => {
  const [here, there] = [await post(CHANNELS.leads), await post(CHANNELS.marketing)]
  await raceClicks(here, there)
  stage.slack.setMember({ channel: CHANNELS.leads, user: bot, member: false })
  await waitForText(there, 'Task created')
  const reply = await waitForEphemeral(owner, here.channel, 'Task created')
  expect(textOf(reply)).toContain('couldn’t be updated')
  expect(postsFor(stage.service, resultId)).toBe(1)
  expect(logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])

  // A person who clicks there later learns the same.
  await pressNow(stage.slack, admin, here, 'View brief')
  await stage.slack.until(() => stage.slack.views(admin).length > 0, 'the brief')
})
