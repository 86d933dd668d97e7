import { expect, it } from 'vitest'
import { USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { labelsOf, press, textOf } from '../slack-screen.ts'
import { answerTo, stage, stageForTest } from '../stage.ts'
import { tasksRoute, untilShown } from './world.ts'

const briefsRoute = tasksRoute.replace('{result_id}/tasks', '{id}/briefs')
const { admin } = USERS

/**
 * A click on “Create task” in a private list whose figures are no longer cached, while the service answers only that, with
 * this status. Waits until the list says these words.
 */
async function outage(status: number, words: string) {
  await stageForTest({ rateLimits: false })
  const list = await answerTo(admin, stage.channel, 'actions')
  const rows = rowsOf(list)
  expect(rows.length).toBeGreaterThan(1)
  stage.clock.advance({ minutes: 10 })
  stage.service.addFault({ route: briefsRoute, times: 1_000, how: { kind: 'status', status: 503 } })
  stage.service.addFault({ route: tasksRoute, times: 1, how: { kind: 'status', status } })
  await press(stage, admin, list, 'Create task')
  const after = await untilShown(stage.slack, list, words)
  expect(rowsOf(after), 'the list stays').toEqual(rows)
  expect(textOf(after)).not.toMatch(/Unavailable/i)
  return { list, after }
}

/** The rows by the names of their second buttons, which outcomes leave as they are. */
const rowsOf = ({ blocks }: ShownMessage) =>
  JSON.stringify(blocks).match(/(?<="accessibility_label":")View brief: [^"]+/g) ?? []

it('a refusal is shown under its row of a private list, with “Try again”, and the list stays', async () => {
  const { list, after } = await outage(403, 'No task was created')
  expect(JSON.stringify(after.blocks)).toMatch(
    /No task was created.+Reference: [2-9A-Z]{4}-[2-9A-Z]{4}.+Try again.+Create task/,
  )
  expect(labelsOf(after)).toEqual(['Try again', ...labelsOf(list).slice(1)])
  stage.service.clearFaults()
  await press(stage, admin, after, 'Try again')
  await untilShown(stage.slack, list, 'Task created')
})

it('an answer lost in an outage is reported under its row, and the list stays', async () => {
  const { after } = await outage(503, 'Check again')
  expect(JSON.stringify(after.blocks)).toMatch(
    /may not have been created.+Reference: [2-9A-Z]{4}-[2-9A-Z]{4}.+Check again/,
  )
})
