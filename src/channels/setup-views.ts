import type { Notice } from '../blocks/forms/modal.ts'
import { type SettingsForm, type SetupMetadata, setupModal } from '../blocks/settings/setup-form.ts'
import { type RecommendationsView, recommendationsModal } from '../blocks/settings/setup-recommendations.ts'
import { type SummaryView, summaryModal } from '../blocks/settings/setup-summary.ts'
import type { ModalView } from '../model/message.ts'
import type { Workspace } from '../slack/workspace.ts'
import { filterListsInTime } from './filter-lists.ts'
import { placesWithinMs } from './places.ts'
import { channelScope, fieldsOf } from './settings.ts'
import { channelSummary, loadSetup, type Setup, type SetupErrors } from './setup.ts'
import { trackedTitles } from './track.ts'

type SetupWorkspace = Pick<Workspace, 'api' | 'store' | 'clock' | 'defaults' | 'isShared'>

interface Where {
  readonly team: string
  readonly channel: string
  /** Whether there is a previous form, in which the channel was chosen. */
  readonly back: boolean
}

/** A channel's settings. A channel without settings gets a short first form instead. */
export async function settingsView(workspace: SetupWorkspace, where: Where): Promise<ModalView> {
  return (await workspace.store.channels.get(where.team, where.channel)) === null
    ? setupView(await loadSetup(workspace, where, 'start'), 'start', {}, where)
    : summaryView(workspace, where)
}

export interface SetupProblems {
  readonly errors?: SetupErrors
  readonly notice?: Notice | null
}

/** @param way `zone`: to be confirmed by saving again */
export function setupView(
  { channel, draft, defaults, names, shared = false }: Setup,
  step: SettingsForm,
  { errors = {}, notice = null }: SetupProblems = {},
  way: Pick<SetupMetadata, 'back'> & { readonly zone?: string } = { back: false },
): ModalView {
  const fields = fieldsOf(step).map(([id, { label, field }]) =>
    field({ id, label, optional: true, error: errors[id] ?? null }, draft[id] ?? '', defaults, names),
  )
  const { organization = '' } = draft
  return setupModal({ ...way, channel, step, organization, fields, shared, notice })
}

export async function summaryView(
  workspace: SetupWorkspace,
  { team, channel, back }: Where,
  more: Pick<SummaryView, 'saved' | 'notice'> = {},
): Promise<ModalView> {
  const scope = await channelScope(workspace, { team, channel })
  const [summary, filters, shared] = await Promise.all([
    channelSummary(workspace, { team, channel }),
    filterListsInTime(workspace, scope.workspace, placesWithinMs),
    workspace.isShared(channel),
  ])
  return summaryModal({ summary, brands: filters?.brands ?? null, shared: shared === true, back, ...more })
}

export async function recommendationsView(
  workspace: SetupWorkspace,
  where: Where,
  more: Omit<RecommendationsView, 'tracked'> = {},
): Promise<ModalView> {
  const scope = await channelScope(workspace, where)
  return recommendationsModal({ tracked: await trackedTitles(workspace, scope), ...more }, where)
}
