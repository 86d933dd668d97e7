import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { StoreError } from './engines/errors.ts'

/** Where a secret is stored. It is authenticated with the secret: one copied to another place can't be decrypted. */
export interface EncryptedPlace {
  readonly table: 'connections' | 'installations'
  readonly column: string
  readonly team: string
}

export type Encryptor = ReturnType<typeof createEncryptor>

const version = 's1'
const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D, 8.2: 96 random bits for each encryption. */
const nonceBytes = 12
const tagBytes = 16

/** Identifies a key without revealing it. */
const idOf = (key: Buffer) =>
  createHash('sha256').update('sightline-key').update(key).digest('hex').slice(0, 8)

const authenticatedData = ({ table, column, team }: EncryptedPlace) =>
  Buffer.from(JSON.stringify([version, table, column, team]))

/**
 * Encrypts secrets, so that a stolen file, dump or backup doesn't reveal them.
 * @param keys 32 bytes each. The first one encrypts; all of them decrypt. May be empty.
 */
export function createEncryptor(keys: readonly Buffer[]) {
  const byId = new Map(keys.map((key) => [idOf(key), key]))
  const [current] = keys
  const refuse = ({ team }: EncryptedPlace, why: string, cause?: unknown) =>
    new StoreError('sealed', `A stored secret of ${team} can’t be decrypted: ${why}`, { cause })
  return {
    hasKey: current !== undefined,
    /** Encrypts with the first key. @throws {StoreError} `no_encryption_key` */
    encrypt: (secret: string, place: EncryptedPlace): string => {
      if (current === undefined)
        throw new StoreError(
          'no_encryption_key',
          'There is no key to encrypt secrets with. Make one with `openssl rand -base64 32`, and set it as ' +
            'SIGHTLINE_ENCRYPTION_KEY.',
        )
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, current, nonce, { authTagLength: tagBytes })
      cipher.setAAD(authenticatedData(place))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [version, idOf(current), nonce.toString('base64url'), body.toString('base64url')].join('.')
    },
    /** Decrypts with the key that was used. @throws {StoreError} `sealed`: that key is missing, or the place is another */
    decrypt: (encrypted: string, place: EncryptedPlace): string => {
      const [format, id = '', nonce = '', body = ''] = encrypted.split('.')
      const key = byId.get(id)
      if (format !== version)
        throw refuse(
          place,
          'this version of Sightline does not know its format. Run the version that stored it.',
        )
      if (key === undefined)
        throw refuse(
          place,
          `it was encrypted with a key (${id}) that is not in the list. Add that key to SIGHTLINE_ENCRYPTION_KEY, ` +
            'after the newer ones.',
        )
      try {
        const bytes = Buffer.from(body, 'base64url')
        const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(authenticatedData(place))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString(
          'utf8',
        )
      } catch (error) {
        throw refuse(
          place,
          'it was changed, or belongs to another row. Restore the database from a backup, or enter the secret ' +
            'again: connect the API key, or add Sightline to the workspace again.',
          error,
        )
      }
    },
    /** Whether a secret is encrypted with the first key. */
    isCurrent: (encrypted: string) =>
      current !== undefined && encrypted.startsWith(`${version}.${idOf(current)}.`),
  }
}
