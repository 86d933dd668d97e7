import { type Kysely, sql } from 'kysely'
import type { EncryptedPlace, Encryptor } from '../encrypt.ts'
import type { Database, InstallationRow } from '../schema.ts'
import { instantText, instantTextAfter } from './sql.ts'
import { subscriptionStops } from './subscriptions.ts'

/** Sightline in a Slack workspace, or with `isOrg` in all workspaces of an Enterprise Grid organization. */
export interface Installation {
  /** Slack's id of the workspace (`T…`) or of the organization (`E…`). */
  readonly team: string
  readonly isOrg: boolean
  /** The organization whose installation it uses; `null`: its own. */
  readonly org: string | null
  readonly name: string
  /** Its address in Slack. */
  readonly url: string
  readonly botUser: string
  readonly scopes: readonly string[]
  /** Slack user id. */
  readonly installedBy: string | null
  /** ISO 8601 instant. */
  readonly installedAt: string
  /** ISO 8601 instant of its end: Sightline was removed, or Slack rejects the token. `null`: it is valid. */
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
  /** `null`: the token doesn't expire. */
  readonly rotation: { readonly refreshToken: string; readonly expiresAt: Temporal.Instant } | null
}

export interface InstallationStore extends InstallationTokens {
  /** Includes ended installations. `null`: there was none, or it was erased. */
  get(team: string): Promise<Installation | null>
  /** Inserts or replaces an installation. @throws {StoreError} `no_encryption_key` */
  save(installation: NewInstallation, now: Temporal.Instant): Promise<void>
  /** Whether the workspace has a working installation: its own, or the organization's by a confirmed link. */
  works(team: string, org: string): Promise<boolean>
  /**
   * Links a workspace to its organization's installation, after the organization's token has confirmed the link. Doesn't
   * replace a working installation of the workspace itself or of another organization.
   * @param at time of the confirmation, by Slack's clock
   * @returns `false`: the organization has no working installation
   */
  link(team: string, org: string, at: Temporal.Instant): Promise<boolean>
  /** Removes an unconfirmed link, after the organization's token didn't confirm it. */
  unlink(team: string, org: string): Promise<void>
  /**
   * Ends an installation whose tokens Slack rejects. Erases the tokens and stops all digests of the affected workspaces, in
   * one transaction. An installation made after `happened` is a new one and isn't ended.
   * @returns the affected workspaces, and how many digests stopped in each
   */
  end(
    team: string,
    why: string,
    happened: Temporal.Instant,
    now: Temporal.Instant,
  ): Promise<readonly { readonly team: string; readonly stopped: number }[]>
  /** Links that an earlier version created without confirmation. */
  unconfirmed(): Promise<readonly { readonly team: string; readonly org: string }[]>
  /** The workspaces linked to an organization, and whether its token has confirmed each link. */
  linkedTeams(org: string): Promise<readonly { readonly team: string; readonly confirmed: boolean }[]>
}

