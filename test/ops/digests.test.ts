import { beforeEach, expect, it } from 'vitest'
import { postAgain } from '../../src/digests/deliver/post-again.ts'
import { noMeter } from '../../src/lib/telemetry.ts'
import { PostError } from '../../src/slack/port.ts'
import { createWorld, owner, team, type World } from '../digests/world.ts'

let world: World
let counted: Record<string, number>
beforeEach(async () => {
  counted = {}
  const digests = (state: string, count: number) => {
    counted[state] = (counted[state] ?? 0) + count
  }
  world = await createWorld({ meter: { ...noMeter, digests } })
  await world.subscribe()
})

it('a digest with an unknown outcome is counted once, however often Slack reveals no more', async () => {
  const { find } = world.slack.history
  let asked = 0
  Object.assign(world.slack.history, {
    find: async () => {
      asked += 1
      throw new PostError('unknown', 'no_answer')
    },
  })
  world.slack.next({ lost: 'applied' })
  for (let minute = 0; minute < 5; minute += 1) await world.goTo(`2026-11-09T09:0${minute}:00Z`)
  expect(asked).toBeGreaterThan(2)
  expect(counted).toEqual({ unknown: 1 })
  Object.assign(world.slack.history, { find })
  await world.goTo('2026-11-09T09:07:00Z')
  expect(counted).toEqual({ unknown: 1, posted: 1 })
})

it('a digest that is posted again and is unknown again is counted twice', async () => {
  world.slack.mayLook = false
  world.slack.next({ lost: 'nothing' })
  for (let minute = 0; minute < 3; minute += 1) await world.goTo(`2026-11-09T09:0${minute}:00Z`)
  expect(counted).toEqual({ unknown: 1 })
  const page = { limit: 1, offset: 0 }
  const [delivery] = await world.store.outbox.list({ team, subject: 'S1' }, ['digest'], page)
  world.slack.next({ lost: 'nothing' })
  const again = postAgain(world.workspace, { team, user: owner, deliveryId: delivery?.id ?? '' })
  await expect(world.clock.until(again)).rejects.toThrow('this time either')
  expect(counted).toMatchObject({ unknown: 2 })
})

it('posted, retried and missed digests are counted; a message to a person is not', async () => {
  world.slack.next({ retryAfter: 5 })
  await world.goTo('2026-11-09T09:00:00Z')
  await world.goTo('2026-11-09T09:01:00Z')
  expect(counted).toEqual({ retried: 1, posted: 1 })
  world.slack.next({ refuse: 'not_in_channel' })
  await world.goTo('2026-11-16T09:00:00Z')
  await world.goTo('2026-11-16T09:05:00Z')
  expect(counted).toEqual({ retried: 1, posted: 1, failed: 1 })
  expect(world.slack.posts.length, 'the owner has been told').toBeGreaterThan(1)
})

it('a digest that only waits for its turn is not counted as retried', async () => {
  const { store, clock, workspace } = world
  const until = Temporal.Instant.from('2026-11-09T09:00:30Z')
  await store.paces.hold({ team, channel: 'C1' }, workspace.paces.channel, clock.now(), until)
  for (const minute of ['00', '01']) await world.goTo(`2026-11-09T09:${minute}:00Z`)
  expect(counted).toEqual({ posted: 1 })
})

it('missed digests are counted', async () => {
  await world.goTo('2026-11-24T12:00:00Z')
  expect(counted).toEqual({ skipped: 3 })
})
