import { describe, expect, it } from 'vitest'
import { failure } from '../insights/service.ts'
import type { PostOutcome } from './slack.ts'
import { beginWorld, owner, posts, team, textOf, type World, world } from './world.ts'

const slot = '2026-11-09T09:00:00Z'
const contact = { kind: 'user', id: 'UCONTACT' } as const

interface Notice {
  readonly title: string
  /** Prepares the world so that the next pass sends the notice. */
  readonly before?: (world: World) => Promise<unknown>
  /** The outcome of the digest's own post. */
  readonly meets?: { readonly refuse: string }
  readonly pattern: RegExp
  /** The recipient, if it isn't the owner. */
  readonly to?: string
  /** The recipient if these can't be reached and no contact is configured; omitted: none. */
  readonly otherwise?: string
}

const lost = async (world: World) => {
  world.slack.next({ lost: 'nothing' })
  await world.goTo(slot)
}

const notices: readonly Notice[] = [
  {
    title: 'a digest is paused because Slack refuses it',
    before: async ({ clock }) => clock.set(slot),
    meets: { refuse: 'not_in_channel' },
    pattern: /“Weekly brand visibility” is paused/,
  },
  {
    title: 'Slack refused one digest',
    before: async ({ clock }) => clock.set(slot),
    meets: { refuse: 'msg_too_long' },
    pattern: /was not posted/,
    otherwise: 'C1',
  },
  {
    title: 'a digest was given up after the grace period',
    before: async (world) => {
      world.api.failure = failure('unavailable', 'The key may not read this.')
      await world.goTo(slot)
      world.clock.set('2026-11-09T21:30:00Z')
    },
    pattern: /was not posted.*tried for 12 hours.*The key may not read this\./,
    otherwise: 'C1',
  },
  {
    title: 'it is unknown whether a digest arrived',
    before: async (world) => {
      await lost(world)
      world.slack.mayLook = false
      world.clock.advance({ minutes: 1 })
    },
    pattern: /Did “Weekly brand visibility” arrive/,
    otherwise: 'C1',
  },
  {
    title: 'a digest did not arrive and is now too late',
    before: async (world) => {
      await lost(world)
      world.clock.set('2026-11-09T21:30:00Z')
    },
    pattern: /was not posted.*too late/,
    otherwise: 'C1',
  },
  {
    title: 'the channel is asked who replaces an owner who left',
    before: async (world) => {
      await world.goTo(slot)
      world.slack.left.add(owner)
      await world.store.subscriptions.checkOwner(team, 'S1', world.clock.now())
    },
    pattern: /Who will own “Weekly brand visibility”/,
    to: 'C1',
  },
  {
    title: 'digests can be restored after Sightline was reinstalled',
    before: async ({ store, clock }) => {
      await store.subscriptions.stopAll(team, clock.now())
      await store.disconnections.markDisconnected(team, 'app_uninstalled', clock.now())
    },
    pattern: /Restore its digests/,
    otherwise: 'C1',
  },
]

