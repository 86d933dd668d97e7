import { randomUUID } from 'node:crypto'
import type { AnalysisScope } from '../../api/index.ts'
import type { EncryptedPlace, Encryptor } from '../encrypt.ts'
import { type Audited, withAudit } from './audit.ts'
import { changes, type Database, type Db, instantText, sql } from './sql.ts'

/** A workspace's connection to the analytics service, without its key. */
export interface Connection {
  readonly team: string
  /** The last four characters of the key, by which people recognize it. */
  readonly lastFour: string
  /** What the key gave access to when it was entered, as text for people. */
  readonly reach: string
  /** For channels without settings of their own; `null`: the configuration's. */
  readonly place: AnalysisScope | null
  /** Slack user id; `null`: the operator, on the command line. */
  readonly connectedBy: string | null
  readonly connectedAt: string
  readonly stamp: string
}

type ConnectionRow = Omit<Connection, 'place'> & {
  readonly [Id in keyof AnalysisScope]: string | null
}

export const keyPlace = (team: string): EncryptedPlace => ({ table: 'connections', column: 'api_key', team })

export function connectionStore(db: Database, encryptor: Encryptor) {
  return {
    /** `null`: the workspace has no key. */
    async get(team: string): Promise<Connection | null> {
      const row = await sql<ConnectionRow>`
        SELECT team_id AS team, last_four AS "lastFour", reach, organization_id AS "organizationId",
            workspace_id AS "workspaceId", project_id AS "projectId", connected_by AS "connectedBy",
            connected_at AS "connectedAt", stamp
          FROM connections WHERE team_id = ${team}`.first(db)
      if (row === null) return null
      const { organizationId, workspaceId, projectId, ...connection } = row
      const hasPlace = organizationId !== null && workspaceId !== null && projectId !== null
      return { ...connection, place: hasPlace ? { organizationId, workspaceId, projectId } : null }
    },

    /** The decrypted key, only for the API client. @throws {StoreError} `sealed` */
    async key(team: string): Promise<string | null> {
      const stored = sql<{ key: string }>`SELECT api_key AS key FROM connections WHERE team_id = ${team}`
      const row = await stored.first(db)
      return row === null ? null : encryptor.decrypt(row.key, keyPlace(team))
    },

    /** `true`: it replaced another key. @throws {StoreError} `no_encryption_key` */
    save: async (
      connection: Omit<Connection, 'connectedAt' | 'stamp'> & { readonly key: string },
      now: Temporal.Instant,
      audited?: Audited<boolean>,
    ): Promise<boolean> => {
      const { team, key, lastFour, reach, place, connectedBy } = connection
      const insert = sql`INSERT INTO connections (team_id, api_key, last_four, reach, organization_id, workspace_id,
          project_id, connected_by, connected_at, stamp)
        VALUES (${team}, ${encryptor.encrypt(key, keyPlace(team))}, ${lastFour}, ${reach},
          ${place?.organizationId ?? null}, ${place?.workspaceId ?? null}, ${place?.projectId ?? null},
          ${connectedBy}, ${instantText(now)}, ${randomUUID()})`
      const replace = async (transaction: Db) => {
        // What a key has read is not kept longer than the key.
        await sql`DELETE FROM market_weeks WHERE team_id = ${team}`.execute(transaction)
        if (await changes(transaction, sql`${insert} ON CONFLICT DO NOTHING`)) return false
        await sql`${insert} ON CONFLICT (team_id) DO UPDATE SET api_key = excluded.api_key,
          last_four = excluded.last_four, reach = excluded.reach, organization_id = excluded.organization_id,
          workspace_id = excluded.workspace_id, project_id = excluded.project_id,
          connected_by = excluded.connected_by, connected_at = excluded.connected_at,
          stamp = excluded.stamp`.execute(transaction)
        return true
      }
      return withAudit(db, now, replace, audited)
    },

    /** @returns the last four characters of the removed key; `null`: there was none */
    remove: (team: string, now: Temporal.Instant, audited?: Audited<string | null>) => {
      const remove = async (transaction: Db) => {
        await sql`DELETE FROM market_weeks WHERE team_id = ${team}`.execute(transaction)
        const row = await sql<Pick<Connection, 'lastFour'>>`
          DELETE FROM connections WHERE team_id = ${team}
          RETURNING last_four AS "lastFour"`.first(transaction)
        return row?.lastFour ?? null
      }
      return withAudit(db, now, remove, audited)
    },
  }
}
