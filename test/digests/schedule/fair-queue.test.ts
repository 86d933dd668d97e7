import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fairClaims } from '../../../src/digests/schedule/fair-queue.ts'
import { planDue } from '../../../src/digests/schedule/run.ts'
import type { Claim } from '../../../src/store/index.ts'
import { createWorld, type World } from '../world.ts'

const atOnce = 16

describe('twenty workspaces with four digests each, due at the same time,', () => {
  let world: World
  let claims: ReturnType<typeof fairClaims>
  beforeEach(async () => {
    world = await createWorld()
    for (let team = 10; team < 30; team += 1)
      for (let number = 0; number < 4; number += 1) await world.subscribe({ team: `T${team}` })
    world.clock.set('2026-11-09T09:00:00Z')
    const { store, clock, workspace } = world
    await planDue({ ...workspace, of: async () => workspace }, () => false)
    claims = fairClaims({ store, clock }, { leaseMs: 60_000, atOnce, signal: new AbortController().signal })
  })
  afterEach(() => world.close())

  const next = async (): Promise<Claim> => {
    const claim = await claims.next()
    if (claim === null) throw new Error('nothing waits')
    return claim
  }

  it('start with one digest each, because the others would wait for the same answers', async () => {
    const first = await Promise.all(Array.from({ length: atOnce }, next))
    expect(new Set(first.map(({ team }) => team)).size).toBe(atOnce)
  })

  it('continue where answers are cached, with at most a quarter of the places per workspace', async () => {
    const first = await Promise.all(Array.from({ length: atOnce }, next))
    for (const claim of first.slice(0, 4)) claims.done(claim)
    const teams = (await Promise.all(Array.from({ length: 4 }, next))).map(({ team }) => team)
    expect(teams).toEqual(['T10', 'T10', 'T10', 'T11'])
  })
})
