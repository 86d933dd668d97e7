import { type AnalyticsApi, ApiError, type ApiErrorCode } from '../api/index.ts'
import { placesOf } from '../channels/places.ts'
import type { Connection } from '../store/index.ts'

/** What a person enters to connect a workspace with the analytics service; ids are empty where nothing was entered. */
export interface ConnectInput {
  readonly key: string
  readonly organization: string
  readonly workspace: string
  readonly analysis: string
}

export type ConnectErrors = { readonly [Field in keyof ConnectInput]?: string }

export type Checked =
  | { readonly ok: true; readonly reach: string; readonly place: NonNullable<Connection['place']> }
  | { readonly ok: false; readonly errors: ConnectErrors }

type Api = Pick<AnalyticsApi, 'authenticate' | 'organizations' | 'workspaces' | 'collects'>

/** With these the service says that an id is wrong; with every other code it has said nothing about it. */
const wrongId: ReadonlySet<ApiErrorCode> = new Set([
  'not_found',
  'forbidden',
  'validation',
  'invalid_request',
])

const fresh = { fresh: true }

/** As the console shows them. Of what is shorter, the last four characters, which people see, would be too much. */
const keyShape = /^sk-[\x21-\x7e]{13,500}$/

/** What is wrong with the key's spelling; `null`: nothing. */
export function misspeltKey(key: string): string | null {
  if (keyShape.test(key)) return null
  return 'An API key begins with sk-, and has no spaces and at least 16 characters. Copy all of it from the console of the analytics service.'
}

/**
 * Asks the service whether the key works, what it reaches, and whether the analysis can be read with it.
 * @param api made with the new key, without a cache
 * @param configured where the configuration looks; `null`: the person says so
 * @throws {ApiError} when the service can't be asked; nothing was found out then
 */
export async function checkKey(
  api: Api,
  input: ConnectInput,
  configured: NonNullable<Connection['place']> | null,
): Promise<Checked> {
  try {
    await api.authenticate(fresh)
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== 'authentication' && error.code !== 'forbidden'))
      throw error
    return refused('key', 'The analytics service does not accept this key. Copy it from the console again.')
  }
  const reached = await reachOf(api)
  const place = configured ?? (await placeOf(api, input, reached.organizations))
  if ('field' in place) return refused(place.field, place.sentence)
  const code = await refusal(api.collects(place, { page: 1, page_size: 1 }, fresh))
  if (code === null) return { ok: true, reach: reached.words, place }
  return configured === null
    ? refused('analysis', analysisWords(code))
    : refused('key', 'This key may not read what Sightline is set to here. Enter a key that reaches it.')
}

function refused(field: keyof ConnectInput, sentence: string): Checked {
  return { ok: false, errors: { [field]: sentence } }
}

/** Organizations that the key lists; none where it may not list any. */
async function reachOf(api: Api) {
  const listed = await api.organizations(fresh).catch((error: unknown) => {
    if (error instanceof ApiError && wrongId.has(error.code)) return null
    throw error
  })
  const organizations = listed === null ? [] : placesOf(listed)
  const [only] = organizations
  const words =
    only === undefined
      ? 'one workspace or organization, which it does not name'
      : organizations.length === 1
        ? `the organization ${only.name.slice(0, 100)}`
        : `${organizations.length} organizations`
  return { organizations, words }
}

async function placeOf(
  api: Api,
  input: ConnectInput,
  organizations: readonly { readonly id: string }[],
): Promise<
  NonNullable<Connection['place']> | { readonly field: keyof ConnectInput; readonly sentence: string }
> {
  const [onlyOrganization, anotherOrganization] = organizations
  const organizationId =
    input.organization || (anotherOrganization === undefined ? onlyOrganization?.id : undefined)
  if (organizationId === undefined)
    return {
      field: 'organization',
      sentence:
        onlyOrganization === undefined
          ? 'The key does not tell its organization. Enter its id, as the console shows it.'
          : `The key reaches ${organizations.length} organizations. Enter the id of the one that is meant.`,
    }
  if (input.workspace !== '')
    return { organizationId, workspaceId: input.workspace, projectId: input.analysis }
  let workspaces: ReturnType<typeof placesOf>
  try {
    workspaces = placesOf(await api.workspaces(organizationId, fresh))
  } catch (error) {
    if (!(error instanceof ApiError) || !wrongId.has(error.code)) throw error
    return {
      field: error.code === 'forbidden' ? 'workspace' : 'organization',
      sentence:
        error.code === 'forbidden'
          ? 'The key does not tell its workspaces. Enter the id of one, as the console shows it.'
          : "The analytics service doesn't know this organization. Copy its id from the console.",
    }
  }
  const [only, another] = workspaces
  if (only !== undefined && another === undefined)
    return { organizationId, workspaceId: only.id, projectId: input.analysis }
  return {
    field: 'workspace',
    sentence: `The organization has ${workspaces.length} workspaces that the key reaches. Enter the id of one.`,
  }
}

/** Why the service says no to an id; `null`: it knows it. */
async function refusal(answer: Promise<unknown>): Promise<ApiErrorCode | null> {
  try {
    await answer
    return null
  } catch (error) {
    if (error instanceof ApiError && wrongId.has(error.code)) return error.code
    throw error
  }
}

function analysisWords(code: ApiErrorCode): string {
  return code === 'forbidden'
    ? 'The key may not read this analysis. Enter another one, or a key that may.'
    : "The workspace doesn't have this analysis. Copy its id from its address in the console."
}
