import { homeCallbackId } from '../../blocks/home/home.ts'
import type { Action } from '../../blocks/kit/codec.ts'
import { briefLoading, briefModal, taskBriefModal } from '../../blocks/tasks/brief.ts'
import { loadBriefs } from '../../insights/recommendations.ts'
import type { ModalView } from '../../model/message.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { ModalButton } from '../handler.ts'

type ViewBrief = Extract<Action, { kind: 'view_brief' | 'view_task_brief' }>

export const viewBriefButton: ModalButton<ViewBrief> = {
  loading: briefLoading,
  // Slack opens a modal from the Home tab, but doesn't replace the tab by one.
  within: ({ viewId, view }) => (view?.callbackId === homeCallbackId ? null : viewId),
  content: (action, { presence }, { api }) =>
    briefs(api, { ...action, ...(presence && { channel: presence.channel }) }),
}

async function briefs(
  api: Workspace['api'],
  action: ViewBrief & { readonly channel?: string },
): Promise<ModalView> {
  if (action.kind === 'view_brief') return briefModal(await loadBriefs(api, action, action.resultId), action)
  // A task's brief is written some time after the task: a cached answer may not have it yet.
  return taskBriefModal(await loadBriefs(api, action, action.resultId, { fresh: true }), action)
}
