import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { AnalyticsApi } from '../../src/api/index.ts'
import { storySentence } from '../../src/blocks/tasks/story.ts'
import { type Aim, noAim, type Story } from '../../src/model/story.ts'
import type { Store } from '../../src/store/index.ts'
import { aimOfTask } from '../../src/tasks/aims.ts'
import { storyKey, taskStories } from '../../src/tasks/follow-up.ts'
import { failure } from '../insights/service.ts'
import { type Move, plantedWeeks, plantWeeks } from '../weeks/plant.ts'
import { claimedTask, createdTask, oneKey, unansweredTask } from '../workspace.ts'
import { type TestClock, testClock, testStore } from './world.ts'

const team = 'T1'
const place = { organizationId: 'O1', workspaceId: 'W1' }
const analysis = { ...place, projectId: 'P1' }
const scope = { channel: 'C1', analysis, timeZone: 'UTC', subreddits: ['crm', 'saas'], filterNames: [] }

let clock: TestClock
let store: Store
let asked: string[]
let isDown = false
beforeEach(async () => {
  store = await testStore(onTestFinished)
  // Monday, 16 November 2026.
  clock = testClock()
  asked = []
  isDown = false
})

const summary = (subreddit_name: string, creation_date: string | null, overall_sentiment: string | null) => ({
  id: `${subreddit_name} ${creation_date}`,
  subreddit_name,
  creation_date,
  overall_sentiment,
})

const api = {
  insightsFilters: async () => {
    asked.push('filters')
    return { sources: ['ChatGPT', 'Perplexity', 'Claude', 'Gemini'], brands: ['Northwind', 'Acme', 'Globex'] }
  },
  briefs: async (_scope: unknown, resultId: string) => {
    asked.push(`briefs ${resultId}`)
    if (isDown) throw failure('unavailable')
    if (resultId.startsWith('gone')) throw failure('not_found')
    return []
  },
  redditSummaries: async (_scope: unknown, names: readonly string[]) => {
    asked.push(`reddit ${names.join(',')}`)
    if (isDown) throw failure('unavailable')
    return [
      summary('r/CRM', '2026-11-02', 'mixed'),
      summary('r/CRM', '2026-09-20', 'positive'),
      summary('r/CRM', '2026-11-14', 'neutral'),
      summary('r/CRM', '2026-10-03', 'negative'),
      summary('r/CRM', '2026-10-12', 'on the day itself'),
      summary('r/CRM', '2026-11-15', null),
      summary('r/CRM', null, 'without a day'),
      summary('coffee', '2026-11-01', 'positive'),
    ]
  },
  allBrands: async () => {
    asked.push('brands')
    if (isDown) throw failure('unavailable')
    return { rows: [{ brand: 'Northwind', is_my_brand: true }], leftOut: 0, cut: 0 }
  },
} as unknown as AnalyticsApi

const workspace = () => ({ team, api, store, clock, apiKey: oneKey })
const refOf = (resultId: string) => ({ team, ...place, resultId })
const by = { by: 'U1', channel: 'C1', messageTs: null, reference: 'R' }

/** A task created on Thursday, 8 October, unless it says otherwise. */
async function created(resultId: string, more: { readonly workspaceId?: string; readonly on?: string } = {}) {
  const ref = { ...refOf(resultId), ...(more.workspaceId && { workspaceId: more.workspaceId }) }
  const on = Temporal.Instant.from(`${more.on ?? '2026-10-08'}T10:00:00Z`)
  const task = { taskId: `K-${resultId}`, name: 'Rise on Perplexity', description: 'Where Acme leads' }
  await createdTask(store, ref, on, task)
  return ref
}

const aimAt = (resultId: string, aim: Partial<Aim>) =>
  store.tasks.setAim(refOf(resultId), { ...noAim, ...aim }, by, clock.now())
const plant = (move?: Move, { first = '2026-05-04', count = 28, topics = [] as string[] } = {}) =>
  plantWeeks(store, { team, scope: analysis, topics }, plantedWeeks(first, count, move), clock.now())
const records = () => store.tasks.forChannel(team, 'C1', { limit: 50, offset: 0 })
const follow = async () => taskStories(workspace(), scope, await records())

async function storyIn(resultId = 'R1'): Promise<Story> {
  const record = (await records()).find((one) => one.resultId === resultId)
  const story = record && (await follow()).get(storyKey(record))
  if (story === undefined) throw new Error('there is no story')
  return story
}

/** Northwind on Perplexity, by so many points in the weeks after the task's. */
const since =
  (by: (monday: string) => number, brands = [0]): Move =>
  (monday, engine, brand) =>
    monday > '2026-10-05' && engine === 'Perplexity' && brands.includes(brand) ? by(monday) : 0

const risen = since(() => 15)

