import { beforeEach, expect, it } from 'vitest'
import { DEMO } from '../../../sandbox/service/index.ts'
import { APP, CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { messageSaying, textOf } from '../slack-screen.ts'
import { logLines, stage, stageForTest } from '../stage.ts'
import { messageOf, postAsBot, postsFor, pressNow, tasksRoute, untilShown, webApi } from './world.ts'

const { owner, admin } = USERS
const [resultId = ''] = DEMO.resultIds
beforeEach(async () => void (await stageForTest()))

const post = (channel: string) => postAsBot(stage.slack, channel, messageOf(stage.service, resultId))
const deleted = ({ channel, ts }: ShownMessage) => webApi(stage.slack, 'chat.delete', { channel, ts })
const withoutBot = ({ channel }: ShownMessage) =>
  stage.slack.setMember({ channel, user: APP.botUser, member: false })

it.each<[string, string, (here: ShownMessage) => unknown]>([
  ['a message that is deleted in the meantime', CHANNELS.brandVisibility, deleted],
  ['a channel that removes the bot', CHANNELS.leads, withoutBot],
])('%s: the other copies are updated, and its clicker is told', async (_, channel, loses) => {
  const { slack, service } = stage
  const [here, there] = [await post(channel), await post(CHANNELS.marketing)]
  service.addFault({ route: tasksRoute, times: 1, how: { kind: 'latency', ms: 700 } })
  await pressNow(slack, owner, here, 'Create task')
  await untilShown(slack, here, 'Creating the task')
  // The second click makes the other copy known.
  await pressNow(slack, admin, there, 'Create task')
  await messageSaying(slack, there.channel, `<@${owner}> clicked first`, admin)
  await loses(here)
  await untilShown(slack, there, 'Task created')
  const reply = await messageSaying(slack, here.channel, 'couldn’t be updated', owner)
  expect(textOf(reply)).toContain('Task created')
  expect(reply.ephemeralFor).toBe(owner)
  expect(postsFor(service, resultId)).toBe(1)
  expect(logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

it('a click in a channel that removed the bot still opens the brief', async () => {
  const here = await post(CHANNELS.leads)
  withoutBot(here)
  await pressNow(stage.slack, admin, here, 'View brief')
  await stage.slack.until(() => stage.slack.views(admin).length > 0, 'the brief')
})
