import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { IncompleteSearchError, PostError } from '../../src/slack/port.ts'
import { StoreError } from '../../src/store/index.ts'
import { failure } from '../insights/service.ts'
import { beginWorld, clickPostAgain, fillThread, leaveUnknown, owner, posts, team, world } from './world.ts'

beforeEach(() => beginWorld())

const page = { limit: 50, offset: 0 }
const slot = '2026-11-09T09:00:00Z'

describe('when Slack does not confirm a digest', () => {
  it('several times, none waits for the look-up in another channel', async () => {
    await world.subscribe()
    await world.subscribe({ id: 'S2', channel: 'C2' })
    world.slack.next({ lost: 'applied' }, { lost: 'applied' })
    await world.goTo(slot)
    const { history } = world.slack
    const { find } = history
    const held = Promise.withResolvers<void>()
    onTestFinished(() => held.resolve())
    Object.assign(history, {
      find: async (...look: Parameters<typeof find>) => {
        if (look[0] === 'C1') await held.promise
        return find(...look)
      },
    })
    world.clock.set('2026-11-09T09:01:00Z')
    const woken = world.wake()
    const stateOf = async (id: string) => (await world.history(id))[0]?.state
    await expect.poll(() => stateOf('S2')).toBe('posted')
    held.resolve()
    await woken
    expect(await stateOf('S1')).toBe('posted')
  })

  it('because the database is away for a moment, it is posted, also where Slack can’t be asked', async () => {
    await fillThread(world)
    await world.subscribe({ sections: ['visibility', 'actions'] })
    world.slack.mayLook = false
    const { messages } = world.store
    const { remember } = messages
    Object.assign(messages, {
      remember: async () => {
        Object.assign(messages, { remember })
        throw new StoreError('unreachable', 'the database is away')
      },
    })
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:02:00Z')
    expect(await world.delivery()).toMatchObject({ state: 'posted', unknowns: 0 })
    expect(posts()[0]).not.toContain('again')
  })

  it('and it is paused before the look-up, it is skipped as paused, not as late', async () => {
    const { id } = await world.subscribe()
    world.slack.next({ lost: 'nothing' })
    await world.goTo(slot)
    await world.store.subscriptions.pause(team, id, 'paused_by_hand', world.clock.now())
    await world.goTo('2026-11-09T09:01:00Z')
    expect(world.slack.posts).toEqual([])
    expect(await world.delivery()).toMatchObject({
      state: 'skipped',
      reason: { code: 'digest_paused', cause: 'paused_by_hand' },
    })
    await expect(clickPostAgain()).rejects.toThrow('too late to post')
  })

  it('and its channel is too busy for one look-up, the next one continues from there', async () => {
    await world.subscribe()
    world.slack.next({ lost: 'applied' })
    await world.goTo(slot)
    const why = new PostError('unknown', 'history_too_long')
    const stoppedAt = (ts: string) => new IncompleteSearchError(why, ts)
    world.slack.lookUpFailures.push(stoppedAt('1.5'), stoppedAt('2.5'))
    for (const minute of [1, 2, 3]) await world.goTo(`2026-11-09T09:0${minute}:00Z`)
    expect(world.slack.lookedUpFrom).toEqual([null, '1.5', '2.5'])
    expect(await world.delivery()).toMatchObject({ state: 'posted' })
    expect(world.slack.calls).toBe(1)
  })

  it('and Slack limits the look-up, the next one waits as long as Slack says', async () => {
    await world.subscribe()
    world.slack.next({ lost: 'applied' })
    await world.goTo(slot)
    world.slack.lookUpFailures.push(new PostError('rate_limited', 'ratelimited', 150))
    const after: number[] = []
    for (const minute of [1, 2, 3, 4]) {
      await world.goTo(`2026-11-09T09:0${minute}:00Z`)
      after.push(world.slack.lookedUpFrom.length)
    }
    expect(after).toEqual([1, 1, 1, 2])
    expect(await world.delivery()).toMatchObject({ state: 'posted' })
  })
})

describe('“Post again”', () => {
  const unknown = async (lost: 'applied' | 'nothing') => {
    await world.subscribe()
    await leaveUnknown(lost)
    return (await world.delivery()).id
  }

  it('posts the digest once, even if clicked repeatedly', async () => {
    const id = await unknown('nothing')
    const answers = await Promise.allSettled([clickPostAgain(id), clickPostAgain(id), clickPostAgain(id)])
    const texts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.text] : []))
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('was posted again')
    expect(texts[0]).toMatch(/Every Monday at 9:00 \(UTC\)\.\nNext: .*Nov 16.*, then .*Nov 23/)
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(await world.delivery()).toMatchObject({ state: 'posted', messageTs: world.slack.in('C1')[0]?.ts })
    await expect(clickPostAgain(id)).rejects.toThrow('already in the channel')
    expect(await world.store.audit.forChannel(team, 'C1', page)).toMatchObject([
      { user: owner, action: 'digest.post_again', outcome: 'posted' },
    ])
  })

  it('waits while Slack limits the channel, since nobody would try again', async () => {
    const id = await unknown('nothing')
    const now = world.clock.now()
    const { channel } = world.workspace.paces
    await world.store.paces.hold({ team, channel: 'C1' }, channel, now, now.add({ seconds: 30 }))
    expect((await clickPostAgain(id)).text).toContain('was posted again')
  })

  it('posts nothing if it finds the digest, and says that it had arrived', async () => {
    const id = await unknown('applied')
    world.slack.mayLook = true
    const { text } = await clickPostAgain(id)
    expect(text).toContain('after all. Nothing was posted again.')
    expect(world.slack.in('C1')).toHaveLength(1)
  })

  it('posts nothing once the digest was deleted, and says so', async () => {
    const id = await unknown('nothing')
    await world.store.subscriptions.remove(team, 'S1', world.clock.now())
    await expect(clickPostAgain(id)).rejects.toThrow('This digest was deleted')
    expect(world.slack.in('C1')).toEqual([])
  })

  it('can be clicked again if the digest can’t be composed or looked up now', async () => {
    const id = await unknown('nothing')
    world.api.failure = failure('unavailable')
    await expect(clickPostAgain(id)).rejects.toThrow()
    world.api.failure = null
    world.slack.mayLook = true
    world.slack.lookUpFailures.push(new PostError('rate_limited', 'ratelimited', 30))
    await expect(clickPostAgain(id)).rejects.toThrow('Slack didn’t confirm the digest this time either')
    expect(await world.delivery()).toMatchObject({ state: 'unknown' })
    expect(world.slack.in('C1')).toEqual([])
    await clickPostAgain(id)
    expect(world.slack.in('C1')).toHaveLength(1)
  })
})
