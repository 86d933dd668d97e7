import { expect, it } from 'vitest'
import type { SlotPlan } from '../../../../src/store/index.ts'
import { after, first, monday, newWorkspace, subscribe, type TheDatabase, text } from '../world.ts'

export function slotPlanSuite(database: TheDatabase) {
  const planned = async (team: string): Promise<SlotPlan> => {
    const { id, revision } = await subscribe(first(database), team)
    return {
      team,
      subscriptionId: id,
      channel: 'C1',
      revision,
      deliver: after(2_000),
      lateAt: after(8_000),
      skip: [after(0), after(1_000)],
      nextSlot: after(9_000),
      zoneData: '2026a',
    }
  }

  it('owes the due slot and records the missed ones, once, however many processes plan', async () => {
    const { outbox, subscriptions, team, owedDigest, raced, listed } = newWorkspace(database)
    const plan = await planned(team)
    await raced(10, (store) => store.subscriptions.plan([plan], after(2_500)))
    const owed = await listed({ channel: 'C1' }, 'digest')
    expect(owed.map(({ since, state, reason, lateAt }) => [since, state, reason, lateAt])).toEqual([
      [text(after(2_000)), 'ready', null, text(after(8_000))],
      [text(after(1_000)), 'skipped', 'missed', null],
      [text(after(0)), 'skipped', 'missed', null],
    ])
    expect(owed[0]).toMatchObject({ subject: 'S1', dueAt: text(after(2_500)), askedBy: null })
    expect(await outbox.enqueue([owedDigest(after(2_000))], after(3_000)), 'by its slot').toEqual([])
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ plannedUntil: text(after(2_500)) })
    const due = async (now: Temporal.Instant, zoneData = '2026a') =>
      (await subscriptions.due(now, 10_000, zoneData)).filter((one) => one.team === team)
    expect(await due(after(8_999))).toEqual([])
    expect(await due(after(3_000), '2025c'), 'a replica with older zone data skips it').toEqual([])
    expect(await due(after(3_000), '2026b'), 'newer zone data may move its next slot').toHaveLength(1)
    expect(await due(after(9_000))).toHaveLength(1)
  })

  it('follows neither an outdated schedule nor a backward plan', async () => {
    const { subscriptions, team } = newWorkspace(database)
    const none = { ...(await planned(team)), deliver: null, lateAt: null, skip: [] }
    const plan = (nextSlot: Temporal.Instant, now: Temporal.Instant, revision = none.revision) =>
      subscriptions.plan([{ ...none, nextSlot, revision }], now)
    await plan(after(9_000), after(3))
    await plan(after(5_000), after(2))
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ plannedUntil: text(after(3)) })
    await subscriptions.update(team, 'S1', { schedule: { ...monday, time: '10:00' } }, after(4))
    const moved = await subscriptions.get(team, 'S1')
    expect(moved).toMatchObject({ plannedUntil: null })
    await plan(after(20_000), after(5))
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ plannedUntil: null })
    await plan(after(20_000), after(5), moved?.revision)
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ plannedUntil: text(after(5)) })
  })
}
