/** A recommendation's task and aim in words, with fitting buttons, as blocks that can be rewritten in a stored message. */

import type { Button } from '@slack/types'
import type { ApiError, ApiErrorCode } from '../../api/errors.ts'
import { hashed } from '../../lib/strings.ts'
import type { Block } from '../../model/message.ts'
import type { ClickOutcome, RecommendationIds, TaskState } from '../../model/recommendation.ts'
import type { Aim } from '../../model/story.ts'
import type { FilterName } from '../../store/index.ts'
import type { TaskReason } from '../../store/reason.ts'
import { actionIdPattern } from '../kit/codec.ts'
import { button, buttons } from '../kit/elements.ts'
import { dateWords, names } from '../kit/formats.ts'
import { bold, compact, engineName, type Line, oneLine, richText, type Span } from '../kit/text.ts'

/** Where "Create anyway" isn't beside it. */
export const createAnyway = 'If it isn’t there, use “Create anyway” in /sightline actions.'

/** A task's state in lines; empty while there is no task. @param anyway after a doubt: how to create it nevertheless */
export function statusLines(state: TaskState, anyway = createAnyway): Line[] {
  switch (state.kind) {
    case 'none':
      return []
    case 'creating':
      return [['Creating the task… started by ', { user: state.by }, ', ', { at: state.at }, '.']]
    case 'created':
      return compact<Line>(
        [bold('✓ Task created: '), bold(taskName(state.name))],
        // For a task that was found afterwards, only the title of its brief is known.
        state.confirmedBy === undefined && [oneLine(state.description, 300)],
        createdBy(state),
        ...doneLine(state),
      )
    case 'unknown':
      return [
        [bold('⚠ The task may not have been created.')],
        [
          'Started by ',
          { user: state.by },
          ', ',
          { at: state.at },
          `, but ${doubtClause(state.reason)}. Check again, or look in the analytics console. ${anyway}`,
        ],
      ]
  }
}

/** At most as long as the largest of the states. */
const outcomeLength = 400

export function outcomeLines(outcome: ClickOutcome | undefined): Line[] {
  if (outcome === undefined) return []
  const { sentence, reference } = outcome
  return compact<Line>(sentence !== null && [`⚠ ${oneLine(sentence, outcomeLength)}`], [
    `Reference: ${oneLine(reference, 100, 'none')}`,
  ])
}

/** `Created by @ana, today at 09:14, confirmed by @ben.` */
function createdBy({ by, at, confirmedBy }: TaskState & { kind: 'created' }): Span[] {
  const confirmed: Span[] = confirmedBy === undefined ? [] : [', confirmed by ', { user: confirmedBy }]
  return ['Created by ', { user: by }, ', ', { at }, ...confirmed, '.']
}

/** Only the team knows this: the service doesn't say. The year is omitted if it is the year of the creation. */
function doneLine({ at, done, reopenedBy }: TaskState & { kind: 'created' }): Line[] {
  if (done !== undefined)
    return [[`Done on ${dateWords(done.on, Number(at.slice(0, 4)))}, according to `, { user: done.by }, '.']]
  return reopenedBy === undefined ? [] : [['Reopened by ', { user: reopenedBy }, '.']]
}

export function taskName(name: string): string {
  return oneLine(name, 150, '(no name)')
}

/** @param about what the buttons are about, for screen readers @param isAgain the last click created no task */
function actionButtons(
  ref: RecommendationIds,
  state: TaskState,
  about: string,
  isAgain: boolean,
): readonly (Button | null)[] {
  switch (state.kind) {
    case 'none':
      return [createButton(ref, about, isAgain)]
    case 'creating':
      return []
    case 'created':
      return [
        doneButton({ ...ref, ...state }, about),
        button(
          'Create another',
          { kind: 'create_task_again', ...ref, taskId: state.taskId },
          {
            about: `Create another task: ${about}`,
            asks: [
              'Create another task?',
              `This recommendation already has “${oneLine(state.name, 120, 'Unnamed task')}”. This adds a second task.`,
            ],
          },
        ),
      ]
    case 'unknown':
      return [
        checkButton(ref, about),
        button(
          'Create anyway',
          { kind: 'create_task_again', ...ref, taskId: null },
          {
            of: about,
            asks: [
              'Create the task anyway?',
              'The first attempt may have worked. Check the analytics console first, or there may be two.',
            ],
          },
        ),
      ]
  }
}

