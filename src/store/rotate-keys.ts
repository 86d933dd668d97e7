import { type Kysely, sql } from 'kysely'
import type { EncryptedPlace, Encryptor } from './encrypt.ts'
import type { Database } from './schema.ts'
import { keyPlace } from './tables/connections.ts'
import { tokenPlace } from './tables/installations.ts'

export interface RotatedKeys {
  /** Secrets that are now sealed under the first key. */
  readonly rotated: number
  /** Those that were already. */
  readonly current: number
}

export interface KeyRotation {
  /**
   * Seals every secret under the first key, so that older keys can be taken out of the list. May be repeated, and may run
   * beside the bot: a secret that changes meanwhile is sealed under the first key anyway.
   * @throws {StoreError} `sealed` at the first one that no key opens; those before it stay rotated
   */
  rotateKeys(): Promise<RotatedKeys>
}

interface SealedSecret {
  readonly place: EncryptedPlace
  readonly sealed: string
}

export function keyRotation(db: Kysely<Database>, encryptor: Encryptor): KeyRotation {
  const secrets = async (): Promise<SealedSecret[]> => {
    const keys = await db.selectFrom('connections').select(['team_id', 'api_key']).execute()
    const tokens = await db
      .selectFrom('installations')
      .select(['team_id', 'token', 'refresh_token'])
      .execute()
    return [
      ...keys.map(({ team_id, api_key }) => ({ place: keyPlace(team_id), sealed: api_key })),
      ...tokens.flatMap(({ team_id, token, refresh_token }) => [
        ...(token === null ? [] : [{ place: tokenPlace(team_id, 'token'), sealed: token }]),
        ...(refresh_token === null
          ? []
          : [{ place: tokenPlace(team_id, 'refresh_token'), sealed: refresh_token }]),
      ]),
    ]
  }
  /** Only where it is still the one that was read. */
  const replace = ({ place, sealed }: SealedSecret) => {
    const { table, column, team } = place
    const fresh = encryptor.seal(encryptor.open(sealed, place), place)
    return sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${fresh}
      WHERE team_id = ${team} AND ${sql.ref(column)} = ${sealed}`.execute(db)
  }
  return {
    async rotateKeys() {
      const all = await secrets()
      const old = all.filter(({ sealed }) => !encryptor.isCurrent(sealed))
      for (const secret of old) await replace(secret)
      return { rotated: old.length, current: all.length - old.length }
    },
  }
}
