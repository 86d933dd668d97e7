import { SOURCES } from '../api/index.ts'
import type { Action } from '../blocks/codec.ts'
import { filterModal, filterTitle } from '../blocks/filter-form.ts'
import { draftOf } from '../blocks/filter-values.ts'
import { loadingModal, problemModal } from '../blocks/modal.ts'
import { filterListsInTime } from '../channels/filter-lists.ts'
import { channelScope } from '../channels/scope.ts'
import { periodText } from '../insights/asked.ts'
import { currentReference } from '../log.ts'
import { explain } from '../problem.ts'
import { type Answer, type Click, PostError } from '../slack/port.ts'
import { unreadable } from './asked.ts'
import type { ActionDeps } from './deps.ts'

/** The form is useful without the lists: a person waits no longer than this for them. */
const listsWithinMs = 4_000

/**
 * Opens the form that narrows the question, with what it asks already in its fields. Slack lets a modal be opened only
 * within 3 seconds of the click, whatever the API takes: it opens at once and is filled when the lists are there.
 */
export async function filterAction(
  { text }: Extract<Action, { kind: 'filter' }>,
  click: Click,
  _answer: Answer,
  deps: ActionDeps,
): Promise<void> {
  const viewId = await deps.modals.open(click.triggerId, loadingModal(filterTitle))
  try {
    await deps.modals.update(viewId, await formFor(text, click, deps))
  } catch (error) {
    // The person has closed the form meanwhile.
    if (error instanceof PostError && error.code === 'not_found') return
    const { sentence, code, foreseen } = explain(error)
    const reference = currentReference()
    const fields = { team: click.team, user: click.user, action: 'filter', reference }
    deps.log[foreseen ? 'warn' : 'error']('a form could not be shown', { ...fields, code, error })
    await deps.modals.update(viewId, problemModal(filterTitle, sentence, reference))
  }
}

async function formFor(text: string, { team, channel, message, responseAddress }: Click, deps: ActionDeps) {
  const read = deps.readVisibility(text)
  if (!read.ok) throw unreadable()
  const { workspace } = await channelScope(deps.store, deps.defaults, team, channel ?? '')
  const lists = await filterListsInTime(deps, workspace, listsWithinMs)
  return filterModal({
    keeps: {
      channel: channel ?? '',
      workspace: { organizationId: workspace.organizationId, workspaceId: workspace.workspaceId },
      responseAddress,
      replaces: message?.ephemeral === true,
    },
    draft: draftOf(read.asked, periodText(read.asked)),
    engines: lists?.engines ?? SOURCES,
    brands: lists?.brands ?? null,
  })
}
