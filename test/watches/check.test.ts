import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError, type WebsiteEvaluation } from '../../src/api/index.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { checkWatches, evaluationKind, startWatching, stopWatching } from '../../src/watches/watches.ts'
import { createSender, type Sender } from '../digests/world.ts'
import { failure, websiteEvaluation } from '../insights/service.ts'
import { sendOwed } from '../send-owed.ts'

const start = '2026-11-16T08:00:00Z'
const ref = (user: string, evaluationId = 'E1') => ({
  team: 'T1',
  organizationId: 'O1',
  workspaceId: 'W1',
  evaluationId,
  user,
})

const kinds = new Map([['evaluation', evaluationKind]])

describe('watched evaluations', () => {
  let sender: Sender
  let store: Sender['store']
  let clock: Sender['clock']
  let slack: Sender['slack']
  /** The service's answers by evaluation id. It doesn't know any others. */
  let evaluations: Map<string, string | ApiError>
  let asked: string[]

  beforeEach(async () => {
    sender = await createSender(start)
    ;({ store, clock, slack } = sender)
    evaluations = new Map([['E1', 'in_progress']])
    asked = []
  })

  const service = {
    async websiteEvaluation(_scope: unknown, id: string): Promise<WebsiteEvaluation> {
      asked.push(id)
      const answer = evaluations.get(id) ?? failure('not_found')
      if (answer instanceof ApiError) throw answer
      return websiteEvaluation({ id, name: `Pages of ${id}`, status: answer })
    },
  }
  const workspace = (api: Pick<Workspace['api'], 'websiteEvaluation'> = service) =>
    sender.workspace({ api: api as Workspace['api'] })
  const deps = (api?: Parameters<typeof workspace>[0]) => {
    const base = workspace(api)
    return { ...base, of: async () => base }
  }
  /** Sends what is due. What becomes of it on its way to Slack is in test/outbox/faults.test.ts. */
  const send = () => clock.until(sendOwed(workspace(), kinds))
  const watch = (user: string, evaluationId = 'E1') => startWatching(deps(), ref(user, evaluationId), 'C1')
  /** One person watches this many evaluations, which are in progress. */
  const watchMany = async (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `E${index}`)
    for (const id of ids) {
      evaluations.set(id, 'in_progress')
      await watch('U1', id)
    }
    return ids
  }
  /** Moves the clock by these minutes; checks and sends after each step. */
  const pass = async (minutes: number, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      clock.advance({ minutes })
      await checkWatches(deps())
      await send()
    }
  }
  const words = () => slack.posts.map(({ channel, message }) => `${channel}: ${message.text.split('\n')[0]}`)

  it('are reported once to each watcher, with one request for all of them', async () => {
    for (const user of ['U1', 'U2', 'U3', 'U1']) await watch(user)
    await pass(1)
    expect(slack.posts).toEqual([])
    evaluations.set('E1', 'completed')
    asked = []
    clock.advance({ minutes: 1 })
    await Promise.all([checkWatches(deps()), checkWatches(deps())])
    await Promise.all([send(), send()])
    expect(asked).toEqual(['E1'])
    expect(words().toSorted()).toEqual(
      ['U1', 'U2', 'U3'].map((user) => `${user}: ✓ Website evaluation “Pages of E1”: completed.`),
    )
    await pass(1, 5)
    expect(slack.posts).toHaveLength(3)
    expect(await store.watches.isWatching(ref('U1'))).toBe(false)
  })

  it('that are already done are not watched', async () => {
    evaluations.set('E1', 'failed')
    expect(await watch('U1')).toMatchObject({ status: 'failed' })
    expect(await store.watches.isWatching(ref('U1'))).toBe(false)
  })

  it('that the service doesn’t know can’t be watched, but while it is down they can', async () => {
    await expect(watch('U1', 'E9')).rejects.toThrow('no longer has')
    evaluations.set('E1', failure('unavailable'))
    expect(await watch('U1')).toBeNull()
  })

  it('are not reported to people who stopped watching, even during the request', async () => {
    await watch('U1')
    await watch('U2')
    await stopWatching(deps(), ref('U1'), 'C1')
    await stopWatching(deps(), ref('U1'), 'C1')
    evaluations.set('E1', 'partial')
    const websiteEvaluation: typeof service.websiteEvaluation = async (...args) => {
      await stopWatching(deps(), ref('U2'), 'C1')
      return service.websiteEvaluation(...args)
    }
    await checkWatches(deps({ websiteEvaluation }))
    await pass(5, 3)
    expect(slack.posts).toEqual([])
  })

  it('stay watched through an outage of the service, with one request per pass', async () => {
    const ids = await watchMany(30)
    for (const id of ids) evaluations.set(id, failure('unavailable'))
    asked = []
    await pass(1)
    expect(asked.length).toBeLessThan(9)
    for (const id of ids) evaluations.set(id, 'completed')
    await pass(1)
    expect(slack.posts).toHaveLength(30)
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
    expect(slack.posts, 'every watcher is told').toHaveLength(40)
  })

  it('are reported even if another one can’t be read for a long time', async () => {
    for (const id of await watchMany(12))
      evaluations.set(id, id === 'E0' ? failure('forbidden') : 'completed')
    await pass(1)
    expect(slack.posts).toHaveLength(11)
  })

  it('are reported even if another workspace can’t be opened or its answer can’t be read', async () => {
    const teams = ['T1', 'T2', 'T3']
    for (const team of teams) await store.watches.start({ ...ref('U1'), team }, 'C1', clock.now())
    evaluations.set('E1', 'completed')
    const base = workspace()
    const unreadable = workspace({ websiteEvaluation: async () => Promise.reject(new Error('no')) })
    clock.advance({ minutes: 1 })
    await checkWatches({
      ...base,
      of: async (team) => {
        if (team === 'T1') throw new Error('its key can’t be decrypted')
        return team === 'T2' ? unreadable : base
      },
    })
    await send()
    expect(slack.posts).toHaveLength(1)
    await pass(4)
    expect(slack.posts, 'the others are checked again').toHaveLength(3)
  })

  it('that are gone end with a message', async () => {
    await watch('U1')
    evaluations.delete('E1')
    await pass(1, 3)
    expect(words()).toEqual(['U1: ⚠ A website evaluation you were watching is gone.'])
  })

  it('end after 30 days with a message about their state', async () => {
    await watch('U1')
    evaluations.set('E1', failure('timeout', 'The service is down.'))
    await pass(60 * 24 * 30 - 1)
    expect(slack.posts).toEqual([])
    await pass(61, 3)
    expect(words()).toEqual(['U1: ⚠ Sightline stopped watching a website evaluation after 30 days.'])
    expect(slack.posts[0]?.message.text).toContain('The service is down.')
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

  it('are audited: who started and who stopped', async () => {
    await watch('U1')
    await stopWatching(deps(), ref('U1'), 'C1')
    const entries = await store.audit.forChannel('T1', 'C1', { limit: 9, offset: 0 })
    expect(entries.map(({ user, subject, outcome }) => `${user}: ${subject} ${outcome}`).toSorted()).toEqual([
      'U1: E1 stopped',
      'U1: E1 watching',
    ])
  })
})
