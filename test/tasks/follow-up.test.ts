import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { ApiError } from '../../src/api/errors.ts'
import type { AnalyticsApi } from '../../src/api/index.ts'
import { storySentence } from '../../src/blocks/tasks/story-copy.ts'
import type { Store } from '../../src/store/index.ts'
import { aimOfTask, followUp, storyKey } from '../../src/tasks/follow-up.ts'
import { testClock, testStore } from './world.ts'

const place = { organizationId: 'O1', workspaceId: 'W1' }
const scope = {
  analysis: { ...place, projectId: 'P1' },
  timeZone: 'Asia/Tokyo',
  subreddits: ['crm', 'saas'],
  filterNames: [],
}
const clock = testClock()

let store: Store
let asked: string[]
let isDown = false
beforeEach(async () => {
  const opened = await testStore()
  onTestFinished(() => opened.close())
  store = opened.store
  asked = []
  isDown = false
})

const down = () =>
  new ApiError({ code: 'unavailable', message: 'down', userMessage: 'It’s down.', retryable: true })

const gone = () =>
  new ApiError({ code: 'not_found', message: 'gone', userMessage: 'It’s gone.', retryable: false })

/** A service with Perplexity and Acme, whose briefs say where to improve. */
const api = {
  insightsFilters: async () => {
    asked.push('filters')
    return { sources: ['CHATGPT', 'PERPLEXITY'], brands: ['Acme', 'Globex'], countries: [], categories: [] }
  },
  briefs: async (_scope: unknown, resultId: string) => {
    asked.push(`briefs ${resultId}`)
    if (isDown) throw down()
    if (resultId.startsWith('gone')) throw gone()
    return []
  },
  redditSummaries: async (_scope: unknown, names: readonly string[]) => {
    asked.push(`reddit ${names.join(',')}`)
    if (isDown) throw down()
    const summary = (
      subreddit_name: string,
      creation_date: string | null,
      overall_sentiment: string | null,
    ) => ({
      id: `${subreddit_name} ${creation_date}`,
      subreddit_name,
      creation_date,
      overall_sentiment,
    })
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
    throw down()
  },
  collects: async () => {
    throw down()
  },
} as unknown as AnalyticsApi

async function created(resultId: string, more: { readonly workspaceId?: string } = {}) {
  const ref = { team: 'T1', ...place, resultId, ...more }
  const click = { by: 'U1', channel: 'C1', messageTs: null, now: clock.now(), reference: 'R' }
  await store.tasks.claim(ref, { ...click, input: { kind: 'first' } })
  const task = { taskId: `K-${resultId}`, name: 'Rise on Perplexity', description: 'Where Acme leads' }
  await store.tasks.created(ref, 1, 1, task, clock.now())
  return { ref, click }
}

const records = () => store.tasks.forChannel('T1', 'C1', { limit: 50, offset: 0 })
const follow = async (maxRequests: number) =>
  followUp({ api, store, clock }, scope, await records(), { maxRequests })

it('a story starts on the day of the task’s creation in the channel’s time zone, or on the day that the team says', async () => {
  const { ref, click } = await created('R1')
  const [record] = await records()
  const key = storyKey(record ?? { ...ref, generation: 0 })
  const day = clock.now().toZonedDateTimeISO('Asia/Tokyo').toPlainDate()
  expect((await follow(20)).get(key)).toMatchObject({ from: day.toString(), basis: 'created' })
  await store.tasks.markDone(ref, 'K-R1', '2026-10-12', click, clock.now())
  expect((await follow(20)).get(key)).toMatchObject({ from: '2026-10-12', basis: 'done' })
})

it('a task’s aim is read once, and a person’s choice takes precedence', async () => {
  const { ref, click } = await created('R1')
  await follow(20)
  expect(asked).toEqual(['filters', 'briefs R1'])
  expect(await records()).toMatchObject([{ aimBy: null }])
  await follow(20)
  expect(asked, 'it is cached').toHaveLength(2)
  const aim = { engines: ['CHATGPT'], rival: null, topics: [], subreddit: null }
  await store.tasks.setAim(ref, aim, click, clock.now())
  const [story] = [...(await follow(20)).values()]
  expect(story?.aim).toEqual(aim)
  const [record] = await records()
  expect(record && (await aimOfTask({ api, store, clock }, scope, record))).toEqual({ aim, by: 'U1' })
  expect(asked).toHaveLength(2)
})