describe('what followed a task', () => {
  it('is a rise beyond the weeks before and the other engines, with today’s level as the service has it', async () => {
    const weeks = plantedWeeks('2026-05-04', 28, risen)
    await plant(risen)
    await created('R1')
    const story = await storyIn()
    expect(story).toMatchObject({ state: 'up', news: 'up', own: 'Northwind', weeks: 5, from: '2026-10-08' })
    const level = weeks.at(-1)?.engines.Perplexity?.figures[0]?.[0]
    expect(story.levels).toEqual([{ engine: 'Perplexity', score: level }])
    expect(storySentence(story)).toMatch(
      /^Your visibility on Perplexity is up 1\d\.\d points since, relative to your other engines \(between \+\d+\.\d and \+\d+\.\d\)\. Now \d\d\.\d%\.$/,
    )
    expect(story.chart?.lines.map(({ brand, engine }) => [brand, engine])).toEqual([
      ['Northwind', 'Perplexity'],
      ['Northwind', null],
      ['Acme', 'Perplexity'],
    ])
    expect(asked, 'for its texts, and for nothing else').toEqual(['filters', 'briefs R1'])
  })

  it('counts from the request that got no answer, if a person found its task only later', async () => {
    await plant(risen)
    const now = Temporal.Instant.from('2026-10-08T10:00:00Z')
    const attempt = await unansweredTask(store, refOf('R1'), now)
    await store.tasks.confirmed(attempt, { taskId: 'K', name: 'Rise on Perplexity' }, by, clock.now())
    expect(await storyIn()).toMatchObject({ state: 'up', from: '2026-10-08', basis: 'created' })
  })

  it('is nothing where nothing changed, and shared where competitors changed as well', async () => {
    await plant()
    await created('R1')
    expect(storySentence(await storyIn())).toMatch(
      /^No clear change on Perplexity relative to your other engines in 5 weeks \(between −\d\.\d and \+\d\.\d points\)\. Now \d\d\.\d%\.$/,
    )
    clock.advance({ minutes: 1 })
    await plant(since(() => 15, [0, 1, 2, 3, 4, 5]))
    expect(await storyIn(), 'the weeks were read again').toMatchObject({ state: 'shared', news: null })
  })

  it('is compared within the topics that the task aims at', async () => {
    await plant()
    await plant(risen, { topics: ['t1'] })
    await created('R1')
    await aimAt('R1', { engines: ['Perplexity'], topics: ['t1'] })
    expect((await storyIn()).state).toBe('up')
  })

  it('is nothing that could be said without an engine, and it says so', async () => {
    await plant(risen)
    await created('R1')
    await aimAt('R1', { rival: 'Acme' })
    const story = await storyIn()
    expect(story).toMatchObject({ state: 'no_aim', news: null })
    expect(storySentence(story)).toMatch(/aims at no engine.*“Change aim”.* Now \d\d\.\d% on all engines\.$/)
  })

  it('is too early to tell before three weeks, and counts from the day on which the team says it was done', async () => {
    await plant()
    await created('R1')
    await store.tasks.markDone(refOf('R1'), 'K-R1', '2026-10-30', by, clock.now())
    const story = await storyIn()
    expect(story).toMatchObject({ state: 'too_early', from: '2026-10-30', basis: 'done', weeks: 2 })
    expect(storySentence(story, { thisYear: 2026 })).toBe(
      'Too early to tell (2 of at least 3 weeks). Check again on Mon 23 Nov.',
    )
  })

  it('is never compared without enough weeks or engines, and it says why', async () => {
    // The weeks before were read as well: nothing was collected in them.
    const empty = plantedWeeks('2026-05-04', 18).map((week) => ({ ...week, all: null, engines: {} }))
    const collected = plantedWeeks('2026-09-07', 10)
    await plantWeeks(store, { team, scope: analysis }, [...empty, ...collected], clock.now())
    await created('R1')
    expect(storySentence(await storyIn())).toMatch(
      /^No comparison: Perplexity had no data in most of these weeks\. Now \d\d\.\d%\.$/,
    )
    await aimAt('R1', { engines: ['ChatGPT', 'Claude', 'Perplexity'] })
    clock.advance({ minutes: 1 })
    await plant()
    expect(storySentence(await storyIn())).toMatch(
      /^No comparison: it takes at least 3 engines that the task doesn’t aim at\. Now .* on ChatGPT, .* on Claude, .* on Perplexity\.$/,
    )
  })

  it('says while its weeks are still being read', async () => {
    await created('R1')
    expect(storySentence(await storyIn())).toMatch(/still reading the weeks/)
    // The newest ones come first.
    await plant(undefined, { first: '2026-09-14', count: 9 })
    expect((await storyIn()).state).toBe('unread')
    clock.advance({ minutes: 20 })
    await plant()
    expect((await storyIn()).state).toBe('no_effect')
  })

  it('ends after twelve weeks', async () => {
    const late: Move = (monday, engine, brand) =>
      monday >= '2026-11-02' && engine === 'Perplexity' && brand === 0 ? 20 : 0
    await plant(late, { first: '2026-01-05', count: 45 })
    await created('R1', { on: '2026-08-05' })
    const score = plantedWeeks('2026-01-05', 45, late).at(-1)?.engines.Perplexity?.figures[0]?.[0]
    // What is said of today stays today's.
    const levels = [{ engine: 'Perplexity', score }]
    expect(await storyIn()).toMatchObject({ weeks: 12, state: 'no_effect', levels })
  })

  it('is no longer being read where the weeks of that time are not kept', async () => {
    await plant(undefined, { first: '2025-11-17', count: 52 })
    await created('R1', { on: '2025-06-04' })
    expect(storySentence(await storyIn())).toMatch(
      /^No comparison: fewer than 8 weeks before.* Now \d\d\.\d%\.$/,
    )
  })

  it('takes clearer weeks where many tasks are followed', async () => {
    await plant(since(() => 5))
    await created('R1')
    expect((await storyIn()).state).toBe('up')
    for (let number = 2; number <= 40; number += 1) await created(`R${number}`)
    expect((await storyIn()).state).toBe('no_effect')
  })

  it('is not said of a task elsewhere, or of one that is not created', async () => {
    await created('R1', { workspaceId: 'W9' })
    await claimedTask(store, refOf('R2'), clock.now())
    expect((await follow()).size).toBe(0)
    expect(asked).toEqual([])
  })
})

