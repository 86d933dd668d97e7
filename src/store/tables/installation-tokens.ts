import type { Kysely } from 'kysely'
import type { EncryptedPlace, Encryptor } from '../encrypt.ts'
import type { Database } from '../schema.ts'
import { instantText, laterText } from './text.ts'

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