it('a few tasks’ texts are read at a time, and the others have no figures until theirs are read', async () => {
  for (const id of ['R1', 'R2', 'R3', 'R4']) await created(id)
  for (const { resultId } of await records()) {
    const ref = { team: 'T1', ...place, resultId }
    const click = { by: 'U1', channel: 'C1', messageTs: null, reference: 'R' }
    await store.tasks.markDone(ref, `K-${resultId}`, '2026-09-01', click, clock.now())
  }
  const stories = await follow(6)
  expect(asked.filter((question) => question.startsWith('briefs'))).toHaveLength(2)
  expect(stories.size).toBe(4)
  await follow(6)
  expect(new Set(asked.filter((question) => question.startsWith('briefs'))).size).toBe(4)
})

it('a task whose recommendation is gone is read from its own texts, and its briefs are requested once', async () => {
  for (const id of ['R1', 'gone-1', 'gone-2']) await created(id)
  for (let time = 0; time < 3; time += 1) await follow(6)
  const briefs = asked.filter((question) => question.startsWith('briefs')).toSorted()
  expect(briefs).toEqual(['briefs R1', 'briefs gone-1', 'briefs gone-2'])
  const aims = (await records()).map(({ aim }) => aim)
  expect(aims).toMatchObject([1, 2, 3].map(() => ({ engines: ['PERPLEXITY'] })))
})

it('an aim is not stored while the service doesn’t answer', async () => {
  await created('R1')
  isDown = true
  const [story] = [...(await follow(20)).values()]
  expect(story?.verdict.kind).toBe('too_early')
  expect(await records()).toMatchObject([{ aim: null }])
})

it('a task elsewhere, or not yet created, has no story', async () => {
  await created('R1', { workspaceId: 'W9' })
  const ref = { team: 'T1', ...place, resultId: 'R2' }
  const click = { by: 'U1', channel: 'C1', messageTs: null, now: clock.now(), reference: 'R' }
  await store.tasks.claim(ref, { ...click, input: { kind: 'first' } })
  expect((await follow(20)).size).toBe(0)
  expect(asked).toEqual([])
})

it('a story includes what was said in its task’s subreddit, from one request for all tasks', async () => {
  const sentimentsOf = async (resultId: string, maxRequests = 6) => {
    const stories = await follow(maxRequests)
    const record = (await records()).find((one) => one.resultId === resultId)
    const story = record && stories.get(storyKey(record))
    return { sentiments: story?.sentiments, sentence: story === undefined ? '' : storySentence(story) }
  }
  const names = { R1: 'crm', R2: 'crm', R3: null }
  for (const [id, subreddit] of Object.entries(names)) {
    const { ref, click } = await created(id)
    await store.tasks.markDone(ref, `K-${id}`, '2026-10-12', click, clock.now())
    await store.tasks.setAim(ref, { engines: [], rival: null, topics: [], subreddit }, click, clock.now())
  }
  const first = await sentimentsOf('R1')
  expect(
    asked.filter((one) => one.startsWith('reddit')),
    'as the channel’s digest asks',
  ).toEqual(['reddit crm,saas'])
  expect(first.sentiments).toEqual({
    subreddit: 'crm',
    before: { day: '2026-10-03', sentiment: 'negative' },
    since: { day: '2026-11-14', sentiment: 'neutral' },
  })
  expect((await sentimentsOf('R2')).sentiments).toEqual(first.sentiments)
  expect(first.sentence).toMatch(/ r\/crm: negative \(3 Oct\) → neutral \(14 Nov\)\.$/)
  expect((await sentimentsOf('R3')).sentiments).toBeUndefined()

  const ref = { team: 'T1', ...place, resultId: 'R1' }
  const by = { by: 'U1', channel: 'C1', messageTs: null, reference: 'R' }
  await store.tasks.setAim(
    ref,
    { engines: [], rival: null, topics: [], subreddit: 'Coffee' },
    by,
    clock.now(),
  )
  asked.length = 0
  expect((await sentimentsOf('R1', 2)).sentence).toMatch(
    / Sentiment in r\/Coffee: positive \(1 Nov\), no summary before\.$/,
  )
  expect(asked, 'within its limit of requests').toEqual(['reddit Coffee,crm'])
  isDown = true
  expect((await sentimentsOf('R1')).sentiments).toBeUndefined()
})
