import { beforeEach, describe, expect, it } from 'vitest'
import { DEMO } from '../../../sandbox/service/index.ts'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { labelsOf, textOf, texts } from '../slack-screen.ts'
import { stage, stageForTest } from '../stage.ts'
import {
  buttonsIfUnknown,
  clickAndHear,
  messageOf,
  now,
  postAsBot,
  postsFor,
  pressNow,
  tasksRoute,
  untilShown,
} from './world.ts'

const { owner, admin } = USERS
const [resultId = ''] = DEMO.resultIds
let here: ShownMessage
let there: ShownMessage

beforeEach(async () => {
  const { service, slack } = await stageForTest()
  here = await postAsBot(slack, CHANNELS.brandVisibility, messageOf(service, resultId))
  there = await postAsBot(slack, CHANNELS.marketing, messageOf(service, resultId))
  service.addFault({ route: tasksRoute, times: 1, how: { kind: 'reset', when: 'after_effect' } })
  await pressNow(slack, owner, here, 'Create task')
  await waitForText(here, 'The task may not have been created')
})

const shownText = (copy: ShownMessage) => textOf(now(stage.slack, copy))
const waitForText = (copy: ShownMessage, words: string) => untilShown(stage.slack, copy, words)
const clickAndWait = (copy: ShownMessage, label: string, words: string) =>
  clickAndHear(stage.slack, admin, copy, label, words)

describe('a service that creates the task and then drops the connection', () => {
  it('gets one request, and the next person to click learns whose attempt is open', async () => {
    const openAttempt = `The service didn’t confirm an earlier click by <@${owner}>, so the task may exist`
    await clickAndWait(there, 'Create task', openAttempt)
    await waitForText(there, 'The task may not have been created')
    expect(labelsOf(now(stage.slack, there))).toEqual(buttonsIfUnknown)
    expect(postsFor(stage.service, resultId)).toBe(1)
  })

  it('leaves the task open: "Check again" says that a sign proves nothing, and a person settles it', async () => {
    await clickAndWait(here, 'Check again', 'We can’t confirm the task yet')
    expect(shownText(here)).toContain('may not have been created')

    // A minute later the service has written the brief.
    stage.clock.advance({ minutes: 2 })
    const reply = await clickAndWait(here, 'Check again', 'It may be a different task')
    expect(shownText(here)).toContain('may not have been created')
    await pressNow(stage.slack, admin, reply, 'View brief')
    const brief = await stage.slack.until(
      () => stage.slack.views(admin).find(({ view }) => !JSON.stringify(view).includes('Loading…')),
      'the brief',
    )
    const title = texts(brief.view.blocks)[0] ?? ''
    expect(textOf(reply)).toContain(title)

    await pressNow(stage.slack, admin, reply, 'This is the task')
    await waitForText(here, `✓ Task created: \n${title}`)
    expect(shownText(here)).toContain(', confirmed by')
    expect(JSON.stringify(now(stage.slack, here)?.blocks)).toContain(admin)
    expect(postsFor(stage.service, resultId)).toBe(1)
    await clickAndWait(there, 'Create task', 'already has a task')
  })
})
