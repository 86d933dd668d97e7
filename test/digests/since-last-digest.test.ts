import { beforeEach, describe, expect, it } from 'vitest'
import { syncTaskMessages } from '../../src/tasks/create.ts'
import { brief, failure, mine, row } from '../insights/service.ts'
import { createdTask } from '../workspace.ts'
import { summary } from './alerts/world.ts'
import {
  beginWorld,
  clickPostAgain,
  daily,
  endEvaluations,
  leaveUnknown,
  newest,
  posts,
  replies,
  still,
  team,
  textOf,
  track,
  watchEvaluations,
  world,
} from './world.ts'

/** A digest compares itself with the last one that was posted in its channel. */
beforeEach(() => beginWorld())

const firstMonday = Temporal.PlainDate.from('2026-11-09')
/** Runs the digest of this week at its slot. */
const week = (number: number) => world.goTo(`${firstMonday.add({ weeks: number })}T09:00:00Z`)
const acme = row('Acme', [60, 60], [10, 10])
const northwind = (value: number, previous: number) => row('Northwind', [value, previous], [9, 9], mine)

it('figures are reported anew when the digest’s settings change their scope', async () => {
  const { id } = await world.subscribe({ onlyWhenChanged: true })
  world.api.brands = still
  await week(0)
  await week(1)
  expect(posts()).toHaveLength(1)
  await world.store.subscriptions.update(team, id, { filters: 'ChatGPT' }, world.clock.now())
  await week(2)
  await week(3)
  expect(posts(), 'these figures haven’t been reported yet').toHaveLength(2)
})

it('the same week again is no news unless it says something else now, nor is another week without data', async () => {
  await world.subscribe({ onlyWhenChanged: true, schedule: daily, filters: 'last week' })
  world.api.brands = [acme, northwind(55, 50)]
  const days = async (...all: string[]) => {
    for (const day of all) await world.goTo(`2026-11-${day}T09:00:00Z`)
  }
  await days('09', '10')
  expect(posts()).toHaveLength(1)
  world.api.brands = [acme, northwind(45, 50)]
  await days('11', '12')
  expect(posts(), 'data came late').toHaveLength(2)
  await week(1)
  expect(posts(), 'another week').toHaveLength(3)
  world.api.brands = []
  for (const number of [2, 3]) await week(number)
  expect(posts()).toHaveLength(4)
})

it('a change of sentiment on Reddit is reported once, even if its summary is withdrawn', async () => {
  await world.subscribe({ sections: ['reddit'], onlyWhenChanged: true })
  const [good, bad] = [summary('positive', '2026-11-02'), summary('negative', '2026-11-12')]
  world.api.reddit = [good]
  await week(0)
  world.api.reddit = [good, bad]
  await week(1)
  world.api.reddit = [good]
  for (const number of [2, 3, 4, 5]) await week(number)
  expect((await world.history()).map(({ reason, state }) => reason ?? state).toReversed()).toEqual([
    'posted',
    'posted',
    'posted',
    'quiet',
    'quiet',
    'quiet',
  ])
  expect(posts()[1]).toContain('r/crm worsened from positive to negative')
  expect(posts()[2]).toContain('r/crm improved from negative to positive')
})

it('a new summary is reported once', async () => {
  await world.subscribe({ sections: ['reddit'], onlyWhenChanged: true })
  world.api.reddit = [summary('neutral', '2026-11-02', 'old')]
  await week(0)
  await week(1)
  expect(posts(), 'nothing is new').toHaveLength(1)
  world.api.reddit = [...world.api.reddit, summary('neutral', '2026-11-20', 'new')]
  await week(2)
  await week(3)
  expect(posts()).toHaveLength(2)
})

describe('among recommendations', () => {
  const answers = (updated_at: string) =>
    Object.assign(world.api.api, { briefs: async () => [brief({ updated_at })] })

  it('a brief is new to a digest that has not reported it, even if other digests were posted in the channel', async () => {
    world.api.brands = still
    await track(['R1'])
    await world.subscribe({ sections: ['visibility', 'actions'], onlyWhenChanged: true })
    await world.subscribe({ schedule: { ...daily, time: '10:00' } })
    answers('2026-11-01T00:00:00Z')
    await week(0)
    await world.goTo('2026-11-09T10:00:00Z')
    answers('2026-11-11T00:00:00Z')
    await world.goTo('2026-11-12T10:00:00Z')
    await week(1)
    expect(newest()).toContain('Recommended, brief updated: ')
    await week(2)
    expect((await world.history())[0]).toMatchObject({ state: 'skipped', reason: 'quiet' })
  })

  it('a recommendation is new once when tracked, and once more when tracked again', async () => {
    world.api.brands = still
    await world.subscribe({ sections: ['visibility', 'actions'], onlyWhenChanged: true })
    answers('2026-11-01T00:00:00Z')
    await week(0)
    await track(['R1'])
    await week(1)
    await week(2)
    expect(posts()).toHaveLength(2)
    await world.store.channels.stop(team, 'C1', 'R1', 'U1', world.clock.now())
    await world.store.subscriptions.update(team, 'S1', { onlyWhenChanged: false }, world.clock.now())
    await week(3)
    await track(['R1'])
    await week(4)
    expect(posts()).toHaveLength(4)
    expect(newest()).toContain('"Recommended: "')
  })
})

