import { type AnalysisScope, type AnalyticsApi, ApiError, type ApiErrorCode } from '../api/index.ts'
import { isWrongId, placesOf, refusal } from '../channels/service-lists.ts'
import { AnswerCache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import type { Workspace } from '../slack/workspace.ts'
import { auditEntry, type Connection, type Store, StoreError } from '../store/index.ts'

/** The parts of a workspace that connecting uses. The caller checks permission. */
export type KeyWorkspace = Pick<Workspace, 'team' | 'store' | 'clock'> & {
  readonly apiKey: Omit<Workspace['apiKey'], 'fingerprint'>
}

/** Why a key can't be entered in Slack, with the next step; `null`: it can. */
export function keyRefusal({ store, apiKey }: Pick<KeyWorkspace, 'store' | 'apiKey'>): string | null {
  if (apiKey.configured)
    return 'Sightline’s API key isn’t managed in Slack. Ask your Sightline admin to change it.'
  if (store.canEncrypt) return null
  return 'Sightline can’t store a key safely yet. Ask your Sightline admin to set up encryption first.'
}

/** Checked, then saved. @param by Slack user id; `null`: the operator. @throws {ApiError} then nothing is saved */
export async function connect(
  workspace: KeyWorkspace,
  input: ConnectInput,
  by: string | null,
): Promise<{ readonly ok: true; readonly connection: Connection; readonly replaced: boolean } | Refused> {
  const { team, store, clock, apiKey } = workspace
  const { place } = apiKey
  if (!keyShape.test(input.key))
    return refused(
      'key',
      'An API key starts with sk-, has at least 16 characters and no spaces. Copy all of it from the analytics console.',
    )
  if (place === null && input.analysis === '')
    return refused('analysis', 'Enter the id of the analysis to show.')
  const api = apiKey.clientWith(input.key)
  const checked = await checkKey(api, input, place).finally(() => api.close())
  if (!checked.ok) return checked
  const lastFour = input.key.slice(-4)
  const replaced = await store.connections.save(
    {
      team,
      key: input.key,
      lastFour,
      reach: checked.reach,
      place: place === null ? checked.place : null,
      connectedBy: by,
    },
    clock.now(),
    (rotated) => audited(team, by, 'connection.save', rotated ? 'rotated' : 'connected', lastFour),
  )
  apiKey.changed()
  const connection = await store.connections.get(team)
  if (connection === null) throw new Error('the key was removed while it was being saved')
  return { ok: true, connection, replaced }
}

/** @returns `false` if there was no key */
export async function disconnect(workspace: KeyWorkspace, by: string | null): Promise<boolean> {
  const { team, store, clock, apiKey } = workspace
  const removed = await store.connections.remove(team, clock.now(), (lastFour) =>
    lastFour === null ? null : audited(team, by, 'connection.remove', 'disconnected', lastFour),
  )
  apiKey.changed()
  return removed !== null
}

const audited = (team: string, user: string | null, action: string, outcome: string, lastFour: string) =>
  auditEntry({ team, user, channel: null }, action, null, outcome, { key: `…${lastFour}` })

/** Input to connect a workspace with the analytics service; ids may be empty. */
interface ConnectInput {
  readonly key: string
  readonly organization: string
  readonly workspace: string
  readonly analysis: string
}

interface Refused {
  readonly ok: false
  readonly errors: { readonly [Field in keyof ConnectInput]?: string }
}

type Api = Pick<AnalyticsApi, 'authenticate' | 'organizations' | 'workspaces' | 'collects'>

/** The format in the console. The minimum length keeps the displayed last four characters from revealing too much. */
const keyShape = /^sk-[\x21-\x7e]{13,500}$/

/**
 * Checks that the key works, what it reaches, and that it can read the analysis.
 * @param api a client with the new key, without a cache
 * @param configured the configured place; `null`: the input names it
 * @throws {ApiError} when the service is unavailable; nothing is known then
 */
async function checkKey(api: Api, input: ConnectInput, configured: AnalysisScope | null) {
  try {
    await api.authenticate()
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== 'authentication' && error.code !== 'forbidden'))
      throw error
    return refused('key', 'The analytics service rejected this key. Copy it from the console again.')
  }
  const reach = await reachOf(api)
  const place = configured ?? (await findAnalysis(api, input, reach.organizations))
  if ('ok' in place) return place
  const code = await refusal(api.collects(place, { page: 1, page_size: 1 }))
  if (code === null) return { ok: true as const, reach: reach.description, place }
  return configured === null
    ? refused('analysis', analysisError(code))
    : refused('key', 'This key can’t read the analysis in Sightline’s settings. Enter one that can.')
}

