import { describe, expect, it } from 'vitest'
import { SlackAnswers } from '../../src/lib/cached.ts'
import { FakeClock } from '../digests/clock.ts'

/** A Slack that answers what the test says, and the number of times it was asked. */
function slack(first: string | null) {
  const clock = new FakeClock('2026-11-16T08:00:00Z')
  const state = { says: first, asked: 0 }
  const known = new SlackAnswers<string>(clock, 10, 2, 60_000)
  const get = (key = 'U1') =>
    known.get(key, async () => {
      state.asked += 1
      return state.says
    })
  return { clock, state, get }
}

describe('what Slack said', () => {
  it('is asked once in ten minutes', async () => {
    const { clock, state, get } = slack('Ana')
    await get()
    clock.advance({ minutes: 9 })
    expect(await get()).toBe('Ana')
    expect(state.asked).toBe(1)
    clock.advance({ minutes: 1 })
    await get()
    expect(state.asked).toBe(2)
  })

  it('when it said nothing, is asked again after a minute and not before', async () => {
    const { clock, state, get } = slack(null)
    await get()
    clock.advance({ seconds: 59 })
    expect(await get()).toBeNull()
    expect(state.asked).toBe(1)
    state.says = 'Ana'
    clock.advance({ seconds: 1 })
    expect(await get()).toBe('Ana')
    expect(state.asked).toBe(2)
  })

  it('is one question for all who ask at once', async () => {
    const { state, get } = slack('Ana')
    expect(await Promise.all([get(), get(), get()])).toEqual(['Ana', 'Ana', 'Ana'])
    expect(state.asked).toBe(1)
  })

  it('of the oldest is forgotten where there are too many', async () => {
    const { state, get } = slack('Ana')
    for (const user of ['U1', 'U2', 'U3']) await get(user)
    await get('U3')
    expect(state.asked).toBe(3)
    await get('U1')
    expect(state.asked).toBe(4)
  })
})
