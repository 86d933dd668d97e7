import { briefLoading, briefModal, briefProblem, taskBriefModal } from '../blocks/brief.ts'
import type { Action } from '../blocks/codec.ts'
import type { ModalView } from '../blocks/message.ts'
import { loadBriefs } from '../insights/recommendations.ts'
import { currentReference } from '../log.ts'
import { explain } from '../problem.ts'
import { type Answer, type Click, PostError } from '../slack/port.ts'
import type { ActionDeps } from './deps.ts'

type ViewBrief = Extract<Action, { kind: 'view_brief' | 'view_task_brief' }>

/**
 * Opens a recommendation's briefs, or one of them, and turns their pages. Slack lets a modal be opened only within
 * 3 seconds of the click, whatever the API takes: it opens at once and is filled when the briefs are there.
 */
export async function viewBriefAction(
  action: ViewBrief,
  click: Click,
  _answer: Answer,
  { api, modals, log }: ActionDeps,
): Promise<void> {
  const viewId = click.viewId ?? (await modals.open(click.triggerId, briefLoading()))
  try {
    await modals.update(viewId, await briefs(api, action))
  } catch (error) {
    // The reader has closed the modal meanwhile.
    if (error instanceof PostError && error.code === 'not_found') return
    const { sentence, code, foreseen } = explain(error)
    const reference = currentReference()
    log[foreseen ? 'warn' : 'error']('a brief could not be shown', {
      team: click.team,
      reference,
      code,
      error,
    })
    await modals.update(viewId, briefProblem(sentence, reference))
  }
}

async function briefs(api: ActionDeps['api'], action: ViewBrief): Promise<ModalView> {
  if (action.kind === 'view_brief') return briefModal(await loadBriefs(api, action, action.resultId), action)
  // A new task's brief is written some time after the task: an answer of a minute ago may not have it yet.
  return taskBriefModal(await loadBriefs(api, action, action.resultId, { fresh: true }), action)
}
