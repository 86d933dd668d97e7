import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { EncryptedPlace, Encryptor } from '../encrypt.ts'
import type { Database } from '../schema.ts'
import { type Audited, withAudit } from './audit.ts'
import { instantText } from './sql.ts'

/** A workspace's connection to the analytics service, without its key. */
export interface Connection {
  readonly team: string
  /** The last four characters of the key, by which people recognize it. */
  readonly lastFour: string
  /** What the key gave access to when it was entered, as text for people. */
  readonly reach: string
  /** For channels without settings of their own; `null`: the configuration's. */
  readonly place: {
    readonly organizationId: string
    readonly workspaceId: string
    readonly projectId: string
  } | null
  /** Slack user id; `null`: the operator, on the command line. */
  readonly connectedBy: string | null
  /** ISO 8601 instant. */
  readonly connectedAt: string
  /** Changes with each `save`. */
  readonly stamp: string
}

export interface ConnectionStore {
  /** `null`: the workspace has no key. */
  get(team: string): Promise<Connection | null>
  /** The decrypted key, only for the API client. @throws {StoreError} `sealed` */
  key(team: string): Promise<string | null>
  /** `true`: it replaced another key. @throws {StoreError} `no_encryption_key` */
  save(
    connection: Omit<Connection, 'connectedAt' | 'stamp'> & { readonly key: string },
    now: Temporal.Instant,
    audited?: Audited<boolean>,
  ): Promise<boolean>
  /** @returns the last four characters of the removed key; `null`: there was none */
  remove(team: string, now: Temporal.Instant, audited?: Audited<string | null>): Promise<string | null>
}

export const keyPlace = (team: string): EncryptedPlace => ({ table: 'connections', column: 'api_key', team })

export function connectionStore(db: Kysely<Database>, encryptor: Encryptor): ConnectionStore {
  return {
    async get(team) {
      const row = await db
        .selectFrom('connections')
        .selectAll()
        .where('team_id', '=', team)
        .executeTakeFirst()
      if (row === undefined) return null
      const { organization_id, workspace_id, project_id } = row
      return {
        team,
        lastFour: row.last_four,
        reach: row.reach,
        place:
          organization_id === null || workspace_id === null || project_id === null
            ? null
            : { organizationId: organization_id, workspaceId: workspace_id, projectId: project_id },
        connectedBy: row.connected_by,
        connectedAt: row.connected_at,
        stamp: row.stamp,
      }
    },

    async key(team) {
      const row = await db
        .selectFrom('connections')
        .select('api_key')
        .where('team_id', '=', team)
        .executeTakeFirst()
      return row === undefined ? null : encryptor.decrypt(row.api_key, keyPlace(team))
    },

    async save({ team, key, lastFour, reach, place, connectedBy }, now, audited) {
      const values = {
        api_key: encryptor.encrypt(key, keyPlace(team)),
        last_four: lastFour,
        reach,
        organization_id: place?.organizationId ?? null,
        workspace_id: place?.workspaceId ?? null,
        project_id: place?.projectId ?? null,
        connected_by: connectedBy,
        connected_at: instantText(now),
        stamp: randomUUID(),
      }
      return withAudit(
        db,
        now,
        async (transaction) => {
          const inserted = await transaction
            .insertInto('connections')
            .values({ team_id: team, ...values })
            .onConflict((conflict) => conflict.doNothing())
            .returning('team_id')
            .executeTakeFirst()
          if (inserted !== undefined) return false
          await transaction
            .insertInto('connections')
            .values({ team_id: team, ...values })
            .onConflict((conflict) => conflict.column('team_id').doUpdateSet(values))
            .execute()
          return true
        },
        audited,
      )
    },

    remove: (team, now, audited) =>
      withAudit(
        db,
        now,
        async (transaction) => {
          const removed = await transaction
            .deleteFrom('connections')
            .where('team_id', '=', team)
            .returning('last_four')
            .executeTakeFirst()
          return removed?.last_four ?? null
        },
        audited,
      ),
  }
}
