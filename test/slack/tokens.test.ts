import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts'
import { createLog } from '../../src/log.ts'
import type { FreshToken } from '../../src/slack/keeper.ts'
import { Tokens } from '../../src/slack/tokens.ts'
import type { Store } from '../../src/store/index.ts'
import { sqliteDatabase, type TestDatabase } from '../store/engines.ts'

const start = Temporal.Instant.from('2026-11-16T08:00:00Z')
const team = 'T0ROTATES'

describe('tokens that run out', () => {
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
    answer = async (refreshToken) => ({
      token: `xoxb-after-${refreshToken.slice(-1)}`,
      refreshToken: `xoxe-refresh-${Number(refreshToken.slice(-1)) + 1}`,
      expiresAt: clock.now().add({ hours: 12 }),
    })
    await store.installations.save(
      {
        team,
        isOrg: false,
        name: '',
        url: '',
        botUser: 'U0BOT',
        scopes: [],
        installedBy: null,
        token: 'xoxb-first-0',
        rotation: { refreshToken: 'xoxe-refresh-1', expiresAt: start.add({ hours: 12 }) },
      },
      start,
    )
  })
  afterEach(() => database.close())

  const lines: string[] = []
  const process = () =>
    new Tokens({
      keeper: Promise.resolve(store.installations),
      clock,
      log: createLog('debug', { write: (line: string) => lines.push(line) }),
      renew: (refreshToken) => {
        renewals.push(refreshToken)
        return answer(refreshToken)
      },
    })
  /** Time goes on in small steps while something waits for it. */
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    let done = false
    const end = work.finally(() => {
      done = true
    })
    end.catch(() => {})
    while (!done) {
      clock.advance({ milliseconds: 250 })
      await new Promise(setImmediate)
    }
    return end
  }

  it('are used as they are until two hours before their end', async () => {
    const tokens = process()
    clock.advance({ hours: 9 })
    expect(await tokens.of(team)).toBe('xoxb-first-0')
    expect(renewals).toEqual([])
    expect(await tokens.of('T0NOBODY')).toBeNull()
  })

  it('are renewed before their end without anybody waiting for it', async () => {
    const held = Promise.withResolvers<FreshToken>()
    answer = () => held.promise
    const tokens = process()
    clock.advance({ hours: 11 })
    expect(await tokens.of(team)).toBe('xoxb-first-0')
    held.resolve({
      token: 'xoxb-fresh-1',
      refreshToken: 'xoxe-refresh-2',
      expiresAt: clock.now().add({ hours: 12 }),
    })
    await expect.poll(() => tokens.of(team)).toBe('xoxb-fresh-1')
    expect(renewals).toEqual(['xoxe-refresh-1'])
  })

  it('are renewed once, by one of all processes, and everybody gets the new one', async () => {
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

  it('are renewed by another process when the first one died over it', async () => {
    clock.advance({ hours: 13 })
    expect(await store.installations.claimRenewal({ owner: team, generation: 1 }, 30_000, clock.now())).toBe(
      true,
    )
    expect(await settled(process().of(team))).toBe('xoxb-after-1')
    expect(clock.now().since(start).total('seconds')).toBeGreaterThanOrEqual(13 * 3_600 + 30)
  })

  it('are asked for again after Slack refused or did not answer; until then nothing is sent with an old one', async () => {
    const tokens = process()
    clock.advance({ hours: 13 })
    answer = async () => {
      throw new Error('invalid_refresh_token')
    }
    expect(await settled(tokens.of(team))).toBeNull()
    expect(lines.some((line) => line.includes('could not be renewed'))).toBe(true)
    answer = async () => ({
      token: 'xoxb-at-last-9',
      refreshToken: 'xoxe-refresh-9',
      expiresAt: clock.now().add({ hours: 12 }),
    })
    expect(await settled(tokens.of(team))).toBe('xoxb-at-last-9')
    for (const secret of ['xoxe-refresh', 'xoxb-']) expect(lines.join('\n')).not.toContain(secret)
  })
})
