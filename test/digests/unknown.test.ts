import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postAgain } from '../../src/digests/deliver/post-again.ts'
import type { Block } from '../../src/model/message.ts'
import { IncompleteSearchError, PostError } from '../../src/slack/port.ts'
import { digestOwed } from '../../src/store/index.ts'
import { createWorld, owner, team, textOf, type World } from './world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const page = { limit: 50, offset: 0 }
const slot = '2026-11-09T09:00:00Z'

describe('when Slack does not confirm a digest', () => {
  it.each(['applied', 4_000] as const)('but has it (%s), it is found and not posted again', async (lost) => {
    await world.subscribe({ sections: ['visibility', 'reddit'] })
    world.api.reddit = [summary('A')]
    world.slack.next({ lost })
    await world.goTo(slot)
    expect(await world.delivery()).toMatchObject({ state: 'unknown', messageTs: null })
    await world.goTo('2026-11-09T09:00:14Z')
    expect(await world.delivery(), 'it may still be on its way').toMatchObject({ state: 'unknown' })
    await world.goTo('2026-11-09T09:01:00Z')
    const [post] = world.slack.in('C1')
    expect(await world.delivery()).toMatchObject({ state: 'posted', messageTs: post?.ts })
    await world.goTo('2026-11-09T10:00:00Z')
    expect(world.slack.calls).toBe(1)
    const summaryIds = (await world.store.records.get(team, 'S1'))?.reddit?.summaries.keys()
    expect([...(summaryIds ?? [])], 'its content is recorded').toEqual(['A'])
  })

  it('and does not have it, it is posted again, once', async () => {
    await world.subscribe()
    world.slack.next({ lost: 'nothing' })
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:01:00Z')
    await world.goTo('2026-11-09T09:02:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(world.slack.calls).toBe(2)
    expect(await world.delivery()).toMatchObject({ state: 'posted' })
    expect(await world.state()).toBe('active')
  })

  it('several times, none waits for the look-up in another channel', async () => {
    await world.subscribe()
    await world.subscribe({ id: 'S2', channel: 'C2' })
    world.slack.next({ lost: 'applied' }, { lost: 'applied' })
    await world.goTo(slot)
    const { history } = world.slack
    const { find } = history
    const held = Promise.withResolvers<void>()
    const looked: string[] = []
    Object.assign(history, {
      find: async (...look: Parameters<typeof find>) => {
        looked.push(look[0])
        if (looked.length === 1) await held.promise
        return find(...look)
      },
    })
    world.clock.set('2026-11-09T09:01:00Z')
    const woken = world.wake()
    const posted = async () =>
      (await Promise.all([world.history('S1'), world.history('S2')]))
        .flat()
        .filter(({ state }) => state === 'posted').length
    try {
      await expect.poll(posted).toBe(1)
    } finally {
      held.resolve()
    }
    await woken
    expect(await posted()).toBe(2)
    expect(looked.toSorted()).toEqual(['C1', 'C2'])
  })

  it('and its process ended, it is still looked up', async () => {
    const { id } = await world.subscribe()
    await world.wake()
    world.clock.set(slot)
    const at = world.clock.now()
    const owed = digestOwed({ team, subscriptionId: id, channel: 'C1' }, at)
    const claimed = await world.store.outbox.enqueueClaimed(owed, 180_000, at)
    if (claimed === null) throw new Error('a new slot could not be claimed')
    await world.store.outbox.begin(claimed, { message: {}, effect: null, replies: [] }, 60_000, at)
    await world.goTo('2026-11-09T09:00:59Z')
    expect(await world.delivery()).toMatchObject({ state: 'pending' })
    expect(world.slack.calls).toBe(0)
    await world.goTo('2026-11-09T09:01:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(await world.delivery()).toMatchObject({ state: 'posted' })
  })

  it.each([61, 20])(
    'because its process was suspended for %i s before the post, nothing is sent late, and it is posted once',
    async (seconds) => {
      await world.subscribe()
      const { begin } = world.store.outbox
      Object.assign(world.store.outbox, {
        begin: async (...intent: Parameters<typeof begin>) => {
          const may = await begin(...intent)
          world.clock.advance({ seconds })
          return may
        },
      })
      await world.goTo(slot)
      expect(world.slack.calls).toBe(0)
      Object.assign(world.store.outbox, { begin })
      await world.goTo('2026-11-09T09:03:00Z')
      expect(world.slack.in('C1')).toHaveLength(1)
      expect(await world.delivery()).toMatchObject({ state: 'posted' })
    },
  )

  it('and the look-up fails, it is looked up again later', async () => {
    await world.subscribe()
    world.slack.next({ lost: 'applied' })
    await world.goTo(slot)
    const look = world.slack.history.find
    const calls: number[] = []
    Object.assign(world.slack.history, {
      find: async (...asked: Parameters<typeof look>) => {
        calls.push(world.clock.now().epochMilliseconds)
        if (calls.length === 1) throw new PostError('rate_limited', 'ratelimited', 300)
        return look(...asked)
      },
    })
    await world.goTo('2026-11-09T09:01:00Z')
    await world.goTo('2026-11-09T09:05:00Z')
    expect(calls).toHaveLength(1)
    await world.goTo('2026-11-09T09:06:00Z')
    expect(await world.delivery()).toMatchObject({ state: 'posted' })
    expect(world.slack.calls).toBe(1)
  })

  it('and its channel is too busy for one look-up, the next one continues from there', async () => {
    await world.subscribe()
    world.slack.next({ lost: 'applied' })
    await world.goTo(slot)
    const look = world.slack.history.find
    const from: (string | null | undefined)[] = []
    Object.assign(world.slack.history, {
      find: async (...asked: Parameters<typeof look>) => {
        from.push(asked[3])
        const why = new PostError('unknown', 'history_too_long')
        if (from.length < 3) throw new IncompleteSearchError(why, `${from.length}.5`)
        return look(...asked)
      },
    })
    for (const minute of [1, 2, 3]) await world.goTo(`2026-11-09T09:0${minute}:00Z`)
    expect(from).toEqual([null, '1.5', '2.5'])
    expect(await world.delivery()).toMatchObject({ state: 'posted' })
    expect(world.slack.calls).toBe(1)
  })

  it('and the bot may not look, its owner is asked once, and nothing is posted automatically', async () => {
    await world.subscribe()
    world.slack.mayLook = false
    world.slack.next({ lost: 'applied' })
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:01:00Z')
    await world.goTo('2026-11-09T15:00:00Z')
    expect(await world.delivery()).toMatchObject({ state: 'unknown', dueAt: null })
    expect(await world.state(), 'a missing answer pauses nothing').toBe('active')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(world.slack.in(owner)).toHaveLength(1)
    expect(textOf(world.slack.in(owner)[0])).toContain('Did “Weekly brand visibility” arrive?')
    expect(labels(world.slack.in(owner)[0]?.message.blocks ?? [])).toEqual(['Post again'])
    await world.goTo('2026-11-16T09:00:00Z')
    expect(world.slack.in('C1'), 'the next one comes as usual').toHaveLength(2)
  })

  it('and its owner can’t be reached, its channel is asked', async () => {
    await world.subscribe()
    world.slack.mayLook = false
    world.slack.next({ lost: 'nothing' })
    await world.goTo(slot)
    world.slack.next({ refuse: 'user_not_found' })
    await world.goTo('2026-11-09T09:01:00Z')
    expect(textOf(world.slack.in('C1')[0])).toContain('arrive?')
  })

  it('and it comes from the configuration, so has no owner, its channel is asked', async () => {
    const schedule = { kind: 'days', days: [1], time: '09:00', timeZone: 'UTC' } as const
    const configured = { team, channel: 'C7', name: 'Weekly', schedule }
    await world.store.subscriptions.upsertFromSettings(configured, world.clock.now())
    world.slack.mayLook = false
    world.slack.next({ lost: 'nothing' })
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:01:00Z')
    expect(textOf(world.slack.in('C7')[0])).toContain('Did “Weekly” arrive?')
  })
})

describe('“Post again”', () => {
  const unknown = async (lost: 'applied' | 'nothing') => {
    await world.subscribe()
    world.slack.mayLook = false
    world.slack.next({ lost })
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:01:00Z')
    return (await world.delivery()).id
  }
  const press = (deliveryId: string) =>
    world.clock.until(postAgain(world.workspace, { team, user: owner, deliveryId }))

  it('posts the digest once, even if clicked repeatedly', async () => {
    const id = await unknown('nothing')
    const answers = await Promise.allSettled([press(id), press(id), press(id)])
    const texts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.text] : []))
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('was posted again')
    expect(texts[0]).toMatch(/Every Monday at 9:00 \(UTC\)\.\nNext: .*Nov 16.*, then .*Nov 23/)
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(await world.delivery()).toMatchObject({ state: 'posted', messageTs: world.slack.in('C1')[0]?.ts })
    await expect(press(id)).rejects.toThrow('already in the channel')
    expect(await world.store.audit.forChannel(team, 'C1', page)).toMatchObject([
      { user: owner, action: 'digest.post_again', outcome: 'posted' },
    ])
  })

  it('posts nothing if the digest is found after all', async () => {
    const id = await unknown('applied')
    world.slack.mayLook = true
    expect((await press(id)).text).toContain('after all')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(await world.delivery()).toMatchObject({ state: 'posted' })
  })

  it('can be clicked again if the digest can’t be composed or looked up now', async () => {
    const id = await unknown('nothing')
    world.api.failure = Object.assign(new Error(), {
      userMessage: 'Try again in a minute.',
      code: 'unavailable',
    })
    await expect(press(id)).rejects.toThrow()
    world.api.failure = null
    Object.assign(world.slack.history, {
      find: async () => {
        throw new PostError('rate_limited', 'ratelimited', 30)
      },
    })
    await expect(press(id)).rejects.toThrow('Slack didn’t confirm the digest this time either')
    expect(await world.delivery()).toMatchObject({ state: 'unknown' })
    expect(world.slack.in('C1')).toEqual([])
    Object.assign(world.slack.history, { find: async () => 'absent' })
    await press(id)
    expect(world.slack.in('C1')).toHaveLength(1)
  })
})

function labels(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    block.type === 'actions'
      ? block.elements.flatMap((element) => (element.type === 'button' ? [element.text.text] : []))
      : [],
  )
}

const summary = (id: string) => ({
  id,
  subreddit_name: 'saas',
  creation_date: '2026-11-08',
  description: 'What people say.',
  overall_sentiment: 'positive',
  key_themes: null,
  weekly_visitors: null,
  weekly_contributors: null,
})
