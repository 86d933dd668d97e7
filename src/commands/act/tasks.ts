import { ApiError } from '../../api/errors.ts'
import { exported } from '../../blocks/kit/figures.ts'
import { counted } from '../../blocks/kit/formats.ts'
import { taskAnswer } from '../../blocks/tasks/recommendations.ts'
import { type TasksPage, tasksAnswer } from '../../blocks/tasks/tasks.ts'
import { channelScope } from '../../channels/settings.ts'
import { withTimeout } from '../../lib/async.ts'
import { Problem } from '../../lib/problem.ts'
import { nearest } from '../../lib/strings.ts'
import type { Message } from '../../model/message.ts'
import { idsOf, type Recommendation } from '../../model/recommendation.ts'
import { type Parsed, parsed, parseError } from '../../questions/read.ts'
import { notUnderstood, shortened, type Word } from '../../questions/tokenizer.ts'
import type { Caller } from '../../slack/plan.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { aimInTime } from '../../tasks/aims.ts'
import { exportTasks } from '../../tasks/export.ts'
import { storyKey, storyWords, taskStories } from '../../tasks/follow-up.ts'
import { loadRecommendation, resultIdFrom, taskState, titlesInTime } from '../../tasks/recommendations.ts'
import { answering, defineVerb, sharing, type Verb } from '../verb.ts'
import { notSent } from '../visibility.ts'

const usage = 'task <id or address>'

function taskArguments([recommendation, extra]: readonly Word[]): Parsed<string> {
  if (recommendation === undefined)
    return parseError('Which recommendation? Add its id or console address, or pick one from the list.')
  if (recommendation.mention !== undefined) return parseError(notUnderstood(recommendation))
  if (extra !== undefined)
    return parseError('Enter one recommendation at a time: its console address, or its id.')
  if (!recommendation.quoted && sentenceWords.has(recommendation.text.toLowerCase()))
    return parseError(
      `“${recommendation.text}” isn’t the id of a recommendation. Copy the id, or the address in the console.`,
    )
  const id = resultIdFrom(recommendation.text)
  return id.ok ? parsed(id.value) : parseError(id.problem)
}

/** Words of a sentence, not ids: `task list` doesn't ask for a task. */
const sentenceWords: ReadonlySet<string> = new Set(
  'a an all any done export history how list new now open our overview page please pls report show status summary task tasks that the these this what which'.split(
    ' ',
  ),
)

export const taskVerb: Verb = defineVerb(
  {
    name: 'task',
    group: 'act',
    summary: 'Create the task of one recommendation.',
    usage,
    details: 'Pick one of the channel’s recommendations, or see the tasks created here.',
    examples: ['actions', 'tasks'],
    who: 'changers',
  },
  taskArguments,
  // Only the click creates the task.
  answering(async (resultId, caller, workspace) =>
    confirmTask(await recommendationIn(workspace, caller, resultId), caller, workspace),
  ),
)

/** The recommendation with the button that creates its task. */
export async function confirmTask(
  recommendation: Recommendation,
  caller: Caller,
  workspace: Workspace,
): Promise<Message> {
  const scope = await channelScope(workspace, caller)
  const { resultId } = recommendation
  const task = { team: caller.team, ...scope.workspace, resultId, name: null, description: null }
  return taskAnswer(recommendation, { aim: await aimInTime(workspace, scope, task) })
}

/** @throws {Problem} if the workspace of the caller's channel has no recommendation with that id */
export async function recommendationIn(
  workspace: Workspace,
  caller: Caller,
  resultId: string,
): Promise<Recommendation> {
  const scope = await channelScope(workspace, caller)
  try {
    return await loadRecommendation(workspace, { team: caller.team, ...scope.workspace, resultId })
  } catch (error) {
    // `validation`: not in the format of the service's ids.
    if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation'))
      throw new Problem(
        'recommendation_unknown',
        `The recommendation ${resultId} isn’t in this channel’s workspace, so no task can be created. Check the id, or copy the recommendation’s address from the console.`,
        { usage: `/sightline ${usage}`, suggestion: 'actions' },
      )
    throw error
  }
}

type TasksArgs = { readonly kind: 'list'; readonly page: number } | { readonly kind: 'export' }

function tasksArguments(words: readonly Word[]): Parsed<TasksArgs> {
  const [first, second, extra] = words
  const typed = first?.text.toLowerCase() ?? 'list'
  const kind = typed === 'csv' || typed === 'file' ? 'export' : typed
  if ((kind === 'list' || kind === 'export') && second === undefined)
    return parsed(kind === 'list' ? { kind, page: 1 } : { kind })
  const page = /^[1-9]\d{0,5}$/.test(second?.text ?? '') ? Number(second?.text) : null
  if (kind === 'page' && page !== null && extra === undefined) return parsed({ kind: 'list', page })
  return parseError(
    kind === 'page'
      ? 'Add a page number after “page”, starting at 1.'
      : `I don’t know “${shortened(words.map(({ text }) => text).join(' '))}” after tasks. Only export, or page and a number, can follow it.`,
    /^[1-9]\d{0,5}$/.test(typed) ? `page ${typed}` : nearest(typed, ['export', 'list']),
  )
}

export const tasksVerb: Verb = defineVerb<TasksArgs>(
  {
    name: 'tasks',
    group: 'act',
    isCommon: true,
    summary: 'List tasks created here, or export them.',
    usage: 'tasks [page <number> | export]',
    examples: ['tasks', 'tasks export'],
    who: 'readers',
  },
  tasksArguments,
  answering((args, caller, workspace) =>
    args.kind === 'export' ? answerExport(caller, workspace) : listTasks(args.page, caller, workspace),
  ),
)

const pageSize = 10
/** The longest wait for the stories: the list itself is already known. */
const storiesWithinMs = 10_000

export async function requestedTasks(
  requestedPage: number,
  caller: Caller,
  workspace: Workspace,
): Promise<TasksPage> {
  const { store, clock } = workspace
  const { team, channel } = caller
  const counts = await store.tasks.countsOfChannel(team, channel)
  const pages = Math.max(1, Math.ceil((counts.created + counts.creating + counts.unknown) / pageSize))
  const page = Math.min(requestedPage, pages)
  const records = await store.tasks.forChannel(team, channel, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    openFirst: true,
  })
  const scope = await channelScope(workspace, caller)
  const [titles, stories] = await Promise.all([
    titlesInTime(
      workspace,
      records.filter(({ name }) => name === null),
    ),
    withTimeout(clock, storiesWithinMs, () => taskStories(workspace, scope, records)),
  ])
  return {
    tasks: records.map((record) => ({
      ...idsOf(record),
      state: taskState(record),
      title: titles.get(record.resultId) ?? null,
      aim: record.aim,
      story: stories?.get(storyKey(record)) ?? null,
    })),
    counts,
    page,
    pages,
    ...storyWords(workspace, scope),
  }
}

async function listTasks(requestedPage: number, caller: Caller, workspace: Workspace): Promise<Message> {
  const tasks = await requestedTasks(requestedPage, caller, workspace)
  return tasksAnswer(tasks, sharing(caller, tasks.page === 1 ? 'tasks' : `tasks page ${tasks.page}`))
}

async function answerExport(caller: Caller, workspace: Workspace): Promise<Message> {
  const sent = await exportTasks(workspace, caller, [caller.channel]).catch(notSent)
  return sent === null
    ? listTasks(1, caller, workspace)
    : exported(counted(sent.count, 'task'), sent.filename)
}
