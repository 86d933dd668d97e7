import { SOURCES } from '../api/index.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { filterModal, filterTitle } from '../blocks/visibility/filter-form.ts'
import { draftOf } from '../blocks/visibility/filter-values.ts'
import { filterListsInTime, listsWait } from '../channels/filter-lists.ts'
import { channelScope } from '../channels/scope.ts'
import { outOfDate } from '../commands/visibility-file.ts'
import { withNames } from '../questions/filter-names.ts'
import { periodText } from '../questions/question-text.ts'
import { readVisibilityText } from '../questions/read.ts'
import type { Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { ModalButton } from './handler.ts'

export const filterButton: ModalButton<Extract<Action, { kind: 'filter' }>> = {
  loading: () => loadingModal(filterTitle),
  content: ({ text }, click, workspace) => formFor(text, click, workspace),
}

async function formFor(text: string, click: Click, workspace: Workspace) {
  const { team, channel, message, responseAddress } = click
  const parsed = readVisibilityText(text)
  if (!parsed.ok) throw outOfDate()
  const { metric, relation } = parsed.args
  const scope = await channelScope(workspace.store, workspace.defaults, team, channel ?? '')
  const lists = await filterListsInTime(workspace, scope.workspace, listsWait.openingForm)
  return filterModal({
    metadata: {
      channel: channel ?? '',
      workspace: {
        organizationId: scope.workspace.organizationId,
        workspaceId: scope.workspace.workspaceId,
      },
      responseAddress,
      threadTs: message?.threadTs ?? null,
      replaces: message?.ephemeral === true,
      open: false,
      asked: { ...(metric && { metric }), ...(relation && { relation }) },
    },
    draft: draftOf(withNames(parsed.args, scope.filterNames), periodText(parsed.args)),
    engines: lists?.engines ?? SOURCES,
    brands: lists?.brands ?? null,
  })
}