/** @param shared whether other processes may use the same rows */
export function installationStore(
  db: Kysely<Database>,
  encryptor: Encryptor,
  shared: boolean,
): InstallationStore {
  const linkedTeams = async (org: string, within: Kysely<Database> = db) => {
    const rows = await within
      .selectFrom('installations')
      .select(['team_id', 'org_confirmed'])
      .where('org_id', '=', org)
      .orderBy('team_id')
      .execute()
    return rows.map(({ team_id, org_confirmed }) => ({ team: team_id, confirmed: org_confirmed === 1 }))
  }
  const rowOf = (team: string) =>
    db.selectFrom('installations').selectAll().where('team_id', '=', team).executeTakeFirst()

  const isActiveOrg = async (org: string) => {
    const row = await rowOf(org)
    return row !== undefined && row.is_org === 1 && row.ended_at === null
  }

  return {
    ...installationTokens(db, encryptor),
    linkedTeams: (org) => linkedTeams(org),

    async get(team) {
      const row = await rowOf(team)
      if (row === undefined) return null
      // Linked workspaces share the organization's row.
      const common = row.org_id === null ? row : ((await rowOf(row.org_id)) ?? row)
      return { ...installation(common), team, isOrg: row.is_org === 1, org: row.org_id }
    },

    async save({ team, isOrg, name, url, botUser, scopes, installedBy, token, rotation }, now) {
      const at = instantText(now)
      const values = {
        is_org: isOrg ? (1 as const) : (0 as const),
        org_id: null,
        org_confirmed: 0 as const,
        name,
        url,
        bot_user_id: botUser,
        scopes: JSON.stringify(scopes),
        installed_by: installedBy,
        token: encryptor.encrypt(token, tokenPlace(team, 'token')),
        refresh_token:
          rotation === null
            ? null
            : encryptor.encrypt(rotation.refreshToken, tokenPlace(team, 'refresh_token')),
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

    async unconfirmed() {
      const rows = await db
        .selectFrom('installations')
        .select(['team_id', 'org_id'])
        .where('org_id', 'is not', null)
        .where('org_confirmed', '=', 0)
        .execute()
      return rows.flatMap(({ team_id, org_id }) => (org_id === null ? [] : [{ team: team_id, org: org_id }]))
    },

    async works(team, org) {
      const row = await rowOf(team)
      if (row === undefined || row.ended_at !== null) return false
      return (
        row.org_id === null || (row.org_id === org && row.org_confirmed === 1 && (await isActiveOrg(org)))
      )
    },

    async unlink(team, org) {
      await db
        .deleteFrom('installations')
        .where('team_id', '=', team)
        .where('org_id', '=', org)
        .where('org_confirmed', '=', 0)
        .execute()
    },

    async link(team, org, at) {
      if (!(await isActiveOrg(org))) return false
      const values = {
        org_id: org,
        org_confirmed: 1 as const,
        name: '',
        url: '',
        bot_user_id: '',
        scopes: '[]',
        token: null,
        refresh_token: null,
        installed_at: instantText(at),
        ended_at: null,
        ended_why: null,
      }
      await db
        .insertInto('installations')
        .values({ team_id: team, is_org: 0, ...values, generation: 1 })
        .onConflict((conflict) =>
          conflict
            .column('team_id')
            .doUpdateSet(values)
            .where((eb) =>
              eb.or([
                eb('installations.org_id', '=', org),
                eb('installations.ended_at', 'is not', null),
                // Linked to an organization whose installation has ended.
                eb(
                  'installations.org_id',
                  'in',
                  eb
                    .selectFrom('installations as gone')
                    .select('gone.team_id')
                    .where('gone.is_org', '=', 1)
                    .where('gone.ended_at', 'is not', null),
                ),
              ]),
            ),
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
        const teams =
          ended.is_org === 1 ? (await linkedTeams(team, transaction)).map((one) => one.team) : [team]
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

/** An installation's current bot token. */
export interface StoredToken {
  /** The workspace or organization that the token belongs to. */
  readonly owner: string
  /** Incremented with each new token. */
  readonly generation: number
  readonly token: string
  readonly rotation: { readonly refreshToken: string; readonly expiresAt: string } | null
}

/** Expiring tokens are renewed by one process at a time. */
export interface InstallationTokens {
  /** `null`: Sightline is not installed. @throws {StoreError} `sealed` */
  token(team: string): Promise<StoredToken | null>
  /**
   * `true` for the one caller that may renew this token. The others wait for the new token, or for the end of the lease if
   * that process was killed.
   */
  claimRenewal(
    token: Pick<StoredToken, 'owner' | 'generation'>,
    leaseMs: number,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** Stores the new token. `false`: another one was stored first; this one must not be used. */
  renewed(
    old: Pick<StoredToken, 'owner' | 'generation'>,
    fresh: { readonly token: string; readonly refreshToken: string; readonly expiresAt: Temporal.Instant },
  ): Promise<boolean>
  /** The renewal failed; another caller may try. */
  releaseRenewal(token: Pick<StoredToken, 'owner' | 'generation'>): Promise<void>
  /** Renewals whose lease has expired, oldest first: their process was killed, or Slack didn't answer. */
  expiredRenewals(
    now: Temporal.Instant,
    limit: number,
  ): Promise<readonly Pick<StoredToken, 'owner' | 'generation'>[]>
  /** When the earliest lease ends; `null`: no token is being renewed. */
  renewalDueAt(): Promise<Temporal.Instant | null>
}

export const tokenPlace = (team: string, column: 'token' | 'refresh_token'): EncryptedPlace => ({
  table: 'installations',
  column,
  team,
})

export function installationTokens(db: Kysely<Database>, encryptor: Encryptor): InstallationTokens {
  const update = ({ owner, generation }: Pick<StoredToken, 'owner' | 'generation'>) =>
    db.updateTable('installations').where('team_id', '=', owner).where('generation', '=', generation)

  return {
    async token(team) {
      const holder = sql<string>`COALESCE((SELECT org_id FROM installations WHERE team_id = ${team}), ${team})`
      const row = await db
        .selectFrom('installations')
        .select(['team_id as owner', 'token', 'refresh_token', 'expires_at', 'generation'])
        .where('team_id', '=', holder)
        .executeTakeFirst()
      if (row === undefined || row.token === null) return null
      const { owner, generation, token, refresh_token, expires_at } = row
      return {
        owner,
        generation,
        token: encryptor.decrypt(token, tokenPlace(owner, 'token')),
        rotation:
          refresh_token === null || expires_at === null
            ? null
            : {
                refreshToken: encryptor.decrypt(refresh_token, tokenPlace(owner, 'refresh_token')),
                expiresAt: expires_at,
              },
      }
    },

    async claimRenewal(token, leaseMs, now) {
      const claimed = await update(token)
        .set({ lease_until: instantTextAfter(now, leaseMs) })
        .where('token', 'is not', null)
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', instantText(now))]))
        .returning('team_id')
        .executeTakeFirst()
      return claimed !== undefined
    },

    async renewed(old, { token, refreshToken, expiresAt }) {
      const saved = await update(old)
        .set((eb) => ({
          token: encryptor.encrypt(token, tokenPlace(old.owner, 'token')),
          refresh_token: encryptor.encrypt(refreshToken, tokenPlace(old.owner, 'refresh_token')),
          expires_at: instantText(expiresAt),
          generation: eb('generation', '+', 1),
          lease_until: null,
        }))
        .where('token', 'is not', null)
        .returning('team_id')
        .executeTakeFirst()
      return saved !== undefined
    },

    async releaseRenewal(token) {
      await update(token).set({ lease_until: null }).execute()
    },

    expiredRenewals: (now, limit) =>
      db
        .selectFrom('installations')
        .select(['team_id as owner', 'generation'])
        .where('lease_until', '<=', instantText(now))
        .orderBy('lease_until')
        .limit(limit)
        .execute(),

    async renewalDueAt() {
      const row = await db
        .selectFrom('installations')
        .select('lease_until')
        .where('lease_until', 'is not', null)
        .orderBy('lease_until')
        .limit(1)
        .executeTakeFirst()
      return row === undefined || row.lease_until === null ? null : Temporal.Instant.from(row.lease_until)
    },
  }
}
