import { WebAPIPlatformError } from '@slack/web-api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts'
import { SendDeadlineError } from '../../src/lib/async.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { createLog, noMeter } from '../../src/lib/telemetry.ts'
import { asPostError, fetchBeforeDeadline, SlackTime } from '../../src/slack/send/calls.ts'
import {
  boltLogger,
  createTokens,
  type FreshToken,
  type RenewalRefused,
  type SlackInstallations,
  type TokenStore,
  teamClient,
} from '../../src/slack/send/client.ts'
import type { Store } from '../../src/store/index.ts'
import { listening } from '../listening.ts'
import { sqliteDatabase, type TestDatabase } from '../store/engines.ts'
import { rotatingInstallation } from '../workspace.ts'

const start = Temporal.Instant.from('2026-11-16T08:00:00Z')
const team = 'T0ROTATES'

describe('tokens that expire', () => {
  let database: TestDatabase
  let store: Store
  let clock: SandboxClock
  let renewals: string[]
  let answer: (refreshToken: string) => Promise<FreshToken>

  beforeEach(async () => {
    database = await sqliteDatabase()
    store = database.replicas[0]
    clock = createSandboxClock(start)
    renewals = []
    refused = []
    answer = async (refreshToken) => ({
      token: `xoxb-after-${refreshToken.slice(-1)}`,
      refreshToken: `xoxe-refresh-${Number(refreshToken.slice(-1)) + 1}`,
      expiresAt: clock.now().add({ hours: 12 }),
    })
    await store.installations.save(rotatingInstallation(team, start.add({ hours: 12 })), start)
  })
  afterEach(() => database.close())

  const lines: string[] = []
  let refused: RenewalRefused[] = []
  const process = (
    tokenStore: TokenStore & Pick<SlackInstallations, 'token'> = store.installations,
    sleep: Clock['sleep'] = clock.sleep,
  ) =>
    createTokens({
      token: (of) => tokenStore.token(of),
      store: async () => tokenStore,
      clock: { now: clock.now, sleep },
      log: createLog('debug', { write: (line: string) => lines.push(line) }),
      refused: async (refusal) => void refused.push(refusal),
      renew: (refreshToken) => {
        renewals.push(refreshToken)
        return answer(refreshToken)
      },
    })
  const fresh = () => ({
    token: 'xoxb-at-last-9',
    refreshToken: 'xoxe-refresh-9',
    expiresAt: clock.now().add({ hours: 12 }),
  })
  /** Lets time pass in small steps while something waits for it, so that a slow disk doesn't matter. */
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    let done = false
    const end = work.finally(() => {
      done = true
    })
    end.catch(() => {})
    for (let steps = 0; !done; steps += 1) {
      if (steps < 240) clock.advance({ milliseconds: 250 })
      await new Promise(setImmediate)
    }
    return end
  }

  it('are used unchanged until two hours before they expire', async () => {
    const tokens = process()
    clock.advance({ hours: 9 })
    expect(await tokens.of(team)).toBe('xoxb-first-0')
    expect(renewals).toEqual([])
    expect(await tokens.of('T0NOBODY')).toBeNull()
  })

  it('are renewed before they expire, without making callers wait', async () => {
    const held = Promise.withResolvers<FreshToken>()
    answer = () => held.promise
    const tokens = process()
    clock.advance({ hours: 11 })
    expect(await tokens.of(team)).toBe('xoxb-first-0')
    held.resolve(fresh())
    await expect.poll(() => tokens.of(team)).toBe('xoxb-at-last-9')
    expect(renewals).toEqual(['xoxe-refresh-1'])
  })

  it('are renewed once, by one of all processes, and every caller gets the new one', async () => {
    const processes = [process(), process(), process()]
    clock.advance({ hours: 13 })
    const calls = Array.from({ length: 30 }, (_, call) => processes[call % 3]?.of(team))
    const got = await settled(Promise.all(calls))
    expect(new Set(got)).toEqual(new Set(['xoxb-after-1']))
    expect(renewals).toEqual(['xoxe-refresh-1'])
    clock.advance({ hours: 13 })
    expect(await settled(processes[1]?.of(team) ?? Promise.resolve(null))).toBe('xoxb-after-2')
    expect(renewals).toEqual(['xoxe-refresh-1', 'xoxe-refresh-2'])
  })

  it('are renewed by another process if the first one was killed during it', async () => {
    clock.advance({ hours: 13 })
    expect(await store.installations.claimRenewal({ owner: team, generation: 1 }, 30_000, clock.now())).toBe(
      true,
    )
    expect(await settled(process().of(team))).toBe('xoxb-after-1')
    expect(clock.now().since(start).total('seconds')).toBeGreaterThanOrEqual(13 * 3_600 + 30)
  })

  const seconds = async (count: number) => {
    clock.advance({ seconds: count })
    await new Promise(setImmediate)
  }
  const refusal = new WebAPIPlatformError({ ok: false, error: 'invalid_refresh_token' })
  const fails = (error: Error) => {
    answer = async () => {
      throw error
    }
  }

  it('are unavailable if Slack refuses to renew them; it is asked again hourly, not for each call', async () => {
    const tokens = process()
    clock.advance({ hours: 13 })
    fails(refusal)
    for (let minute = 0; minute < 240; minute += 1) {
      expect(await settled(tokens.of(team))).toBeNull()
      await seconds(60)
    }
    expect(renewals).toHaveLength(4)
    answer = async () => fresh()
    await seconds(3_600)
    expect(await settled(tokens.of(team))).toBe('xoxb-at-last-9')
    const failures = lines.filter((line) => line.includes('could not be renewed'))
    expect(failures.at(-1)).toContain('"code":"invalid_refresh_token"')
    expect(failures.at(-1)).toContain('has to add Sightline to Slack again')
    for (const secret of ['xoxe-refresh', 'xoxb-']) expect(lines.join('\n')).not.toContain(secret)
  })

  it('are not refused if Slack does not answer: callers wait, and nothing is sent with the old one', async () => {
    const tokens = process()
    clock.advance({ hours: 13 })
    fails(new Error('socket hang up'))
    for (let call = 0; call < 3; call += 1)
      await expect(settled(tokens.of(team))).rejects.toMatchObject({
        outcome: 'not_sent',
        code: 'token_not_renewed',
      })
    expect(renewals).toHaveLength(1)
    answer = async () => fresh()
    await seconds(15)
    expect(await settled(tokens.of(team))).toBe('xoxb-at-last-9')
  })

  it('are used while they still work if a renewal fails', async () => {
    const tokens = process()
    clock.advance({ hours: 11 })
    fails(refusal)
    for (let call = 0; call < 20; call += 1) {
      expect(await tokens.of(team)).toBe('xoxb-first-0')
      await seconds(1)
    }
    expect(renewals.length).toBeLessThanOrEqual(2)
  })

  it('are renewed once when Slack calls them expired too early, for however many calls', async () => {
    const processes = [process(), process(), process()]
    const refused = Array.from({ length: 30 }, (_, call) =>
      processes[call % 3]?.expired(team, 'xoxb-first-0'),
    )
    expect(new Set(await settled(Promise.all(refused)))).toEqual(new Set([true]))
    expect(await processes[0]?.of(team)).toBe('xoxb-after-1')
    expect(renewals).toEqual(['xoxe-refresh-1'])
    const later = process()
    expect(await later.expired(team, 'xoxb-first-0'), 'refused earlier, reported late').toBe(true)
    expect(renewals).toHaveLength(1)
  })

  it('are not renewed again at once when Slack calls a new one expired', async () => {
    const tokens = process()
    expect(await settled(tokens.expired(team, 'xoxb-first-0'))).toBe(true)
    for (let call = 0; call < 10; call += 1) expect(await tokens.expired(team, 'xoxb-after-1')).toBe(false)
    expect(renewals).toEqual(['xoxe-refresh-1'])
    await seconds(600)
    expect(await settled(tokens.expired(team, 'xoxb-after-1'))).toBe(true)
    expect(renewals).toEqual(['xoxe-refresh-1', 'xoxe-refresh-2'])
  })

  it('that Slack calls expired and does not renew yet are waited for; after a refusal there is none', async () => {
    const tokens = process()
    fails(new Error('socket hang up'))
    await expect(settled(tokens.expired(team, 'xoxb-first-0'))).rejects.toMatchObject({ outcome: 'not_sent' })
    await seconds(15)
    fails(refusal)
    expect(await settled(tokens.expired(team, 'xoxb-first-0'))).toBe(false)
  })

  it('are used from memory while the database is down', async () => {
    let isAway = false
    const tokens = process({
      ...store.installations,
      token: async (of) => {
        if (isAway) throw new Error('the database is away')
        return store.installations.token(of)
      },
    })
    expect(await tokens.of(team)).toBe('xoxb-first-0')
    isAway = true
    await seconds(30)
    expect(await tokens.of(team)).toBe('xoxb-first-0')
    await seconds(13 * 3_600)
    await expect(tokens.of(team), 'until they end').rejects.toThrow('away')
    isAway = false
    expect(await settled(tokens.of(team))).toBe('xoxb-after-1')
    await store.installations.end(team, 'app_uninstalled', clock.now(), clock.now())
    await seconds(30)
    expect(await tokens.of(team)).toBeNull()
    isAway = true
    await seconds(30)
    await expect(tokens.of(team), 'nor after the workspace removed Sightline').rejects.toThrow('away')
  })

  /** Time passes as fast as possible. */
  const fast = async (ms: number) => {
    clock.advance({ milliseconds: ms })
    await new Promise(setImmediate)
  }
  const cutOff = () => store.installations.expiredRenewals(clock.now(), 10)
  const old = { owner: team, generation: 1 }

  it('are requested again at once if the process was killed before it saved them', async () => {
    const killed = process({ ...store.installations, renewed: () => new Promise<never>(() => {}) })
    clock.advance({ hours: 11 })
    expect(await killed.of(team), 'the old one still works').toBe('xoxb-first-0')
    await expect.poll(() => renewals).toHaveLength(1)
    expect(await store.installations.renewalDueAt()).not.toBeNull()
    expect(await cutOff()).toEqual([])
    clock.advance({ seconds: 15 })
    expect(await cutOff()).toEqual([old])
    await Promise.all([process(), process()].map((one) => one.resume(old)))
    expect(renewals).toEqual(['xoxe-refresh-1', 'xoxe-refresh-1'])
    expect(await process().of(team)).toBe('xoxb-after-1')
    expect(await store.installations.renewalDueAt()).toBeNull()
  })

  it('are requested again if Slack did not answer, until it does', async () => {
    const tokens = process()
    clock.advance({ hours: 11 })
    fails(new Error('socket hang up'))
    await tokens.of(team)
    await tokens.settled()
    await seconds(15)
    await tokens.resume(old)
    expect(await cutOff()).toEqual([])
    answer = async () => fresh()
    await seconds(15)
    await tokens.resume(old)
    expect(await tokens.of(team)).toBe('xoxb-at-last-9')
    expect(renewals).toHaveLength(3)
    await tokens.resume(old)
    expect(renewals, 'it has been').toHaveLength(3)
  })

  it('are not requested by a process that was paused before its request, beside another one', async () => {
    const stopped = process({
      ...store.installations,
      claimRenewal: async (...claim) => {
        const isClaimed = await store.installations.claimRenewal(...claim)
        clock.advance({ seconds: 16 })
        return isClaimed
      },
    })
    let asked = 0
    const slack = await listening((_, response) => {
      asked += 1
      response.end()
    })
    answer = async () => {
      await fetchBeforeDeadline(slack, { method: 'POST', headers: { connection: 'close' }, body: 'refresh' })
      return fresh()
    }
    clock.advance({ hours: 13 })
    await expect(stopped.of(team)).rejects.toMatchObject({ cause: expect.any(SendDeadlineError) })
    expect(asked).toBe(0)
    expect(await cutOff(), 'the other process keeps its lease').toEqual([old])
  })

  it('are reported while they work if Slack refuses to renew them, unless another process has the next one', async () => {
    const looks: (() => void)[] = []
    const tokens = process(store.installations, () => new Promise((resolve) => looks.push(resolve)))
    clock.advance({ hours: 10 })
    fails(refusal)
    for (let refusals = 1; refusals <= 2; refusals += 1) {
      await tokens.of(team)
      await expect.poll(() => looks).toHaveLength(refusals)
      await seconds(3_600)
    }
    expect(refused).toEqual([])
    looks[0]?.()
    await expect.poll(() => refused).toMatchObject([{ owner: team, generation: 1 }])
    expect(String(refused[0]?.endsAt)).toBe(String(start.add({ hours: 12 })))
    await store.installations.renewed(old, fresh())
    looks[1]?.()
    await seconds(10)
    expect(await tokens.of(team)).toBe('xoxb-at-last-9')
    expect(refused).toHaveLength(1)
  })

  it('are used while they can’t be saved, and saved even after half an hour', async () => {
    let isAway = false
    const away = async <T>(ask: () => Promise<T>) => {
      if (isAway) throw new Error('the database is away')
      return ask()
    }
    let saves = 0
    const back = Promise.withResolvers<void>()
    const tokens = process(
      {
        ...store.installations,
        token: (of) => away(() => store.installations.token(of)),
        renewed: (...what) => {
          saves += 1
          return away(() => store.installations.renewed(...what))
        },
      },
      (ms) => (saves === 120 ? back.promise : fast(ms)),
    )
    answer = async () => {
      isAway = true
      return fresh()
    }
    clock.advance({ hours: 11 })
    expect(await tokens.of(team)).toBe('xoxb-first-0')
    await expect.poll(() => saves).toBe(120)
    expect(await tokens.of(team)).toBe('xoxb-at-last-9')
    isAway = false
    back.resolve()
    await tokens.settled()
    expect(await process().of(team), 'another process has it').toBe('xoxb-at-last-9')
    expect(renewals).toHaveLength(1)
  })
})

