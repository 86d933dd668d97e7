import { type AnalyticsApi, ApiError, type ApiErrorCode } from '../api/index.ts'
import { fewAtOnce } from '../insights/section.ts'
import type { ChannelDefaults, ChannelScope, SetupErrors, SetupInput } from '../model/channel.ts'
import { placesOf } from './places.ts'

type PlaceFrom = ChannelDefaults['placeFrom']
type Api = Pick<AnalyticsApi, 'workspaces' | 'collects' | 'briefs'>

/** Codes that say the id is wrong; other codes say nothing about it. */
const wrongIdCodes: ReadonlySet<ApiErrorCode> = new Set([
  'not_found',
  'forbidden',
  'validation',
  'invalid_request',
])

/** Bypasses caches: the id may have been created a moment ago. */
const fresh = { fresh: true }
const oneRow = { page: 1, page_size: 1 }

/**
 * Checks with the service that a channel's settings exist: the workspace through its organization's list, the
 * analysis through its collects, and each new recommendation (all of them if the workspace changes) through its
 * briefs.
 * @param current the channel's current scope
 * @returns problems by field; empty if there are none
 * @throws {ApiError} when the service is unavailable
 */
export async function checkSetup(
  api: Api,
  { settings, recommendations }: SetupInput,
  defaults: ChannelDefaults,
  current: ChannelScope,
): Promise<SetupErrors> {
  const scope = {
    organizationId: settings.organizationId ?? defaults.organizationId,
    workspaceId: settings.workspaceId ?? defaults.workspaceId,
    projectId: settings.projectId ?? defaults.projectId,
  }
  const from = defaults.placeFrom
  const place = await checkPlace(api, scope, settings, from)
  if (Object.keys(place).length > 0) return place
  const isOtherWorkspace =
    scope.organizationId !== current.workspace.organizationId ||
    scope.workspaceId !== current.workspace.workspaceId
  const unchecked = recommendations.filter((id) => isOtherWorkspace || !current.recommendations.includes(id))
  const [analysis, unknown] = await Promise.all([
    refusal(api.collects(scope, oneRow, fresh)),
    fewAtOnce(unchecked, async (id) => ((await refusal(api.briefs(scope, id, fresh))) === null ? [] : [id])),
  ])
  return {
    ...(analysis === null
      ? {}
      : { analysis: analysisError(analysis, settings.projectId === null ? from : null) }),
    ...recommendationError(unknown.flat()),
  }
}

async function checkPlace(
  api: Api,
  scope: { readonly organizationId: string; readonly workspaceId: string; readonly projectId: string },
  { organizationId, workspaceId }: SetupInput['settings'],
  from: PlaceFrom,
): Promise<SetupErrors> {
  let listed: Awaited<ReturnType<Api['workspaces']>>
  try {
    listed = await api.workspaces(scope.organizationId, fresh)
  } catch (error) {
    const code = refusedWith(error)
    // A key may read a workspace that it may not list: then the analysis decides.
    if (code === 'forbidden' && (await refusal(api.collects(scope, oneRow, fresh))) === null) return {}
    return { organization: organizationError(code, organizationId === null ? from : null) }
  }
  const places = placesOf(listed)
  // A list without ids is inconclusive (specification, part 4.9): then the analysis decides.
  if (places.some(({ id }) => id === scope.workspaceId) || (places.length === 0 && listed.length > 0))
    return {}
  return { workspace: workspaceError(workspaceId === null ? from : null) }
}

/** Why the service rejects an id; `null`: it accepts it. */
async function refusal(answer: Promise<unknown>): Promise<ApiErrorCode | null> {
  try {
    await answer
    return null
  } catch (error) {
    return refusedWith(error)
  }
}

function refusedWith(error: unknown): ApiErrorCode {
  if (error instanceof ApiError && wrongIdCodes.has(error.code)) return error.code
  throw error
}

/** @param from source of the default id; `null`: the channel's own id */
function organizationError(code: ApiErrorCode, from: PlaceFrom | null): string {
  const which = from === null ? 'this organization' : 'the default organization'
  return code === 'forbidden'
    ? `Sightline's API key doesn't reach ${which}. Choose another, or ask your Sightline admin for a key that does.`
    : `The analytics service doesn't know ${which}. Choose one from the list, or type its id from the console.`
}

function workspaceError(from: PlaceFrom | null): string {
  return from === null
    ? "This organization has no such workspace, or Sightline's API key doesn't reach it. Choose one from the list, or type its id from the console."
    : "The default workspace isn't in this organization. Choose one that is."
}

function analysisError(code: ApiErrorCode, from: PlaceFrom | null): string {
  const which = from === null ? 'this analysis' : 'the default analysis'
  return code === 'forbidden'
    ? `Sightline's API key can't read ${which}. Type another id, or ask your Sightline admin for a key that can.`
    : `The workspace doesn't have ${which}. Copy an id from an analysis's address in the console.`
}

function recommendationError(unknown: readonly string[]): SetupErrors {
  if (unknown.length === 0) return {}
  const shown = unknown.slice(0, 3).map((id) => `“${id}”`)
  const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : ''
  return {
    recommendations: `The workspace doesn't have ${shown.join(', ')}${more}. Fix or remove what’s wrong; the ids are in the console.`,
  }
}
