import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Block } from '../../src/blocks/message.ts'
import { adopt } from '../../src/digests/owners.ts'
import { postAgain } from '../../src/digests/post-again.ts'
import { nextSlots } from '../../src/digests/slots.ts'
import { scheduleInWords } from '../../src/digests/words.ts'
import { PostError } from '../../src/slack/port.ts'
import { createWorld, owner, still, team, textOf, type World } from './world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const page = { limit: 50, offset: 0 }
const history = async (id = 'S1') => world.store.deliveries.history({ team, subscriptionId: id }, page)
const delivery = async () => {
  const [newest] = await history()
  if (newest === undefined) throw new Error('nothing was delivered')
  return newest
}
const state = async (id = 'S1') => (await world.store.subscriptions.get(team, id))?.state
const slot = '2026-11-09T09:00:00Z'

describe('when Slack asks to wait', () => {
  it('that delivery comes behind its Retry-After, and all others go on', async () => {
    for (const id of ['S1', 'S2', 'S3']) await world.subscribe({ id, channel: id })
    world.slack.next({ retryAfter: 90 })
    await world.goTo(slot)
    expect(world.slack.posts).toHaveLength(2)
    await world.goTo('2026-11-09T09:01:29Z')
    expect(world.slack.posts).toHaveLength(2)
    await world.goTo('2026-11-09T09:01:30Z')
    expect(world.slack.posts.map(({ channel }) => channel).sort()).toEqual(['S1', 'S2', 'S3'])
    expect(await Promise.all(['S1', 'S2', 'S3'].map(state))).toEqual(['active', 'active', 'active'])
  })

  it('for less than a minute, it comes then, without the timer', async () => {
    await world.subscribe()
    world.slack.next({ retryAfter: 7 })
    await world.goTo(slot)
    expect(world.slack.in('C1')).toEqual([])
    world.clock.set('2026-11-09T09:00:07Z')
    await expect.poll(() => world.slack.in('C1').length).toBe(1)
  })

  it('the workspace’s and the channel’s pace are kept before it has to ask', async () => {
    await world.close()
    world = await createWorld({
      paces: { workspace: { everyMs: 100, burst: 2 }, channel: { everyMs: 1_000, burst: 1 } },
    })
    for (let number = 0; number < 12; number += 1)
      await world.subscribe({ id: `S${number}`, channel: number < 4 ? 'CBUSY' : `C${number}` })
    await world.goTo(slot)
    const times = world.slack.posts.map(({ at }) => at - Temporal.Instant.from(slot).epochMilliseconds)
    expect(times).toHaveLength(12)
    expect(Math.max(...times)).toBeGreaterThanOrEqual(1_000)
    const busy = world.slack.in('CBUSY').map(({ at }) => at)
    for (const [index, at] of busy.slice(1).entries())
      expect(at - (busy[index] ?? 0)).toBeGreaterThanOrEqual(1_000)
    // In any 100 ms no more than the pace and the burst.
    for (const from of times)
      expect(times.filter((at) => at >= from && at < from + 100).length).toBeLessThanOrEqual(3)
  })
})

