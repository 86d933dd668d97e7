import { expect, it } from 'vitest'
import type { DigestStatement, OutboxRow, Store } from '../../../../src/store/index.ts'
import {
  after,
  begin,
  claimedRow,
  intent,
  newTeam,
  newWorkspace,
  owedDigest,
  start,
  statement,
  subscribe,
  summaries,
  type TheDatabase,
  text,
} from '../world.ts'

const later = { state: 'unknown', reason: 'no_answer', dueAt: null } as const

export function digestRecordSuite(database: TheDatabase) {
  /** A digest that was sent, composed this many milliseconds after `start`. */
  const left = async (store: Store, team: string, composed: number, content: Partial<DigestStatement>) => {
    await subscribe(store, team)
    const row = await claimedRow(store, owedDigest(team, after(composed)))
    await begin(
      store,
      row,
      intent({ statement: statement({ composedAt: text(after(composed)), ...content }) }),
    )
    return row
  }
  const arrived = (store: Store, row: OutboxRow, ts: string, now: Temporal.Instant) =>
    store.outbox.settle(row, { state: 'sent', ts }, now)
  const summaryIds = async (store: Store, team: string) =>
    (await store.records.get(team, 'S1'))?.reddit?.summaries.map(({ summaryId }) => summaryId).sort()
  const figures = (visibility: number) => ({
    period: { unit: 'week', start: '2026-02-23', end: '2026-03-01' },
    headline: 'own_change',
    rank: 2,
    visibility,
    basis: 'Q',
  })

  it('is recorded with the confirmed post, or not at all', async () => {
    const { store, records, team } = newWorkspace(database)
    const row = await left(store, team, 0, {
      figures: figures(41),
      reddit: { ...summaries('A', 'B'), sentiments: { saas: 'positive' } },
      actions: { recommendations: { R1: { b1: null }, R2: null } },
      evaluations: { states: { E1: 'ended', E2: 'unread' } },
      stories: { 'task 1': 'up' },
    })
    expect(await records.get(team, 'S1'), 'not confirmed yet').toBeNull()
    expect(await records.actionsIn(team, 'C1')).toEqual([])
    await arrived(store, row, '1.1', after(9_000))
    const actions = { at: text(start), recommendations: { R1: { b1: null }, R2: null } }
    expect(await records.get(team, 'S1')).toEqual({
      told: [],
      composedAt: text(start),
      figures: { ...figures(41), at: text(start) },
      reddit: { ...summaries('A', 'B'), sentiments: { saas: 'positive' }, at: text(start) },
      actions,
      evaluations: { at: text(start), states: { E1: 'ended', E2: 'unread' } },
    })
    expect(await records.actionsIn(team, 'C1')).toEqual([actions])
    expect(await records.actionsIn(team, 'C2')).toEqual([])
    expect(await records.storiesIn(team, 'C1')).toEqual(new Map([['task 1', 'up']]))
    expect(await records.storiesIn(team, 'C2')).toEqual(new Map())
    expect(await records.get(newTeam(), 'S1')).toBeNull()

    const next = await left(store, team, 1_000, {
      reddit: { ...summaries('B', 'C'), sentiments: { saas: 'mixed' } },
      actions: { recommendations: { R1: { b1: null } } },
      evaluations: { states: { E2: 'ended' } },
      stories: { 'task 1': 'faded', 'task 2': 'down' },
    })
    await arrived(store, next, '2.2', after(9_000))
    expect(await records.get(team, 'S1')).toMatchObject({
      composedAt: text(after(1_000)),
      figures: { visibility: 41, at: text(start) },
      reddit: { sentiments: { saas: 'mixed' } },
      actions: { recommendations: { R1: { b1: null } } },
      evaluations: { states: { E2: 'ended' } },
    })
    expect(await summaryIds(store, team)).toEqual(['B', 'C'])
    const told = Object.fromEntries(await records.storiesIn(team, 'C1'))
    expect(told).toEqual({ 'task 1': 'faded', 'task 2': 'down' })
  })

  it('is the content of the digest composed last, even if an earlier one is confirmed last', async () => {
    const { store, outbox, records, team, claimedUnknown } = newWorkspace(database)
    const early = await left(store, team, 0, {
      figures: figures(40),
      reddit: { ...summaries('A'), sentiments: { saas: 'negative' } },
      actions: { recommendations: { R1: { b1: '2026-03-01T00:00:00Z' } } },
    })
    await outbox.settle(early, later, start)
    const newer = await left(store, team, 1_000, {
      figures: figures(45),
      reddit: { ...summaries('B'), sentiments: { saas: 'positive' } },
    })
    await arrived(store, newer, '2.2', after(2_000))
    await arrived(store, await claimedUnknown(early, after(3_000)), '1.1', after(3_000))
    expect(await records.get(team, 'S1')).toMatchObject({
      composedAt: text(after(1_000)),
      figures: { visibility: 45 },
      reddit: { sentiments: { saas: 'positive' } },
      // The newer one did not read these.
      actions: { at: text(start), recommendations: { R1: { b1: '2026-03-01T00:00:00Z' } } },
    })
    expect(await summaryIds(store, team)).toEqual(['B'])
  })

  it('records that Reddit was read even if there was nothing yet', async () => {
    const { store, team } = newWorkspace(database)
    await arrived(store, await left(store, team, 0, { reddit: summaries() }), '1.1', start)
    expect(await summaryIds(store, team)).toEqual([])
  })

  it('takes thousands of summaries at once', async () => {
    const { store, team } = newWorkspace(database)
    const ids = Array.from({ length: 12_000 }, (_, index) => `S${index}`)
    await arrived(store, await left(store, team, 0, { reddit: summaries(...ids) }), '1.1', start)
    expect(await summaryIds(store, team)).toHaveLength(12_000)
  })
}
