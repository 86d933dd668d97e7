import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { StoreError } from './engines/errors.ts'

/** Where a secret is kept: it is part of what is sealed, so that a row copied to another workspace opens nothing. */
export interface EncryptedPlace {
  readonly table: 'connections' | 'installations'
  readonly column: string
  readonly team: string
}

/** Seals what must not be read in a stolen file, dump or backup. */
export interface Encryptor {
  /** Whether anything can be sealed at all. */
  readonly hasKey: boolean
  /** Under the first key. @throws {StoreError} `no_encryption_key` */
  seal(secret: string, place: EncryptedPlace): string
  /** Under whichever key it was sealed with. @throws {StoreError} `sealed` where none of them, or the place, is right */
  open(sealed: string, place: EncryptedPlace): string
  /** Whether it is sealed under the first key. */
  isCurrent(sealed: string): boolean
}

const version = 's1'
const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D, 8.2: 96 bits, drawn anew for each sealing. */
const nonceBytes = 12
const tagBytes = 16

/** Tells a key without telling anything of it. */
const nameOf = (key: Buffer) =>
  createHash('sha256').update('sightline-key').update(key).digest('hex').slice(0, 8)

const additional = ({ table, column, team }: EncryptedPlace) =>
  Buffer.from(JSON.stringify([version, table, column, team]))

/** @param keys 32 bytes each; the first one seals, all of them open. None: there is nothing to seal with. */
export function createEncryptor(keys: readonly Buffer[]): Encryptor {
  const named = new Map(keys.map((key) => [nameOf(key), key]))
  const [current] = keys
  const refuse = (why: string, cause?: unknown) =>
    new StoreError(
      'sealed',
      `A stored secret can't be opened: ${why}. Put the key that it was sealed with into SIGHTLINE_ENCRYPTION_KEY, ` +
        'behind the newer ones.',
      { cause },
    )
  return {
    hasKey: current !== undefined,
    seal: (secret, place) => {
      if (current === undefined)
        throw new StoreError(
          'no_encryption_key',
          'There is no key to seal secrets with. Make one with `openssl rand -base64 32`, and put it into ' +
            'SIGHTLINE_ENCRYPTION_KEY.',
        )
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, current, nonce, { authTagLength: tagBytes })
      cipher.setAAD(additional(place))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [version, nameOf(current), nonce.toString('base64url'), body.toString('base64url')].join('.')
    },
    open: (sealed, place) => {
      const [form, name = '', nonce = '', body = ''] = sealed.split('.')
      const key = named.get(name)
      if (form !== version) throw refuse('it is in a form that this Sightline does not know')
      if (key === undefined) throw refuse(`it was sealed with a key (${name}) that is not in the list`)
      try {
        const bytes = Buffer.from(body, 'base64url')
        const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(additional(place))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString(
          'utf8',
        )
      } catch (error) {
        throw refuse('it was changed, or belongs to another row', error)
      }
    },
    isCurrent: (sealed) => current !== undefined && sealed.startsWith(`${version}.${nameOf(current)}.`),
  }
}
