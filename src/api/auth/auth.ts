/** Provides the credential of each call. Each call reads the key, so that a rotated key takes effect at once. */

import { ApiError } from '../errors.ts'
import { Credential, type CredentialOptions } from './credential.ts'

export class Auth {
  readonly #apiKey: () => string | Promise<string>
  readonly #options: CredentialOptions
  #current: Credential | null = null
  #count = 0

  constructor(apiKey: () => string | Promise<string>, options: CredentialOptions) {
    this.#apiKey = apiKey
    this.#options = options
  }

  credential(): Credential | Promise<Credential> {
    let key: string | Promise<string>
    try {
      key = this.#apiKey()
    } catch (error) {
      throw unreadable(error)
    }
    return typeof key === 'string' ? this.#of(key) : this.#later(key)
  }

  async #later(key: Promise<string>): Promise<Credential> {
    let text: string
    try {
      text = await key
    } catch (error) {
      throw unreadable(error)
    }
    return this.#of(text)
  }

  #of(key: string): Credential {
    if (typeof key !== 'string' || key === '') throw unreadable(null)
    if (this.#current?.hasKey(key)) return this.#current
    this.#count += 1
    this.#current = new Credential(this.#count, key, this.#options)
    return this.#current
  }
}

/** Drops the error, which may contain the key. Keeps an `ApiError`, whose message is meant for users. */
function unreadable(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({
    code: 'authentication',
    message: 'no API key could be read',
    userMessage: 'Sightline has no API key. Ask your Sightline admin to add one.',
    retryable: false,
  })
}

export function keyTimeout(): ApiError {
  return new ApiError({
    code: 'timeout',
    message: 'the API key was not read in time',
    userMessage: 'Sightline couldn’t read its API key in time. Try again in a few minutes.',
    retryable: true,
  })
}
