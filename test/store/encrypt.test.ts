import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEncryptor } from '../../src/store/index.ts'
import { codePoint } from '../properties/texts.ts'

const old = Buffer.alloc(32, 1)
const fresh = Buffer.alloc(32, 2)
const place = { table: 'connections', column: 'api_key', team: 'T1' } as const
const text = fc.string({ unit: codePoint, maxLength: 300 }).filter((secret) => secret.isWellFormed())

describe('an encrypted secret', () => {
  it('decrypts to the original, reveals nothing of it, and differs each time', () => {
    const encryptor = createEncryptor([old])
    fc.assert(
      fc.property(text, (secret) => {
        const encrypted = encryptor.encrypt(secret, place)
        expect(encryptor.decrypt(encrypted, place)).toBe(secret)
        expect(encryptor.encrypt(secret, place)).not.toBe(encrypted)
        if (secret.length > 8) expect(encrypted).not.toContain(secret)
      }),
    )
  })

  it('can’t be decrypted in another row, column or table', () => {
    const encryptor = createEncryptor([old])
    const encrypted = encryptor.encrypt('sk-of-team-one', place)
    for (const elsewhere of [
      { ...place, team: 'T2' },
      { ...place, column: 'token' },
      { ...place, table: 'installations' as const },
    ])
      expect(() => encryptor.decrypt(encrypted, elsewhere)).toThrow(
        /was changed, or belongs to another row\. Restore the database/,
      )
  })

  it('can’t be decrypted if a single character was changed', () => {
    const encryptor = createEncryptor([old])
    const encrypted = encryptor.encrypt('sk-unchanged-1', place)
    fc.assert(
      fc.property(fc.nat({ max: encrypted.length - 1 }), fc.constantFrom(...'AB.z_'), (at, character) => {
        const changed = encrypted.slice(0, at) + character + encrypted.slice(at + 1)
        // The last character of base64 has spare bits; decoding to the same bytes is no change.
        fc.pre(changed !== encrypted && at < encrypted.length - 1)
        expect(() => encryptor.decrypt(changed, place)).toThrow(/can’t be decrypted/)
      }),
    )
  })

  it('is decrypted with any key of the list, and encrypted with the first', () => {
    const before = createEncryptor([old]).encrypt('sk-rotated-1', place)
    const both = createEncryptor([fresh, old])
    expect(both.decrypt(before, place)).toBe('sk-rotated-1')
    expect(both.isCurrent(before)).toBe(false)
    const after = both.encrypt('sk-rotated-1', place)
    expect(both.isCurrent(after)).toBe(true)
    expect(createEncryptor([fresh]).decrypt(after, place)).toBe('sk-rotated-1')
  })

  it('names the setting to correct when its key is missing, or when there is none', () => {
    const encrypted = createEncryptor([old]).encrypt('sk-lost-key-1', place)
    expect(() => createEncryptor([fresh]).decrypt(encrypted, place)).toThrow(
      /with a key \([0-9a-f]{8}\) that is not in the list.*SIGHTLINE_ENCRYPTION_KEY/,
    )
    expect(() => createEncryptor([]).encrypt('sk-without-1', place)).toThrow(/openssl rand -base64 32/)
  })
})