describe('a notice', () => {
  const noticesTo = (to: string, words: RegExp) =>
    posts(to).filter((text) => words.test(text.replaceAll('\n', ' ')))
  /** Prepares the world for the notice, with these outcomes for its first posts. */
  const begin = async ({ before, meets }: Notice, ...word: readonly PostOutcome[]): Promise<void> => {
    await beginWorld()
    await world.subscribe()
    await before?.(world)
    world.slack.next(...(meets === undefined ? [] : [meets]), ...word)
  }
  /** Wakes the scheduler for so long that everything that waits is retried. */
  const days = async () => {
    await world.wake()
    for (const minutes of [2, 10, 60, 240, 1_000, 1_000]) {
      world.clock.advance({ minutes })
      await world.wake()
    }
  }
  const words = () => world.store.outbox.list({ team, subject: 'S1' }, ['notice'], { limit: 50, offset: 0 })
  const errors = () => world.log.filter(({ event }) => event === 'a notice about a digest reached nobody')
  const untold = () =>
    world.store.outbox.unreached(team, 'C1', Temporal.Instant.from('2026-11-01T00:00Z'), 10)

  it.each(notices)('($title) is sent once, even after many checks', async (notice) => {
    await begin(notice)
    await days()
    expect(noticesTo(notice.to ?? owner, notice.pattern)).toHaveLength(1)
    expect(await words()).toMatchObject([{ state: 'sent', channel: notice.to ?? owner }])
  })

  it.each([
    ['waits while another process looks it up', { state: 'unknown', reason: 'no_answer', dueAt: null }, 1],
    ['is not sent if another process finds it', { state: 'sent', ts: '1762678800.000100' }, 0],
  ] as const)('about an unknown delivery %s', async (_, ending, asked) => {
    const notice = notices.find(({ pattern }) => pattern.source.startsWith('Did'))
    if (notice === undefined) throw new Error('there is no such notice')
    await begin(notice, { retryAfter: 30 })
    await world.wake()
    const [digest] = (await world.history()).filter(({ state }) => state === 'unknown')
    if (digest === undefined) throw new Error('the digest is not unknown')
    const of = { team, id: digest.id, by: 'U9' }
    const claimed = await world.store.outbox.claimUnknown(of, 120_000, world.clock.now())
    if (claimed === null) throw new Error('somebody else has it')
    world.clock.advance({ seconds: 40 })
    await world.wake()
    expect(noticesTo(owner, notice.pattern)).toEqual([])
    await world.store.outbox.settle(claimed, ending, world.clock.now())
    world.clock.advance({ minutes: 2 })
    await world.wake()
    expect(noticesTo(owner, notice.pattern)).toHaveLength(asked)
  })

  it.each(notices)('($title) goes to SIGHTLINE_CONTACT if the recipient can’t be reached', async (notice) => {
    const { pattern, to = owner } = notice
    await begin(notice, { refuse: 'user_not_found' })
    Object.assign(world.workspace, { contact })
    await days()
    expect(noticesTo(to, pattern)).toEqual([])
    expect(noticesTo(contact.id, pattern)).toHaveLength(1)
    const sent = (await words()).filter(({ state }) => state === 'sent')
    expect(sent).toMatchObject([{ channel: contact.id }])
    expect(await untold()).toEqual([])
    expect(errors()).toEqual([])
  })

  const [paused] = notices
  if (paused === undefined) throw new Error('there is none')
  const personally = notices.filter(({ to }) => to === undefined)
  const whereSlackSays = (currentPerson: (id: string) => Promise<unknown>) =>
    Object.assign(world.workspace, { contact, people: { ...world.workspace.people, currentPerson } })

  it.each(personally)(
    '($title) goes to SIGHTLINE_CONTACT if the owner was deactivated, though Slack takes messages to them',
    async (notice) => {
      await begin(notice)
      whereSlackSays(async (id) => ({ deleted: id === owner }))
      await days()
      expect(noticesTo(owner, notice.pattern)).toEqual([])
      expect(noticesTo(contact.id, notice.pattern)).toHaveLength(1)
      expect(errors()).toEqual([])
    },
  )

  it('goes to the owner if Slack doesn’t say who is deactivated', async () => {
    await begin(paused)
    whereSlackSays(() => new Promise(() => {}))
    await days()
    expect(noticesTo(owner, paused.pattern)).toHaveLength(1)
  })

  it.each(notices)('($title) is recorded if nobody can be reached', async (notice) => {
    const { pattern, otherwise } = notice
    const refused = { refuse: 'account_inactive_or_gone' }
    await begin(notice, refused, ...(otherwise === undefined ? [] : [refused]))
    Object.assign(world.workspace, { contact: { kind: 'email', address: 'help@example.com' } })
    await days()
    const all = world.slack.posts.map(textOf).filter((text) => pattern.test(text.replaceAll('\n', ' ')))
    expect(all).toEqual([])
    expect(await untold()).toMatchObject([
      { subject: 'S1', reason: { code: 'slack_refused', detail: refused.refuse } },
    ])
    expect(errors(), 'once').toMatchObject([{ fields: { team, code: refused.refuse } }])
  })

  it.each(notices.filter(({ otherwise }) => otherwise !== undefined))(
    '($title) is posted in the channel if nobody else can be reached',
    async (notice) => {
      await begin(notice, { refuse: 'user_disabled' })
      await days()
      const [text, ...more] = noticesTo(notice.otherwise ?? '', notice.pattern)
      expect(more).toEqual([])
      if (!notice.pattern.test('Restore its digests'))
        expect(text).toContain(`For <@${owner}>, who couldn’t be reached:`)
    },
  )

  it('of unknown outcome is not repeated for an owner who was deactivated', async () => {
    await begin(paused, { lost: 'nothing' })
    await world.wake()
    whereSlackSays(async (id) => ({ deleted: id === owner }))
    await days()
    expect(noticesTo(owner, paused.pattern)).toEqual([])
    expect(noticesTo(contact.id, paused.pattern)).toHaveLength(1)
  })

  it.each(['resumed', 'paused by hand'])('is not sent if its digest was %s meanwhile', async (meanwhile) => {
    await begin(paused, { retryAfter: 600 })
    await world.wake()
    expect(await world.state()).toBe('paused')
    const { subscriptions } = world.store
    await subscriptions.resume(team, 'S1', world.clock.now())
    if (meanwhile !== 'resumed') await subscriptions.pause(team, 'S1', 'paused_by_hand', world.clock.now())
    await days()
    expect(noticesTo(owner, paused.pattern)).toEqual([])
    expect(await words()).toMatchObject([{ state: 'skipped', reason: 'no_longer_so' }])
  })
})