/** @param ref.channel the one that tracks it */
export function createButton(
  ref: RecommendationIds & { readonly channel?: string },
  about: string,
  isAgain: boolean,
): Button | null {
  const label = isAgain ? 'Try again' : 'Create task'
  return button(label, { ...ref, kind: 'create_task' }, { style: 'primary', of: about })
}

type CreatedTask = RecommendationIds & { readonly taskId: string }

/** "Mark as done", or "Reopen" once it is. @param page the page of the task list that has the button */
export function doneButton(
  task: CreatedTask & { readonly done?: unknown },
  about: string,
  page: number | null = null,
): Button | null {
  return task.done === undefined
    ? button('Mark as done', { ...task, kind: 'mark_done', page }, { of: about })
    : button('Reopen', { ...task, kind: 'reopen_task', page }, { of: about })
}

/** @param page the page of the task list that has the button */
export function aimButton(ref: RecommendationIds, about: string, page: number | null = null): Button | null {
  return button('Change aim', { ...ref, kind: 'change_aim', page }, { of: about })
}

export function checkButton(ref: RecommendationIds, about: string): Button | null {
  return button('Check again', { kind: 'check_task', ...ref }, { of: about })
}

export function storyButton(task: CreatedTask, about: string): Button | null {
  return button('See how', { ...task, kind: 'task_story' }, { of: about })
}

/** The task's brief, or the recommendation's if there is none. @param task.channel the one that tracks it */
export function viewButton(
  { taskId, ...ref }: RecommendationIds & { readonly taskId?: string | null; readonly channel?: string },
  about: string,
): Button | null {
  const reads = { about: `View brief: ${about}` }
  const ofTask =
    taskId == null ? null : button('View brief', { ...ref, kind: 'view_task_brief', taskId }, reads)
  return ofTask ?? button('View brief', { ...ref, kind: 'view_brief', briefId: null, page: 1 }, reads)
}

/** What an error code means for a task. For other codes, the error's own sentence is right. */
const refusals: Readonly<Partial<Record<ApiErrorCode, (error: ApiError) => string>>> = {
  forbidden: () =>
    'Sightline’s API key isn’t allowed to create tasks. Ask your Sightline admin for one that is, then click again.',
  not_found: () =>
    'the analytics service no longer has this recommendation. If it’s gone from the console too, stop tracking it here.',
  validation: ({ details: [first] }) =>
    `the analytics service rejected it${first === undefined ? '' : ` (${first.path}: ${first.msg})`}. Create the task in the console. If others are rejected too, tell your Sightline admin.`,
}

/** For the person who clicked. No task was created, and the button works again. */
export function refusalMessage(error: ApiError, resultId: string) {
  const words = refusals[error.code]
  return {
    sentence:
      words === undefined
        ? `No task was created. ${error.userMessage}`
        : `No task was created: ${words(error)}`,
    suggestion: error.code === 'not_found' ? `actions remove ${resultId}` : null,
  }
}

/** Why it is unknown whether the task was created: a clause. "Check again" is the next step. */
function doubtClause(reason: TaskReason | null): string {
  return reason === 'stopped'
    ? 'Sightline stopped before the service answered'
    : 'the service didn’t confirm it'
}

/**
 * Block ids are `sl1.rec.<recommendation>.<copy>.<part>.<revision>`: the recommendation as a hash, which of several
 * copies in the message, and a revision that changes with every update, as Slack asks for.
 */
const ownId = /^sl1\.rec\.([\w-]{22})\.(\d{1,6})\.(body|status|actions)\.(\d{1,9})$/

type PartName = 'body' | 'status' | 'actions'

