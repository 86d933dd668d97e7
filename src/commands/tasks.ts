import type { ListedTask } from '../blocks/tasks/tasks.ts'
import { tasksAnswer, tasksCsv, tasksExported } from '../blocks/tasks/tasks.ts'
import { missingTitles } from '../channels/recommendation.ts'
import type { Word } from '../insights/question/tokenizer.ts'
import { fewAtOnce } from '../insights/section.ts'
import { nearest } from '../lib/nearest.ts'
import type { Message } from '../model/message.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { TaskRecord } from '../store/index.ts'
import { taskState } from '../tasks/state.ts'
import { sharing } from './scope.ts'
import { defineVerb, type Parsed, parsed, parseError, type Verb } from './verb.ts'

type TasksArgs = { readonly kind: 'list'; readonly page: number } | { readonly kind: 'export' }

function tasksArguments([what, which, extra]: readonly Word[]): Parsed<TasksArgs> {
  const typed = what?.text.toLowerCase() ?? 'list'
  const kind = typed === 'csv' || typed === 'file' ? 'export' : typed
  if ((kind === 'list' || kind === 'export') && which === undefined)
    return parsed(kind === 'list' ? { kind, page: 1 } : { kind })
  const page = /^[1-9]\d{0,5}$/.test(which?.text ?? '') ? Number(which?.text) : null
  if (kind === 'page' && page !== null && extra === undefined) return parsed({ kind: 'list', page })
  return parseError(
    kind === 'page'
      ? 'Add a page number after “page”, from 1.'
      : `I don't know “${[what, which, extra]
          .flatMap((word) => word?.text ?? [])
          .join(' ')
          .slice(0, 60)}” here: page and its number, or export.`,
    /^[1-9]\d{0,5}$/.test(typed) ? `page ${typed}` : nearest(typed, ['export', 'list']),
  )
}

export const tasksVerb: Verb = defineVerb<TasksArgs>(
  {
    name: 'tasks',
    aliases: [],
    group: 'act',
    isCommon: true,
    summary: 'List tasks created here, or export them.',
    usage: 'tasks [page <number> | export]',
    examples: ['tasks', 'tasks export'],
    who: 'readers',
  },
  tasksArguments,
  (args, verb) => ({
    ...verb,
    kind: 'work',
    run: (caller, workspace) =>
      args.kind === 'export' ? exportTasks(caller, workspace) : listTasks(args.page, caller, workspace),
  }),
)

const pageSize = 10

async function listTasks(requestedPage: number, caller: Caller, workspace: Workspace): Promise<Message> {
  const { store } = workspace
  const { team, channel } = caller
  const counts = await store.tasks.countsOfChannel(team, channel)
  const pages = Math.max(1, Math.ceil((counts.created + counts.creating + counts.unknown) / pageSize))
  const page = Math.min(requestedPage, pages)
  const records = await store.tasks.ofChannel(team, channel, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const titles = await missingTitles(workspace, records)
  return tasksAnswer(
    { tasks: records.map((record) => listed(record, titles)), counts, page, pages },
    sharing(caller, page === 1 ? 'tasks' : `tasks page ${page}`),
  )
}

function listed(record: TaskRecord, titles: ReadonlyMap<string, string>): ListedTask {
  const { organizationId, workspaceId, resultId } = record
  return {
    organizationId,
    workspaceId,
    resultId,
    state: taskState(record),
    title: titles.get(resultId) ?? null,
  }
}

/** Rows read per query. */
const batch = 500

async function exportTasks(caller: Caller, workspace: Workspace): Promise<Message> {
  const { store, files, people, clock } = workspace
  const { team, channel, user } = caller
  const tasks: TaskRecord[] = []
  for (let done = false; !done; ) {
    const rows = await store.tasks.ofChannel(team, channel, { limit: batch, offset: tasks.length })
    tasks.push(...rows)
    done = rows.length < batch
  }
  if (tasks.length === 0) return listTasks(1, caller, workspace)
  const day = clock.now().toString().slice(0, 10)
  const filename = `sightline-tasks-${day}.csv`
  await files.send(
    { user },
    {
      filename,
      title: `Tasks created from Slack, ${day}`,
      content: tasksCsv(tasks, await namesOf(people, tasks)),
    },
  )
  return tasksExported(tasks.length, filename)
}

/** The names of those who created or confirmed tasks; nobody's where Slack doesn't tell it. */
async function namesOf(
  people: Workspace['people'],
  tasks: readonly TaskRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(tasks.flatMap(({ createdBy, confirmedBy }) => [createdBy, confirmedBy ?? createdBy]))
  const named = await fewAtOnce(
    [...ids],
    async (id) => [id, (await people.person(id))?.name ?? null] as const,
  )
  return new Map(named.flatMap(([id, name]) => (name === null ? [] : [[id, name]])))
}
