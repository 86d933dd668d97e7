import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AlertReading,
  alertStep,
  evaluationReadings,
  fallReadings,
  overtakenReadings,
  sentimentReadings,
} from '../../src/insights/alerts.ts'
import { covered, standing, report as visibility } from '../blocks/fixtures.ts'

const own = standing('Northwind', 2, 2, [40, 41], { mine: true })
const reportOf = (standings: readonly ReturnType<typeof standing>[], more = {}) => {
  const mine = standings.find((one) => one.mine) ?? null
  return visibility({ kind: 'no_data' }, { standings, own: mine, ...more })
}
const statesOf = (readings: readonly AlertReading[] | null) =>
  readings?.map(({ subject, state }) => [subject, state]) ?? null

describe('alert readings', () => {
  it('say which rivals are ahead or behind beyond chance, without other own brands', () => {
    const readings = overtakenReadings(
      reportOf([
        standing('Ahead', 1, 3, [45, 39]),
        own,
        standing('Level', 2, 2, [40.04, 41]),
        standing('Too close to call', 3, 3, [40.9, 39]),
        standing('Mine, too', 4, 1, [50, 50], { mine: true }),
        standing('Behind', 5, 5, [30, 30]),
        standing('New', 1, null, [60, null]),
        standing('Unmeasured', null, 1, [null, 60]),
      ]),
    )
    expect(statesOf(readings)).toEqual([
      ['Ahead', 'crossed'],
      ['Behind', 'clear'],
      ['New', 'crossed'],
    ])
  })

  it.each([
    ['no own brand', reportOf([standing('Ahead', 1, 3, [45, 39])])],
    [
      'a first period',
      reportOf([
        standing('Northwind', 2, null, [40, null], { mine: true }),
        standing('A', 1, null, [45, null]),
      ]),
    ],
    [
      'an own brand that was not measured',
      reportOf([standing('Northwind', null, 2, [null, 41], { mine: true }), standing('A', 1, 1, [45, 45])]),
    ],
    [
      'another period than was asked for',
      reportOf([standing('Ahead', 1, 3, [45, 39]), own], {
        requestedPeriod: visibility({ kind: 'no_data' }).period,
      }),
    ],
    [
      'days of which some are missing',
      reportOf([standing('Ahead', 1, 3, [45, 39]), own], {
        coverage: { ...covered, gap: { side: 'now', by: 'days' } },
      }),
    ],
  ])('can’t be compared with %s', (_, report) => {
    expect(overtakenReadings(report)).toBeNull()
    expect(fallReadings(report, 0.1)).toBeNull()
  })

  it.each([
    [-5.1, 'crossed'],
    [-5, 'clear'],
    [3, 'clear'],
  ])('cross on a fall by more than 5 points, and recover within them: %s points', (delta, state) => {
    const fell = standing('Northwind', 2, 2, [40, 40 - delta], { mine: true })
    expect(statesOf(fallReadings(reportOf([fell]), 5))?.[0]).toEqual(['own', state])
  })

  it('cross on a negative sentiment in any case; without a sentiment there is no reading', () => {
    const item = (subreddit: string, sentiment: string | null) => ({
      id: subreddit,
      subreddit,
      date: null,
      description: '',
      sentiment,
      previousSentiment: null,
      turned: null,
      themes: [],
      weeklyVisitors: null,
      weeklyContributors: null,
      isNew: false,
    })
    const items = [
      item('CRM', 'Negative'),
      item('saas', 'mixed'),
      item('running', null),
      item('x', 'non-negative'),
    ]
    expect(statesOf(sentimentReadings({ baseline: false, items, missing: [] }))).toEqual([
      ['crm', 'crossed'],
      ['saas', 'clear'],
      ['x', 'clear'],
    ])
    expect(sentimentReadings({ baseline: false, items: [], missing: [] }), 'nothing was told').toBeNull()
  })

  it('cross when an evaluation has ended', () => {
    const evaluation = {
      id: 'E1',
      name: 'Pages',
      status: 'partial',
      isFinal: true,
      urls: [],
      tags: [],
      discovery: null,
      cost: 0,
      createdAt: '2026-11-18T12:00:00Z',
      isArchived: false,
    }
    expect(statesOf(evaluationReadings(evaluation))).toEqual([['E1', 'crossed']])
    expect(evaluationReadings({ ...evaluation, isFinal: false, status: 'pending' })).toEqual([])
    expect(evaluationReadings(null)).toEqual([])
  })
})

describe('an alert', () => {
  const subjects = ['Acme', 'Contoso', 'Fabrikam'] as const
  const state = fc.constantFrom('ahead', 'level', 'behind', 'unknown')
  /** All states at one check, and whether its message arrived in Slack. */
  const look = fc.record({ states: fc.tuple(state, state, state), arrives: fc.boolean() })

  /** A person with a notebook: was it behind before, and has it been reported since? */
  function byHand(looks: readonly { states: readonly string[]; arrives: boolean }[]): string[][] {
    return subjects.map((_, index) => {
      let note: 'never seen' | 'seen behind' | 'known to be ahead' = 'never seen'
      return looks.map(({ states, arrives }) => {
        const now = states[index]
        if (now === 'behind' || (now === 'level' && note === 'never seen')) note = 'seen behind'
        if (now !== 'ahead') return ''
        const isTold = note === 'seen behind'
        if (note === 'never seen' || arrives) note = 'known to be ahead'
        return isTold ? 'told' : ''
      })
    })
  }
  const reading = (subject: string, now: string): readonly AlertReading[] => {
    const rival = standing(subject, 1, 2, [50, 30])
    if (now === 'unknown') return []
    if (now === 'behind') return [{ subject, state: 'clear' }]
    if (now === 'level') return [{ subject, state: 'close' }]
    return [{ subject, state: 'crossed', event: { kind: 'overtaken', rival, own }, wasClear: false }]
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
    const done = evaluationReadings({
      id: 'E1',
      name: 'Pages',
      status: 'completed',
      isFinal: true,
      urls: [],
      tags: [],
      discovery: null,
      cost: 0,
      createdAt: '2026-11-18T12:00:00Z',
      isArchived: false,
    })
    expect(alertStep(done, new Map()).toReport).toEqual(done)
    expect(alertStep(done, null)).toEqual({ toReport: [], toMark: new Map([['E1', 'crossed']]) })
  })
})
