import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceFault } from '../../../sandbox/service/model.ts'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../../stage.ts'
import { buttonsOf, textOf } from '../slack-screen.ts'
import { ephemeralsTo, messageOf, now, postAsBot, postsFor, pressNow, tasksRoute } from './world.ts'

const { owner } = USERS
let stage: Stage
let logLines: Record<string, unknown>[] = []

beforeAll(async () => {
  stage = await startStage({
    rateLimits: false,
    log: { write: (line) => void logLines.push(JSON.parse(line)) },
  })
})
afterAll(() => stage?.stop())

const refusals: readonly {
  readonly status: number
  readonly how: ServiceFault['how']
  /** How often the service is asked: once more after a 401, with a new token. */
  readonly asked: number
  readonly words: RegExp
}[] = [
  {
    status: 401,
    how: { kind: 'token_expired' },
    asked: 2,
    words: /No task was created.*rejected the API key.*Ask your Sightline admin/s,
  },
  {
    status: 403,
    how: { kind: 'status', status: 403 },
    asked: 1,
    words:
      /No task was created: Sightline.s API key isn.t allowed to create tasks\. Ask your Sightline admin/,
  },
  {
    status: 404,
    how: { kind: 'status', status: 404 },
    asked: 1,
    words: /No task was created.*no longer has this recommendation.*\/sightline actions remove /s,
  },
  {
    status: 422,
    how: {
      kind: 'status',
      status: 422,
      body: { detail: [{ loc: ['path', 'result_id'], msg: 'is archived', type: 'value_error' }] },
    },
    asked: 1,
    words: /No task was created.*\(path\.result_id: is archived\).*Create the task in the console/s,
  },
]

it.each(refusals)(
  'after a definite $status the button is back, and the clicker reads what to do',
  async ({ status, how, asked, words }) => {
    const { service, slack } = stage
    const resultId = service.demo.resultIds[refusals.findIndex((one) => one.status === status)] ?? ''
    const message = await postAsBot(slack, CHANNELS.brandVisibility, messageOf(service, resultId))
    const labels = () => buttonsOf(now(slack, message)?.blocks).map(({ label }) => label)
    const labelsBefore = labels()
    const seen = ephemeralsTo(slack, owner, message.channel).length
    logLines = []
    service.addFault({ route: tasksRoute, times: asked, how })

    await pressNow(slack, owner, message, 'Create task')
    const reasons = () => ephemeralsTo(slack, owner, message.channel).slice(seen)
    // The message about the aim of the previous test's task may arrive late.
    const isReason = (one: ShownMessage) => textOf(one).includes('No task was created')
    const reason = await slack.until(() => reasons().find(isReason), 'the reason')
    expect(textOf(reason)).toMatch(words)
    expect(labels()).toEqual(labelsBefore)
    expect(textOf(now(slack, message))).not.toMatch(/Creating|may not have been|Task created/)
    expect(postsFor(service, resultId)).toBe(asked)

    const reference = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(textOf(reason))?.[0]
    expect(logLines.find((line) => line.reference === reference)).toMatchObject({
      msg: 'the service refused to create a task',
      status,
    })

    await pressNow(slack, owner, message as ShownMessage, 'Create task')
    await slack.until(
      () => textOf(now(slack, message)).includes('Task created'),
      'the task, at the second click',
    )
    expect(postsFor(service, resultId)).toBe(asked + 1)
  },
)
