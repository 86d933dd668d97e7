import { briefLoading, briefModal, briefProblem } from '../blocks/brief.ts'
import type { Action } from '../blocks/codec.ts'
import { loadBriefs } from '../insights/recommendations.ts'
import { newReference } from '../log.ts'
import { explain } from '../problem.ts'
import { type Answer, type Click, PostError } from '../slack/port.ts'
import type { ActionDeps } from './deps.ts'

/**
 * Opens a recommendation's briefs, or one of them, and turns their pages. Slack lets a modal be opened only within
 * 3 seconds of the click, whatever the API takes: it opens at once and is filled when the briefs are there.
 */
export async function viewBriefAction(
  action: Extract<Action, { kind: 'view_brief' }>,
  click: Click,
  _answer: Answer,
  { api, modals, log }: ActionDeps,
): Promise<void> {
  const viewId = click.viewId ?? (await modals.open(click.triggerId, briefLoading()))
  try {
    await modals.update(viewId, briefModal(await loadBriefs(api, action, action.resultId), action))
  } catch (error) {
    // The reader has closed the modal meanwhile.
    if (error instanceof PostError && error.code === 'not_found') return
    const { sentence, code, foreseen } = explain(error)
    const reference = newReference()
    log[foreseen ? 'warn' : 'error']('a brief could not be shown', {
      team: click.team,
      reference,
      code,
      error,
    })
    await modals.update(viewId, briefProblem(sentence, reference))
  }
}
