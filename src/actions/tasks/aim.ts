import { SOURCES } from '../../api/index.ts'
import type { Action } from '../../blocks/kit/codec.ts'
import { loadingModal } from '../../blocks/kit/modal.ts'
import { type AimForm, aimModal, aimTitle } from '../../blocks/tasks/aim-form.ts'
import type { TaskFormPlace } from '../../blocks/tasks/form-place.ts'
import { filterListsInTime, listsWait } from '../../channels/filter-lists.ts'
import { channelScope } from '../../channels/scope.ts'
import { noAim } from '../../insights/tasks/aim.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { aimOfTask } from '../../tasks/aims.ts'
import type { ModalButton } from '../handler.ts'
import { placeOf } from './redraw.ts'

export const changeAimButton: ModalButton<Extract<Action, { kind: 'change_aim' }>> = {
  loading: () => loadingModal(aimTitle),
  content: async (action, click, workspace) => {
    const place = placeOf(action, click)
    const { organizationId, workspaceId, resultId } = action
    const ref = { team: click.team, organizationId, workspaceId, resultId }
    const latest = place.channel === null ? await workspace.store.tasks.latest(ref) : null
    return aimModal(
      await aimFormOf(workspace, { ...place, channel: place.channel ?? latest?.channel ?? null }),
    )
  },
}

export async function aimFormOf(
  workspace: Pick<Workspace, 'store' | 'api' | 'apiKey' | 'clock' | 'defaults' | 'team'>,
  place: TaskFormPlace,
): Promise<AimForm> {
  const { store, defaults, team } = workspace
  const { organizationId, workspaceId, resultId } = place
  const ref = { team, organizationId, workspaceId, resultId }
  const scope = await channelScope(store, defaults, team, place.channel ?? '')
  const latest = await store.tasks.latest(ref)
  const [current, lists] = await Promise.all([
    aimOfTask(workspace, scope, {
      ...ref,
      name: latest?.name ?? null,
      description: latest?.description ?? null,
    }),
    filterListsInTime(workspace, ref, listsWait.openingForm),
  ])
  return {
    place,
    aim: current?.aim ?? noAim,
    by: current?.by ?? null,
    engines: lists?.engines ?? SOURCES,
    filterNames: scope.filterNames,
  }
}