it('a recommendation that was already reported is recommended again with its age until it has a task, the new and the oldest first', async () => {
  const ref = { team, organizationId: 'org', workspaceId: 'ws', resultId: 'R1' }
  Object.assign(world.api.api, { briefs: async () => [brief()] })
  await track(['R1', 'R2'])
  await world.subscribe({ sections: ['visibility', 'actions'] })
  const digest = async (number: number) => {
    world.api.brands = [acme, northwind(50 + 5 * number, 45 + 5 * number)]
    await week(number)
    return newest()
  }
  expect((await digest(0)).match(/sl1\.create_task/g)).toHaveLength(1)
  await digest(1)
  const third = await digest(2)
  expect(third).toContain('Recommended 2 weeks ago (1 of 2): ')
  expect(third).toContain('"All 2"')
  const now = Temporal.Instant.from('2026-11-24T10:00:00Z')
  await createdTask(world.store, ref, now, { messageTs: '1.1', name: 'Publish' })
  await syncTaskMessages(world.workspace, ref)
  expect(newest(), 'its digest shows a task created elsewhere').toContain('Task created: ')
  const fourth = await digest(3)
  expect(fourth).toContain('Recommended 3 weeks ago: ')
  expect(fourth, 'what Sightline did itself is no news').not.toContain('created')
  expect(fourth).not.toContain('\\"R1\\"')
  await track(['R3'])
  expect(await digest(4), 'the new one comes first').toContain('Recommended (1 of 2): ')
})

describe('among evaluations', () => {
  it('one that ends while the digest is being posted is reported next time', async () => {
    world.api.evaluation = { name: 'Pages', status: 'in_progress' }
    await watchEvaluations(world)
    await world.subscribe({ sections: ['evaluations'], onlyWhenChanged: true })
    const { post } = world.slack.poster
    Object.assign(world.slack.poster, {
      post: async (...asked: Parameters<typeof post>) => {
        // The digest is composed by now, and confirmed some seconds later.
        await endEvaluations(world)
        const posted = await post(...asked)
        world.clock.set('2026-11-09T09:00:05Z')
        return posted
      },
    })
    await week(0)
    world.api.evaluation = { name: 'Pages', status: 'completed' }
    await week(1)
    await week(2)
    expect(posts()).toHaveLength(2)
    expect(posts()[1]).toContain('“Pages”: completed')
  })

  it('one for which others left no room is reported next time', async () => {
    const ids = Array.from({ length: 11 }, (_, number) => `E${10 + number}`)
    await watchEvaluations(world, ids)
    world.api.evaluation = { name: 'Pages', status: 'in_progress' }
    world.api.evaluations.set('E20', { name: 'The last one', status: 'completed' })
    await world.subscribe({ sections: ['evaluations'], detailsInThread: false })
    await week(0)
    await week(1)
    expect(posts()[1]).toContain('Website evaluations: 1 done, 9 in progress.')
  })

  it('one that goes on is no news, and one whose end could not be read is reported once it can', async () => {
    await watchEvaluations(world)
    world.api.brands = still
    await world.subscribe({ sections: ['visibility', 'evaluations'], onlyWhenChanged: true })
    world.api.evaluation = { name: 'Pages', status: 'in_progress' }
    await week(0)
    expect(textOf(replies()[0])).toContain('Website evaluation “Pages”: in progress.')
    await week(1)
    expect(posts(), 'it still goes on').toHaveLength(1)
    await endEvaluations(world, 'Pages')
    world.api.evaluations.set('E1', failure('unavailable'))
    await week(2)
    world.api.evaluations.clear()
    await week(3)
    await week(4)
    expect(posts()).toHaveLength(3)
    expect(posts()[1]).toContain('⚠ Evaluation E1 is unavailable: Not now.')
    expect(posts()[2]).toContain('“Pages”: completed')
  })
})

describe('a digest that is confirmed late', () => {
  const figures = async () => (await world.store.records.get(team, 'S1'))?.figures?.visibility

  it('is recorded with what it said, not with newer data, even if its process ended after the post', async () => {
    await world.subscribe({ sections: ['visibility', 'reddit'], onlyWhenChanged: true })
    world.api.brands = [acme, northwind(50, 50)]
    world.api.reddit = [summary('positive', '2026-11-02')]
    const { post } = world.slack.poster
    Object.assign(world.slack.poster, {
      post: async (...asked: Parameters<typeof post>) => {
        await post(...asked)
        Object.assign(world.slack.poster, { post })
        throw new Error('the process ends here')
      },
    })
    await week(0)
    expect(await world.delivery()).toMatchObject({ state: 'pending' })
    expect(await world.store.records.get(team, 'S1')).toBeNull()
    world.api.brands = [acme, northwind(44, 44)]
    world.api.reddit = [...world.api.reddit, summary('negative', '2026-11-12')]
    await world.goTo('2026-11-09T09:02:00Z')
    expect(await world.delivery()).toMatchObject({ state: 'posted' })
    expect(await figures()).toBe(50)
    await week(1)
    expect(posts()).toHaveLength(2)
    expect(posts()[1]).toContain('worsened from positive to negative')
    expect(await figures()).toBe(44)
  })

  it('is recorded with what it said if “Post again” finds it, and with its new data if it is posted again', async () => {
    await world.subscribe({ onlyWhenChanged: true })
    world.api.brands = [acme, northwind(50, 50)]
    await leaveUnknown('applied')
    expect(await world.delivery()).toMatchObject({ state: 'unknown', dueAt: null })
    world.api.brands = [acme, northwind(45, 50)]
    world.slack.mayLook = true
    await clickPostAgain()
    expect(posts(), 'it was there').toHaveLength(1)
    expect(await figures()).toBe(50)

    await leaveUnknown('nothing', '2026-11-16T09:00:00Z')
    expect(await figures(), 'unknown whether it was reported').toBe(50)
    world.api.brands = [acme, northwind(40, 50)]
    await clickPostAgain()
    expect(await figures()).toBe(40)
  })
})
