import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts'
import { ApiError, type WebsiteEvaluation } from '../../src/api/index.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Message } from '../../src/model/message.ts'
import { PostError } from '../../src/slack/port.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { checkWatches } from '../../src/watches/check.ts'
import { startWatching, stopWatching } from '../../src/watches/watch.ts'
import { FakeClock } from '../digests/clock.ts'
import { temporaryFolder } from '../store/engines.ts'

const start = Temporal.Instant.from('2026-11-16T08:00:00Z')
const ref = (user: string, evaluationId = 'E1') => ({
  team: 'T1',
  organizationId: 'O1',
  workspaceId: 'W1',
  evaluationId,
  user,
})

const failure = (code: ApiError['code']) =>
  new ApiError({ code, message: code, userMessage: 'The service is down.', retryable: true })

/** The service's answers by evaluation id. It doesn't know any others. */
type Evaluations = Map<string, string | ApiError>

describe('watched evaluations', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let store: Store
  let clock: SandboxClock
  let evaluations: Evaluations
  let asked: string[]
  let messages: { user: string; message: Message }[]
  let refuses: ((user: string) => PostError | null) | null
  const lines: string[] = []

  beforeEach(async () => {
    folder = await temporaryFolder()
    store = await openStore({ file: join(folder.path, 'sightline.db') })
    clock = createSandboxClock(start)
    evaluations = new Map([['E1', 'in_progress']])
    asked = []
    messages = []
    refuses = null
  })
  afterEach(async () => {
    await store.close()
    await folder.remove()
  })

  const ports = () => ({
    store,
    clock,
    paces: { workspace: { everyMs: 0, burst: 1 }, channel: { everyMs: 0, burst: 1 } },
    log: createLog('debug', { write: (line: string) => lines.push(line) }),
    api: {
      async websiteEvaluation(_scope: unknown, id: string): Promise<WebsiteEvaluation> {
        asked.push(id)
        const answer = evaluations.get(id) ?? failure('not_found')
        if (answer instanceof ApiError) throw answer
        return {
          id,
          created_at: '2026-11-16T07:59:00Z',
          created_by: null,
          workspace_id: 'W1',
          name: `Pages of ${id}`,
          urls: [],
          tags: [],
          status: answer as WebsiteEvaluation['status'],
          is_archived: false,
          generation_cost: 10,
          include_discovery: null,
        }
      },
    },
    poster: {
      async post(user: string, message: Message) {
        const error = refuses?.(user) ?? null
        if (error === null || error.outcome === 'unknown') messages.push({ user, message })
        if (error !== null) throw error
        return { channel: 'D1', ts: '1.1', message }
      },
    },
  })
  const deps = (more: Partial<ReturnType<typeof ports>> = {}) => {
    const base = { ...ports(), ...more }
    return { ...base, of: async () => base }
  }
  const watch = (user: string, evaluationId = 'E1') => startWatching(deps(), ref(user, evaluationId), 'C1')
  /** Moves the clock by these minutes, and checks after each step. */
  const pass = async (minutes: number, looks = 1) => {
    for (let look = 0; look < looks; look += 1) {
      clock.advance({ minutes })
      await checkWatches(deps())
    }
  }
  const words = () => messages.map(({ user, message }) => `${user}: ${message.text.split('\n')[0]}`)

  it('are reported once to each watcher, with one request for all of them', async () => {
    for (const user of ['U1', 'U2', 'U3']) expect((await watch(user)).outcome).toBe('started')
    expect((await watch('U1')).outcome).toBe('already')
    await pass(1)
    expect(messages).toEqual([])
    evaluations.set('E1', 'completed')
    asked = []
    await Promise.all([pass(1), checkWatches(deps())])
    expect(asked).toEqual(['E1'])
    expect(words().toSorted()).toEqual(
      ['U1', 'U2', 'U3'].map((user) => `${user}: ✓ Website evaluation “Pages of E1”: completed.`),
    )
    await pass(1, 5)
    expect(messages).toHaveLength(3)
    expect(await store.watches.isWatching(ref('U1'))).toBe(false)
  })

  it('that are still unreported on shutdown are reported by the next process, at once', async () => {
    for (const user of ['U1', 'U2', 'U3']) await watch(user)
    evaluations.set('E1', 'completed')
    clock.advance({ minutes: 1 })
    const stopping = new AbortController()
    refuses = () => {
      stopping.abort()
      return null
    }
    await checkWatches(deps(), stopping.signal)
    expect(messages).toHaveLength(1)
    refuses = null
    await checkWatches(deps())
    expect(messages.map(({ user }) => user).toSorted()).toEqual(['U1', 'U2', 'U3'])
  })

  describe('wait for their turn, like every message in a workspace:', () => {
    const paces = { workspace: { everyMs: 1_000, burst: 2 }, channel: { everyMs: 5_000, burst: 1 } }
    let time: FakeClock
    beforeEach(async () => {
      for (const id of ['E1', 'E2', 'E3']) {
        evaluations.set(id, 'in_progress')
        await watch('U1', id)
        evaluations.set(id, 'completed')
      }
      time = new FakeClock(start.add({ minutes: 1 }).toString())
    })
    /** A separate process on the same store, and what it has sent, in seconds from now. */
    const replica = () => {
      const begun = time.now()
      const at: string[] = []
      const base = {
        ...ports(),
        store: time.standingStill(store),
        clock: time,
        paces,
        poster: {
          async post(user: string, message: Message) {
            at.push(`${user} ${time.now().since(begun).total('seconds')}`)
            return { channel: 'D1', ts: '1.1', message }
          },
        },
      }
      return { at, check: (signal?: AbortSignal) => checkWatches({ ...base, of: async () => base }, signal) }
    }

    it('each person gets one at a time, even if another process has just written to them', async () => {
      // A digest's notice to its owner counts as well.
      await store.paces.reserve({ team: 'T1', channel: 'U1' }, paces, time.now())
      const { at, check } = replica()
      await time.until(check())
      expect(at).toEqual(['U1 5', 'U1 10', 'U1 15'])
    })

    it('none is lost when Sightline is stopped, and the next process sends it at once', async () => {
      const stopping = new AbortController()
      const waits = Promise.withResolvers<void>()
      const { sleep } = time
      time.sleep = (ms, signal) => {
        waits.resolve()
        return sleep.call(time, ms, signal)
      }
      const first = replica()
      const checking = first.check(stopping.signal)
      await waits.promise
      stopping.abort()
      // No time passes, so waiting for it would never end.
      await checking
      expect(first.at.length).toBeLessThan(3)
      const second = replica()
      await time.until(second.check())
      expect(first.at.length + second.at.length).toBe(3)
    })
  })

  it('that are already done are not watched', async () => {
    evaluations.set('E1', 'failed')
    expect(await watch('U1')).toMatchObject({ outcome: 'done', evaluation: { status: 'failed' } })
    expect(await store.watches.isWatching(ref('U1'))).toBe(false)
  })

  it('that the service doesn’t know can’t be watched, but while it is down they can', async () => {
    await expect(watch('U1', 'E9')).rejects.toThrow('no longer has')
    evaluations.set('E1', failure('unavailable'))
    expect(await watch('U1')).toEqual({ outcome: 'started', evaluation: null })
  })

  it('are not reported to people who stopped watching, even during the request', async () => {
    await watch('U1')
    await watch('U2')
    expect(await stopWatching(deps(), ref('U1'), 'C1')).toBe(true)
    expect(await stopWatching(deps(), ref('U1'), 'C1')).toBe(false)
    evaluations.set('E1', 'partial')
    const { websiteEvaluation } = deps().api
    await checkWatches(
      deps({
        api: {
          websiteEvaluation: async (scope, id) => {
            await stopWatching(deps(), ref('U2'), 'C1')
            return websiteEvaluation(scope, id)
          },
        },
      }),
    )
    await pass(5, 3)
    expect(messages).toEqual([])
  })

  it('stay watched through an outage of the service, with one request per pass', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `E${index}`)
    for (const id of ids) {
      evaluations.set(id, 'in_progress')
      await watch('U1', id)
    }
    for (const id of ids) evaluations.set(id, failure('unavailable'))
    asked = []
    await pass(1)
    expect(asked.length).toBeLessThan(9)
    for (const id of ids) evaluations.set(id, 'completed')
    await pass(1)
    expect(messages).toHaveLength(30)
  })

  it.each([
    ['is asked a few times only in an outage, however many workspaces wait', 'timeout', 4],
    ['is asked by each workspace for itself where it refuses their keys', 'forbidden', 40],
  ] as const)('of many workspaces: the service %s', async (_, code, times) => {
    for (let number = 0; number < 40; number += 1)
      await store.watches.start({ ...ref('U1', `E${number}`), team: `T${number}` }, 'C1', clock.now())
    for (let number = 0; number < 40; number += 1) evaluations.set(`E${number}`, failure(code))
    await pass(1)
    expect(asked).toHaveLength(times)
    for (let number = 0; number < 40; number += 1) evaluations.set(`E${number}`, 'completed')
    await pass(1)
    expect(messages, 'every watcher is told').toHaveLength(40)
  })

  it('are reported even if another one can’t be read for a long time', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `E${index}`)
    for (const id of ids) {
      evaluations.set(id, 'in_progress')
      await watch('U1', id)
    }
    for (const id of ids) evaluations.set(id, id === 'E0' ? failure('forbidden') : 'completed')
    await pass(1)
    expect(messages).toHaveLength(11)
  })

  it('are reported even if another workspace can’t be opened or its answer can’t be read', async () => {
    const teams = ['T1', 'T2', 'T3']
    for (const team of teams) await store.watches.start({ ...ref('U1'), team }, 'C1', clock.now())
    evaluations.set('E1', 'completed')
    const base = ports()
    const unreadable = {
      ...base,
      api: { websiteEvaluation: async () => Promise.reject(new TypeError('no')) },
    }
    clock.advance({ minutes: 1 })
    await checkWatches({
      ...base,
      of: async (team) => {
        if (team === 'T1') throw new Error('its key can’t be decrypted')
        return team === 'T2' ? unreadable : base
      },
    })
    expect(messages).toHaveLength(1)
    await pass(4)
    expect(messages, 'the others are checked again').toHaveLength(3)
  })

  it('that are gone end with a message', async () => {
    await watch('U1')
    evaluations.delete('E1')
    await pass(1, 3)
    expect(words()).toEqual(['U1: ⚠ A website evaluation you were watching is gone.'])
  })

  it('end after 30 days with a message about their state', async () => {
    await watch('U1')
    evaluations.set('E1', failure('timeout'))
    await pass(60 * 24 * 30 - 1)
    expect(messages).toEqual([])
    await pass(61, 3)
    expect(words()).toEqual(['U1: ⚠ Sightline stopped watching a website evaluation after 30 days.'])
    expect(messages[0]?.message.text).toContain('The service is down.')
  })

  it('are checked rarely once they take long', async () => {
    await watch('U1')
    asked = []
    await pass(1, 60)
    expect(asked.length).toBeGreaterThan(55)
    asked = []
    await pass(10, 6)
    expect(asked).toHaveLength(6)
    clock.advance({ hours: 24 })
    asked = []
    await pass(10, 18)
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  describe('when Slack does not take the message', () => {
    const refusing = (...errors: readonly (PostError | null)[]) => {
      const left = [...errors]
      refuses = () => left.shift() ?? null
    }
    beforeEach(async () => {
      await watch('U1')
      evaluations.set('E1', 'completed')
    })

    it('because of its rate limit, it is sent later', async () => {
      refusing(new PostError('rate_limited', 'rate_limited', 90))
      await pass(1)
      expect(messages).toEqual([])
      await pass(1)
      expect(messages).toEqual([])
      await pass(1)
      expect(messages).toHaveLength(1)
    })

    it('permanently, it is not retried', async () => {
      refusing(new PostError('refused', 'user_disabled'))
      await pass(1, 30)
      expect(messages).toEqual([])
      expect(await store.watches.isWatching(ref('U1'))).toBe(false)
    })

    it('because of the workspace’s token, it waits until Slack accepts it again', async () => {
      // Slack's client records it.
      refuses = () => {
        void store.disconnections.markDisconnected('T1', 'token_revoked', clock.now())
        return new PostError('refused', 'token_revoked')
      }
      await pass(1)
      refuses = () => expect.fail('not tried while it is disconnected')
      await pass(1, 30)
      refuses = null
      await store.disconnections.markReconnected('T1', clock.now(), () => [])
      await pass(1)
      expect(words()).toEqual(['U1: ✓ Website evaluation “Pages of E1”: completed.'])
    })

    it('because it was never sent, it is sent later', async () => {
      refusing(new PostError('not_sent', 'token_not_renewed'))
      await pass(1)
      expect(messages).toEqual([])
      await pass(1)
      expect(words()).toEqual(['U1: ✓ Website evaluation “Pages of E1”: completed.'])
    })

    it('but may have taken it, it is sent only once more, with a note', async () => {
      const lost = new PostError('unknown', 'request_timeout')
      refusing(lost, lost, lost, lost)
      await pass(1, 60)
      expect(words()).toEqual([
        'U1: ✓ Website evaluation “Pages of E1”: completed.',
        'U1: You may have seen this already: Slack didn’t confirm it. ✓ Website evaluation “Pages of E1”: completed.',
      ])
      expect(await store.watches.isWatching(ref('U1'))).toBe(false)
    })

    it('for one watcher, the others are not affected', async () => {
      await store.watches.start(ref('U2'), 'C1', clock.now())
      refuses = (user) => (user === 'U1' ? new PostError('refused', 'user_disabled') : null)
      await pass(1)
      expect(words()).toEqual(['U2: ✓ Website evaluation “Pages of E1”: completed.'])
    })
  })

  it('of a process that was killed are reported by the next one', async () => {
    await watch('U1')
    evaluations.set('E1', 'completed')
    const now = clock.now()
    await store.watches.claimDue(now, now.add({ seconds: 180 }), 100)
    await pass(1, 2)
    expect(messages).toEqual([])
    await pass(1)
    expect(messages).toHaveLength(1)
  })

  it('whose process was killed while reporting are reported again, with a note', async () => {
    await watch('U1')
    evaluations.set('E1', 'completed')
    const { poster } = ports()
    await checkWatches(
      deps({
        poster: {
          post: async (user, message) => {
            await poster.post(user, message)
            throw new Error('its process ended')
          },
        },
      }),
    )
    await pass(4)
    expect(words()).toEqual([
      'U1: ✓ Website evaluation “Pages of E1”: completed.',
      'U1: You may have seen this already: Slack didn’t confirm it. ✓ Website evaluation “Pages of E1”: completed.',
    ])
  })

  it('are audited: who started and who stopped', async () => {
    await watch('U1')
    await stopWatching(deps(), ref('U1'), 'C1')
    const entries = await store.audit.forChannel('T1', 'C1', { limit: 9, offset: 0 })
    expect(
      entries.map(({ user, action, subject, outcome }) => [user, action, subject, outcome]).toSorted(),
    ).toEqual([
      ['U1', 'evaluation.unwatch', 'E1', 'stopped'],
      ['U1', 'evaluation.watch', 'E1', 'watching'],
    ])
  })
})
