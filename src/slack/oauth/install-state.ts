import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StateStore } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import { RateLimit } from '../../lib/rate-limit.ts'

/** Somebody who was asked by Slack answers within this time. */
export const stateMinutes = 10

/**
 * So many visitors a minute are believed to come from Slack's page. Slack takes about a hundred such requests a minute,
 * those that renew tokens included, which no stranger may use up; and each has a row written.
 */
const mostAMinute = 60

type InstallOptions = Awaited<ReturnType<StateStore['verifyStateParam']>>

/** Whoever comes with it ends no installation that was begun here, by this browser, just now. */
export class StateError extends Error {
  override readonly name = 'StateError'
}

/** Too many have come back from Slack's page within a minute. Nothing was written or asked. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

export interface StateOptions {
  /** The first signs, all are good: replicas may have another list while a key is being rotated. */
  readonly keys: readonly Buffer[]
  /** `true` for the one caller of all processes who uses it first. */
  readonly use: (state: string, until: Temporal.Instant) => Promise<boolean>
  readonly clock: Clock
  /** Tells the real time, whatever a demo's clock says. */
  readonly wallClock: Clock
  /** What Slack is asked for. */
  readonly install: InstallOptions
}

/**
 * The `state` of an installation: signed, so that any replica knows it without having stored it, good for ten minutes, and
 * used up with its first use.
 */
export function createInstallStates({ keys, use, clock, wallClock, install }: StateOptions): StateStore {
  const allowance = new RateLimit(mostAMinute, wallClock)
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
      const given = Buffer.from(signature, 'base64url')
      const isSigned = secrets.some((secret) => {
        const right = sign(`${nonce}.${until}`, secret)
        return right.length === given.length && timingSafeEqual(right, given)
      })
      const ends = Number.parseInt(until, 36)
      if (!isSigned || !Number.isSafeInteger(ends))
        throw new StateError('the state of an installation is not ours')
      if (ends <= clock.now().epochMilliseconds)
        throw new StateError('the state of an installation is too old')
      // Before it is used up: anybody can have a state signed, and a row is written for each that is used.
      if (!allowance.take()) throw new BusyError('too many installations at once')
      if (!(await use(nonce, Temporal.Instant.fromEpochMilliseconds(ends))))
        throw new StateError('the state of an installation was used before')
      return install
    },
  }
}
