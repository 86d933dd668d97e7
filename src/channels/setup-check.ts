import type { AnalyticsApi, ApiErrorCode } from '../api/index.ts'
import { reasonAdvice } from '../blocks/digests/reasons.ts'
import { counted } from '../blocks/kit/formats.ts'
import { fewAtOnce } from '../lib/async.ts'
import type { ChannelDefaults, ChannelScope, EditableSettings } from '../model/channel.ts'
import type { Workspace } from '../slack/workspace.ts'
import { placesOf, refusal, wrongIdCode } from './service-lists.ts'
import { configuredRecommendations, settingsInEffect } from './settings.ts'
import type { SetupErrors } from './setup.ts'

type AnalysisIds = Partial<Pick<EditableSettings, 'organizationId' | 'workspaceId' | 'projectId'>>
type Api = Pick<AnalyticsApi, 'workspaces' | 'collects' | 'briefs'>

/** Bypasses caches: the id may have been created a moment ago. */
const fresh = { fresh: true }
const oneRow = { page: 1, page_size: 1 }

/**
 * Checks with the service that a place exists: the workspace through its organization's list, the analysis through its
 * collects, and the channel's tracked recommendations through their briefs, if the workspace changes.
 * @param current the channel's current scope
 * @returns problems by field; empty if there are none
 * @throws {ApiError} when the service is unavailable
 */
export async function checkPlace(
  api: Api,
  place: AnalysisIds,
  defaults: ChannelDefaults,
  current: ChannelScope,
): Promise<SetupErrors> {
  const { organizationId, workspaceId, projectId } = settingsInEffect(place, defaults)
  const scope = { organizationId, workspaceId, projectId }
  const errors = await checkWorkspace(api, scope, place)
  if (Object.keys(errors).length > 0) return errors
  const isOtherWorkspace =
    organizationId !== current.workspace.organizationId || workspaceId !== current.workspace.workspaceId
  // Configured recommendations stay with the default workspace.
  const configured = configuredRecommendations(defaults, current.workspace)
  const ownRecommendations = current.recommendations.filter(
    (id) => isOtherWorkspace && !configured.includes(id),
  )
  const [analysis, missing] = await Promise.all([
    refusal(api.collects(scope, oneRow, fresh)),
    fewAtOnce(ownRecommendations, async (id) => (await refusal(api.briefs(scope, id, fresh))) !== null),
  ])
  const missingCount = missing.filter((isMissing) => isMissing).length
  return {
    ...(analysis === null ? {} : { analysis: analysisError(analysis, place.projectId ?? null) }),
    ...(missingCount === 0
      ? {}
      : {
          workspace: `This channel tracks ${counted(missingCount, 'recommendation')} that this workspace doesn’t have. First stop tracking ${missingCount === 1 ? 'it' : 'them'}, under Recommendations.`,
        }),
  }
}

/** Why Sightline can't post there, and the fix; `null`: it can. @throws {PostError} if Slack doesn't answer */
export async function channelProblem(
  { channelState }: Pick<Workspace, 'channelState'>,
  channel: string,
  next?: string,
): Promise<string | null> {
  const state = await channelState(channel)
  if (state?.isArchived) return reasonAdvice('is_archived', next)
  return state?.isMember ? null : reasonAdvice('not_in_channel', next)
}

/** Only members may have something announced in a channel. @throws {PostError} if Slack doesn't answer */
export async function checkAnnouncements(
  workspace: Pick<Workspace, 'channelState' | 'people'>,
  user: string,
  channel: string,
): Promise<SetupErrors> {
  const problem = await channelProblem(workspace, channel, 'press Save again')
  if (problem !== null) return { announceTasksIn: problem }
  if (await workspace.people.isIn(user, channel)) return {}
  return { announceTasksIn: 'You’re not in this channel. Join it, or choose another.' }
}

async function checkWorkspace(
  api: Api,
  scope: { readonly organizationId: string; readonly workspaceId: string; readonly projectId: string },
  { organizationId = null, workspaceId = null }: AnalysisIds,
): Promise<SetupErrors> {
  let listed: Awaited<ReturnType<Api['workspaces']>>
  try {
    listed = await api.workspaces(scope.organizationId, fresh)
  } catch (error) {
    const code = wrongIdCode(error)
    // A key may be allowed to read a workspace but not to list it. Then the analysis decides.
    if (code === 'forbidden' && (await refusal(api.collects(scope, oneRow, fresh))) === null) return {}
    return { organization: organizationError(code, organizationId) }
  }
  const places = placesOf(listed)
  // A list without ids is inconclusive (specification, part 4.9), so the analysis decides.
  if (places.some(({ id }) => id === scope.workspaceId) || (places.length === 0 && listed.length > 0))
    return {}
  return { workspace: workspaceError(workspaceId) }
}

/** @param ownId `null`: the id is the default */
function organizationError(code: ApiErrorCode, ownId: string | null): string {
  const organization = ownId === null ? 'the default organization' : 'this organization'
  return code === 'forbidden'
    ? `Sightline’s API key doesn’t reach ${organization}. Choose another, or ask your Sightline admin for a key that does.`
    : `The analytics service doesn’t know ${organization}. Choose one from the list, or type its id from the console.`
}

function workspaceError(ownId: string | null): string {
  return ownId === null
    ? 'The default workspace isn’t in this organization. Choose one that is.'
    : 'This organization has no such workspace, or Sightline’s API key doesn’t reach it. Choose one from the list, or type its id from the console.'
}

function analysisError(code: ApiErrorCode, ownId: string | null): string {
  const analysis = ownId === null ? 'the default analysis' : 'this analysis'
  return code === 'forbidden'
    ? `Sightline’s API key can’t read ${analysis}. Type another id, or ask your Sightline admin for a key that can.`
    : `The workspace doesn’t have ${analysis}. Copy an id from an analysis’s address in the console.`
}
