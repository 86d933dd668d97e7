import { expect, it } from 'vitest'
import {
  after,
  connection,
  first,
  newTeam,
  newWorkspace,
  raced,
  start,
  type TheDatabase,
  text,
} from './world.ts'

/** Before what other suites leave due. */
const early = (minutes: number) => Temporal.Instant.from('2019-01-01T00:00:00Z').add({ minutes })

export function marketWeekSuite(database: TheDatabase) {
  const want = (team: string, dueAt: Readonly<Record<string, Temporal.Instant>>, market = 'M1') =>
    first(database).marketWeeks.want(
      { team, market, question: `of ${team}` },
      new Map(Object.entries(dueAt)),
      '2025',
    )
  const all = (team: string, market = 'M1') =>
    first(database).marketWeeks.between({ team, market }, '2025', '2027')

  it('keep the newest reading of their own analysis only', async () => {
    const { marketWeeks, team } = newWorkspace(database)
    await want(team, { '2026-02-16': start, '2026-02-23': start })
    await want(team, { '2026-02-23': start }, 'M2')
    const ref = { team, market: 'M1', week: '2026-02-23' }
    await marketWeeks.save(ref, 'newer', after(2), null)
    await marketWeeks.save(ref, 'older', after(1), null)
    expect(await all(team)).toEqual([
      { week: '2026-02-16', record: null, readAt: null },
      { week: '2026-02-23', record: 'newer', readAt: text(after(2)) },
    ])
    expect(await all(team, 'M2')).toEqual([{ week: '2026-02-23', record: null, readAt: null }])
    expect(await marketWeeks.between({ team, market: 'M1' }, '2026-02-17', '2026-02-23')).toHaveLength(1)
    expect(await marketWeeks.known({ team, market: 'M1' }, '2026-02-17', '2026-02-23')).toEqual([
      { week: '2026-02-23', readAt: text(after(2)) },
    ])
    await want(team, { '2026-02-23': after(9) })
    expect((await all(team))[1]?.record, 'wanted again').toBe('newer')
    await marketWeeks.save({ ...ref, week: '2026-01-05' }, 'unknown', after(3), null)
    expect(await all(team), 'nobody wanted this one').toHaveLength(2)
  })

  it('are claimed by one of many callers, most overdue first, then those of other workspaces', async () => {
    const [team, other] = [newTeam(), newTeam()]
    await want(team, { '2026-02-23': early(0), '2026-02-16': early(1), '2026-02-09': early(100) })
    await want(other, { '2026-02-23': early(2) })
    const claimed = await raced(database, 10, ({ marketWeeks }) => marketWeeks.claim(early(0), early(60), []))
    expect(claimed.flat()).toEqual([{ team, market: 'M1', week: '2026-02-23', question: `of ${team}` }])
    const { marketWeeks } = first(database)
    const next = async (minutes: number, except: readonly string[] = []) => {
      const [one] = await marketWeeks.claim(early(minutes), early(minutes + 60), except)
      return one === undefined ? null : [one.team, one.week]
    }
    expect(await next(10, [team])).toEqual([other, '2026-02-23'])
    expect(await next(10)).toEqual([team, '2026-02-16'])
    expect(await next(10), 'all others are claimed, or not due').toBeNull()
    await marketWeeks.save({ team, market: 'M1', week: '2026-02-16' }, '{}', early(11), null)
    await marketWeeks.postpone({ team, market: 'M1' }, early(200))
    await marketWeeks.forget({ team: other, market: 'M1' })
    expect(await next(150), 'postponed, forgotten, or read').toBeNull()
    const postponed = [team, expect.any(String)]
    expect([await next(200), await next(200), await next(200)]).toEqual([postponed, postponed, null])
    await marketWeeks.forget({ team, market: 'M1' })
  })

  it('are not claimed while Slack refuses the workspace', async () => {
    const { marketWeeks, disconnections, team } = newWorkspace(database)
    await want(team, { '2026-02-23': early(0) })
    await disconnections.markDisconnected(team, 'token_revoked', start)
    expect(await marketWeeks.claim(early(1), early(60), [])).toEqual([])
    await marketWeeks.forget({ team, market: 'M1' })
  })

  it('go when they are too old, and with the key that read them', async () => {
    const { marketWeeks, connections, team } = newWorkspace(database)
    await want(team, { '2026-02-16': start, '2026-02-23': start })
    const again = { team, market: 'M2', question: '' }
    await marketWeeks.want(again, new Map([['2026-03-02', start]]), '2026-02-23')
    expect((await all(team)).map(({ week }) => week)).toEqual(['2026-02-23'])
    await marketWeeks.want(again, new Map([['2026-03-09', start]]), '2026-02-23')
    await marketWeeks.forgetBefore({ team, market: 'M2', week: '2026-03-09' })
    expect((await all(team, 'M2')).map(({ week }) => week)).toEqual(['2026-03-09'])
    expect(await all(team), 'not those of another question').toHaveLength(1)
    await connections.save(connection(team), start)
    expect([await all(team), await all(team, 'M2')]).toEqual([[], []])
    await want(team, { '2026-02-23': start })
    await connections.remove(team, start)
    expect(await all(team)).toEqual([])
  })
}
