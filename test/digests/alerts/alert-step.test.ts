import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AlertReading,
  alertStep,
  sentimentReadings,
} from '../../../src/digests/alerts/alert-readings.ts'
import { redditNews, standing } from '../../blocks/fixtures.ts'

const own = standing('Northwind', 2, 2, [40, 41], { mine: true })

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
