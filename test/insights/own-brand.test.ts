import { describe, expect, it } from 'vitest'
import type { BrandRow } from '../../src/api/index.ts'
import { headlineSentence } from '../../src/blocks/visibility/headline-copy.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import { noFilters } from '../../src/model/question.ts'
import { answers, collectedDaily, mine, question, row, service } from './service.ts'

const everyDay = collectedDaily('2026-11-15', 100)
const rivals = (now = 700, before = now) => [
  row('Acme', [50, 50], [], answers(now, before)),
  row('Globex', [45, 45], [], answers(now, before)),
]
const withOwn = (score: number, now = 700) => [
  ...rivals(now),
  row('Own', [score, score], [], { ...mine, ...answers(now) }),
]
/** The own brand was in the answers of these weeks, given by their Mondays. */
const seenIn = (mondays: readonly string[], rows: readonly BrandRow[], now = rivals()) =>
  service({
    brands: ({ date_start }) => (mondays.includes(date_start) ? rows : now),
    collects: everyDay,
  })

const headlineAfter = async (...seen: Parameters<typeof seenIn>) =>
  headlineSentence(await visibilityReport(seenIn(...seen), question))

describe('an own brand that vanished', () => {
  it('is the headline, with its place in the week before', async () => {
    const api = seenIn(['2026-11-02'], withOwn(38.2))
    const report = await visibilityReport(api, question)
    expect(headlineSentence(report)).toBe(
      '▼ Own doesn’t appear in any answers in the week of 9–15 Nov; it was 3rd with 38.2% visibility in the week of 2–8 Nov.',
    )
    expect(api.asked.brands.map(({ date_start }) => date_start)).toEqual(['2026-11-09', '2026-11-02'])
  })

  it('is looked for in up to eight weeks before, and the last one with it is named', async () => {
    const api = seenIn(['2026-10-19', '2026-10-12'], withOwn(38.2))
    const report = await visibilityReport(api, question)
    expect(headlineSentence(report)).toContain('in the week of 19–25 Oct')
    const never = seenIn([], [])
    expect((await visibilityReport(never, question)).headline.kind).toBe('no_own_brand')
    expect(never.asked.brands).toHaveLength(9)
  })

  it('is recognized if the service lists it with zeros', async () => {
    const zeros = [...rivals(), row('Own', [0, 38.2], [0, 300], { ...mine, ...answers(700) })]
    const api = seenIn([], [], zeros)
    const report = await visibilityReport(api, question)
    expect(report.headline).toMatchObject({ kind: 'own_vanished', isCertain: true })
    expect(headlineSentence(report)).toContain('it was 3rd with 38.2% visibility in the week of 2–8 Nov.')
    expect(api.asked.brands, 'its row says what was before').toHaveLength(1)
  })

  const unsampled = [row('Acme', [50, 50]), row('Globex', [45, 45])]
  const chance = 'With so few answers, that may be chance.'
  it.each([
    ['a small brand in few answers', withOwn(0.5, 100), rivals(100), chance],
    ['a handful of answers', withOwn(60, 20), rivals(20), chance],
    ['an unknown sample', withOwn(38.2), unsampled, 'The number of answers is unknown'],
    ['missing data', withOwn(38.2), rivals(300, 700), 'Only 300 answers, against 700 before. Own doesn’t'],
  ])('is not certain with %s', async (_, before, now, words) => {
    const report = await visibilityReport(seenIn(['2026-11-02'], before, now), question)
    expect(report.headline).toMatchObject({ kind: 'own_vanished', isCertain: false })
    expect(headlineSentence(report)).toContain(words)
    expect(headlineSentence(report)).not.toContain('▼')
  })

  it('is not one that the filters exclude, as only the week before could show', async () => {
    const api = seenIn([], [])
    const report = await visibilityReport(api, { ...question, filters: { ...noFilters, search: 'x' } })
    expect(report.headline.kind).toBe('no_own_brand')
    expect(api.asked.brands).toHaveLength(2)
  })
})

describe('an own brand that comes back', () => {
  const earlierWeeks = Array.from({ length: 12 }, (_, ago) =>
    Temporal.PlainDate.from('2026-11-02').subtract({ weeks: ago }).toString(),
  )
  const back = (score: number) => [...rivals(), row('Own', [score, null], [], { ...mine, ...answers(700) })]

  it('is called back, not measured for the first time', async () => {
    const sentence = await headlineAfter(['2026-10-19'], withOwn(40), back(38.2))
    expect(sentence).toBe('▲ Own is back: 3rd of 3 with 38.2% visibility.')
  })

  it('is called new in the answers if no earlier week has it', async () => {
    const sentence = await headlineAfter(earlierWeeks, rivals(), back(38.2))
    expect(sentence).toBe('▲ Own is new in the answers: 3rd of 3 with 38.2% visibility.')
  })

  it('may have been missing by chance', async () => {
    const sentence = await headlineAfter(['2026-10-19'], withOwn(1), back(0.3))
    expect(sentence).toMatch(/is named again: 3rd of 3.*by chance/)
  })
})

describe('an own brand beyond the brands that are read', () => {
  const ownRow = row('Own', [2, 1.9], [9, 9], { ...mine, ...answers(700) })
  const names = ['Acme', ...Array.from({ length: 150 }, (_, index) => `Brand ${index}`), 'Own']
  const market = (all = names, brand = ownRow) =>
    service({
      brands: ({ brands }) =>
        brands === undefined || brands === null
          ? [...rivals(), row('Brand 0', [9, 9], [], answers(700))]
          : brands.includes(brand.brand)
            ? [brand]
            : [],
      collects: everyDay,
      names: all,
    })

  it('is requested by the names that were not read, and has its score', async () => {
    const api = market()
    const report = await visibilityReport(api, { ...question, maxBrands: 2 })
    expect(report.own).toMatchObject({ brand: 'Own', rank: null, visibility: { value: 2, previous: 1.9 } })
    expect(headlineSentence(report)).toContain('Own is at 2.0% visibility, outside the top 2')
    const asked = api.asked.brands.map(({ brands }) => brands?.length ?? 0)
    expect(asked).toEqual([0, 100, 51])
    await visibilityReport(api, { ...question, maxBrands: 2 })
    expect(api.asked.brands.at(-1)?.brands, 'its name is known then').toEqual(['Own'])
  })

  it('is found under its new name after a rename', async () => {
    const api = market()
    await visibilityReport(api, { ...question, maxBrands: 2 })
    const renamed = market(
      [...names, 'Own Ltd'].filter((name) => name !== 'Own'),
      { ...ownRow, brand: 'Own Ltd' },
    )
    Object.assign(api, { allBrands: renamed.allBrands, insightsFilters: renamed.insightsFilters })
    const report = await visibilityReport(api, { ...question, maxBrands: 2 })
    expect(report.own?.brand).toBe('Own Ltd')
  })
})
