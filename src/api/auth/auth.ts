/** Which credential a call is made with: the key is asked for at every call, so a rotated one is used at once. */

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

  /** The credential of the key as it is now; without a promise where the key comes without one. */
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
    if (this.#current?.madeOf(key)) return this.#current
    this.#count += 1
    this.#current = new Credential(this.#count, key, this.#options)
    return this.#current
  }
}

/**
 * Why the key could not be read stays with whoever reads it: the reason may hold the key. An `ApiError` of theirs is meant
 * for people.
 */
function unreadable(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({
    code: 'authentication',
    message: 'no API key could be read',
    userMessage: 'Sightline has no API key to ask with. Ask your administrator to set one.',
    retryable: false,
  })
}

/** The key is kept somewhere that does not answer. */
export function keyTooLate(): ApiError {
  return new ApiError({
    code: 'timeout',
    message: 'the API key was not read in time',
    userMessage: 'Sightline could not read its API key in time. Please try again in a few minutes.',
    retryable: true,
  })
}
