/** A task's state in words, and the buttons that fit it. */

import type { Button } from '@slack/types'
import type { ApiError, ApiErrorCode } from '../../api/errors.ts'
import type { ClickOutcome, RecommendationIds, TaskState } from '../../model/recommendation.ts'
import type { TaskReason } from '../../store/reason.ts'
import { button } from '../kit/elements.ts'
import { dateWords } from '../kit/periods.ts'
import { bold, compact, type Line, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

/** A task's state in lines; empty while there is no task. */
export function statusLines(state: TaskState): Line[] {
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
          `, but ${doubtClause(state.reason)}. Check again, or look in the analytics console. Create it anyway only if it isn’t there.`,
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
export function actionButtons(
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
