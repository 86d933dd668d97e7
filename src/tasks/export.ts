import { tasksCsv } from '../blocks/tasks/tasks.ts'
import { peopleNames } from '../slack/send/people.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Store, TaskRecord } from '../store/index.ts'

/** Rows read per query. */
const batch = 500

export async function tasksOf(
  { tasks }: Pick<Store, 'tasks'>,
  { team, channel }: { readonly team: string; readonly channel: string },
  most = Number.POSITIVE_INFINITY,
): Promise<readonly TaskRecord[]> {
  const all: TaskRecord[] = []
  for (let offset = 0, done = false; !done && offset < most; offset += batch) {
    const rows = await tasks.forChannel(team, channel, { limit: batch, offset })
    all.push(...rows)
    done = rows.length < batch
  }
  return all
}

/** Channel by channel, newest first. @returns `null` if there are none, so nothing was sent */
export async function exportTasks(
  workspace: Pick<Workspace, 'store' | 'sendFile' | 'people' | 'clock'>,
  { team, user }: { readonly team: string; readonly user: string },
  channels: readonly string[],
): Promise<{ readonly count: number; readonly filename: string } | null> {
  const { store, sendFile, clock } = workspace
  const tasks: TaskRecord[] = []
  for (const channel of channels) tasks.push(...(await tasksOf(store, { team, channel })))
  if (tasks.length === 0) return null
  const day = clock.now().toString().slice(0, 10)
  const filename = `sightline-tasks-${day}.csv`
  const people = tasks.flatMap(({ createdBy, confirmedBy, doneBy }) => [createdBy, confirmedBy, doneBy])
  const known = new Set(people.filter((user) => user !== null))
  const content = tasksCsv(tasks, await peopleNames(workspace, known))
  await sendFile(user, { filename, title: `Tasks created from Slack, ${day}`, content })
  return { count: tasks.length, filename }
}
