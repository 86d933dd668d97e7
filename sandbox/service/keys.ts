/** API keys (specification, part 5.2): scopes, roles, at most 5 per user, rotation. Only hashes of secrets are kept. */

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { HttpError } from './errors.ts'

export const KEY_PREFIX = 'sk-sandbox-'
const MAX_USER_KEYS = 5

/** The specification doesn't show role names. Only `viewer` may not write. */
const ROLES = ['admin', 'member', 'viewer'] as const

export const KeyInput = z.object({
  name: z.string().min(1),
  role: z.enum(ROLES),
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), userId: z.uuid() }),
    z.object({ kind: z.literal('organization'), organizationId: z.uuid() }),
    z.object({ kind: z.literal('workspace'), organizationId: z.uuid(), workspaceId: z.uuid() }),
  ]),
})
export type KeyInput = z.infer<typeof KeyInput>

export interface ApiKey extends KeyInput {
  readonly id: string
  /** Counts this key's secrets; each rotation adds one. */
  readonly generation: number
}

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')
const newSecret = () => `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`

export function createKeyStore() {
  const keys = new Map<string, ApiKey>()
  const bySecret = new Map<string, string>()

  function put(key: ApiKey, secret: string): { key: ApiKey; secret: string } {
    for (const [hash, id] of bySecret) if (id === key.id) bySecret.delete(hash)
    keys.set(key.id, key)
    bySecret.set(digest(secret), key.id)
    return { key, secret }
  }

  function existing(id: string): ApiKey {
    const key = keys.get(id)
    if (!key) throw new HttpError(404, 'No such key.')
    return key
  }

  return {
    list: (): readonly ApiKey[] => [...keys.values()],
    find: (id: string): ApiKey | undefined => keys.get(id),
    findBySecret: (secret: string): ApiKey | undefined => keys.get(bySecret.get(digest(secret)) ?? ''),
    /** Returns the secret, this one time. 409 for a user's sixth key. `secret` sets a fixed one, for the demo keys. */
    create: (input: KeyInput, secret: string = newSecret()): { key: ApiKey; secret: string } => {
      const { scope } = input
      const siblings = [...keys.values()].filter(
        (key) => scope.kind === 'user' && key.scope.kind === 'user' && key.scope.userId === scope.userId,
      )
      if (siblings.length >= MAX_USER_KEYS) {
        throw new HttpError(409, `A user has at most ${MAX_USER_KEYS} keys; rotate or delete one first.`)
      }
      return put({ id: randomUUID(), ...input, generation: 1 }, secret)
    },
    /** Issues a new secret and invalidates the old one. 404 for an unknown key. */
    rotate: (id: string): { key: ApiKey; secret: string } => {
      const key = existing(id)
      return put({ ...key, generation: key.generation + 1 }, newSecret())
    },
    /** 404 for an unknown key. */
    remove: (id: string) => {
      existing(id)
      keys.delete(id)
      for (const [hash, owner] of bySecret) if (owner === id) bySecret.delete(hash)
    },
  }
}

export type KeyStore = ReturnType<typeof createKeyStore>
