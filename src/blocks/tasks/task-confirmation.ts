/** One recommendation, for a person who wants a task for it: nothing is created before they confirm. */

import type { Block, Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import { actionIdPattern } from '../kit/codec.ts'
import { buttons, confirmation, context, heading, summary } from '../kit/elements.ts'
import { mrkdwn } from '../kit/spans.ts'
import { aimSentence, type TaskAimed } from './aim-form.ts'
import { type ClickOutcome, recommendationPart, recommendationText, withOutcome } from './recommendation.ts'
import { aimButton } from './task-elements.ts'

export function taskAnswer(
  recommendation: Recommendation,
  { outcome, aim }: { readonly outcome?: ClickOutcome | undefined; readonly aim?: TaskAimed | null } = {},
): Message {
  const section = { ok: true, data: recommendation } as const
  const part = recommendationPart(section, 0)
  const { kind } = recommendation.task
  const headline = headlines[kind]
  const note = notes[kind]
  const aimed = aim == null ? null : aimSentence(aim.aim, aim.filterNames)
  return {
    text: summary(
      [headline, recommendationText(section), aimed, note].flatMap((line) =>
        line === null ? [] : [mrkdwn([line])],
      ),
    ),
    blocks: [
      heading(headline),
      ...(outcome === undefined ? part : withOutcome(part, outcome)).blocks.map(confirming),
      ...(aimed === null
        ? []
        : [
            context(aimed),
            ...buttons([aimButton(recommendation, recommendation.briefs[0]?.title ?? 'this recommendation')]),
          ]),
      ...(note === null ? [] : [context(note)]),
    ],
  }
}

type TaskKind = Recommendation['task']['kind']

const headlines: Readonly<Record<TaskKind, string>> = {
  none: 'Create a task for this recommendation?',
  creating: 'This recommendation’s task is being created.',
  created: 'This recommendation has a task.',
  unknown: 'This recommendation’s task may not have been created.',
}

const notes: Readonly<Record<TaskKind, string | null>> = {
  none: 'Nothing is created until you confirm.',
  creating: null,
  created: null,
  unknown: null,
}

/** A person who typed an id has not read the recommendation in a list, so the button asks for confirmation. */
function confirming(block: Block): Block {
  if (block.type !== 'actions') return block
  return {
    ...block,
    elements: block.elements.map((element) =>
      element.type === 'button' && createTask.test(element.action_id ?? '')
        ? { ...element, confirm: question }
        : element,
    ),
  }
}

const createTask = actionIdPattern('create_task')
const question = confirmation(
  'Create this task?',
  'Everyone in the analytics console will see it, and every message with this recommendation will show it.',
  'Create task',
  'Not now',
)
