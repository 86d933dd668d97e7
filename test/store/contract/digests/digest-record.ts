import { expect, it } from 'vitest'
import type { DigestStatement, Store } from '../../../../src/store/index.ts'
import {
  after,
  claimed,
  first,
  leaseMs,
  newTeam,
  nothing,
  slotRequest,
  start,
  statement,
  subscribe,
  summaries,
  type TheDatabase,
  text,
} from '../world.ts'

const later = { reason: 'no_answer', checkAt: null } as const

export function digestRecordSuite(database: TheDatabase) {
  /** A delivery of the digest whose post was sent, composed this many milliseconds after `start`. */
  const left = async (
    store: Store,
    team: string,
    composed: number,
    content: Partial<DigestStatement> | null,
  ) => {
    const { id } = await subscribe(store, team)
    const request = { ...slotRequest(team, id), slot: after(composed) }
    const claim = await store.deliveries.claim(request)
    if (claim === null) throw new Error('a new slot could not be claimed')
    const digestStatement =
      content === null ? null : statement({ composedAt: text(after(composed)), ...content })
    await store.deliveries.beginPost(claim, { ...nothing, statement: digestStatement }, start)
    return claim
  }
  const summaryIds = async (store: Store, team: string) => [
    ...((await store.records.get(team, 'S1'))?.reddit?.summaries.keys() ?? []),
  ]
  const figures = (visibility: number) => ({
    period: { unit: 'week', start: '2026-02-23', end: '2026-03-01' },
    headline: 'own_change',
    rank: 2,
    visibility,
  })

  it('is recorded with the confirmed post, or not at all', async () => {
    const store = first(database)
    const { deliveries, records } = store
    const team = newTeam()
    const claim = await left(store, team, 0, {
      figures: figures(41),
      reddit: { ...summaries('A', 'A', 'B'), sentiments: { saas: 'positive' } },
      actions: { recommendations: { R1: { b1: null }, R2: null }, gone: [] },
      evaluations: { states: { E1: 'ended', E2: 'unread' }, gone: [] },
      stories: { 'task 1': 'up' },
    })
    expect(await records.get(team, 'S1'), 'not confirmed yet').toBeNull()
    expect(await records.actionsIn(team, 'C1')).toEqual([])
    await deliveries.posted(claim, '1.1', after(9_000))
    const actions = {
      at: text(start),
      recommendations: new Map([
        ['R1', new Map([['b1', null]])],
        ['R2', null],
      ]),
    }
    const summary = { subreddit: 'saas', creationDate: '2026-03-01' }
    expect(await records.get(team, 'S1')).toEqual({
      composedAt: text(start),
      figures: { ...figures(41), at: text(start) },
      reddit: {
        summaries: new Map([
          ['A', summary],
          ['B', summary],
        ]),
        sentiments: new Map([['saas', 'positive']]),
      },
      actions,
      evaluations: {
        at: text(start),
        states: new Map([
          ['E1', 'ended'],
          ['E2', 'unread'],
        ]),
      },
      stories: new Set(['task 1']),
    })
    expect(await records.actionsIn(team, 'C1')).toEqual([actions])
    expect(await records.actionsIn(team, 'C2')).toEqual([])
    expect(await records.get(newTeam(), 'S1')).toBeNull()

    const next = await left(store, team, 1_000, {
      reddit: { ...summaries('C'), sentiments: { saas: 'mixed' }, gone: ['A'] },
      actions: { recommendations: {}, gone: ['R2'] },
      evaluations: { states: { E2: 'ended' }, gone: ['E1'] },
      stories: { 'task 2': 'down' },
    })
    await deliveries.posted(next, '2.2', after(9_000))
    expect(await records.get(team, 'S1')).toMatchObject({
      composedAt: text(after(1_000)),
      figures: { visibility: 41, at: text(start) },
      reddit: { sentiments: new Map([['saas', 'mixed']]) },
      actions: { recommendations: new Map([['R1', new Map([['b1', null]])]]) },
      evaluations: { states: new Map([['E2', 'ended']]) },
      stories: new Set(['task 1', 'task 2']),
    })
    expect((await summaryIds(store, team)).sort()).toEqual(['B', 'C'])
  })

  it('ignores a post that fails, and includes one that is found later', async () => {
    const store = first(database)
    const { deliveries, records } = store
    const team = newTeam()
    const lost = await left(store, team, 0, { reddit: summaries('A') })
    await deliveries.unknown(lost, later, start)
    const looked = await deliveries.claimUnknown({ team, id: lost.id, leaseMs, now: start })
    expect(looked.won && (await deliveries.failed(looked.claim, 'not_arrived', start))).toBe(true)
    expect(await records.get(team, 'S1')).toBeNull()

    const second = await left(store, team, 1_000, { reddit: summaries('B') })
    expect(await deliveries.expirePosting(after(leaseMs), 1_000), 'its process died').toContainEqual(
      expect.objectContaining({ id: second.id }),
    )
    const claimed = await deliveries.claimUnknown({ team, id: second.id, leaseMs, now: after(leaseMs) })
    expect(claimed.won && (await deliveries.posted(claimed.claim, '2.2', after(leaseMs)))).toBe(true)
    expect(await summaryIds(store, team)).toEqual(['B'])
  })

  it('is the content of the digest composed last, even if an earlier one is confirmed last', async () => {
    const store = first(database)
    const { deliveries, records } = store
    const team = newTeam()
    const early = await left(store, team, 0, {
      figures: figures(40),
      reddit: { ...summaries('A'), sentiments: { saas: 'negative' } },
      actions: { recommendations: { R1: { b1: '2026-03-01T00:00:00Z' } }, gone: [] },
    })
    await deliveries.unknown(early, later, start)
    const newer = await left(store, team, 1_000, {
      figures: figures(45),
      reddit: { ...summaries('B'), sentiments: { saas: 'positive' } },
    })
    await deliveries.posted(newer, '2.2', after(2_000))
    const claimed = await deliveries.claimUnknown({ team, id: early.id, leaseMs, now: after(3_000) })
    expect(claimed.won && (await deliveries.posted(claimed.claim, '1.1', after(3_000)))).toBe(true)
    expect(await records.get(team, 'S1')).toMatchObject({
      composedAt: text(after(1_000)),
      figures: { visibility: 45 },
      reddit: { sentiments: new Map([['saas', 'positive']]) },
      // The newer one did not read these.
      actions: {
        at: text(start),
        recommendations: new Map([['R1', new Map([['b1', '2026-03-01T00:00:00Z']])]]),
      },
    })
    expect(await summaryIds(store, team)).toEqual(['B'])
  })

  it('records that Reddit was read even if there was nothing yet', async () => {
    const store = first(database)
    const team = newTeam()
    const claim = await left(store, team, 0, { reddit: summaries() })
    await store.deliveries.posted(claim, '1.1', start)
    expect(await summaryIds(store, team)).toEqual([])
    expect((await store.records.get(team, 'S1'))?.reddit).not.toBeNull()
  })

  it('takes thousands of summaries at once', async () => {
    const store = first(database)
    const { claim } = await claimed(store, newTeam())
    const ids = Array.from({ length: 12_000 }, (_, index) => `S${index}`)
    await store.deliveries.beginPost(
      claim,
      { ...nothing, statement: statement({ reddit: summaries(...ids) }) },
      start,
    )
    await store.deliveries.posted(claim, '1.1', start)
    expect(await summaryIds(store, claim.team)).toHaveLength(12_000)
  })
}