describe('a call for one of many workspaces', () => {
  const client = (of: () => Promise<string | null>, outcomes: string[] = []) =>
    teamClient(
      team,
      { of, expired: async () => false },
      new SlackTime(),
      'http://127.0.0.1:9/api/',
      {
        log: quiet,
        logger: boltLogger(quiet),
        meter: { ...noMeter, slackRequest: (_method, outcome) => void outcomes.push(outcome) },
      },
      async (...refusal) => void refusals.push(refusal.join(': ')),
    )
  let refusals: string[] = []
  beforeEach(() => {
    refusals = []
  })
  const quiet = createLog('silent')

  it('is known not to have been made if its token is unavailable', async () => {
    const outcomes: string[] = []
    const noDatabase = client(async () => {
      throw new Error('the database is away')
    }, outcomes)
    const result = asPostError(() => noDatabase.chat.postMessage({ channel: 'C1', text: 'x' }))
    await expect(result).rejects.toMatchObject({ outcome: 'not_sent', code: 'token_not_renewed' })
    await expect(result).rejects.toHaveProperty('userMessage', expect.stringContaining('being renewed'))
    expect(outcomes).toEqual(['not_sent'])
    expect(refusals).toEqual([])
  })

  it('gets Slack’s own error if there is no token', async () => {
    const result = asPostError(() => client(async () => null).auth.test())
    await expect(result).rejects.toMatchObject({ outcome: 'refused', code: 'token_revoked' })
    expect(refusals, 'noticed, whatever the call').toEqual([`${team}: token_revoked`])
  })
})
