import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnalyticsApi, CallOptions } from '../../src/api/index.ts'
import type { TaskState } from '../../src/model/recommendation.ts'
import type { RecommendationRef, Store, TaskRecord } from '../../src/store/index.ts'
import {
  cachedBriefs,
  cachingBriefs,
  loadBriefs,
  resultIdFrom,
  trackedRecommendations,
} from '../../src/tasks/recommendations.ts'
import { brief, failure, scope, service } from '../insights/service.ts'
import { codePoint, webUrl } from '../properties/texts.ts'

const briefOf = (id: string) => brief({ id, task_id: `task of ${id}`, title: `Title ${id}` })

/** The same, as it is read. */
const readBrief = (id: string) => {
  const { task_id: taskId, title, body, updated_at: updatedAt } = briefOf(id)
  return { id, taskId, title, body, updatedAt }
}

const none: TaskState = { kind: 'none' }
const place = { organizationId: 'org', workspaceId: 'ws' }
const tracked = (
  api: Pick<AnalyticsApi, 'briefs'>,
  recommendations: string[],
  task?: Partial<TaskRecord>,
) => {
  const latest = async ({ resultId }: RecommendationRef) => (resultId === 'r1' && task) || null
  const store = { tasks: { latest } } as unknown as Store
  return trackedRecommendations({ api, store }, { team: 'T1', workspace: place, recommendations })
}

describe('recommendations', () => {
  it.each([
    ['remembered', cachingBriefs],
    ['shown as they were last read', cachedBriefs],
  ])('that are %s are read as their caller asks: fresh', async (_, remembering) => {
    const calls: (CallOptions | undefined)[] = []
    const api: Pick<AnalyticsApi, 'briefs'> = {
      briefs: async (...[, , call]) => {
        calls.push(call)
        return []
      },
    }
    const call = { fresh: true }
    await loadBriefs(remembering(api), scope, 'r1', call)
    expect(calls).toEqual([call])
  })

  it('are loaded with their briefs in the service’s order and with their task', async () => {
    const api = service({ briefs: new Map([['r1', [briefOf('b2'), briefOf('b1')]]]) })
    const creating: TaskState = { kind: 'creating', by: 'U1', at: '2026-11-21T02:00:00Z' }
    const task = { state: 'creating', createdBy: 'U1', startedAt: creating.at, confirmedBy: null } as const
    const briefs = [readBrief('b2'), readBrief('b1')]
    expect(await tracked(api, ['r1', 'r2'], task)).toEqual([
      { ok: true, data: { ...place, resultId: 'r1', briefs, task: creating } },
      { ok: true, data: { ...place, resultId: 'r2', briefs: [], task: none } },
    ])
  })

  it('fail one by one, with the id and a message for the reader', async () => {
    const gone = failure('not_found', 'The service does not know this recommendation. Check its id.')
    const api = service({ briefs: new Map<string, [] | Error>([['r2', gone]]) })
    const ids = ['r1', 'r2', 'r3']
    const [first, second, third] = await tracked(api, ids)
    expect([first?.ok, third?.ok]).toEqual([true, true])
    expect(second).toEqual({ ok: false, reason: gone.userMessage, subject: 'r2' })
  })

  it('are read four at a time and returned in the order tracked, though the first answers last', async () => {
    const api = service({})
    const { briefs } = api
    const { promise: lastAsked, resolve } = Promise.withResolvers<void>()
    api.briefs = async (...asked) => {
      if (asked[1] === 'r19') resolve()
      const read = await briefs(...asked)
      if (asked[1] === 'r0') await lastAsked
      return read
    }
    const ids = Array.from({ length: 20 }, (_, index) => `r${index}`)
    const sections = await tracked(api, ids)
    expect(sections.map((part) => part.ok && part.data.resultId)).toEqual(ids)
    expect(api.asked.atOnce).toBe(4)
  })
})

describe('a recommendation id', () => {
  const org = '0b5f0f3a-6a55-4c1e-9a1a-3f0f6c1d2e01'
  const result = '7d9f8c1e-2b44-4f0a-8d7e-5a6b7c8d9e02'

  it.each([
    [result],
    [` ${result} `],
    [`https://console.example.com/org/${org}/actions/${result}`],
    [`https://console.example.com/org/${org}/actions/${result}?tab=briefs#top`],
    [`<https://console.example.com/org/${org}/actions/${result}?a=1&amp;b=2|console.example.com/…>`],
    [`<https://console.example.com/actions?tab=1&amp;result_id=${result}&amp;workspace=${org}>`],
    [`https://console.example.com/actions?workspace=${org}&open=${result}`],
    [`https://console.example.com/#/org/${org}/actions/${result}`],
    [`https://console.example.com/recommended-actions/${result}/tasks?persona=${org}`],
    [`https://console.example.com/actions?result_id=${result}&workspace=${org}`],
    [`console.example.com/org/${org}/actions/${result}`],
  ])('is found in %s', (text) => {
    expect(resultIdFrom(text)).toEqual({ ok: true, value: result })
  })

  it.each([
    ['rec_42', 'rec_42'],
    ['https://console.example.com/recommended-actions/rec_42', 'rec_42'],
    [`https://console.example.com/recommended-actions/list?id=${result}`, result],
  ])('may have another format: %s', (text, resultId) => {
    expect(resultIdFrom(text)).toEqual({ ok: true, value: resultId })
  })

  it.each([
    ['', 'No recommendation given.'],
    ['<@U123>', 'There’s no recommendation id in that.'],
    ['two words', 'There’s no recommendation id in that.'],
    ['x'.repeat(129), 'There’s no recommendation id in that.'],
    ['https://console.example.com/recommended-actions/list', 'copy its address from the browser'],
  ])('is not found in "%s", and the answer says where to find one', (text, problem) => {
    expect(resultIdFrom(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  it('is safe in a path for any text', () => {
    const address = fc.tuple(webUrl, fc.uuid())
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      address.map(([url]) => url),
      address.map(([url, id]) => `${url.replace(/[?#].*/, '')}/recommended-actions/${id}`),
    )
    fc.assert(
      fc.property(text, (words) => {
        const reading = resultIdFrom(words)
        if (reading.ok) expect(reading.value).toMatch(/^[A-Za-z0-9_-]{1,128}$/)
        if (words.includes('/recommended-actions/')) expect(reading.ok).toBe(true)
      }),
    )
    fc.assert(
      fc.property(address, ([url, id]) => {
        const page = `${url.replace(/[?#].*/, '')}/${id}`
        expect(resultIdFrom(page)).toEqual({ ok: true, value: id })
      }),
    )
  })
})