/** The id of a recommendation's block. @param copy counts the recommendations of a message from 0 */
export function recommendationBlockId(
  ref: RecommendationIds,
  copy: number,
  part: PartName,
  revision = 0,
): string {
  return `sl1.rec.${keyOf(ref)}.${copy}.${part}.${revision}`
}

/** Where a recommendation's task is shown. */
export interface TaskPlace {
  readonly copy: number
  readonly revision: number
  /** False while there is no brief; a created task may always have one. */
  readonly canViewBrief: boolean
  readonly about: string
  /** A button beside the others. */
  readonly more?: Button | null | undefined
  /** Until the next update. The button becomes “Try again”. */
  readonly outcome?: ClickOutcome | undefined
}

export function taskBlocks(ref: RecommendationIds, state: TaskState, place: TaskPlace): readonly Block[] {
  const { copy, revision, canViewBrief, about, more = null, outcome } = place
  const status = [...statusLines(state, 'Create it anyway only if it isn’t there.'), ...outcomeLines(outcome)]
  const taskId = state.kind === 'created' ? state.taskId : null
  const view = canViewBrief || taskId !== null ? viewButton({ ...ref, taskId }, about) : null
  const actions = buttons(
    [...actionButtons(ref, state, about, outcome !== undefined), view, more],
    recommendationBlockId(ref, copy, 'actions', revision),
  )
  const hint = actions.length === 0 && state.kind === 'none' ? [[tooLongForButtons]] : []
  const lines = [...status, ...hint]
  return compact<Block>(
    lines.length > 0 && richText(lines, recommendationBlockId(ref, copy, 'status', revision)),
    ...actions,
  )
}

/** Idempotent. Everything else in the message stays. @param outcome of the last click; omitted: none is shown */
export function withTaskState(
  blocks: readonly Block[],
  ref: RecommendationIds,
  state: TaskState,
  outcome?: ClickOutcome,
): Block[] {
  const key = keyOf(ref)
  const owned = blocks.map((block) => ownerOf(block, key))
  const copies = new Set(owned.flatMap((owner) => (owner === null ? [] : [owner.copy])))
  return [...copies].reduce<Block[]>((all, copy) => rewriteCopy(all, ref, state, copy, outcome), [...blocks])
}

/** An id that isn't a Slack user's is shown as “someone”, which counts as text. A mention doesn't. */
const biggestBy = { by: 'someone', at: '2026-09-30T20:59:59Z' }
const biggestTask = {
  kind: 'created',
  taskId: 'x'.repeat(40),
  name: 'x'.repeat(1_000),
  description: 'x'.repeat(1_000),
  ...biggestBy,
} as const

/** The states with the biggest blocks: the budget reserves space for them. */
export const largestStates: readonly TaskState[] = [
  // Done in another year than it was created, so that its day has a year.
  { ...biggestTask, done: { on: '2025-09-30', by: biggestBy.by } },
  { kind: 'unknown', ...biggestBy, reason: 'stopped' },
  { kind: 'creating', ...biggestBy },
]

const tooLongForButtons = 'Its ids are too long for a button. Create the task in the analytics console.'

function rewriteCopy(
  blocks: readonly Block[],
  ref: RecommendationIds,
  state: TaskState,
  copy: number,
  outcome: ClickOutcome | undefined,
): Block[] {
  const key = keyOf(ref)
  const ours = blocks.filter((block) => ownerOf(block, key)?.copy === copy)
  const body = ours.find((block) => ownerOf(block, key)?.part === 'body')
  const old = ours.filter((block) => ownerOf(block, key)?.part !== 'body')
  const revision = Math.max(...ours.map((block) => ownerOf(block, key)?.revision ?? 0)) + 1
  const had = (id: RegExp) => buttonsOf(old).find(({ action_id }) => id.test(action_id ?? ''))
  const canViewBrief = had(viewsBrief) !== undefined
  const place = { copy, revision, canViewBrief, about: aboutOf(body, state), more: had(listsAll), outcome }
  const fresh = taskBlocks(ref, state, place)
  if (sameContent(old, fresh)) return [...blocks]
  const isKept = (block: Block) => !old.includes(block)
  const at = body === undefined ? blocks.findIndex((block) => ours.includes(block)) : blocks.indexOf(body) + 1
  return [...blocks.slice(0, at).filter(isKept), ...fresh, ...blocks.slice(at).filter(isKept)]
}

