import { afterEach, expect, it } from 'vitest'
import type { ServiceFault } from '../../../sandbox/service/model.ts'
import { USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../../stage.ts'
import { ask, labelsOf, press, textOf } from '../slack-screen.ts'
import { now, tasksRoute } from './world.ts'

const briefsRoute = tasksRoute.replace('{result_id}/tasks', '{id}/briefs')
const { admin } = USERS

let stage: Stage
afterEach(() => stage?.stop())

/** A private list whose figures are no longer cached, while the service answers only task requests. */
async function outage(onTask: ServiceFault['how']) {
  stage = await startStage({ rateLimits: false })
  const { answer: list } = await ask(stage, admin, stage.channel, '/sightline actions')
  const rows = rowsOf(list)
  expect(rows.length).toBeGreaterThan(1)
  stage.clock.advance({ minutes: 10 })
  stage.service.addFault({ route: briefsRoute, times: 1_000, how: { kind: 'status', status: 503 } })
  stage.service.addFault({ route: tasksRoute, times: 1, how: onTask })
  await press(stage, admin, list, 'Create task')
  const shown = () => now(stage.slack, list)
  return { list, rows, shown }
}

/** The rows by the names of their second buttons, which outcomes leave as they are. */
const rowsOf = ({ blocks }: ShownMessage) =>
  JSON.stringify(blocks).match(/(?<="accessibility_label":")View brief: [^"]+/g) ?? []

it('a refusal is shown under its row of a private list, with “Try again”, and the list stays', async () => {
  const { list, rows, shown } = await outage({ kind: 'status', status: 403 })
  const after = await stage.slack.until(
    () => (/No task was created/.test(textOf(shown())) ? shown() : null),
    'what happened',
  )
  expect(rowsOf(after)).toEqual(rows)
  expect(textOf(after)).not.toMatch(/Unavailable/i)
  const blocks = JSON.stringify(after.blocks)
  expect(blocks).toMatch(/No task was created.+Reference: [2-9A-Z]{4}-[2-9A-Z]{4}.+Try again.+Create task/)
  expect(labelsOf(after)).toEqual(['Try again', ...labelsOf(list).slice(1)])
  stage.service.clearFaults()
  await press(stage, admin, after, 'Try again')
  await stage.slack.until(() => /Task created/.test(textOf(shown())), 'the task')
})

it('an answer lost in an outage is reported under its row, and the list stays', async () => {
  const { rows, shown } = await outage({ kind: 'status', status: 503 })
  const after = await stage.slack.until(
    () => (/Check again/.test(textOf(shown())) ? shown() : null),
    'what happened',
  )
  expect(rowsOf(after)).toEqual(rows)
  expect(textOf(after)).not.toMatch(/Unavailable/i)
  expect(JSON.stringify(after.blocks)).toMatch(
    /may not have been created.+Reference: [2-9A-Z]{4}-[2-9A-Z]{4}.+Check again/,
  )
})
