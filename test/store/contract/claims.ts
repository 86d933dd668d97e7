import { expect, it } from 'vitest'
import type { Store } from '../../../src/store/index.ts'
import { after, click, leaseMs, newWorkspace, recommendation, type TheDatabase, watch } from './world.ts'

const limit = 2
const many = 5

/** The pages that a claim returns until nothing is left. */
async function pages<T>(claim: (store: Store) => Promise<readonly T[]>, store: Store) {
  const pagesSoFar: (readonly T[])[] = []
  for (;;) {
    const page = await claim(store)
    if (page.length === 0) return pagesSoFar
    pagesSoFar.push(page)
    if (pagesSoFar.length > 1_000) throw new Error('the same is claimed again and again')
  }
}

export function claimSuite(database: TheDatabase) {
  const each = Array.from({ length: many }, (_, index) => String(index))
  const expectPages = (claimedPages: readonly (readonly { readonly team: string }[])[], team: string) => {
    expect(Math.max(...claimedPages.map((page) => page.length)), 'a page is no longer than its limit').toBe(
      limit,
    )
    expect(claimedPages.flat().filter((one) => one.team === team)).toHaveLength(many)
  }

  it('of watches are limited: the longest wait comes first, and each is claimed once', async () => {
    const { store, team } = newWorkspace(database)
    const now = after(leaseMs * 1_000)
    for (const index of each.toReversed())
      await store.watches.start(watch(team, index), 'C1', after(Number(index)))
    const claimedPages = await pages(
      ({ watches }) => watches.claimDue(now, now.add({ seconds: 60 }), limit),
      store,
    )
    expectPages(claimedPages, team)
    const users = claimedPages.map((page) =>
      page
        .filter((one) => one.team === team)
        .map(({ user }) => user)
        .sort(),
    )
    expect(users.flat()).toEqual(each)
  })

  it('of tasks with a killed process or outdated messages are limited', async () => {
    const { store, team } = newWorkspace(database)
    for (const index of each) await store.tasks.claim(recommendation(team, index), click)
    expectPages(await pages(({ tasks }) => tasks.expireCreating(after(1), after(2), limit), store), team)
    expectPages(await pages(({ tasks }) => tasks.takeOutdated(after(3), after(4), limit), store), team)
  })
}
