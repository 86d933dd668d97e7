import type { Workspace } from '../slack/workspace.ts'
import type { Connection } from '../store/index.ts'
import { auditEntry } from '../store/index.ts'
import { type ConnectErrors, type ConnectInput, checkKey, keyFormatProblem } from './check.ts'

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

/** Whether the form asks for the place, because the configuration doesn't set one. */
export function asksPlace({ apiKey }: Pick<KeyWorkspace, 'apiKey'>): boolean {
  return apiKey.place === null
}

/** `null`: no key. */
export function connectionOf({ store, team }: Pick<Workspace, 'store' | 'team'>): Promise<Connection | null> {
  return store.connections.get(team)
}

/**
 * Checks the key with the service, then saves it, replacing the previous one.
 * @param by Slack user id; `null`: the operator
 * @throws {ApiError} when the service is unavailable; nothing is saved then
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
  const formatProblem = keyFormatProblem(input.key)
  if (formatProblem !== null) return { ok: false, errors: { key: formatProblem } }
  if (place === null && input.analysis === '')
    return { ok: false, errors: { analysis: 'Enter the id of the analysis to show.' } }
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
