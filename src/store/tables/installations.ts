import type { Kysely } from 'kysely'
import type { EncryptedPlace, Encryptor } from '../encrypt.ts'
import type { Database, InstallationRow } from '../schema.ts'
import { instantText, laterText } from './sql.ts'
import { subscriptionStops } from './subscriptions.ts'

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
   * Whether an installation works in a workspace: its own, or that of the organization, which has been confirmed.
   */
  works(team: string, org: string): Promise<boolean>
  /**
   * Notes that an organization's installation works in a workspace, as the organization's own token has confirmed. An
   * installation of its own that is alive stays, and so does one of another organization.
   * @param at by Slack's clock
   * @returns `false`: the organization has no installation that works
   */
  link(team: string, org: string, at: Temporal.Instant): Promise<boolean>
  /** The organization's own token does not confirm it: a link that nothing ever confirmed goes. */
  unlink(team: string, org: string): Promise<void>
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
  /** Links that an earlier version made by what payloads say. */
  unconfirmed(): Promise<readonly { readonly team: string; readonly org: string }[]>
  /** The workspaces that were met of an organization, and whether its own token has confirmed that they are its own. */
  teamsOf(org: string): Promise<readonly { readonly team: string; readonly confirmed: boolean }[]>
}

/** @param shared whether other processes may work on the same rows */
export function installationStore(
  db: Kysely<Database>,
  encryptor: Encryptor,
  shared: boolean,
): InstallationStore {
  const teamsOf = async (org: string, within: Kysely<Database> = db) => {
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

  const isAlive = async (org: string) => {
    const row = await rowOf(org)
    return row !== undefined && row.is_org === 1 && row.ended_at === null
  }

  return {
    ...installationTokens(db, encryptor),
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
        org_confirmed: 0 as const,
        name,
        url,
        bot_user_id: botUser,
        scopes: JSON.stringify(scopes),
        installed_by: installedBy,
        token: encryptor.seal(token, tokenPlace(team, 'token')),
        refresh_token:
          rotation === null ? null : encryptor.seal(rotation.refreshToken, tokenPlace(team, 'refresh_token')),
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
      return row.org_id === null || (row.org_id === org && row.org_confirmed === 1 && (await isAlive(org)))
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
      if (!(await isAlive(org))) return false
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
                // It belonged to an organization that has taken Sightline out.
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
        const teams = ended.is_org === 1 ? (await teamsOf(team, transaction)).map((one) => one.team) : [team]
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

/** The bot token of an installation, as it is now. */
export interface StoredToken {
  /** Whose row holds it: the workspace's own, or its organization's. */
  readonly owner: string
  /** Counts the tokens that the installation has had. */
  readonly generation: number
  readonly token: string
  readonly rotation: { readonly refreshToken: string; readonly expiresAt: string } | null
}

/** Tokens that expire are renewed by one process at a time, however many there are. */
export interface InstallationTokens {
  /** `null`: Sightline is not installed there, or no longer. @throws {StoreError} `sealed` */
  token(team: string): Promise<StoredToken | null>
  /**
   * `true` for the one caller who may renew the token of that generation now; the others wait for it, or until the lease
   * is over because its process died.
   */
  claimRenewal(
    token: Pick<StoredToken, 'owner' | 'generation'>,
    leaseMs: number,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** `false`: there is another token by now, and this one is of no use. */
  renewed(
    old: Pick<StoredToken, 'owner' | 'generation'>,
    fresh: { readonly token: string; readonly refreshToken: string; readonly expiresAt: Temporal.Instant },
  ): Promise<boolean>
  /** Nothing came of it: whoever comes next may try. */
  releaseRenewal(token: Pick<StoredToken, 'owner' | 'generation'>): Promise<void>
}

export const tokenPlace = (team: string, column: 'token' | 'refresh_token'): EncryptedPlace => ({
  table: 'installations',
  column,
  team,
})

export function installationTokens(db: Kysely<Database>, encryptor: Encryptor): InstallationTokens {
  const change = ({ owner, generation }: Pick<StoredToken, 'owner' | 'generation'>) =>
    db.updateTable('installations').where('team_id', '=', owner).where('generation', '=', generation)

  return {
    async token(team) {
      const row = await db
        .selectFrom('installations as own')
        .leftJoin('installations as org', 'org.team_id', 'own.org_id')
        .select([
          'own.team_id as ownId',
          'own.token as ownToken',
          'own.refresh_token as ownRefresh',
          'own.expires_at as ownExpires',
          'own.generation as ownGeneration',
          'org.team_id as orgId',
          'org.token as orgToken',
          'org.refresh_token as orgRefresh',
          'org.expires_at as orgExpires',
          'org.generation as orgGeneration',
        ])
        .where('own.team_id', '=', team)
        .executeTakeFirst()
      if (row === undefined) return null
      const held =
        row.orgId === null
          ? ([row.ownId, row.ownToken, row.ownRefresh, row.ownExpires, row.ownGeneration] as const)
          : ([row.orgId, row.orgToken, row.orgRefresh, row.orgExpires, row.orgGeneration ?? 0] as const)
      const [owner, token, refresh, expiresAt, generation] = held
      if (token === null) return null
      return {
        owner,
        generation,
        token: encryptor.open(token, tokenPlace(owner, 'token')),
        rotation:
          refresh === null || expiresAt === null
            ? null
            : { refreshToken: encryptor.open(refresh, tokenPlace(owner, 'refresh_token')), expiresAt },
      }
    },

    async claimRenewal(token, leaseMs, now) {
      const claimed = await change(token)
        .set({ lease_until: laterText(now, leaseMs) })
        .where('token', 'is not', null)
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', instantText(now))]))
        .returning('team_id')
        .executeTakeFirst()
      return claimed !== undefined
    },

    async renewed(old, { token, refreshToken, expiresAt }) {
      const saved = await change(old)
        .set((eb) => ({
          token: encryptor.seal(token, tokenPlace(old.owner, 'token')),
          refresh_token: encryptor.seal(refreshToken, tokenPlace(old.owner, 'refresh_token')),
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
      await change(token).set({ lease_until: null }).execute()
    },
  }
}
