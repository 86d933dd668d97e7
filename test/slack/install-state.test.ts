import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { createInstallStates } from '../../src/slack/oauth/installer.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const clock = createSandboxClock(Temporal.Instant.from('2026-11-16T09:00:00Z'))
const install = { scopes: ['commands'], redirectUri: 'https://sightline.example.com/slack/oauth_redirect' }

function replica(keys: readonly Buffer[], used = new Set<string>()) {
  const use = async (state: string) => !used.has(state) && used.add(state) !== undefined
  return createInstallStates({ keys, use, clock, wallClock: clock, install })
}
const begin = (states: ReturnType<typeof replica>) => states.generateStateParam(install, new Date(0))
const end = (states: ReturnType<typeof replica>, state: string) => states.verifyStateParam(new Date(0), state)

describe('the state of an installation', () => {
  it('created at one replica is valid at another, once in all', async () => {
    const used = new Set<string>()
    const state = await begin(replica([first], used))
    expect(await end(replica([first], used), state)).toEqual(install)
    await expect(end(replica([first], used), state)).rejects.toThrow('already used')
  })

  it('is valid while the keys are being changed, but not without the key that signed it', async () => {
    const state = await begin(replica([first]))
    expect(await end(replica([second, first]), state)).toEqual(install)
    await expect(end(replica([second]), state)).rejects.toThrow('not signed by Sightline')
  })

  it.each(['', '.', 'a.b.c', 'a.b', `${'x'.repeat(5_000)}.1.2`])('%j is invalid', async (state) => {
    await expect(end(replica([first]), state)).rejects.toThrow('not signed by Sightline')
  })

  it('can’t be given a longer life', async () => {
    const [nonce, , signature] = (await begin(replica([first]))).split('.')
    await expect(end(replica([first]), `${nonce}.zzzzzzzzz.${signature}`)).rejects.toThrow(
      'not signed by Sightline',
    )
  })

  it('is limited to sixty visitors a minute; no row is written for more', async () => {
    const used = new Set<string>()
    const states = replica([first], used)
    const visit = async () => {
      const state = await begin(states)
      return end(states, state).then(
        () => 'installs',
        (error: { readonly code: string }) => error.code,
      )
    }
    const visits = async () =>
      Object.groupBy(await Promise.all(Array.from({ length: 200 }, visit)), (how) => how)
    const first200 = await visits()
    expect(first200.installs).toHaveLength(60)
    expect(first200.busy).toHaveLength(140)
    expect(used.size).toBe(60)
    // Nor does an invented state reduce the next minute's limit.
    clock.advance({ minutes: 1 })
    for (let at = 0; at < 100; at += 1)
      await expect(end(states, `a.b.${at}`)).rejects.toThrow('not signed by Sightline')
    expect((await visits()).installs).toHaveLength(60)
  })
})