describe('a task’s aim', () => {
  it('is read once, and a person’s choice takes precedence', async () => {
    await plant()
    await created('R1')
    await follow()
    expect(await records()).toMatchObject([{ aim: { engines: ['Perplexity'], rival: 'Acme' } }])
    await follow()
    expect(asked).toEqual(['filters', 'briefs R1'])
    await aimAt('R1', { engines: ['ChatGPT'] })
    expect((await storyIn()).aim.engines).toEqual(['ChatGPT'])
    const [record] = await records()
    expect(record && (await aimOfTask(workspace(), scope, record))?.by).toBe('U1')
    expect(asked).toHaveLength(2)
  })

  it('is never against the own brand, whether its weeks are stored or not', async () => {
    const task = { ...refOf('R1'), name: 'Let Northwind pass Globex', description: 'Northwind, Northwind' }
    expect((await aimOfTask(workspace(), scope, task))?.aim.rival).toBe('Globex')
    expect(asked).toContain('brands')
    await store.tasks.setAim(refOf('R1'), null, by, clock.now())
    asked = []
    await plant()
    const other = { ...task, resultId: 'R2' }
    expect((await aimOfTask(workspace(), scope, other))?.aim.rival).toBe('Globex')
    expect(asked).not.toContain('brands')
  })

  it('is not stored while the service doesn’t answer, or before the task has a name', async () => {
    await created('R1')
    isDown = true
    expect((await storyIn()).state).toBe('unread')
    expect(await records()).toMatchObject([{ aim: null }])
    isDown = false
    await aimOfTask(workspace(), scope, { ...refOf('R9'), name: null, description: null })
    expect(await store.tasks.aimOf(refOf('R9'))).toBeNull()
  })

  it('is read for a few tasks at a time, and from its own texts if the recommendation is gone', async () => {
    for (const id of ['R1', 'gone-1', 'gone-2', 'R4', 'R5']) await created(id)
    for (let time = 0; time < 3; time += 1) await follow()
    const briefs = asked.filter((question) => question.startsWith('briefs'))
    const each = ['R1', 'R4', 'R5', 'gone-1', 'gone-2']
    expect(briefs.toSorted()).toEqual(each.map((id) => `briefs ${id}`))
    const aims = (await records()).map(({ aim }) => aim?.engines)
    expect(aims).toEqual(aims.map(() => ['Perplexity']))
  })
})

it('a story includes what was said in its task’s subreddit, from one request for all tasks', async () => {
  const sentimentsOf = async (resultId: string) => {
    const story = await storyIn(resultId)
    return { sentiments: story.sentiments, sentence: storySentence(story) }
  }
  const names = { R1: 'crm', R2: 'crm', R3: null }
  for (const [id, subreddit] of Object.entries(names)) {
    await created(id)
    await store.tasks.markDone(refOf(id), `K-${id}`, '2026-10-12', by, clock.now())
    await aimAt(id, { subreddit })
  }
  const first = await sentimentsOf('R1')
  expect(asked, 'as the channel’s digest asks').toEqual(['reddit crm,saas'])
  expect(first.sentiments).toEqual({
    subreddit: 'crm',
    before: { day: '2026-10-03', sentiment: 'negative' },
    since: { day: '2026-11-14', sentiment: 'neutral' },
  })
  expect((await sentimentsOf('R2')).sentiments).toEqual(first.sentiments)
  expect(first.sentence).toMatch(/ r\/crm: negative \(3 Oct\) → neutral \(14 Nov\)\.$/)
  expect((await sentimentsOf('R3')).sentiments).toBeUndefined()
  await aimAt('R1', { subreddit: 'Coffee' })
  asked.length = 0
  expect((await sentimentsOf('R1')).sentence).toMatch(
    / Sentiment in r\/Coffee: positive \(1 Nov\), no summary before\.$/,
  )
  expect(asked).toEqual(['reddit Coffee,crm'])
  isDown = true
  expect((await sentimentsOf('R1')).sentiments).toBeUndefined()
})
