import type { Kysely } from 'kysely'
import { type InstallationTokens, installationTokens, tokenPlace } from './installation-tokens.ts'
import type { Database, InstallationRow } from './schema.ts'
import type { Sealer } from './seal.ts'
import { subscriptionStops } from './subscription-stops.ts'
import { instantText } from './text.ts'

/** Sightline in a Slack workspace, or with `isOrg` in all workspaces of an Enterprise Grid organization. */
export interface Installation {
  /** Slack's id of the workspace (`T…`) or of the organization (`E…`). */
  readonly team: string
  readonly isOrg: boolean
  /** The organization whose installation a workspace uses; `null`: it has its own. */
  readonly org: string | null
  readonly name: string
  /** The address in Slack. */
  readonly url: string
  readonly botUser: string
  readonly scopes: readonly string[]
  /** Slack user id. */
  readonly installedBy: string | null
  /** ISO 8601 instant. */
  readonly installedAt: string
  /** ISO 8601 instant since which Slack takes the token no more; `null`: it does. */
  readonly endedAt: string | null
}

export interface NewInstallation {
  readonly team: string
  readonly isOrg: boolean
  readonly name: string
  readonly url: string
  readonly botUser: string
  readonly scopes: readonly string[]
  readonly installedBy: string | null
  readonly token: string
  /** `null`: the app's tokens don't expire. */
  readonly rotation: { readonly refreshToken: string; readonly expiresAt: Temporal.Instant } | null
}

export interface InstallationStore extends InstallationTokens {
  /** Also where one ended. `null`: there never was one, or it was forgotten. */
  get(team: string): Promise<Installation | null>
  /** A first installation, or one in the place of what was there. @throws {StoreError} `no_encryption_key` */
  save(installation: NewInstallation, now: Temporal.Instant): Promise<void>
  /**
   * A workspace was met in which an organization's installation works. One of its own that is alive stays.
   * `false`: there is no such installation.
   */
  link(team: string, org: string, now: Temporal.Instant): Promise<boolean>
  /**
   * Slack takes the tokens no more: they are erased. An installation made after `happened` is another one and stays.
   * All digests of the workspaces in which Sightline no longer works stand still from the same moment on.
   * @returns those workspaces, with how many digests were stopped
   */
  end(
    team: string,
    why: string,
    happened: Temporal.Instant,
    now: Temporal.Instant,
  ): Promise<readonly { readonly team: string; readonly stopped: number }[]>
  /** The workspaces that were met of an organization. */
  teamsOf(org: string): Promise<readonly string[]>
}

/** @param shared whether other processes may work on the same rows */
export function installationStore(db: Kysely<Database>, sealer: Sealer, shared: boolean): InstallationStore {
  const teamsOf = async (org: string, within: Kysely<Database> = db) => {
    const rows = await within
      .selectFrom('installations')
      .select('team_id')
      .where('org_id', '=', org)
      .orderBy('team_id')
      .execute()
    return rows.map(({ team_id }) => team_id)
  }
  const rowOf = (team: string) =>
    db.selectFrom('installations').selectAll().where('team_id', '=', team).executeTakeFirst()

  return {
    ...installationTokens(db, sealer),
    teamsOf: (org) => teamsOf(org),

    async get(team) {
      const row = await rowOf(team)
      if (row === undefined) return null
      // What an organization's workspaces share is written down once.
      const common = row.org_id === null ? row : ((await rowOf(row.org_id)) ?? row)
      return { ...installation(common), team, isOrg: row.is_org === 1, org: row.org_id }
    },

    async save({ team, isOrg, name, url, botUser, scopes, installedBy, token, rotation }, now) {
      const at = instantText(now)
      const values = {
        is_org: isOrg ? (1 as const) : (0 as const),
        org_id: null,
        name,
        url,
        bot_user_id: botUser,
        scopes: JSON.stringify(scopes),
        installed_by: installedBy,
        token: sealer.seal(token, tokenPlace(team, 'token')),
        refresh_token:
          rotation === null ? null : sealer.seal(rotation.refreshToken, tokenPlace(team, 'refresh_token')),
        expires_at: rotation === null ? null : instantText(rotation.expiresAt),
        lease_until: null,
        installed_at: at,
        ended_at: null,
        ended_why: null,
      }
      await db
        .insertInto('installations')
        .values({ team_id: team, ...values, generation: 1 })
        .onConflict((conflict) =>
          conflict
            .column('team_id')
            .doUpdateSet((eb) => ({ ...values, generation: eb('installations.generation', '+', 1) })),
        )
        .execute()
    },

    async link(team, org, now) {
      const found = await rowOf(org)
      if (found === undefined || found.is_org === 0) return false
      const values = {
        org_id: org,
        name: '',
        url: '',
        bot_user_id: '',
        scopes: '[]',
        token: null,
        refresh_token: null,
        installed_at: instantText(now),
        ended_at: null,
        ended_why: null,
      }
      await db
        .insertInto('installations')
        .values({ team_id: team, is_org: 0, ...values, generation: 1 })
        .onConflict((conflict) =>
          conflict.column('team_id').doUpdateSet(values).where('installations.ended_at', 'is not', null),
        )
        .execute()
      return true
    },

    end: (team, why, happened, now) =>
      db.transaction().execute(async (transaction) => {
        const ended = await transaction
          .updateTable('installations')
          .set({
            token: null,
            refresh_token: null,
            lease_until: null,
            ended_at: instantText(now),
            ended_why: why,
          })
          .where('team_id', '=', team)
          .where('ended_at', 'is', null)
          .where('installed_at', '<=', instantText(happened))
          .returning('is_org')
          .executeTakeFirst()
        if (ended === undefined) return []
        const teams = ended.is_org === 1 ? await teamsOf(team, transaction) : [team]
        const { stopAll } = subscriptionStops(transaction, shared)
        const stops = []
        for (const each of teams) stops.push({ team: each, stopped: await stopAll(each, now) })
        return stops
      }),
  }
}

function installation(row: InstallationRow): Omit<Installation, 'team' | 'isOrg' | 'org'> {
  return {
    name: row.name,
    url: row.url,
    botUser: row.bot_user_id,
    scopes: JSON.parse(row.scopes),
    installedBy: row.installed_by,
    installedAt: row.installed_at,
    endedAt: row.ended_at,
  }
}
