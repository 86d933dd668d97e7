import { expect, it } from 'vitest'
import type { ServiceFault } from '../../../sandbox/service/model.ts'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { buttonIn, ephemeralsTo, labelsOf, textOf, texts } from '../slack-screen.ts'
import { logLines, stage, stageForAll } from '../stage.ts'
import { messageOf, now, postAsBot, postsFor, pressNow, tasksRoute, untilShown } from './world.ts'

const { owner } = USERS
stageForAll({ rateLimits: false })

const validation = { detail: [{ loc: ['path', 'result_id'], msg: 'is archived', type: 'value_error' }] }

it.each<[number, ServiceFault['how'], RegExp]>([
  [401, { kind: 'token_expired' }, /No task was created.*rejected the API key.*Ask your Sightline admin/s],
  [
    403,
    { kind: 'status', status: 403 },
    /No task was created: Sightline.s API key isn.t allowed to create tasks\. Ask your Sightline admin/,
  ],
  [
    404,
    { kind: 'status', status: 404 },
    /No task was created.*no longer has this recommendation.*stop tracking it here/s,
  ],
  [
    422,
    { kind: 'status', status: 422, body: validation },
    /No task was created.*\(path\.result_id: is archived\).*Create the task in the console/s,
  ],
])(
  'a definite %i is shown under the recommendation, for everybody, with “Try again”',
  async (status, how, words) => {
    const { service, slack } = stage
    // After a 401 the service is asked once more, with a new token.
    const asked = status === 401 ? 2 : 1
    const resultId = service.demo.resultIds[[401, 403, 404, 422].indexOf(status)] ?? ''
    const message = await postAsBot(slack, CHANNELS.brandVisibility, messageOf(service, resultId))
    const shown = () => textOf(now(slack, message))
    const labels = () => labelsOf(now(slack, message))
    const labelsBefore = labels()
    const seen = ephemeralsTo(slack, owner, message.channel).length
    service.addFault({ route: tasksRoute, times: asked, how })

    await pressNow(slack, owner, message, 'Create task')
    await untilShown(slack, message, 'No task was created')
    expect(shown()).toMatch(words)
    expect(labels()).toEqual(labelsBefore.map((label) => (label === 'Create task' ? 'Try again' : label)))
    expect(shown()).not.toMatch(/Creating|may not have been|Task created/)
    expect(shown(), 'who clicked is not named').not.toContain(owner)
    expect(postsFor(service, resultId)).toBe(asked)

    const reference = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(shown())?.[0]
    expect(logLines.find((line) => line.reference === reference)).toMatchObject({
      msg: 'the service refused to create a task',
      status,
    })
    // Only a command that helps is said to the person, too: nobody else should run it by mistake.
    const ownWords = () =>
      ephemeralsTo(slack, owner, message.channel)
        .slice(seen)
        .map(textOf)
        .filter((text) => text.includes('No task was created'))
    if (status === 404)
      await slack.until(() => ownWords().join().includes('/sightline actions remove '), 'the command')
    else expect(ownWords()).toEqual([])

    await pressNow(slack, owner, message, 'Try again')
    await untilShown(slack, message, 'Task created')
    expect(shown()).not.toMatch(/No task was created|Reference/)
    expect(postsFor(service, resultId)).toBe(asked + 1)
  },
)

it('on Home the reason is under the recommendation, until Home is opened again', async () => {
  const { service, slack } = stage
  const home = () => texts(slack.home(owner)?.blocks).join('\n')
  const pressOnHome = (label: string) => {
    const shown = slack.home(owner) ?? {}
    const { actionId, blockId } = buttonIn(shown, label)
    return slack.viewAction({ user: owner, viewId: String(shown.id), actionId, blockId })
  }
  await slack.openHome({ user: owner })
  await slack.until(() => home().includes('Create task'), 'a recommendation')
  service.addFault({ route: tasksRoute, times: 1, how: { kind: 'status', status: 403 } })
  await pressOnHome('Create task')
  await slack.until(() => /No task was created.+Try again/s.test(home()), 'the reason')
  await slack.openHome({ user: owner })
  await slack.until(() => home().includes('Create task'), 'a fresh Home')
  expect(home()).not.toContain('No task was created')
})
