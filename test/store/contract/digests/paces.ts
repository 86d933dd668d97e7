import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Turn } from '../../../../src/store/index.ts'
import { isThorough } from '../../../properties/thorough.ts'
import { after, first, newTeam, raced, start, type TheDatabase } from '../world.ts'

const paces = { workspace: { everyMs: 100, burst: 5 }, channel: { everyMs: 1_000, burst: 1 } }

export function paceSuite(database: TheDatabase) {
  const gaps = (turns: readonly Turn[]) =>
    turns.map(({ at }) => at.epochMilliseconds - start.epochMilliseconds).sort((a, b) => a - b)

  it('allow a burst to different channels, and then keep the workspace’s pace', async () => {
    const team = newTeam()
    const at = await raced(database, 9, (store, caller) =>
      store.paces.reserve({ team, channel: `C${caller}` }, paces, start),
    )
    expect(gaps(at)).toEqual([0, 0, 0, 0, 0, 100, 200, 300, 400])
    const other = await first(database).paces.reserve({ team: newTeam(), channel: 'C1' }, paces, start)
    expect(gaps([other])).toEqual([0])
    const later = await first(database).paces.reserve({ team, channel: 'C99' }, paces, after(60_000))
    expect(gaps([later])).toEqual([60_000])
  })

  it('wait as long as Slack asks in places already reserved, too, in their order, for any process', async () => {
    const team = newTeam()
    const of = { team, channel: 'C1' }
    const wide = { ...paces, workspace: { everyMs: 1, burst: 100 } }
    const store = (index: number) =>
      database().replicas[index % database().replicas.length] ?? first(database)
    const turns: Turn[] = []
    for (let index = 0; index < 4; index += 1) turns.push(await store(index).paces.reserve(of, wide, start))
    expect(gaps(turns)).toEqual([0, 1_000, 2_000, 3_000])
    // Two processes were limited at once: Slack asked once. An earlier time changes nothing.
    for (const [index, until] of [10_500, 10_500, 2_000].entries())
      await store(index).paces.hold(of, wide.channel, after(500), after(until))
    const { at } = await store(0).paces.reserve({ team, channel: 'C2' }, wide, after(500))
    expect(at, 'another channel').toEqual(after(500))
    const kept = (index: number, now: Temporal.Instant) =>
      store(index).paces.reserve(of, wide, now, turns[index]?.place)
    expect((await kept(1, after(500))).at).toEqual(after(11_000))
    expect((await kept(3, after(500))).at).toEqual(after(13_000))
    expect((await store(1).paces.reserve(of, wide, after(500))).at, 'a new one').toEqual(after(14_000))
    await store(1).paces.hold({ team, channel: '' }, wide.workspace, after(11_000), after(12_000))
    expect((await kept(2, after(11_000))).at, 'the whole workspace waits').toEqual(after(13_000))
    const again = await kept(1, after(90_000))
    expect(again.at, 'whose turn was long ago reserves a new one').toEqual(after(90_000))
  })

  it('never send two messages to a channel within a second, however the workspace’s pace delays them', async () => {
    const slow = { ...paces, workspace: { everyMs: 300, burst: 2 } }
    const asks = fc.array(fc.tuple(fc.nat(300), fc.constantFrom('C1', 'C2', 'C3')), { minLength: 5 })
    await fc.assert(
      fc.asyncProperty(asks, async (waits) => {
        const team = newTeam()
        const sent: { at: number; channel: string }[] = []
        let now = start
        for (const [wait, channel] of waits) {
          now = now.add({ milliseconds: wait })
          const { at } = await first(database).paces.reserve({ team, channel }, slow, now)
          expect(Temporal.Instant.compare(at, now)).toBeGreaterThanOrEqual(0)
          sent.push({ at: at.epochMilliseconds, channel })
        }
        for (const one of ['C1', 'C2', 'C3']) {
          const times = sent.filter(({ channel }) => channel === one).map(({ at }) => at)
          for (const [index, at] of times.slice(1).entries())
            expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(1_000)
        }
      }),
      { numRuns: isThorough ? 30 : 15 },
    )
  })
}
