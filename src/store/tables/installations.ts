import { z } from 'zod'
import type { EncryptedPlace, Encryptor } from '../encrypt.ts'
import { enqueue, type Owed } from './owed.ts'
import {
  changes,
  type Database,
  type Db,
  instantIn,
  instantText,
  instantTextAfter,
  type Sql,
  sql,
} from './sql.ts'
import { type Subscription, stopAll, uninstalledSubscriptions } from './subscription-rows.ts'

/** Sightline in a Slack workspace, or with `isOrg` in all workspaces of an Enterprise Grid organization. */
export interface Installation {
  /** Slack's id of the workspace (`T…`) or of the organization (`E…`). */
  readonly team: string
  readonly isOrg: boolean
  /** The organization whose installation it uses; `null`: its own. */
  readonly org: string | null
  readonly name: string
  readonly url: string
  readonly botUser: string
  readonly scopes: readonly string[]
  readonly installedBy: string | null
  readonly installedAt: string
  /** ISO 8601 instant of its end: Sightline was removed, or Slack rejects the token. `null`: it is valid. */
  readonly endedAt: string | null
}

export interface NewInstallation extends Omit<Installation, 'org' | 'installedAt' | 'endedAt'> {
  readonly token: string
  /** `null`: the token doesn't expire. */
  readonly rotation: { readonly refreshToken: string; readonly expiresAt: Temporal.Instant } | null
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

type TokenRef = Pick<StoredToken, 'owner' | 'generation'>

export const storedScopes = z.array(z.string())

export const tokenPlace = (team: string, column: 'token' | 'refresh_token'): EncryptedPlace => ({
  table: 'installations',
  column,
  team,
})

export function installationStore(db: Database, encryptor: Encryptor) {
  const stored = async (team: string): Promise<Installation | null> => {
    type Row = Omit<Installation, 'isOrg' | 'scopes'> & { readonly isOrg: 0 | 1; readonly scopes: string }
    const row = await sql<Row>`
      SELECT team_id AS team, is_org AS "isOrg", org_id AS org, name, url, bot_user_id AS "botUser", scopes,
          installed_by AS "installedBy", installed_at AS "installedAt", ended_at AS "endedAt"
        FROM installations WHERE team_id = ${team}`.first(db)
    if (row === null) return null
    return { ...row, isOrg: row.isOrg === 1, scopes: storedScopes.parse(JSON.parse(row.scopes)) }
  }
  const isActiveOrg = async (org: string) => {
    const installation = await stored(org)
    return installation?.isOrg === true && installation.endedAt === null
  }
  const linkedTeams = async (org: string, within: Db = db): Promise<readonly string[]> => {
    const linked = sql<{ team: string }>`
      SELECT team_id AS team FROM installations WHERE org_id = ${org} ORDER BY team_id`
    return (await linked.rows(within)).map(({ team }) => team)
  }

  /** Expiring tokens are renewed by one process at a time. */
  const updateToken = ({ owner, generation }: TokenRef, set: Sql, where = sql``) =>
    changes(
      db,
      sql`UPDATE installations SET ${set} WHERE team_id = ${owner} AND generation = ${generation} ${where}`,
    )

  return {
    /** Includes ended installations. `null`: there was none, or it was erased. */
    async get(team: string): Promise<Installation | null> {
      const own = await stored(team)
      if (own === null || own.org === null) return own
      // Linked workspaces share the organization's row.
      return { ...((await stored(own.org)) ?? own), team, isOrg: own.isOrg, org: own.org }
    },

    /** Inserts or replaces an installation. @throws {StoreError} `no_encryption_key` */
    async save(
      { team, isOrg, name, url, botUser, scopes, installedBy, token, rotation }: NewInstallation,
      now: Temporal.Instant,
    ): Promise<void> {
      const refreshToken =
        rotation && encryptor.encrypt(rotation.refreshToken, tokenPlace(team, 'refresh_token'))
      await sql`INSERT INTO installations (team_id, is_org, name, url, bot_user_id, scopes, installed_by, token,
          refresh_token, expires_at, generation, installed_at)
        VALUES (${team}, ${isOrg ? 1 : 0}, ${name}, ${url}, ${botUser}, ${JSON.stringify(scopes)}, ${installedBy},
          ${encryptor.encrypt(token, tokenPlace(team, 'token'))}, ${refreshToken},
          ${rotation && instantText(rotation.expiresAt)}, 1, ${instantText(now)})
        ON CONFLICT (team_id) DO UPDATE SET is_org = excluded.is_org, org_id = NULL, name = excluded.name,
          url = excluded.url, bot_user_id = excluded.bot_user_id, scopes = excluded.scopes,
          installed_by = excluded.installed_by, token = excluded.token, refresh_token = excluded.refresh_token,
          expires_at = excluded.expires_at, generation = installations.generation + 1, lease_until = NULL,
          installed_at = excluded.installed_at, ended_at = NULL, ended_why = NULL`.execute(db)
    },

    /** Whether the workspace has a working installation: its own, or this organization's. */
    async works(team: string, org: string): Promise<boolean> {
      const own = await stored(team)
      if (own === null || own.endedAt !== null) return false
      return own.org === null || (own.org === org && (await isActiveOrg(org)))
    },

    /**
     * Links a workspace to its organization's installation, after the organization's token has confirmed the link. Doesn't
     * replace a working installation of the workspace itself or of another organization.
     * @param at time of the confirmation, by Slack's clock
     * @returns `false`: the organization has no working installation
     */
    async link(team: string, org: string, at: Temporal.Instant): Promise<boolean> {
      if (!(await isActiveOrg(org))) return false
      await sql`INSERT INTO installations (team_id, is_org, org_id, name, url, bot_user_id, scopes, generation,
          installed_at)
        VALUES (${team}, 0, ${org}, '', '', '', '[]', 1, ${instantText(at)})
        ON CONFLICT (team_id) DO UPDATE SET org_id = excluded.org_id, name = '', url = '', bot_user_id = '',
          scopes = '[]', token = NULL, refresh_token = NULL, installed_at = excluded.installed_at, ended_at = NULL,
          ended_why = NULL
        WHERE installations.org_id = excluded.org_id OR installations.ended_at IS NOT NULL
          OR installations.org_id IN (
            SELECT gone.team_id FROM installations AS gone
            WHERE gone.is_org = 1 AND gone.ended_at IS NOT NULL)`.execute(db)
      return true
    },

    /**
     * Ends an installation whose tokens Slack rejects. Erases the tokens and stops all digests of the affected workspaces, in
     * one transaction. An installation made after `happened` is a new one and isn't ended.
     * @returns the affected workspaces, and how many digests stopped in each
     */
    end: (team: string, why: string, happened: Temporal.Instant, now: Temporal.Instant) =>
      db.transaction(async (transaction) => {
        const ended = await sql<{ isOrg: 0 | 1 }>`
          UPDATE installations SET token = NULL, refresh_token = NULL, lease_until = NULL,
              ended_at = ${instantText(now)}, ended_why = ${why}
            WHERE team_id = ${team} AND ended_at IS NULL AND installed_at <= ${instantText(happened)}
            RETURNING is_org AS "isOrg"`.first(transaction)
        if (ended === null) return []
        const teams = ended.isOrg === 1 ? await linkedTeams(team, transaction) : [team]
        // What waits for it is skipped now; it would wait for good.
        await sql`DELETE FROM disconnected_workspaces
          WHERE team_id IN (${sql.join([team, ...teams])})`.execute(transaction)
        const stops = []
        for (const each of teams) stops.push({ team: each, stopped: await stopAll(transaction, each, now) })
        return stops
      }),

    linkedTeams: (org: string) => linkedTeams(org),

    /** `null`: Sightline is not installed. @throws {StoreError} `sealed` */
    async token(team: string): Promise<StoredToken | null> {
      interface Row extends TokenRef {
        readonly token: string | null
        readonly refreshToken: string | null
        readonly expiresAt: string | null
      }
      const row = await sql<Row>`
        SELECT team_id AS owner, generation, token, refresh_token AS "refreshToken", expires_at AS "expiresAt"
        FROM installations WHERE team_id = COALESCE(
          (SELECT org_id FROM installations WHERE team_id = ${team}), ${team})`.first(db)
      if (row === null || row.token === null) return null
      const { owner, generation, token, refreshToken, expiresAt } = row
      const decrypted = (text: string, column: 'token' | 'refresh_token') =>
        encryptor.decrypt(text, tokenPlace(owner, column))
      const rotation =
        refreshToken === null || expiresAt === null
          ? null
          : { refreshToken: decrypted(refreshToken, 'refresh_token'), expiresAt }
      return { owner, generation, token: decrypted(token, 'token'), rotation }
    },

    /**
     * `true` for the one caller that may renew this token. The others wait for the new token, or for the end of the lease if
     * that process was killed.
     */
    claimRenewal: (token: TokenRef, leaseMs: number, now: Temporal.Instant) =>
      updateToken(
        token,
        sql`lease_until = ${instantTextAfter(now, leaseMs)}`,
        sql`AND token IS NOT NULL AND (lease_until IS NULL OR lease_until <= ${instantText(now)})`,
      ),

    /** Stores the new token. `false`: another one was stored first; this one must not be used. */
    renewed: async (
      old: TokenRef,
      fresh: { readonly token: string; readonly refreshToken: string; readonly expiresAt: Temporal.Instant },
    ): Promise<boolean> =>
      updateToken(
        old,
        sql`token = ${encryptor.encrypt(fresh.token, tokenPlace(old.owner, 'token'))},
          refresh_token = ${encryptor.encrypt(fresh.refreshToken, tokenPlace(old.owner, 'refresh_token'))},
          expires_at = ${instantText(fresh.expiresAt)}, generation = generation + 1, lease_until = NULL`,
        sql`AND token IS NOT NULL`,
      ),

    /** The renewal failed; another caller may try. */
    async releaseRenewal(token: TokenRef): Promise<void> {
      await updateToken(token, sql`lease_until = NULL`)
    },

    /** Renewals whose lease has expired, oldest first: their process was killed, or Slack didn't answer. */
    expiredRenewals: (now: Temporal.Instant, limit: number): Promise<readonly TokenRef[]> =>
      sql<TokenRef>`
        SELECT team_id AS owner, generation FROM installations WHERE lease_until <= ${instantText(now)}
          ORDER BY lease_until ${sql.limit(limit)}`.rows(db),

    /** When the earliest lease ends; `null`: no token is being renewed. */
    async renewalDueAt(): Promise<Temporal.Instant | null> {
      const row = await sql<{ at: string }>`
        SELECT lease_until AS at FROM installations
        WHERE lease_until IS NOT NULL ORDER BY lease_until LIMIT 1`.first(db)
      return instantIn(row)
    },
  }
}

/** Slack rejects the workspace's token. */
export interface Disconnection {
  /** Slack's error code. */
  readonly code: string
  /** ISO 8601 instant of the first rejection. */
  readonly since: string
}

/** Disconnected workspaces. Nothing is planned, posted or looked up for them. */
export function disconnectionStore(db: Database) {
  return {
    /** Records a disconnection. `true` for the first caller. */
    markDisconnected: (team: string, code: string, now: Temporal.Instant): Promise<boolean> =>
      changes(
        db,
        sql`INSERT INTO disconnected_workspaces (team_id, code, since)
          VALUES (${team}, ${code}, ${instantText(now)}) ON CONFLICT DO NOTHING`,
      ),

    /**
     * The token works again. Also makes pending message updates due.
     * @param owed makes what is owed now, given the digests that stopped when Sightline was removed (oldest first); it is
     *   written in the same transaction
     * @returns the disconnection for one caller, `null` for the others
     */
    markReconnected: (
      team: string,
      now: Temporal.Instant,
      owed: (stopped: readonly Subscription[], was: Disconnection) => readonly Owed[],
    ): Promise<Disconnection | null> =>
      db.transaction(async (transaction) => {
        const was = await sql<Disconnection>`
          DELETE FROM disconnected_workspaces WHERE team_id = ${team}
          RETURNING code, since`.first(transaction)
        if (was === null) return null
        await sql`UPDATE tasks SET update_at = NULL
          WHERE team_id = ${team} AND outdated_since IS NOT NULL
          AND update_at IS NOT NULL`.execute(transaction)
        const stopped = await uninstalledSubscriptions(transaction, team)
        await enqueue(transaction, owed(stopped, was), now)
        return was
      }),

    /** `null`: connected. */
    async get(team: string): Promise<Disconnection | null> {
      return sql<Disconnection>`
        SELECT code, since FROM disconnected_workspaces WHERE team_id = ${team}`.first(db)
    },

    list: () =>
      sql<Disconnection & { readonly team: string }>`
        SELECT team_id AS team, code, since FROM disconnected_workspaces ORDER BY team_id`.rows(db),
  }
}