function refused(field: keyof ConnectInput, sentence: string): Refused {
  return { ok: false, errors: { [field]: sentence } }
}

/** The organizations that the key lists; none if it may not list any. */
async function reachOf(api: Api) {
  const listed = await api.organizations().catch((error: unknown) => {
    if (isWrongId(error)) return null
    throw error
  })
  const organizations = listed === null ? [] : placesOf(listed)
  const [only] = organizations
  const description =
    only === undefined
      ? 'one workspace or organization, which it doesn’t name'
      : organizations.length === 1
        ? `the organization ${only.name.slice(0, 100)}`
        : `${organizations.length} organizations`
  return { organizations, description }
}

async function findAnalysis(
  api: Api,
  input: ConnectInput,
  organizations: readonly { readonly id: string }[],
): Promise<AnalysisScope | Refused> {
  const [onlyOrganization, secondOrganization] = organizations
  const organizationId =
    input.organization || (secondOrganization === undefined ? onlyOrganization?.id : undefined)
  if (organizationId === undefined)
    return refused(
      'organization',
      onlyOrganization === undefined
        ? 'The key doesn’t say which organization it belongs to. Enter its id from the console.'
        : `The key reaches ${organizations.length} organizations. Enter the id of the one you want.`,
    )
  if (input.workspace !== '')
    return { organizationId, workspaceId: input.workspace, projectId: input.analysis }
  let workspaces: ReturnType<typeof placesOf> = []
  try {
    workspaces = placesOf(await api.workspaces(organizationId))
  } catch (error) {
    if (!isWrongId(error)) throw error
    if (error.code !== 'forbidden')
      return refused(
        'organization',
        'The analytics service doesn’t know this organization. Copy its id from the console.',
      )
  }
  const [only, second] = workspaces
  if (only !== undefined && second === undefined)
    return { organizationId, workspaceId: only.id, projectId: input.analysis }
  return refused(
    'workspace',
    only === undefined
      ? 'The key doesn’t list its workspaces. Enter an id from the console.'
      : `The key reaches ${workspaces.length} workspaces of this organization. Enter the id of one.`,
  )
}

function analysisError(code: ApiErrorCode): string {
  return code === 'forbidden'
    ? 'The key can’t read this analysis. Enter another one, or a key that can.'
    : 'The workspace doesn’t have this analysis. Copy its id from its address in the console.'
}

/** @returns how many had stopped when Sightline was removed */
export async function restoreDigests(
  { store, clock }: { readonly store: Pick<Store, 'subscriptions'>; readonly clock: Clock },
  team: string,
  by: string,
): Promise<number> {
  const restored = await store.subscriptions.restoreAll(team, clock.now(), ({ length: count }) =>
    count === 0
      ? null
      : auditEntry({ team, user: by, channel: null }, 'digest.restore', null, 'restored', { count }),
  )
  return restored.length
}

/** The workspaces' current API keys, for the API clients. */
export type KeyRing = ReturnType<typeof createKeyRing>

/** Another process may change a key. The old one, which the service may reject, is used for at most this long. */
const cacheMs = 10_000
const maxKeys = 2_000

/** Says what is wrong with the database or its encryption: the client drops any other error, which may contain the key. */
function unreadable(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  const { code, message, userMessage } = error
  const retryable = code !== 'sealed'
  const more = { message, userMessage, retryable, cause: error }
  throw new ApiError({ code: retryable ? 'unavailable' : 'authentication', ...more })
}

export function createKeyRing(store: Pick<Store, 'connections'>, clock: Clock) {
  const keys = new AnswerCache<string | null>({ clock, ttlMs: cacheMs, max: maxKeys })
  return {
    /** @throws {ApiError} `authentication` when the workspace has none, saying who can fix it */
    keyOf: async (team: string): Promise<string> => {
      const key = await keys.get(team, () => store.connections.key(team).catch(unreadable))
      if (key !== null) return key
      throw new ApiError({
        code: 'authentication',
        message: 'no API key was entered for this workspace',
        userMessage:
          'Sightline has no analytics API key for this workspace. Ask a workspace admin to type /sightline connect.',
        retryable: false,
      })
    },
    changed: (team: string) => keys.delete(team),
  }
}
