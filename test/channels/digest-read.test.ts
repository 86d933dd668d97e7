import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestFormOf, settingsOfDraft } from '../../src/digests/manage/digest-form.ts'
import { settingsProblems } from '../../src/digests/manage/validate-settings.ts'
import type { DigestDraft } from '../../src/model/digest.ts'
import { readFilters } from '../../src/questions/read.ts'
import { type DigestSettings, digestSections } from '../../src/store/index.ts'
import { eachAlert } from '../every-alert.ts'
import { runningDigest } from '../workspace.ts'

const draft = (more: Partial<DigestDraft> = {}): DigestDraft => ({
  ...digestFormOf(runningDigest(), []).draft,
  ...more,
})
const input = (more: Partial<DigestDraft>) => settingsOfDraft(draft(more))
const errors = (more: Partial<DigestDraft>) => settingsProblems(input(more)).map(({ field }) => field)

describe('the form of a digest', () => {
  it('shows an error at each field that is missing or can’t be read', () => {
    expect(errors({ days: 'days', weekdays: [] })).toEqual(['weekdays'])
    expect(errors({ days: 'monthly', monthDay: '' })).toEqual(['monthDay'])
    expect(errors({ time: '' })).toEqual(['time'])
    expect(errors({ timeZone: 'Atlantis' })).toEqual(['timeZone'])
    expect(errors({ sections: ['weather'] })).toEqual(['sections'])
    expect(errors({ alerts: ['fall'], fallsBy: '' })).toEqual(['fallsBy'])
    expect(errors({ alerts: ['quiet'], quietFrom: '', quietTo: '' })).toEqual(['quietFrom', 'quietTo'])
    expect(errors({ alerts: ['quiet'], quietFrom: '08:00', quietTo: '08:00' })).toEqual(['quietTo'])
  })

  it('takes periods that move with the digest, and no others', () => {
    const isRefused = (filters: string) => errors({ filters }).length > 0
    expect(['last 30 days', 'past 4 weeks', 'two weeks ago', 'last quarter'].filter(isRefused)).toEqual([])
    const fixed = ['october', 'sept', 'q3', '2025', '5 oct to 18 oct', 'first 10 days of october']
    expect(fixed.filter((filters) => !isRefused(filters))).toEqual([])
  })

  it('changes nothing if opened and saved unchanged', () => {
    const time = fc.constantFrom('00:00', '09:00', '23:30')
    const points = fc.double({ min: 0.1, max: 100, noNaN: true })
    const days = fc.oneof(
      fc.record({ kind: fc.constantFrom('daily' as const, 'weekdays' as const) }),
      fc.record({
        kind: fc.constant('days' as const),
        days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      }),
      fc.record({
        kind: fc.constant('monthly' as const),
        day: fc.oneof(fc.constant('last' as const), fc.integer({ min: 1, max: 31 })),
      }),
    )
    const settings: fc.Arbitrary<DigestSettings> = fc.record({
      name: fc.constantFrom('Weekly', 'Für alle'),
      schedule: fc
        .tuple(days, time, fc.constantFrom('Europe/Paris', 'Australia/Lord_Howe', 'UTC'))
        .map(([when, at, timeZone]) => ({ ...when, time: at, timeZone })),
      // A review is a monthly digest of its own.
      sections: fc.subarray(
        digestSections.filter((section) => section !== 'review'),
        { minLength: 1 },
      ),
      filters: fc.constantFrom(
        '',
        'ChatGPT last week',
        'engine:Mistral "Acme" funnel:bofu topic:t1 theme:3f1c9a20-0000-4000-8000-000000000001 search:"crm"',
        `"${'a very long brand '.repeat(5)}"`.replace(/ "$/u, '"'),
        'keyword:brand site:qa_forum persona:"Head of IT" strength:s1 weakness:w1 neutral:yes',
      ),
      onlyWhenChanged: fc.boolean(),
      detailsInThread: fc.boolean(),
      alerts: fc.record({
        ...eachAlert(fc.boolean()),
        fall: fc.option(points),
        quietHours: fc.option(fc.record({ from: time, to: time })),
      }),
    })
    fc.assert(
      fc.property(settings, (chosen) => {
        const form = digestFormOf(runningDigest(chosen), [])
        const read = settingsOfDraft(form.draft)
        expect(read).toEqual({ ...chosen, filters: expect.any(String) })
        expect(readFilters(read.filters)).toEqual(readFilters(chosen.filters))
      }),
    )
  })
})
