import { expect, it } from 'vitest'
import { singleUse } from '../../../src/store/index.ts'
import { after, first, newTeam, newWorkspace, raced, start, type TheDatabase } from './world.ts'

const minutes = (count: number) => after(count * 60_000)

export function idempotencyKeySuite(database: TheDatabase) {
  it('is used by only one of many callers', async () => {
    const state = newTeam()
    const uses = await raced(database, 20, ({ idempotencyKeys }) =>
      idempotencyKeys.use(state, minutes(10), start),
    )
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await first(database).idempotencyKeys.use(state, minutes(20), minutes(9))).toBe(false)
  })

  it('expires, whether or not it was swept away, and then counts as new', async () => {
    const state = newTeam()
    const { idempotencyKeys } = first(database)
    expect(await idempotencyKeys.use(state, minutes(10), start)).toBe(true)
    const uses = await raced(database, 8, (store) =>
      store.idempotencyKeys.use(state, minutes(20), minutes(10)),
    )
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await idempotencyKeys.use(state, minutes(20), minutes(19))).toBe(false)
  })

  it('can be used again after it was released', async () => {
    const state = newTeam()
    const { idempotencyKeys } = first(database)
    expect(await idempotencyKeys.use(state, minutes(10), start)).toBe(true)
    await idempotencyKeys.release(state)
    const uses = await raced(database, 8, (store) => store.idempotencyKeys.use(state, minutes(10), start))
    expect(uses.filter(Boolean)).toHaveLength(1)
    await idempotencyKeys.release('never used')
  })

  it('is never confused with another key', async () => {
    const { idempotencyKeys, team } = newWorkspace(database)
    for (const parts of [[team, 'a'], [team, 'a', ''], [`${team}a`], ['a', team]])
      expect(await idempotencyKeys.use(singleUse(...parts), minutes(10), start), parts.join()).toBe(true)
    expect(await idempotencyKeys.use(singleUse(team, 'a'), minutes(10), start)).toBe(false)
  })
}
