import { expect, it } from 'vitest'
import { after, first, monday, newTeam, raced, start, subscribe, type TheDatabase, text } from './world.ts'

export function subscriptionSuite(database: TheDatabase) {
  it('is set up once, whoever asks at the same time', async () => {
    const team = newTeam()
    const made = await raced(database, 20, (store) => subscribe(store, team))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await first(database).subscriptions.ofChannel(team, 'C1')).toEqual([made[0]])
    expect(made[0]).toMatchObject({
      ...monday,
      team,
      channel: 'C1',
      kind: 'weekly',
      source: 'user',
      active: true,
    })
  })

  it('keeps the configuration’s digest untouched by restarts, and owes nothing from before a change', async () => {
    const { subscriptions } = first(database)
    const team = newTeam()
    const schedule = { team, channel: 'C1', ...monday }
    const made = await subscriptions.upsertFromSettings(schedule, start)
    expect(made).toMatchObject({ createdBy: null, effectiveFrom: text(start) })
    expect(await subscriptions.upsertFromSettings(schedule, after(10))).toEqual(made)
    const moved = await subscriptions.upsertFromSettings({ ...schedule, time: '10:00' }, after(20))
    expect(moved).toEqual({ ...made, time: '10:00', effectiveFrom: text(after(20)) })
  })

  it('holds a person’s digest beside the configuration’s', async () => {
    const { subscriptions } = first(database)
    const team = newTeam()
    await subscriptions.upsertFromSettings({ team, channel: 'C1', ...monday }, start)
    await subscriptions.upsertFromUser({ team, channel: 'C1', ...monday }, 'U1', after(1))
    const both = await subscriptions.ofChannel(team, 'C1')
    expect(both.map(({ source }) => source)).toEqual(['settings', 'user'])
  })

  it('is paused once, stays paused over restarts, and owes nothing for the pause', async () => {
    const { subscriptions } = first(database)
    const team = newTeam()
    const schedule = { team, channel: 'C1', ...monday }
    const { id } = await subscriptions.upsertFromSettings(schedule, start)
    const mine = async () => (await subscriptions.active()).filter((one) => one.team === team)
    expect(await mine()).toHaveLength(1)

    const answers = await raced(database, 20, (store) =>
      store.subscriptions.pause(team, id, 'is_archived', after(1)),
    )
    expect(answers.filter((paused) => paused)).toHaveLength(1)
    const restarted = await subscriptions.upsertFromSettings({ ...schedule, time: '11:00' }, after(2))
    expect(restarted).toMatchObject({ active: false, pausedReason: 'is_archived', pausedAt: text(after(1)) })
    expect(await mine()).toEqual([])

    expect(await subscriptions.resume(newTeam(), id, after(3))).toBe(false)
    expect(await subscriptions.resume(team, id, after(3))).toBe(true)
    expect(await subscriptions.resume(team, id, after(4))).toBe(false)
    expect(await mine()).toEqual([
      { ...restarted, active: true, pausedReason: null, pausedAt: null, effectiveFrom: text(after(3)) },
    ])
  })

  it('runs again when a person sets it up again, and belongs to that person then', async () => {
    const { subscriptions } = first(database)
    const team = newTeam()
    const { id } = await subscribe(first(database), team)
    await subscriptions.pause(team, id, 'is_archived', after(1))
    await subscriptions.upsertFromUser({ team, channel: 'C1', ...monday }, 'U2', after(2))
    expect(await subscriptions.get(team, id)).toMatchObject({
      id,
      active: true,
      pausedReason: null,
      pausedAt: null,
      createdBy: 'U2',
      createdAt: text(start),
      effectiveFrom: text(after(2)),
    })
  })

  it('records manual digests under the channel’s digest, or under one that does not run', async () => {
    const { subscriptions } = first(database)
    const team = newTeam()
    const schedule = { team, channel: 'C1', ...monday }
    const made = await raced(database, 20, (store) =>
      store.subscriptions.forManualDigest(schedule, 'U1', after(1)),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made[0]).toMatchObject({
      active: false,
      pausedReason: 'manual_only',
      source: 'user',
      createdBy: 'U1',
    })
    expect((await subscriptions.active()).filter((one) => one.team === team)).toEqual([])

    const configured = await subscriptions.upsertFromSettings(schedule, after(2))
    expect(await subscriptions.forManualDigest(schedule, 'U1', after(3))).toEqual(configured)
    await subscriptions.pause(team, configured.id, 'is_archived', after(4))
    const running = await subscriptions.upsertFromUser(schedule, 'U1', after(5))
    expect(running.id).toBe(made[0]?.id)
    expect(await subscriptions.forManualDigest(schedule, 'U1', after(6))).toEqual(running)
  })

  it('stops when the configuration drops its channel, and runs again when it comes back', async () => {
    const { subscriptions } = first(database)
    const team = newTeam()
    const inChannel = (channel: string) => ({ team, channel, ...monday })
    await subscriptions.upsertFromSettings(inChannel('C1'), start)
    await subscriptions.upsertFromSettings(inChannel('C2'), start)
    await subscriptions.upsertFromUser(inChannel('C3'), 'U1', start)
    const runs = async () =>
      (await subscriptions.active()).filter((one) => one.team === team).map(({ channel }) => channel)

    expect(await subscriptions.dropFromSettings(team, ['C1'], after(1))).toBe(1)
    expect((await runs()).sort()).toEqual(['C1', 'C3'])
    const back = await subscriptions.upsertFromSettings(inChannel('C2'), after(2))
    expect(back).toMatchObject({ active: true, pausedReason: null, effectiveFrom: text(after(2)) })
    expect(await subscriptions.dropFromSettings(team, [], after(3))).toBe(2)
    expect(await runs()).toEqual(['C3'])
  })

  it('is found by its own team only', async () => {
    const team = newTeam()
    const { id } = await subscribe(first(database), team)
    expect(await first(database).subscriptions.get(newTeam(), id)).toBeNull()
    expect(await first(database).subscriptions.pause(newTeam(), id, 'x', start)).toBe(false)
  })

  it('refuses a weekday that does not exist', async () => {
    const wrong = { team: newTeam(), channel: 'C1', ...monday, weekday: 8 }
    await expect(first(database).subscriptions.upsertFromUser(wrong, 'U1', start)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'failed',
    })
  })
}