describe('when Slack does not say whether it took the digest', () => {
  it.each(['applied', 4_000] as const)('and has it (%s), it is found and not posted again', async (lost) => {
    await world.subscribe({ sections: ['visibility', 'reddit'] })
    world.api.reddit = [summary('A')]
    world.slack.next({ lost })
    await world.goTo(slot)
    expect(await delivery()).toMatchObject({ state: 'unknown', messageTs: null })
    await world.goTo('2026-11-09T09:00:14Z')
    expect(await delivery(), 'it may still be on its way').toMatchObject({ state: 'unknown' })
    await world.goTo('2026-11-09T09:01:00Z')
    const [post] = world.slack.in('C1')
    expect(await delivery()).toMatchObject({ state: 'posted', messageTs: post?.ts })
    await world.goTo('2026-11-09T10:00:00Z')
    expect(world.slack.calls).toBe(1)
    expect((await world.store.ledger.seen(team, 'S1')).ids, 'what it showed is known').toEqual(new Set(['A']))
  })

  it('and does not have it, it is posted again, once', async () => {
    await world.subscribe()
    world.slack.next({ lost: 'nothing' })
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:01:00Z')
    await world.goTo('2026-11-09T09:02:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(world.slack.calls).toBe(2)
    expect(await delivery()).toMatchObject({ state: 'posted' })
    expect(await state()).toBe('active')
  })

  it('and its process ended, it is looked up, too', async () => {
    const { id } = await world.subscribe()
    await world.wake()
    world.clock.set(slot)
    const at = world.clock.now()
    const request = {
      team,
      subscriptionId: id,
      slot: at,
      channel: 'C1',
      askedBy: null,
      leaseMs: 180_000,
      now: at,
    }
    const claim = await world.store.deliveries.claim(request)
    if (claim === null) throw new Error('a new slot could not be claimed')
    await world.store.deliveries.beginPost(claim, { ledger: null, figures: null, leaseMs: 60_000 }, at)
    await world.goTo('2026-11-09T09:00:59Z')
    expect(await delivery()).toMatchObject({ state: 'posting' })
    expect(world.slack.calls).toBe(0)
    await world.goTo('2026-11-09T09:01:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(await delivery()).toMatchObject({ state: 'posted' })
  })

  it.each([61, 20])(
    'because its process was held up for %i s before it could ask, nothing leaves late, and it comes once',
    async (seconds) => {
      await world.subscribe()
      const { beginPost } = world.store.deliveries
      Object.assign(world.store.deliveries, {
        beginPost: async (...begin: Parameters<typeof beginPost>) => {
          const may = await beginPost(...begin)
          world.clock.advance({ seconds })
          return may
        },
      })
      await world.goTo(slot)
      expect(world.slack.calls).toBe(0)
      Object.assign(world.store.deliveries, { beginPost })
      await world.goTo('2026-11-09T09:03:00Z')
      expect(world.slack.in('C1')).toHaveLength(1)
      expect(await delivery()).toMatchObject({ state: 'posted' })
    },
  )

  it('and can’t be asked just now, it is asked again later', async () => {
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
    expect(await delivery()).toMatchObject({ state: 'posted' })
    expect(world.slack.calls).toBe(1)
  })

  it('and nobody may look, its owner is asked once, and nothing is posted by itself', async () => {
    await world.subscribe()
    world.slack.mayLook = false
    world.slack.next({ lost: 'applied' })
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:01:00Z')
    await world.goTo('2026-11-09T15:00:00Z')
    expect(await delivery()).toMatchObject({ state: 'unknown', checkAt: null })
    expect(await state(), 'an answer that does not come pauses nothing').toBe('active')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(world.slack.in(owner)).toHaveLength(1)
    expect(textOf(world.slack.in(owner)[0])).toContain('Did “Weekly brand visibility” arrive?')
    expect(labels(world.slack.in(owner)[0]?.message.blocks ?? [])).toEqual(['Post again'])
    await world.goTo('2026-11-16T09:00:00Z')
    expect(world.slack.in('C1'), 'the next one comes as usual').toHaveLength(2)
  })

  it('and its owner can’t be told, its channel is asked', async () => {
    await world.subscribe()
    world.slack.mayLook = false
    world.slack.next({ lost: 'nothing' })
    await world.goTo(slot)
    world.slack.next({ refuse: 'user_not_found' })
    await world.goTo('2026-11-09T09:01:00Z')
    expect(textOf(world.slack.in('C1')[0])).toContain('arrive?')
  })

  it('of the configuration’s digest its channel is asked: it has no owner', async () => {
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

describe('a digest that can’t be planned', () => {
  it('is paused, and holds no other up', async () => {
    await world.subscribe({
      id: 'S1',
      channel: 'C1',
      schedule: { kind: 'daily', time: '09:00', timeZone: 'Mars/Olympus' },
    })
    await world.subscribe({ id: 'S2', channel: 'C2' })
    await world.goTo(slot)
    expect(world.slack.in('C2')).toHaveLength(1)
    expect(await world.store.subscriptions.get(team, 'S1')).toMatchObject({
      state: 'paused',
      pausedReason: 'its schedule can’t be read; set it anew',
    })
  })
})

describe('“Post again”', () => {
  const unknown = async (lost: 'applied' | 'nothing') => {
    await world.subscribe()
    world.slack.mayLook = false
    world.slack.next({ lost })
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:01:00Z')
    return (await delivery()).id
  }
  const press = (deliveryId: string) =>
    world.clock.until(postAgain(world.deps, { team, user: owner, deliveryId }))

  it('posts it once, however often it is clicked', async () => {
    const id = await unknown('nothing')
    const answers = await Promise.allSettled([press(id), press(id), press(id)])
    const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.text] : []))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('was posted again')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(await delivery()).toMatchObject({ state: 'posted', messageTs: world.slack.in('C1')[0]?.ts })
    await expect(press(id)).rejects.toThrow('in the channel already')
    expect(await world.store.audit.ofChannel(team, 'C1', page)).toMatchObject([
      { user: owner, action: 'digest.post_again', outcome: 'posted' },
    ])
  })

  it('posts nothing where the digest is found after all', async () => {
    const id = await unknown('applied')
    world.slack.mayLook = true
    expect((await press(id)).text).toContain('after all')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(await delivery()).toMatchObject({ state: 'posted' })
  })

  it('can be clicked again when the digest can’t be put together, or looked up, just now', async () => {
    const id = await unknown('nothing')
    world.api.trouble = Object.assign(new Error(), {
      userMessage: 'Try again in a minute.',
      code: 'unavailable',
    })
    await expect(press(id)).rejects.toThrow()
    world.api.trouble = null
    Object.assign(world.slack.history, {
      find: async () => {
        throw new PostError('rate_limited', 'ratelimited', 30)
      },
    })
    await expect(press(id)).rejects.toThrow('ratelimited')
    expect(await delivery()).toMatchObject({ state: 'unknown' })
    expect(world.slack.in('C1')).toEqual([])
    Object.assign(world.slack.history, { find: async () => 'absent' })
    await press(id)
    expect(world.slack.in('C1')).toHaveLength(1)
  })
})

describe('when Slack refuses', () => {
  it.each([
    ['is_archived', 'This channel is archived.'],
    ['not_in_channel', '/invite @Sightline'],
    ['channel_not_found', '/invite @Sightline'],
    ['restricted_action', 'Only some people may post'],
  ])('with %s, that one digest is paused, and its owner is told once', async (code, said) => {
    await world.subscribe()
    await world.subscribe({ id: 'S2', channel: 'C2' })
    world.slack.next({ refuse: code })
    await world.goTo(slot)
    const paused = (await state('S1')) === 'paused' ? 'S1' : 'S2'
    const other = paused === 'S1' ? 'S2' : 'S1'
    expect([await state(paused), await state(other)]).toEqual(['paused', 'active'])
    expect(await history(paused)).toMatchObject([{ state: 'failed', reason: code }])
    expect(world.slack.in(owner)).toHaveLength(1)
    const told = JSON.stringify(world.slack.in(owner)[0]?.message.blocks)
    expect(told).toContain(said)
    expect(told).toContain('/sightline digest resume')
    await world.goTo('2026-11-16T09:00:00Z')
    expect(world.slack.in(owner)).toHaveLength(1)
    expect(await history(paused)).toHaveLength(1)
  })

  it('for another reason, the digest goes on, and its owner is told about this one', async () => {
    await world.subscribe()
    world.slack.next({ refuse: 'msg_too_long' })
    await world.goTo(slot)
    expect(await state()).toBe('active')
    expect(await delivery()).toMatchObject({ state: 'failed', reason: 'msg_too_long' })
    expect(textOf(world.slack.in(owner)[0])).toContain('was not posted')
    await world.goTo('2026-11-16T09:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
  })

  it('to tell the owner, everything else goes on', async () => {
    await world.subscribe()
    world.slack.next({ refuse: 'is_archived' }, { refuse: 'messages_tab_disabled' })
    await world.goTo(slot)
    expect(await state()).toBe('paused')
    expect(world.log.map(({ event }) => event)).toContain('nobody could be told about a digest')
  })
})

describe('when Slack disconnects the workspace', () => {
  const refuseAll = (code: string) => {
    const { post } = world.slack.poster
    const find = world.slack.history.find
    const refusing = async (): Promise<never> => {
      world.slack.calls += 1
      throw new PostError('refused', code)
    }
    Object.assign(world.slack.poster, { post: refusing })
    Object.assign(world.slack.history, { find: refusing })
    Object.assign(world.slack.check, { check: refusing })
    return () => {
      Object.assign(world.slack.poster, { post })
      Object.assign(world.slack.history, { find })
      Object.assign(world.slack.check, {
        check: async () => ({ team, botUser: 'UBOT', scopes: null, now: null }),
      })
    }
  }
  const told = () => world.log.filter(({ event }) => event.includes('disconnected'))

  it.each(['token_revoked', 'account_inactive', 'invalid_auth', 'app_uninstalled'])(
    'with %s, no digest is tried or paused any more, and the log says once what to do',
    async (code) => {
      for (const id of ['S1', 'S2', 'S3']) await world.subscribe({ id, channel: id })
      const connect = refuseAll(code)
      await world.goTo(slot)
      expect(await Promise.all(['S1', 'S2', 'S3'].map(state))).toEqual(['active', 'active', 'active'])
      expect(told()).toEqual([
        { event: expect.any(String), fields: { team, code, detail: expect.stringContaining('Install') } },
      ])
      expect(await world.store.disconnections.get(team)).toEqual({ code, since: '2026-11-09T09:00:00.000Z' })

      const before = world.slack.calls
      await world.goTo('2026-11-09T09:01:00Z')
      await world.goTo('2026-11-09T12:00:00Z')
      expect(world.slack.calls - before, 'only the token is tried, once each time').toBe(2)
      expect(told()).toHaveLength(1)

      connect()
      await world.goTo('2026-11-09T15:00:00Z')
      expect(world.slack.posts.map(({ channel }) => channel).sort()).toEqual(['S1', 'S2', 'S3'])
      expect(await world.store.disconnections.get(team)).toBeNull()
    },
  )

  it('for longer than the grace time, what was missed is recorded, and the newest slot is posted', async () => {
    await world.subscribe({ schedule: { kind: 'daily', time: '09:00', timeZone: 'UTC' } })
    const connect = refuseAll('token_revoked')
    for (const day of ['09', '10', '11']) await world.goTo(`2026-11-${day}T09:00:00Z`)
    connect()
    await world.goTo('2026-11-12T10:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    const missed = {
      state: 'skipped',
      reason: 'missed while Sightline was not running, or disconnected from Slack',
    }
    expect(await history()).toMatchObject([
      { slot: '2026-11-12T09:00:00.000Z', state: 'posted' },
      { slot: '2026-11-11T09:00:00.000Z', ...missed },
      { slot: '2026-11-10T09:00:00.000Z', ...missed },
      {
        slot: '2026-11-09T09:00:00.000Z',
        state: 'skipped',
        reason: 'given up after the grace time: token_revoked',
      },
    ])
  })

  it('while a post is of unknown outcome, it is looked up when the token works again', async () => {
    await world.subscribe()
    world.slack.next({ lost: 'applied' })
    await world.goTo(slot)
    const connect = refuseAll('account_inactive')
    await world.goTo('2026-11-09T09:01:00Z')
    const before = world.slack.calls
    await world.goTo('2026-11-09T09:05:00Z')
    expect(world.slack.calls - before, 'the token').toBe(1)
    connect()
    await world.goTo('2026-11-09T09:06:00Z')
    await world.goTo('2026-11-09T09:07:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(await delivery()).toMatchObject({ state: 'posted' })
  })

  describe('and Sightline was taken out of it: when Slack takes a token again,', () => {
    const contact = { kind: 'user', id: 'UCONTACT' } as const
    beforeEach(async () => {
      await world.subscribe({ id: 'S1', by: 'UANA', channel: 'C1' })
      await world.subscribe({ id: 'S2', by: 'UBEN', channel: 'C2' })
      await world.subscribe({ id: 'S3', by: 'UBEN', channel: 'C3' })
      await world.store.subscriptions.stopAll(team, world.clock.now())
      await world.store.disconnections.lost(team, 'app_uninstalled', world.clock.now())
      Object.assign(world.deps, { contact })
    })
    const asked = async () => {
      await world.goTo('2026-11-09T08:01:00Z')
      for (const { message } of world.slack.posts) expect(message.text).toContain('3 digests stopped')
      return world.slack.posts.map(({ channel }) => channel).sort()
    }
    const refuse = (times: number) =>
      world.slack.next(...Array.from({ length: times }, () => ({ refuse: 'user_disabled' })))
    const nobody = () => world.log.filter(({ event }) => event.includes('nobody could be asked'))

    it('each owner of its digests is asked once whether they come again', async () => {
      expect(await asked()).toEqual(['UANA', 'UBEN'])
      await world.goTo('2026-11-09T08:02:00Z')
      expect(world.slack.posts).toHaveLength(2)
      expect(nobody()).toEqual([])
    })

    it.each([
      ['one owner can be reached', 1, ['UBEN']],
      ['no owner can be reached', 2, ['UCONTACT']],
      ['neither an owner nor whom to ask for help can be reached', 3, ['C1']],
    ])('and %s, somebody is asked all the same', async (_what, refused, told) => {
      refuse(refused)
      expect(await asked()).toEqual(told)
      expect(nobody()).toEqual([])
    })

    it('and nobody can be asked, the operator reads what to do', async () => {
      refuse(6)
      expect(await asked()).toEqual([])
      expect(nobody()).toMatchObject([
        { fields: { team, count: 3, detail: expect.stringContaining('/sightline digest resume') } },
      ])
    })
  })

  it('other workspaces go on', async () => {
    await world.subscribe()
    await world.subscribe({ id: 'S2', channel: 'C2', team: 'T2' })
    await world.store.disconnections.lost(team, 'token_revoked', world.clock.now())
    Object.assign(world.slack.check, {
      check: async () => {
        throw new PostError('refused', 'token_revoked')
      },
    })
    await world.goTo(slot)
    expect(world.slack.posts.map(({ channel }) => channel)).toEqual(['C2'])
  })
})

describe('when the owner is gone', () => {
  const calendar = { inWords: scheduleInWords, next: nextSlots }
  const leave = () => world.slack.left.add(owner)

  it('the next run asks the channel for a new one, once, and whoever is first takes it', async () => {
    await world.subscribe()
    await world.goTo(slot)
    expect(world.slack.in('C1')).toHaveLength(1)
    leave()
    await world.goTo('2026-11-16T09:00:00Z')
    await world.goTo('2026-11-23T09:00:00Z')
    const asked = world.slack.in('C1').filter(({ message }) => message.text.startsWith('Who looks after'))
    expect(asked).toHaveLength(1)
    expect(textOf(asked[0])).toContain('Weekly brand visibility')
    expect(labels(asked[0]?.message.blocks ?? [])).toEqual(['Look after this digest'])

    const taken = await Promise.all(
      ['U2', 'U3'].map((user) => adopt({ ...world.deps, calendar }, { team, user, subscriptionId: 'S1' })),
    )
    const now = (await world.store.subscriptions.get(team, 'S1'))?.owner
    expect(['U2', 'U3']).toContain(now)
    for (const { text } of taken) {
      expect(text).toContain(`<@${now}> looks after`)
      expect(text).toContain('every Monday at 09:00 (UTC)')
      expect(text).toMatch(/Next: .*Nov 30.*, then .*Dec 7/)
    }
    expect(await world.store.audit.ofChannel(team, 'C1', page)).toContainEqual(
      expect.objectContaining({ action: 'digest.adopt', outcome: 'adopted', user: now }),
    )
  })

  it('nobody takes a digest from an owner who is there', async () => {
    await world.subscribe()
    const { text } = await adopt({ ...world.deps, calendar }, { team, user: 'U2', subscriptionId: 'S1' })
    expect(text).toContain(`<@${owner}>`)
    expect(await world.store.subscriptions.get(team, 'S1')).toMatchObject({ owner })
  })

  it('a run that has nothing to say asks, too', async () => {
    world.api.brands = still
    await world.subscribe({ onlyWhenChanged: true })
    await world.goTo(slot)
    leave()
    await world.goTo('2026-11-16T09:00:00Z')
    expect(await world.store.deliveries.history({ team, subscriptionId: 'S1' }, page)).toMatchObject([
      { state: 'skipped', reason: 'quiet' },
      { state: 'posted' },
    ])
    const [, question, ...more] = world.slack.in('C1')
    expect(textOf(question)).toContain('Who looks after “Weekly brand visibility”')
    expect(more).toEqual([])
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
