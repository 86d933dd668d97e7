import { expect, it } from 'vitest'
import type { LedgerEntry } from '../../../src/store/index.ts'
import { after, claimed, first, leaseMs, newTeam, nothing, start, type TheDatabase } from './world.ts'

const entry = (summaryId: string, sentiment: string | null, creationDate: string | null): LedgerEntry => ({
  summaryId,
  subreddit: 'r/a',
  sentiment,
  creationDate,
})

const later = { reason: 'timed out', checkAt: null }

export function deliveryLedgerSuite(database: TheDatabase) {
  it('records the reddit ledger with the post, or not at all', async () => {
    const { deliveries, ledger } = first(database)
    const team = newTeam()
    const { subscription, request, claim } = await claimed(first(database), team)
    const seen = () => ledger.seen(team, subscription.id)
    expect(await seen()).toEqual({ ids: new Set(), lastSentiments: new Map(), isBaseline: true })

    // The first digest could not read reddit: the next one is still the baseline.
    await deliveries.beginPost(claim, nothing, start)
    await deliveries.posted(claim, '1.1', start)
    expect((await seen()).isBaseline).toBe(true)

    // What a digest was about to show counts for nothing until its post is confirmed.
    const entries = [entry('S1', 'positive', '2026-03-01'), entry('S2', 'negative', '2026-02-01')]
    const lost = await deliveries.claim({ ...request, slot: after(500) })
    if (lost === null) throw new Error('a new slot could not be claimed')
    await deliveries.beginPost(lost, { ...nothing, ledger: entries }, start)
    await deliveries.unknown(lost, later, start)
    expect((await seen()).ids).toEqual(new Set())
    const looked = await deliveries.claimUnknown({ team, id: lost.id, leaseMs, now: start })
    expect(looked.won && (await deliveries.failed(looked.claim, 'it is not there', start))).toBe(true)
    expect(await seen()).toMatchObject({ ids: new Set(), isBaseline: true })

    const second = await deliveries.claim({ ...request, slot: after(1_000) })
    if (second === null) throw new Error('a new slot could not be claimed')
    await deliveries.beginPost(second, { ...nothing, ledger: [...entries, ...entries] }, start)
    await deliveries.unknown(second, later, start)
    const found = await deliveries.claimUnknown({ team, id: second.id, leaseMs, now: start })
    expect(found.won && (await deliveries.posted(found.claim, '2.2', start)), 'found later').toBe(true)
    expect(await seen()).toEqual({
      ids: new Set(['S1', 'S2']),
      lastSentiments: new Map([['r/a', 'positive']]),
      isBaseline: false,
    })

    const third = await deliveries.claim({ ...request, slot: after(2_000) })
    if (third === null) throw new Error('a new slot could not be claimed')
    const changed = [
      entry('S1', 'mixed', '2026-03-01'),
      entry('S3', null, '2026-03-09'),
      entry('S4', 'bad', null),
    ]
    await deliveries.beginPost(third, { ...nothing, ledger: changed }, start)
    await deliveries.posted(third, '3.3', after(1))
    expect(await seen()).toEqual({
      ids: new Set(['S1', 'S2', 'S3', 'S4']),
      lastSentiments: new Map([['r/a', 'mixed']]),
      isBaseline: false,
    })
  })

  it('knows its baseline although there was nothing on reddit yet', async () => {
    const { deliveries, ledger } = first(database)
    const team = newTeam()
    const { subscription, claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, { ...nothing, ledger: [] }, start)
    await deliveries.posted(claim, '1.1', start)
    expect(await ledger.seen(team, subscription.id)).toMatchObject({ ids: new Set(), isBaseline: false })
  })

  it('takes a long ledger', async () => {
    const { deliveries, ledger } = first(database)
    const team = newTeam()
    const { subscription, claim } = await claimed(first(database), team)
    const many = Array.from({ length: 12_000 }, (_, index) => entry(`S${index}`, 'good', '2026-01-01'))
    await deliveries.beginPost(claim, { ...nothing, ledger: many }, start)
    await deliveries.posted(claim, '1.1', start)
    expect((await ledger.seen(team, subscription.id)).ids.size).toBe(12_000)
  })
}
