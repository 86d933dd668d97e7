/** One task for each recommendation, or a second one on purpose; every copy of the message shows it. */
import { buttonsOf } from '../../e2e/slack-screen.ts'
import { earlierResults, teamOf } from '../marks.ts'
import { resultIn } from '../people.ts'
import { deliveryIn, type Part, rowsOf } from './evidence.ts'

const isEarlier = (task: string) => task.includes(earlierResults)

export const tasks: Part = (evidence, figures, broken) => {
  const { service, slack } = evidence
  const key = (workspace: number, result: string) => `${teamOf(workspace)} ${result}`
  const posts = Map.groupBy(service.tasks, ({ workspace, resultId }) => key(workspace, resultId))
  const deliberate = Map.groupBy(
    slack.deeds.filter(({ kind }) => kind === 'anyway'),
    ({ team, resultId }) => `${team} ${resultId}`,
  )
  const rows = Map.groupBy(rowsOf(evidence, 'tasks'), ({ team_id, result_id }) => `${team_id} ${result_id}`)
  for (const [task, made] of posts) {
    const most = 1 + (deliberate.get(task)?.length ?? 0)
    if (made.length > most) broken.push(`${task}: ${made.length} tasks, ${most} wanted`)
    if (!evidence.active.includes(made[0]?.workspace ?? -1)) continue
    const states = (rows.get(task) ?? []).map(({ state }) => String(state))
    if (!states.some((state) => ['created', 'unknown'].includes(state)))
      broken.push(`${task}: there is a task, but its record is ${states.join(', ') || 'missing'}`)
  }
  for (const [task, records] of rows)
    if (records.some(({ state }) => state === 'created') && !posts.has(task) && !isEarlier(task))
      broken.push(`${task}: recorded as created, but the service has none`)
  // Every copy of a message shows it.
  let copies = 0
  for (const { team, messages } of slack.workspaces)
    for (const message of messages.filter((one) => deliveryIn(one) !== undefined))
      for (const button of buttonsOf(message.blocks)) {
        if (button.label !== 'Create task') continue
        copies += 1
        const state = rows.get(`${team} ${resultIn(message, button)}`)?.map((row) => String(row.state)) ?? []
        if (state.some((one) => one !== 'released'))
          broken.push(
            `${team}: ${message.ts} still offers “Create task”, but its task is ${state.join(', ')}`,
          )
      }
  const clicks = slack.deeds.filter(({ kind }) => kind === 'click').length
  figures.push(
    `${service.tasks.length} tasks of ${posts.size} recommendations after ${clicks} clicks and ${deliberate.values().reduce((sum, one) => sum + one.length, 0)} deliberate second ones; ${copies} messages still offer theirs`,
  )
}
