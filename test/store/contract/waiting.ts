import { expect, it } from 'vitest'
import type { WaitingItem } from '../../../src/store/index.ts'
import {
  after,
  click,
  first,
  newTeam,
  owedNotice,
  raced,
  recommendation,
  subscribe,
  type TheDatabase,
} from './world.ts'

/** Items that have waited for long are named once. */
export function waitingSuite(database: TheDatabase) {
  it('is named once, however many processes find it at once, and again if it is tracked anew', async () => {
    const { channels, tasks, outbox } = first(database)
    const team = newTeam()
    const ref = recommendation(team)
    await subscribe(first(database), team)
    await tasks.claim(ref, click)
    await tasks.created(ref, 1, 1, { taskId: 'K1', name: 'Write', description: '' }, after(1))
    await channels.track(team, 'C1', 'R2', 'U1', after(1))
    await channels.recordConfigured(team, 'C1', ['R-configured'], after(1))
    const { organizationId, workspaceId, resultId } = ref
    const place = { organizationId, workspaceId, title: 'Write', since: after(1).toString() }
    const items: readonly WaitingItem[] = [
      { ...place, resultId, task: { id: 'K1', generation: 1, weeks: 8 } },
      { ...place, resultId: 'R2', task: null },
      { ...place, resultId: 'R-untracked', task: null },
      { ...place, resultId: 'R-configured', task: null },
    ]
    const ask = (store: Pick<ReturnType<typeof first>, 'waiting'>, second: number) =>
      store.waiting.ask(
        { team, channel: 'C1' },
        items,
        (named) => ({
          ...owedNotice('U1', team, 'S1', { kind: 'waiting', items: named }),
          key: `waiting ${second}`,
        }),
        after(second),
      )
    const named = await raced(database, 8, (store, caller) => ask(store, 10 + caller))
    expect(named.toSorted((a, b) => b - a)).toEqual([3, 0, 0, 0, 0, 0, 0, 0])
    const notices = await outbox.list({ team, subject: 'S1' }, ['notice'], { limit: 9, offset: 0 })
    expect(notices).toHaveLength(1)
    expect(await channels.tracked(team, 'C1')).toMatchObject([{ askedAt: expect.any(String) }])

    await channels.untrack(team, 'C1', 'R2', after(30))
    await channels.track(team, 'C1', 'R2', 'U1', after(31))
    expect(await ask(first(database), 32)).toBe(1)
    expect(await ask(first(database), 33)).toBe(0)
  })
}
