import { beforeEach, describe, expect, it } from 'vitest'
import { channelScope } from '../../src/channels/settings.ts'
import { taskStories } from '../../src/tasks/follow-up.ts'
import { plantedWeeks, plantWeeks } from '../weeks/plant.ts'
import { createdTask, plainDefaults } from '../workspace.ts'
import { beginWorld, channel, owner, processOn, team, textOf, type World, world } from './world.ts'

/** What tasks moved, and what has waited long: each is reported once. */
beforeEach(() => beginWorld({ start: '2026-10-08T08:00:00Z' }))

/** One engine rises by this many points from the week of 12 October on, and falls back after some weeks, if ever. */
const plantMarket = (rise: number, untilWeek = 99, on = 'ChatGPT') =>
  plantWeeks(
    world.store,
    { team, scope: { organizationId: 'org', workspaceId: 'ws', projectId: 'project' } },
    plantedWeeks('2026-05-04', 60, (monday, engine, brand) => {
      const isRaised = monday >= '2026-10-12' && monday < firstMonday.add({ weeks: untilWeek }).toString()
      return isRaised && engine === on && brand === 0 ? rise : 0
    }),
    world.clock.now(),
  )

const tuesdays = { kind: 'days', days: [2], time: '09:00', timeZone: 'UTC' } as const

const ref = (resultId: string) => ({ team, organizationId: 'org', workspaceId: 'ws', resultId })

/** A task created on Thursday, 8 October, by default. */
const task = (resultId: string, name = 'Rise on ChatGPT') =>
  createdTask(world.store, ref(resultId), world.clock.now(), { taskId: `K-${resultId}`, name })

const digest = (more: Parameters<World['subscribe']>[0] = {}) =>
  world.subscribe({ sections: ['actions'], ...more })
const firstMonday = Temporal.PlainDate.from('2026-10-12')
const week = (number: number, on = world) => on.goTo(`${firstMonday.add({ weeks: number })}T09:00:00Z`)
const posts = () => world.slack.in(channel).map(textOf)
const by = { by: owner, channel, messageTs: null, reference: 'R' }
const aim = { engines: ['Perplexity'], rival: null, topics: [], subreddit: null }
/** What is known of the channel's tasks. */
const storiesNow = async () => {
  const { store, workspace } = world
  const records = await store.tasks.forChannel(team, channel, { limit: 50, offset: 0 })
  const scope = await channelScope({ store, defaults: plainDefaults }, { team, channel })
  return [...(await taskStories(workspace, scope, records)).values()]
}
const storiesOf = (name = 'Rise on ChatGPT') => posts().filter((text) => text.includes(`Task “${name}”`))

describe('a task with an effect', () => {
  it('is reported in the first week in which the effect is certain, and in no other', async () => {
    await plantMarket(15)
    await task('R1')
    await digest()
    for (let number = 0; number <= 7; number += 1) await week(number)
    expect(posts()).toHaveLength(8)
    expect(storiesOf()).toHaveLength(1)
    const told = posts().findIndex((text) => text.includes('Task “Rise'))
    expect(told, 'after three complete weeks').toBe(3)
    expect(storiesOf()[0]).toMatch(
      / · Up 1\d\.\d points on ChatGPT since Thu 8 Oct, relative to your other engines\./,
    )
    expect(world.api.asked.allBrands, 'from the stored weeks').toBeUndefined()
    const [main] = world.slack.in(channel).slice(3)
    const thread = world.slack.posts.filter(({ threadTs }) => threadTs === main?.ts)
    expect(JSON.stringify(thread)).toContain('Before and since: ChatGPT')
    expect(JSON.stringify(main?.message.blocks)).toContain('sl1.task_story')
  })

  it('isn’t repeated by another digest of the channel', async () => {
    await plantMarket(15)
    await task('R1')
    await digest()
    await digest({ name: 'Second', schedule: tuesdays })
    for (let number = 0; number <= 4; number += 1) {
      await week(number)
      await world.goTo(`${firstMonday.add({ weeks: number, days: 1 })}T09:00:00Z`)
    }
    expect(posts()).toHaveLength(10)
    expect(storiesOf()).toHaveLength(1)
  })

  it('stays told, even if later tasks ask for a clearer effect', async () => {
    await plantMarket(5, 99, 'Perplexity')
    await task('R1', 'Rise on Perplexity')
    await world.store.tasks.setAim(ref('R1'), aim, by, world.clock.now())
    await digest()
    await week(5)
    expect(storiesOf('Rise on Perplexity')).toHaveLength(1)
    for (let number = 2; number <= 40; number += 1) await task(`R${number}`, 'Rise on Perplexity')
    const stories = await storiesNow()
    expect(stories.filter(({ state }) => state === 'up')).toMatchObject([{ from: '2026-10-08', news: null }])
  })

  it('says nothing of another aim, or of the day on which it is done', async () => {
    await plantMarket(15)
    await task('R1')
    await digest()
    await week(3)
    expect(storiesOf()).toHaveLength(1)
    const { store, clock } = world
    const story = async () => (await storiesNow())[0]
    expect(await story()).toMatchObject({ state: 'up', news: null })
    await store.tasks.setAim(ref('R1'), aim, by, clock.now())
    expect(await story()).toMatchObject({ state: 'no_effect' })
    await store.tasks.setAim(ref('R1'), { ...aim, engines: ['ChatGPT'] }, by, clock.now())
    await store.tasks.markDone(ref('R1'), 'K-R1', '2026-11-02', by, clock.now())
    expect(await story()).toMatchObject({ state: 'too_early' })
  })

  it('is told to be gone once, when it has faded', async () => {
    await plantMarket(20, 5)
    await task('R1')
    await digest()
    for (let number = 0; number <= 13; number += 1) await week(number)
    expect(
      storiesOf().map((text) => /Up [\d.]+ points on ChatGPT|ChatGPT was up for some weeks/.exec(text)?.[0]),
    ).toEqual([expect.stringContaining('points on ChatGPT'), 'ChatGPT was up for some weeks'])
  })

  it('is reported once by a digest that posts only changes, if Slack refuses it that week', async () => {
    await plantMarket(15)
    await task('R1')
    await digest({ onlyWhenChanged: true })
    for (let number = 0; number <= 2; number += 1) await week(number)
    world.slack.next({ refuse: 'msg_too_long' })
    await week(3)
    expect(storiesOf()).toEqual([])
    await week(4)
    await week(5)
    expect(storiesOf()).toHaveLength(1)
  })

  it('is reported once by two processes if one stops before it has recorded the post', async () => {
    await plantMarket(15)
    await task('R1')
    await digest()
    for (let number = 0; number <= 2; number += 1) await week(number)
    const other = processOn(world)
    // Its database is gone after the post, so the digest stays "posting" until another process looks it up.
    const { outbox } = world.workspace.store
    const settle: typeof outbox.settle = async (row, ending, ...more) =>
      ending.state === 'sent' ? { result: 'void', reply: null } : outbox.settle(row, ending, ...more)
    Object.assign(world.workspace, { store: { ...world.workspace.store, outbox: { ...outbox, settle } } })
    await week(3)
    for (const minutes of [5, 5, 60]) {
      world.clock.advance({ minutes })
      await other.wake()
    }
    await week(4, other)
    await other.close()
    expect(storiesOf()).toHaveLength(1)
  })
})
