import { currentReference } from '../lib/log.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { AuditEntry, Connection } from '../store/index.ts'
import { type ConnectErrors, type ConnectInput, checkKey, misspeltKey } from './check.ts'

/** What a workspace's API key needs; who may enter or remove it is asked before. */
export type KeyWorkspace = Pick<Workspace, 'team' | 'store' | 'clock' | 'apiKey'>

/** Why no key is entered in Slack, as a sentence with the next step; `null`: it can be. */
export function keyRefusal({ store, apiKey }: Pick<Workspace, 'store' | 'apiKey'>): string | null {
  if (apiKey.configured)
    return "Sightline's API key is in its configuration. Whoever runs Sightline changes it there (SIGHTLINE_API_KEY or SIGHTLINE_API_KEY_FILE)."
  if (store.canEncrypt) return null
  return 'Sightline can’t keep a key safely yet. Whoever runs it has to set SIGHTLINE_ENCRYPTION_KEY first; `openssl rand -base64 32` makes one.'
}

/** Whether whoever enters the key says, too, where the workspace's channels look; else the configuration does. */
export function asksPlace({ apiKey }: Pick<Workspace, 'apiKey'>): boolean {
  return apiKey.place === null
}

/** `null`: there is no key. */
export function connectionOf({ store, team }: Pick<Workspace, 'store' | 'team'>): Promise<Connection | null> {
  return store.connections.get(team)
}

/**
 * Checks the key with the service, then saves it in the place of the one before.
 * @param by Slack user id; `null`: the operator
 * @throws {ApiError} when the service can't be asked; nothing was saved then
 */
export async function connect(
  workspace: KeyWorkspace,
  input: ConnectInput,
  by: string | null,
): Promise<
  | { readonly ok: true; readonly connection: Connection; readonly replaced: boolean }
  | { readonly ok: false; readonly errors: ConnectErrors }
> {
  const { team, store, clock, apiKey } = workspace
  const { place } = apiKey
  const misspelt = misspeltKey(input.key)
  if (misspelt !== null) return { ok: false, errors: { key: misspelt } }
  if (place === null && input.analysis === '')
    return { ok: false, errors: { analysis: 'Enter the id of the analysis that is shown.' } }
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
    (rotated) => auditEntry(team, by, 'connection.save', rotated ? 'rotated' : 'connected', lastFour),
  )
  apiKey.changed()
  const connection = await store.connections.get(team)
  if (connection === null) throw new Error('the key was removed while it was being saved')
  return { ok: true, connection, replaced }
}

/** `false`: there was no key. */
export async function disconnect(workspace: KeyWorkspace, by: string | null): Promise<boolean> {
  const { team, store, clock, apiKey } = workspace
  const removed = await store.connections.remove(team, clock.now(), (lastFour) =>
    lastFour === null ? null : auditEntry(team, by, 'connection.remove', 'disconnected', lastFour),
  )
  apiKey.changed()
  return removed !== null
}

function auditEntry(
  team: string,
  user: string | null,
  action: string,
  outcome: string,
  lastFour: string,
): AuditEntry {
  return {
    team,
    user,
    channel: null,
    action,
    subject: null,
    outcome,
    detail: { key: `…${lastFour}` },
    reference: currentReference(),
  }
}
