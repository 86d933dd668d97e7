import { type AnalyticsApi, ApiError, type ApiErrorCode } from '../api/index.ts'
import { fewAtOnce } from '../insights/section.ts'
import type { ChannelDefaults, ChannelScope, SetupErrors, SetupInput } from '../model/channel.ts'
import { placesOf } from './places.ts'

type PlaceFrom = ChannelDefaults['placeFrom']
type Api = Pick<AnalyticsApi, 'workspaces' | 'collects' | 'briefs'>

/** With these the service says that the id is wrong; with every other code it has said nothing about it. */
const wrongId: ReadonlySet<ApiErrorCode> = new Set([
  'not_found',
  'forbidden',
  'validation',
  'invalid_request',
])

/** What was made in the console a moment ago is there: nothing remembered is asked. */
const asked = { fresh: true }
const oneRow = { page: 1, page_size: 1 }

/**
 * Asks the service whether what a channel is to look at exists: the workspace by its organization's list, the analysis
 * by its collects, each recommendation that is new (all of them in another workspace than now) by its briefs.
 * @param now what the channel looks at until then
 * @returns what is wrong, by field; empty when all of it is right
 * @throws {ApiError} when the service can't be asked
 */
export async function checkSetup(
  api: Api,
  { settings, recommendations }: SetupInput,
  defaults: ChannelDefaults,
  now: ChannelScope,
): Promise<SetupErrors> {
  const scope = {
    organizationId: settings.organizationId ?? defaults.organizationId,
    workspaceId: settings.workspaceId ?? defaults.workspaceId,
    projectId: settings.projectId ?? defaults.projectId,
  }
  const from = defaults.placeFrom
  const place = await checkPlace(api, scope, settings, from)
  if (Object.keys(place).length > 0) return place
  const moved =
    scope.organizationId !== now.workspace.organizationId || scope.workspaceId !== now.workspace.workspaceId
  const unproved = recommendations.filter((id) => moved || !now.recommendations.includes(id))
  const [analysis, unknown] = await Promise.all([
    refusal(api.collects(scope, oneRow, asked)),
    fewAtOnce(unproved, async (id) => ((await refusal(api.briefs(scope, id, asked))) === null ? [] : [id])),
  ])
  return {
    ...(analysis === null
      ? {}
      : { analysis: analysisWords(analysis, settings.projectId === null ? from : null) }),
    ...recommendationWords(unknown.flat()),
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
    listed = await api.workspaces(scope.organizationId, asked)
  } catch (error) {
    const code = refusedWith(error)
    // A key may read a workspace without being allowed to list them: then the analysis tells.
    if (code === 'forbidden' && (await refusal(api.collects(scope, oneRow, asked))) === null) return {}
    return { organization: organizationWords(code, organizationId === null ? from : null) }
  }
  const known = placesOf(listed)
  // Without a single id the list tells nothing (specification, part 4.9), and the analysis is asked.
  if (known.some(({ id }) => id === scope.workspaceId) || (known.length === 0 && listed.length > 0)) return {}
  return { workspace: workspaceWords(workspaceId === null ? from : null) }
}

/** Why the service says no to an id; `null`: it knows it. */
async function refusal(answer: Promise<unknown>): Promise<ApiErrorCode | null> {
  try {
    await answer
    return null
  } catch (error) {
    return refusedWith(error)
  }
}

function refusedWith(error: unknown): ApiErrorCode {
  if (error instanceof ApiError && wrongId.has(error.code)) return error.code
  throw error
}

/** @param from whose id it is where the channel has none of its own; `null`: its own */
function organizationWords(code: ApiErrorCode, from: PlaceFrom | null): string {
  const which = from === null ? 'this organization' : `the ${from}'s organization`
  return code === 'forbidden'
    ? `Sightline's API key doesn't reach ${which}. Choose another one, or ask your administrator for a key that reaches it.`
    : `The analytics service doesn't know ${which}. Choose one from the list, or type its id as the console shows it.`
}

function workspaceWords(from: PlaceFrom | null): string {
  return from === null
    ? "This organization has no such workspace, or Sightline's API key doesn't reach it. Choose one from the list, or type its id as the console shows it."
    : `The ${from}'s workspace is not in this organization. Choose one that is.`
}

function analysisWords(code: ApiErrorCode, from: PlaceFrom | null): string {
  const which = from === null ? 'this analysis' : `the ${from}'s analysis`
  return code === 'forbidden'
    ? `Sightline's API key may not read ${which}. Type another id, or ask your administrator for a key that may.`
    : `The workspace doesn't have ${which}. Copy the id of one from its address in the console.`
}

function recommendationWords(unknown: readonly string[]): SetupErrors {
  if (unknown.length === 0) return {}
  const shown = unknown.slice(0, 3).map((id) => `“${id}”`)
  const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : ''
  return {
    recommendations: `The workspace doesn't have ${shown.join(', ')}${more}. Correct or remove what is wrong; the ids are in the console.`,
  }
}
