import { expect, it } from 'vitest'
import { singleUse } from '../../../src/store/index.ts'
import { after, newWorkspace, start, type TheDatabase } from './world.ts'

const minutes = (count: number) => after(count * 60_000)

export function idempotencyKeySuite(database: TheDatabase) {
  it('is used by only one of many callers, until it expires or is released', async () => {
    const { idempotencyKeys, team: state, won } = newWorkspace(database)
    const use = (until: number, now: number) =>
      won(20, (store) => store.idempotencyKeys.use(state, minutes(until), minutes(now)))
    expect(await use(10, 0)).toHaveLength(1)
    expect(await use(20, 9)).toEqual([])
    expect(await use(20, 10), 'whether or not it was swept away').toHaveLength(1)
    expect(await use(20, 19)).toEqual([])
    await idempotencyKeys.release(state)
    expect(await use(20, 19)).toHaveLength(1)
    await idempotencyKeys.release('never used')
  })

  it('is never confused with another key', async () => {
    const { idempotencyKeys, team } = newWorkspace(database)
    for (const parts of [[team, 'a'], [team, 'a', ''], [`${team}a`], ['a', team]])
      expect(await idempotencyKeys.use(singleUse(...parts), minutes(10), start), parts.join()).toBe(true)
    expect(await idempotencyKeys.use(singleUse(team, 'a'), minutes(10), start)).toBe(false)
  })
}
