/** Messages about a recommendation's task: replies to the person who clicked, and the announcement of a new one. */

import type { Block, Message } from '../../model/message.ts'
import type {
  RecommendationIds,
  TaskEvidence,
  TaskEvidenceItem,
  TaskState,
} from '../../model/recommendation.ts'
import { button, buttons, context, messageOf } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { bold, compact, type Line, oneLine, richText, type Span } from '../kit/text.ts'
import {
  aimButton,
  aimNote,
  aimSentence,
  checkButton,
  createAnyway,
  recommendationBlockId,
  statusLines,
  type TaskAimed,
  taskBlocks,
  taskName,
  viewButton,
} from './task-state.ts'

export function taskTaken(ref: RecommendationIds, state: TaskState, user: string): Message {
  const blocks = state.kind === 'unknown' ? buttons([checkButton(ref, 'the earlier attempt')]) : []
  return privateAnswer([takenLine(state, user)], blocks)
}

function takenLine(state: TaskState, user: string): Line {
  switch (state.kind) {
    case 'creating':
      return state.by === user
        ? ['Still working on your first click. Nothing was sent twice.']
        : [{ user: state.by }, ' clicked first, and the task is being created. Nothing was sent twice.']
    case 'created':
      return [
        `This recommendation already has a task: “${taskName(state.name)}”, created by `,
        { user: state.by },
        ', ',
        { at: state.at },
        '. Nothing was sent twice.',
      ]
    case 'unknown':
      return [
        'The service didn’t confirm an earlier click by ',
        { user: state.by },
        ', so the task may exist. Nothing was sent again. Use “Check again” to look for it.',
      ]
    case 'none':
      return ['This button is out of date. Use the one the message shows now.']
  }
}

export function taskNotShown(ref: RecommendationIds, state: TaskState): Message {
  const button =
    state.kind === 'unknown'
      ? checkButton(ref, 'the task')
      : viewButton({ ...ref, ...taskIdIn(state) }, 'the task')
  return privateAnswer([...statusLines(state), [notUpdated]], buttons([button]))
}

const taskIdIn = (state: TaskState) => (state.kind === 'created' ? { taskId: state.taskId } : {})

const notUpdated = 'The original message couldn’t be updated, so it still shows the old state.'

type Created = TaskState & { readonly kind: 'created' }

/** Before anything is measured. `aimed` `null`: it couldn't be read. `isShown`: the clicked message shows the task. */
export function taskCreated(
  ref: RecommendationIds,
  state: Created,
  aimed: TaskAimed | null,
  isShown = true,
): Message {
  const about = taskName(state.name)
  const [created = [], ...details] = statusLines(state)
  const more = isShown && state.confirmedBy === undefined ? [] : details
  const aim =
    aimed === null
      ? 'What it aims at couldn’t be read just now. You can set it with “Change aim”.'
      : `${aimSentence(aimed.aim, aimed.filterNames)} ${aimNote(aimed.aim)}`
  return privateAnswer(
    [created, ...more, ...(isShown ? [] : [[notUpdated]]), [aim]],
    buttons([viewButton({ ...ref, taskId: state.taskId }, about), aimButton(ref, about)]),
  )
}

/** Beyond this many, evidence is only counted: a person is creating tasks in the console and should be asked. */
const evidenceShown = 3

/** What "Check again" has found, and what that can prove (docs/adr/0016-a-task-is-created-once.md). */
export function taskChecked(ref: RecommendationIds, evidence: TaskEvidence): Message {
  const { items } = evidence
  return items.length === 0 ? nothingFound(ref, evidence) : evidenceFound(ref, evidence)
}

function nothingFound(ref: RecommendationIds, evidence: TaskEvidence): Message {
  return privateAnswer(
    [
      [bold('We can’t confirm the task yet.')],
      [
        'A task can’t be seen until its brief is written. The one ',
        { user: evidence.by },
        ' started, ',
        { at: evidence.at },
        ', may already exist.',
      ],
      [`Check again in a few minutes, or look in the analytics console. ${createAnyway}`],
    ],
    [checkedLine(evidence), ...buttons([checkButton(ref, 'the earlier attempt')])],
  )
}

function evidenceFound(ref: RecommendationIds, evidence: TaskEvidence): Message {
  const { items } = evidence
  const more = items.length - evidenceShown
  return privateAnswer(
    [
      [
        bold(
          items.length === 1
            ? 'The task was probably created: a brief has appeared since.'
            : `The task was probably created: ${items.length} briefs have appeared since.`,
        ),
      ],
      [
        'It may be a different task: someone may have created one in the console, or an older one may only now have its brief.',
      ],
      ['View the brief. If it’s the right one, choose “This is the task”, and every message will show it.'],
    ],
    compact<Block>(
      ...items.slice(0, evidenceShown).flatMap((item, index) => evidenceBlocks(ref, item, index)),
      more > 0 && context(`${counted(more, 'more brief')} not shown.`),
      checkedLine(evidence),
    ),
  )
}

function evidenceBlocks(
  ref: RecommendationIds,
  { taskId, briefId, title, writtenAt }: TaskEvidenceItem,
  index: number,
) {
  const name = oneLine(title, 150, '(untitled brief)')
  return [
    richText([[bold(name)], ['Written ', { at: writtenAt }, '.']]),
    ...buttons([
      button('View brief', { kind: 'view_brief', ...ref, briefId, page: 1 }, { index, of: name }),
      button(
        'This is the task',
        { kind: 'confirm_task', ...ref, taskId },
        {
          index,
          of: name,
          asks: [
            'Is this the task?',
            `Every message with this recommendation will show “${oneLine(name, 100)}” as its task, confirmed by you.`,
            'This is the task',
            'Not sure',
          ],
        },
      ),
    ]),
  ]
}

function checkedLine({ briefs, undated }: TaskEvidence): Block {
  const doubt =
    undated > 0 ? `; ${undated} ${undated === 1 ? 'has' : 'have'} no date and can’t be judged` : ''
  return context(
    `Checked ${counted(briefs, 'brief')} of this recommendation${doubt}. The service doesn’t list tasks.`,
  )
}

export function taskNotConfirmed(ref: RecommendationIds): Message {
  return privateAnswer(
    [['That brief is gone, or its task belongs to another click. Check again and use the new buttons.']],
    buttons([checkButton(ref, 'the earlier attempt')]),
  )
}

function privateAnswer(lines: readonly Line[], more: readonly Block[]): Message {
  return messageOf([richText(lines), ...more])
}

/** Announces a task. @param task its name, and the channel where it was created */
export function newTask(
  ref: RecommendationIds,
  state: TaskState,
  { name, channel }: { readonly name: string | null; readonly channel: string },
): Message {
  const about = taskName(name ?? '')
  const body: Span[] = ['New task from ', { channel }]
  return messageOf([
    richText([body], recommendationBlockId(ref, 0, 'body')),
    ...taskBlocks(ref, state, { copy: 0, revision: 0, canViewBrief: true, about }),
  ])
}
