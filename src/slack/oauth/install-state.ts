import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StateStore } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import { RateLimit } from '../../lib/rate-limit.ts'

/** How long a started installation is valid. */
export const stateMinutes = 10

/**
 * Slack allows about a hundred `oauth.v2.access` requests a minute, token renewals included. This limit keeps strangers
 * from using them up and from filling the database, since each visit writes a row.
 */
const maxPerMinute = 60

type InstallOptions = Awaited<ReturnType<StateStore['verifyStateParam']>>

/** The `state` is invalid, expired or used. */
export class StateError extends Error {
  override readonly name = 'StateError'
}

/** Too many visitors returned from Slack's page within a minute. Nothing was written or requested. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

export interface StateOptions {
  /** The first key signs, all verify, since replicas may have different lists during a rotation. */
  readonly keys: readonly Buffer[]
  /** `true` for the first caller across all processes. */
  readonly use: (state: string, until: Temporal.Instant) => Promise<boolean>
  readonly clock: Clock
  /** The real time, even in a demo with another clock. */
  readonly wallClock: Clock
  /** The requested scopes and redirect address. */
  readonly install: InstallOptions
}

/**
 * The `state` of an installation: signed, so that any replica can verify it, valid for ten minutes and usable once.
 */
export function createInstallStates({ keys, use, clock, wallClock, install }: StateOptions): StateStore {
  const rateLimit = new RateLimit(maxPerMinute, wallClock)
  const secrets = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'sightline install state', 32)))
  const sign = (text: string, secret: Buffer) => createHmac('sha256', secret).update(text).digest()
  return {
    generateStateParam: async () => {
      const until = clock.now().add({ minutes: stateMinutes }).epochMilliseconds
      const text = `${randomBytes(16).toString('base64url')}.${until.toString(36)}`
      const [secret = Buffer.alloc(0)] = secrets
      return `${text}.${sign(text, secret).toString('base64url')}`
    },
    verifyStateParam: async (_now, state) => {
      const [nonce = '', until = '', signature = ''] = state.split('.')
      const signatureBytes = Buffer.from(signature, 'base64url')
      const isSigned = secrets.some((secret) => {
        const expected = sign(`${nonce}.${until}`, secret)
        return expected.length === signatureBytes.length && timingSafeEqual(expected, signatureBytes)
      })
      const ends = Number.parseInt(until, 36)
      if (!isSigned || !Number.isSafeInteger(ends))
        throw new StateError('the installation state was not signed by Sightline')
      if (ends <= clock.now().epochMilliseconds) throw new StateError('the installation state has expired')
      // Checked before `use`, which writes a row: anyone can obtain a signed state.
      if (!rateLimit.take()) throw new BusyError('too many installations at once')
      if (!(await use(nonce, Temporal.Instant.fromEpochMilliseconds(ends))))
        throw new StateError('the installation state was already used')
      return install
    },
  }
}
