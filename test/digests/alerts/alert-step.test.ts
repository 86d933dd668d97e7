import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AlertReading,
  alertStep,
  brandEvent,
  brandNews,
  sentimentReadings,
} from '../../../src/digests/alerts/alert-readings.ts'
import { visibilityReport } from '../../../src/insights/visibility.ts'
import { redditNews, standing } from '../../blocks/fixtures.ts'
import { brands, plantedMarket, type Score } from '../../insights/reading/stored-weeks.ts'
import { lastWeek, question, week } from '../../insights/service.ts'

const own = standing('Northwind', 2, 2, [40, 41], { mine: true })

describe('news of brands', () => {
  const level: Score = ({ brand }) => [40, 36, 30, 22, 15][brands.indexOf(brand)] ?? 0

  /** What alerts tell in the newest of these weeks. */
  async function eventsOf(score: Score, { limit = 5, ago = 0, seed = 5 } = {}) {
    const { api, market } = plantedMarket(score, { ago, seed })
    const monday = Temporal.PlainDate.from(lastWeek.start).subtract({ weeks: ago })
    const period = week(monday.toString(), monday.add({ days: 6 }).toString())
    const report = await visibilityReport(api, { ...question, period })
    return brandNews(market).flatMap((news) => brandEvent(news, report, limit) ?? [])
  }

  it('is rare where nothing happens', async () => {
    let told = 0
    for (let seed = 1; seed <= 60; seed += 1)
      told += (await eventsOf(level, { seed, limit: 0 })).length > 0 ? 1 : 0
    expect(told).toBeLessThanOrEqual(2)
  })

  it('is a rival that passed the own brand, in the week in which that is settled', async () => {
    const passing: Score = (at) => (at.brand === 'Acme' && at.week >= -1 ? 47 : level(at))
    const before = await eventsOf(passing, { ago: 2 })
    expect(before).toEqual([])
    const [first, after] = [await eventsOf(passing, { ago: 1 }), await eventsOf(passing)]
    expect([...first, ...after]).toMatchObject([
      { kind: 'overtaken', rival: { brand: 'Acme' }, own: { brand: 'Own' } },
    ])
  })

  it('is no rise', async () => {
    const rise: Score = (at) => (at.brand === 'Own' && at.week === 0 ? 49 : level(at))
    expect(await eventsOf(rise)).toEqual([])
  })

  it('is a fall that shows only a week later, with its size since it began', async () => {
    const fall: Score = (at) => (at.brand === 'Own' && at.week >= -1 ? 35.5 : level(at))
    expect(await eventsOf(fall, { limit: 3 })).toMatchObject([
      { kind: 'fall', since: { from: '2026-11-02', points: expect.closeTo(-4.1, 1) } },
    ])
  })

  it.each([40, 2])('is a brand at %s percent that no answer names any more', async (usual) => {
    const gone: Score = (at) => (at.brand !== 'Own' ? level(at) : at.week === 0 ? 0 : usual)
    expect((await eventsOf(gone, { limit: 90 })).filter(({ kind }) => kind !== 'overtaken')).toMatchObject([
      { kind: 'vanished', last: { own: { brand: 'Own' } } },
    ])
  })
})

it('alert readings cross on a negative sentiment in any case; without a sentiment there is no reading', () => {
  const item = (subreddit: string, sentiment: string | null) =>
    redditNews.items.slice(0, 1).map((one) => ({ ...one, subreddit, sentiment }))
  const items = [
    ...item('CRM', 'Negative'),
    ...item('saas', 'mixed'),
    ...item('running', null),
    ...item('x', 'non-negative'),
  ]
  expect(sentimentReadings({ baseline: false, items, missing: [] })).toMatchObject([
    { subject: 'crm', state: 'crossed' },
    { subject: 'saas', state: 'clear' },
    { subject: 'x', state: 'clear' },
  ])
  expect(sentimentReadings({ baseline: false, items: [], missing: [] }), 'nothing was told').toBeNull()
})

describe('an alert', () => {
  const subjects = ['Acme', 'Contoso', 'Fabrikam'] as const
  const state = fc.constantFrom('ahead', 'behind', 'unknown')
  /** All states at one check, and whether its message arrived in Slack. */
  const look = fc.record({ states: fc.tuple(state, state, state), arrives: fc.boolean() })

  /** A person with a notebook: was it behind before, and has it been reported since? */
  function byHand(looks: readonly { states: readonly string[]; arrives: boolean }[]): string[][] {
    return subjects.map((_, index) => {
      let note: 'never seen' | 'seen behind' | 'known to be ahead' = 'never seen'
      return looks.map(({ states, arrives }) => {
        const now = states[index]
        if (now === 'behind') note = 'seen behind'
        if (now !== 'ahead') return ''
        const isTold = note === 'seen behind'
        if (note === 'never seen' || arrives) note = 'known to be ahead'
        return isTold ? 'told' : ''
      })
    })
  }
  const crossed = (subject: string, wasClear = false): AlertReading => {
    const rival = standing(subject, 1, 2, [50, 30])
    return { subject, state: 'crossed', event: { kind: 'overtaken', rival, own }, wasClear }
  }
  const reading = (subject: string, now: string): readonly AlertReading[] => {
    if (now === 'unknown') return []
    return now === 'behind' ? [{ subject, state: 'clear' }] : [crossed(subject)]
  }

  it('is reported once after a clear state, again if the message did not arrive, and again after recovery', () => {
    fc.assert(
      fc.property(fc.array(look, { minLength: 1, maxLength: 30 }), (looks) => {
        let marked: Map<string, 'crossed' | 'clear'> | null = null
        const heard: string[][] = subjects.map(() => [])
        for (const { states, arrives } of looks) {
          const step = alertStep(
            states.flatMap((now, index) => reading(subjects[index] ?? '', now)),
            marked,
          )
          marked = new Map([...(marked ?? []), ...step.toMark])
          if (arrives) for (const { subject } of step.toReport) marked.set(subject, 'crossed')
          subjects.forEach((subject, index) => {
            heard[index]?.push(step.toReport.some((one) => one.subject === subject) ? 'told' : '')
          })
        }
        expect(heard).toEqual(byHand(looks))
      }),
    )
  })

  it('is reported without a clear state if it is certain, but not at the first check', () => {
    const certain = [crossed('E1', true)]
    expect(alertStep(certain, new Map()).toReport).toEqual(certain)
    expect(alertStep(certain, null)).toEqual({ toReport: [], toMark: new Map([['E1', 'crossed']]) })
  })
})
