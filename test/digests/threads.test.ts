import { beforeEach, describe, expect, it } from 'vitest'
import { PostError } from '../../src/slack/port.ts'
import { beginWorld, clickPostAgain, fillThread, leaveUnknown, repliesBelow, team, world } from './world.ts'

const slot = '2026-11-09T09:00:00Z'

beforeEach(async () => {
  await beginWorld()
  await fillThread(world)
  await world.subscribe({ sections: ['visibility', 'actions'] })
})

/** The replies to the digest, by their places in the thread, in Slack's order. */
const thread = () => repliesBelow(world.slack, world.slack.in('C1')[0])
const nothingLeft = async () => expect(await world.store.outbox.dueAt(), 'nothing is left').toBeNull()
const whole = async () => {
  await world.wake()
  expect(thread()).toEqual([1, 2])
  await nothingLeft()
}

describe('a digest’s thread', () => {
  it('is omitted if the owner wants no details in the thread', async () => {
    await world.store.subscriptions.update(team, 'S1', { detailsInThread: false }, world.clock.now())
    await world.goTo(slot)
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(thread()).toEqual([])
  })

  it('is posted even if “Post again” finds the digest', async () => {
    await leaveUnknown('applied')
    world.slack.mayLook = true
    await clickPostAgain()
    await whole()
  })

  it('ends if its digest was deleted before the look-up', async () => {
    const { post } = world.slack.poster
    const lost = new PostError('unknown', 'no_answer')
    Object.assign(world.slack.poster, {
      post: (...asked: Parameters<typeof post>) =>
        asked[2]?.threadTs === undefined ? post(...asked) : Promise.reject(lost),
    })
    world.slack.lookUpFailures.push(new PostError('refused', 'thread_not_found'))
    await world.goTo(slot)
    await world.goTo('2026-11-09T09:01:00Z')
    expect(thread()).toEqual([])
    await nothingLeft()
  })

  it('is posted with a digest that is posted again the next morning, because its age counts from the post', async () => {
    await leaveUnknown('nothing')
    world.clock.set('2026-11-10T08:30:00Z')
    await clickPostAgain()
    await whole()
  })
})
