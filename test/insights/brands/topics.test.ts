import { describe, expect, it } from 'vitest'
import { topicsAnswer } from '../../../src/blocks/visibility/topics.ts'
import { topicReport } from '../../../src/insights/topics.ts'
import { plantedMarket } from '../reading/stored-weeks.ts'
import { answers, collectedDaily, lastWeek, mine, row, scope, service, unavailable } from '../service.ts'

const names = (...topics: string[]) =>
  topics.map((name) => ({ filter: 'topics', id: `id-${name}`, name }) as const)
type Market = Parameters<typeof topicReport>[1]['market']
const ask = (scores: Readonly<Record<string, number | Error>>) => {
  const api = service({
    brands: ({ topic_ids: topics }) => {
      const score = scores[topics?.[0]?.replace('id-', '') ?? ''] ?? 40
      if (score instanceof Error) return score
      return [
        row('Own', [score, score], [1, 1], { ...mine, ...answers(900) }),
        row('Acme', [30, 30], [1, 1], answers(900)),
      ]
    },
    engines: ['ChatGPT'],
  })
  return topicReport(api, { scope, period: lastWeek, market: null }, names(...Object.keys(scores)))
}
/** What is said of one topic. */
const says = async (api: ReturnType<typeof service>, market: Market = null) => {
  const report = await topicReport(api, { scope, period: lastWeek, market }, names('pricing'))
  return topicsAnswer(report, 0, { shareable: false, command: 'topics' }).text
}
const ownRows = () => [row('Own', [40, 40], [1, 1], { ...mine, ...answers(90) })]
const read = async (scores: Parameters<typeof ask>[0]) => {
  const { topics, best, worst } = await ask(scores)
  return { names: topics.map((one) => (one.ok ? one.data.name : `${one.subject} failed`)), best, worst }
}

describe('the topics of a channel', () => {
  it('are compared, the most visible first; the best and the worst differ from the next', async () => {
    expect(await read({ support: 40, pricing: 60, returns: 20 })).toMatchObject({
      names: ['pricing', 'support', 'returns'],
      best: { name: 'pricing' },
      worst: { name: 'returns' },
    })
  })

  it('have no best and no worst if they are alike', async () => {
    expect(await read({ support: 40, pricing: 40.5, returns: 39 })).toMatchObject({ best: null, worst: null })
  })

  it('are compared with the days before, even if one of them only has figures of an older week', async () => {
    const api = service({
      brands: ({ topic_ids: topics, date_start: start = '' }) =>
        topics?.[0] === 'id-old' && start >= lastWeek.start ? [] : [row('Own', [40, 40], [1, 1], mine)],
      collects: [{ date: '2026-10-12', total: 100 }],
      engines: ['ChatGPT'],
    })
    const report = await topicReport(api, { scope, period: lastWeek, market: null }, names('old', 'pricing'))
    expect(report).toMatchObject({
      period: lastWeek,
      comparedWith: { start: '2026-11-02', end: '2026-11-08' },
    })
    expect(report.topics).toContainEqual({ ok: true, data: { name: 'old', own: null } })
  })

  it('are said to lack days before anything else, without the answers of one topic', async () => {
    const days = collectedDaily('2026-11-15', 60).filter(({ date }) => !date.startsWith('2026-11-12'))
    const text = await says(service({ brands: ownRows, collects: days }))
    expect(text).toMatch(/^Only 6 of 7 days were collected\. Own is at 40\.0% on pricing/)
  })

  it('are said to lack an engine of the week before anything else', async () => {
    const { market } = plantedMarket(({ engine, week }) => (engine === 'Google' && week === 0 ? null : 40))
    const text = await says(service({ brands: ownRows }), market)
    expect(text).toMatch(/^Google was not collected in the week of 9–15 Nov\. Own is at 40\.0% on pricing/)
  })

  it('that can’t be read are listed last', async () => {
    expect((await read({ support: unavailable, pricing: 40 })).names).toEqual(['pricing', 'support failed'])
  })
})
