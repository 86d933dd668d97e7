/** Short-lived bearer tokens: real JWTs, signed with a new secret at each start (specification, part 5.1). */
import { randomBytes, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { SandboxClock } from '../clock.ts'
import { HttpError } from './errors.ts'
import { type ApiKey, KEY_PREFIX, type KeyStore } from './keys.ts'

const ISSUER = 'sightline-sandbox'

export const EXPIRED_DETAIL = 'The token has expired. Get a new one from /v1/auth/token.'

export function createTokenIssuer(clock: SandboxClock, lifeSeconds: number, keys: KeyStore) {
  const secret = randomBytes(32)

  function issue(key: ApiKey): Promise<string> {
    const now = Math.floor(clock.now().epochMilliseconds / 1000)
    return new SignJWT({ generation: key.generation })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(key.id)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + lifeSeconds)
      .sign(secret)
  }

  async function verify(token: string): Promise<{ key: ApiKey; generation: unknown }> {
    const currentDate = new Date(clock.now().epochMilliseconds)
    const options = { issuer: ISSUER, algorithms: ['HS256'], currentDate }
    const { payload } = await jwtVerify(token, secret, options).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired) throw new HttpError(401, EXPIRED_DETAIL)
      throw new HttpError(401, 'The token is not valid. Get one from /v1/auth/token.')
    })
    const key = keys.find(payload.sub ?? '')
    if (!key) throw new HttpError(401, 'The key behind this token no longer exists.')
    return { key, generation: payload.generation }
  }

  return {
    /** A token for a key's secret. 401 if the secret is not, or no longer, valid. */
    exchange: async (apiKey: string): Promise<string> => {
      const key = keys.findBySecret(apiKey)
      if (!key) throw new HttpError(401, 'The API key is not valid.')
      return issue(key)
    },
    /** A new token for a valid one. 401 if it has expired or the key was rotated. */
    refresh: async (token: string): Promise<string> => {
      const { key, generation } = await verify(token)
      if (generation !== key.generation) {
        throw new HttpError(401, 'The key was rotated. Exchange its new secret at /v1/auth/token.')
      }
      return issue(key)
    },
    /** The key behind an `Authorization` header. 401 as part 5.1 says. */
    authenticate: async (header: string | undefined): Promise<ApiKey> => {
      const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
      if (!token) throw new HttpError(401, 'Send the header Authorization: Bearer <ACCESS_TOKEN>.')
      if (token.startsWith(KEY_PREFIX)) {
        throw new HttpError(401, 'An API key is not accepted here. Exchange it at /v1/auth/token.')
      }
      return (await verify(token)).key
    },
  }
}

export type TokenIssuer = ReturnType<typeof createTokenIssuer>
