import { SOURCES } from '../api/index.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { filterModal, filterTitle } from '../blocks/visibility/filter-form.ts'
import { draftOf } from '../blocks/visibility/filter-values.ts'
import { filterListsInTime } from '../channels/filter-lists.ts'
import { channelScope } from '../channels/scope.ts'
import { periodText } from '../insights/asked.ts'
import type { Click } from '../slack/port.ts'
import { unreadable } from './asked.ts'
import type { ActionDeps, ModalButton } from './deps.ts'

/** The form is useful without the lists: a person waits no longer than this for them. */
const listsWithinMs = 4_000

/** The form that narrows the question, with what it asks already in its fields. */
export const filterButton: ModalButton<Extract<Action, { kind: 'filter' }>> = {
  loading: () => loadingModal(filterTitle),
  content: ({ text }, click, deps) => formFor(text, click, deps),
}

async function formFor(text: string, click: Click, deps: ActionDeps) {
  const { team, channel, message, responseAddress } = click
  const read = deps.readVisibility(text)
  if (!read.ok) throw unreadable()
  const { workspace } = await channelScope(deps.store, deps.defaults, team, channel ?? '')
  const lists = await filterListsInTime(deps, workspace, listsWithinMs)
  return filterModal({
    keeps: {
      channel: channel ?? '',
      workspace: { organizationId: workspace.organizationId, workspaceId: workspace.workspaceId },
      responseAddress,
      threadTs: message?.threadTs ?? null,
      replaces: message?.ephemeral === true,
    },
    draft: draftOf(read.asked, periodText(read.asked)),
    engines: lists?.engines ?? SOURCES,
    brands: lists?.brands ?? null,
  })
}
