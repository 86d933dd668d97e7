import { type Action, decode } from '../blocks/codec.ts'
import { Problem } from '../problem.ts'
import type { Answer, Click } from '../slack/port.ts'
import { createTaskAction } from './create-task.ts'
import type { ActionDeps, ActionHandler } from './deps.ts'
import { runVerbAction } from './run-verb.ts'
import { shareAction } from './share.ts'
import { viewBriefAction } from './view-brief.ts'

type Handlers = { readonly [Kind in Action['kind']]: ActionHandler<Extract<Action, { kind: Kind }>> }

/** Every button of ours; the type makes sure that none is forgotten. */
const handlers: Handlers = {
  create_task: createTaskAction,
  create_task_again: createTaskAction,
  view_brief: viewBriefAction,
  run_verb: runVerbAction,
  share: shareAction,
}

/** Reads a click and does what its button says. Elements that are not ours (a link, a table's own controls) do nothing. */
export function createActions(deps: ActionDeps): (click: Click, answer: Answer) => Promise<void> {
  return async (click, answer) => {
    const decoded = decode(click.actionId, click.value)
    if (decoded.ok) {
      // The table's type pairs each kind with its handler; TypeScript can't follow that through an index.
      const handle = handlers[decoded.action.kind] as ActionHandler<Action>
      await handle(decoded.action, click, answer, deps)
      return
    }
    if (decoded.reason === 'unknown') return
    throw new Problem(
      decoded.reason === 'newer_version' ? 'button_newer' : 'button_unreadable',
      decoded.reason === 'newer_version'
        ? 'This button was made by a newer Sightline than the one that runs now. Try again after the update is finished.'
        : 'This button can no longer be read. Ask again with the command, and use the button of the new message.',
      { suggestion: 'actions' },
    )
  }
}
