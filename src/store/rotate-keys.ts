import type { EncryptedPlace, Encryptor } from './encrypt.ts'
import { requireOwnSchema } from './migrations.ts'
import { keyPlace } from './tables/connections.ts'
import { tokenPlace } from './tables/installations.ts'
import { type Db, sql } from './tables/sql.ts'

interface EncryptedSecret {
  readonly place: EncryptedPlace
  readonly encrypted: string
}

export function keyRotation(db: Db, encryptor: Encryptor) {
  const secrets = async (): Promise<EncryptedSecret[]> => {
    const columns = [keyPlace(''), tokenPlace('', 'token'), tokenPlace('', 'refresh_token')]
    const found = columns.map(async (place) => {
      const rows = await sql<{ team: string; encrypted: string }>`
        SELECT team_id AS team, ${sql.ref(place.column)} AS encrypted FROM ${sql.ref(place.table)}
          WHERE ${sql.ref(place.column)} IS NOT NULL`.rows(db)
      return rows.map(({ team, encrypted }) => ({ place: { ...place, team }, encrypted }))
    })
    return (await Promise.all(found)).flat()
  }
  /** Has no effect if the secret changed after it was read. */
  const replace = ({ place, encrypted }: EncryptedSecret) => {
    const { table, column, team } = place
    const fresh = encryptor.encrypt(encryptor.decrypt(encrypted, place), place)
    return sql`UPDATE ${sql.ref(table)} SET ${sql.ref(column)} = ${fresh}
      WHERE team_id = ${team} AND ${sql.ref(column)} = ${encrypted}`.execute(db)
  }
  return {
    /**
     * Re-encrypts every secret with the first key, so that older keys can be removed. May be repeated, and may run while
     * the bot runs, which encrypts new secrets with the first key anyway.
     * @throws {StoreError} `sealed`: no key decrypts this secret; the secrets before it stay re-encrypted. `newer_schema`:
     * that schema may have secrets that this version doesn't know
     * @returns how many were re-encrypted, and how many already used the first key
     */
    async rotateKeys() {
      await requireOwnSchema(db, 'encrypt')
      const all = await secrets()
      const old = all.filter(({ encrypted }) => !encryptor.isCurrent(encrypted))
      for (const secret of old) await replace(secret)
      return { rotated: old.length, current: all.length - old.length }
    },
  }
}