/** What the buttons are about, from the last bold words of the body's first line: a stored message has no other data. */
function aboutOf(body: Block | undefined, state: TaskState): string {
  const first = body?.type === 'rich_text' ? body.elements[0] : undefined
  const leaves = first?.type === 'rich_text_section' ? first.elements : []
  const end = leaves.findIndex((leaf) => leaf.type === 'text' && leaf.text.startsWith('\n'))
  const titles = leaves
    .slice(0, end < 0 ? leaves.length : end)
    .flatMap((leaf) => (leaf.type === 'text' && leaf.style?.bold === true ? [leaf.text] : []))
  // The announcement of a task has no title, only the task's name below.
  return titles.at(-1) ?? (state.kind === 'created' ? taskName(state.name) : 'this recommendation')
}

const listsAll = actionIdPattern('run_verb')
const viewsBrief = /\.view_(?:task_)?brief\b/

function buttonsOf(blocks: readonly Block[]): readonly Button[] {
  return blocks.flatMap((block) =>
    block.type === 'actions' ? block.elements.filter((element) => element.type === 'button') : [],
  )
}

function sameContent(a: readonly Block[], b: readonly Block[]): boolean {
  const content = (blocks: readonly Block[]) => JSON.stringify(blocks.map(({ block_id: _, ...rest }) => rest))
  return content(a) === content(b)
}

function ownerOf(block: Block, key: string): { copy: number; part: string; revision: number } | null {
  const [, owner, copy, part, revision] = ownId.exec(block.block_id ?? '') ?? []
  if (owner !== key || copy === undefined || part === undefined) return null
  return { copy: Number(copy), part, revision: Number(revision) }
}

/** The same for the same recommendation, in every message and on every replica. */
function keyOf({ organizationId, workspaceId, resultId }: RecommendationIds): string {
  const name = JSON.stringify([organizationId, workspaceId, resultId])
  return hashed(name).slice(0, 22)
}

export function engineOrAll(engine: string | null): string {
  return engine === null ? 'all engines' : engineName(engine)
}

/** What is measured: `Perplexity and ChatGPT`, `Perplexity, topic “Pricing”`, `all engines`. */
export function aimName(
  { engines, topics }: Aim,
  { filterNames = [] }: { readonly filterNames?: readonly FilterName[] } = {},
  none = engineOrAll(null),
): string {
  const topicNames = topics.map((topic) => {
    const name = filterNames.find(({ filter, id }) => filter === 'topics' && id === topic)?.name ?? topic
    return `“${oneLine(name, 30, '?')}”`
  })
  const on = engines.length === 0 ? none : names(engines.map(engineName), 2, 30)
  if (topicNames.length === 0) return on
  return `${on}, ${topicNames.length === 1 ? 'topic' : 'topics'} ${names(topicNames, 2, 34)}`
}

/** What a recommendation's tasks aim at; `filterNames`: the channel's names for topics. */
export interface TaskAimed {
  readonly aim: Aim
  readonly filterNames: readonly FilterName[]
}

/** `Aims at: Perplexity, against Acme, r/crm.` */
export function aimSentence(aim: Aim, filterNames: readonly FilterName[] = []): string {
  const parts = compact(
    aimName(aim, { filterNames }, 'no engine'),
    aim.rival !== null && `against ${oneLine(aim.rival, 80, 'a competitor')}`,
    aim.subreddit !== null && `r/${oneLine(aim.subreddit, 40, 'all')}`,
  )
  return `Aims at: ${parts.join(', ')}.`
}

export function aimNote({ engines }: Aim): string {
  return engines.length > 0
    ? 'Sightline compares your visibility there with the other engines, before the task and since.'
    : 'Without an engine there is nothing to compare, so nothing will be said of what follows. “Change aim” adds one.'
}
