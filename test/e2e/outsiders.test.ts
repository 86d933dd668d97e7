/** A channel that is shared with another organization (Slack Connect). */
import { expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { labelsOf, messageSaying, press, textOf } from './slack-screen.ts'
import { answerTo, stage, stageForAll } from './stage.ts'

const { member, external } = USERS
const channel = CHANNELS.marketing
const mention = `<@${APP.botUser}>`

stageForAll({ rateLimits: false })

const shown = (user: string, saying: string | RegExp) => messageSaying(stage.slack, channel, saying, user)
/** What the people of the other organization read from Sightline. */
const readOutside = () =>
  stage.slack
    .messages(channel, external)
    .filter(({ user }) => user === APP.botUser)
    .map(textOf)
    .filter((text) => !text.startsWith('Looking it up'))
    .join('\n')
it('a mention is answered for the person alone, until they share the answer', async () => {
  stage.slack.post({ user: member, channel, text: `${mention} visibility last month` })
  const answer = await shown(member, 'Only you see this')
  expect(answer.ephemeralFor).toBe(member)
  expect(textOf(answer)).toContain('October')
  expect(readOutside()).toBe('')
  await press(stage, member, answer, 'Share anyway')
  const shared = await shown(external, 'Shared by')
  expect(textOf(shared)).toContain('October')
})

it('a failure is told to the person alone, too', async () => {
  const before = readOutside()
  stage.service.addFault({ how: { kind: 'status', status: 401 } })
  stage.slack.post({ user: member, channel, text: `${mention} reddit` })
  const failure = await shown(member, /Reference|reference/)
  stage.service.clearFaults()
  expect(failure.ephemeralFor).toBe(member)
  expect(readOutside()).toBe(before)
})

it('a review is shared, and written to the canvas, only once the person knows who reads along', async () => {
  const before = readOutside()
  const answer = await answerTo(member, channel, 'review')
  await press(stage, member, answer, 'Share to channel')
  const question = await shown(member, 'is shared with other companies. They would see this answer.')
  expect(labelsOf(question)).toEqual(['Share anyway'])
  expect(readOutside()).toBe(before)
  expect(stage.slack.canvases(channel)).toEqual([])
  await press(stage, member, question, 'Share anyway')
  await shown(external, 'from /sightline review')
  await stage.slack.until(() => stage.slack.canvases(channel).length === 1, 'the canvas')
})
