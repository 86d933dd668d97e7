import type { AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Connection, Store } from '../store/index.ts'
import type { ConnectErrors, ConnectInput } from './check.ts'
import type { KeyRing } from './keys.ts'

/** A workspace's API key: entered, replaced and removed. Whoever may is asked before. */
export interface ConnectionDesk {
  /** Why no key is entered here, as a sentence with the next step; `null`: it can be. */
  readonly refusal: string | null
  /** Whether whoever enters the key says, too, where the workspace's channels look; else the configuration does. */
  readonly asksPlace: boolean
  /** `null`: there is no key. */
  state(team: string): Promise<Connection | null>
  /**
   * Checks the key with the service, then saves it in the place of the one before.
   * @param by Slack user id; `null`: the operator
   * @throws {ApiError} when the service can't be asked; nothing was saved then
   */
  connect(
    team: string,
    input: ConnectInput,
    by: string | null,
  ): Promise<
    | { readonly ok: true; readonly connection: Connection; readonly replaced: boolean }
    | { readonly ok: false; readonly errors: ConnectErrors }
  >
  /** `false`: there was no key. */
  disconnect(team: string, by: string | null): Promise<boolean>
}

export interface DeskOptions {
  readonly store: Pick<Store, 'connections' | 'audit' | 'canEncrypt'>
  readonly keys: Pick<KeyRing, 'changed'>
  readonly clock: Clock
  /** Whether the configuration holds the key. */
  readonly keyIsConfigured: boolean
  /** Where the configuration looks; `null`: each workspace says so itself. */
  readonly place: NonNullable<Connection['place']> | null
  /** A client of the service for one check, with this key and without a cache. */
  readonly clientWith: (key: string) => AnalyticsApi
  /** Told after each change. */
  readonly changed: (team: string) => void
}

export function createConnectionDesk(options: DeskOptions): ConnectionDesk {
  const { store, keys, clock, place } = options
  const told = (team: string) => {
    keys.changed(team)
    options.changed(team)
  }
  const record = (team: string, user: string | null, action: string, outcome: string, lastFour: string) =>
    store.audit.record(
      {
        team,
        user,
        channel: null,
        action,
        subject: null,
        outcome,
        detail: { key: `…${lastFour}` },
        reference: null,
      },
      clock.now(),
    )

  return {
    refusal: refusalOf(options),
    asksPlace: place === null,
    state: (team) => store.connections.get(team),

    connect: async (team, input, by) => {
      // Done seldom, so loaded when it is.
      const { checkKey, misspeltKey } = await import('./check.ts')
      const misspelt = misspeltKey(input.key)
      if (misspelt !== null) return { ok: false, errors: { key: misspelt } }
      if (place === null && input.analysis === '')
        return { ok: false, errors: { analysis: 'Enter the id of the analysis that is shown.' } }
      const api = options.clientWith(input.key)
      const checked = await checkKey(api, input, place).finally(() => api.close())
      if (!checked.ok) return checked
      const before = await store.connections.get(team)
      const lastFour = input.key.slice(-4)
      await store.connections.save(
        {
          team,
          key: input.key,
          lastFour,
          reach: checked.reach,
          place: place === null ? checked.place : null,
          connectedBy: by,
        },
        clock.now(),
      )
      await record(team, by, 'connection.save', before === null ? 'connected' : 'rotated', lastFour)
      told(team)
      const connection = await store.connections.get(team)
      if (connection === null) throw new Error('the key was removed while it was being saved')
      return { ok: true, connection, replaced: before !== null }
    },

    disconnect: async (team, by) => {
      const before = await store.connections.get(team)
      const removed = await store.connections.remove(team)
      if (removed) await record(team, by, 'connection.remove', 'disconnected', before?.lastFour ?? '')
      told(team)
      return removed
    },
  }
}

function refusalOf({ store, keyIsConfigured }: DeskOptions): string | null {
  if (keyIsConfigured)
    return "Sightline's API key is in its configuration. Whoever runs Sightline changes it there (SIGHTLINE_API_KEY or SIGHTLINE_API_KEY_FILE)."
  if (store.canEncrypt) return null
  return 'Sightline can’t keep a key safely yet. Whoever runs it has to set SIGHTLINE_ENCRYPTION_KEY first; `openssl rand -base64 32` makes one.'
}
