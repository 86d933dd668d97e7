import { describe, expect, it } from 'vitest'
import { meaningOf, readCorpus } from '../../bench/questions/corpus.ts'
import { answerAtRandom } from '../../bench/questions/random.ts'
import { judge, shareOf } from '../../bench/questions.ts'

describe('people’s questions', () => {
  it.each([1, 2] as const)('are read or offered, and rarely answered wrongly: half %i', (half) => {
    const judged = readCorpus(half).map(judge)
    expect(judged.length).toBeGreaterThan(300)
    expect(shareOf(judged, ['right', 'offered'])).toBeGreaterThanOrEqual(0.92)
    expect(shareOf(judged, ['wrong'])).toBeLessThanOrEqual(0.02)
  })

  it('change nothing, even with their words in random order', async () => {
    const texts = readCorpus(1).map(({ text }) => text)
    const { proposed, changed } = await answerAtRandom(texts, 1_000)
    expect(proposed).toBeGreaterThan(5)
    expect(changed).toEqual([])
  })
})

describe('the meaning of a command', () => {
  it.each([
    ['visibility', 'vis week'],
    ['visibility last week', 'visibility 2026-11-09..2026-11-15'],
    ['visibility ChatGPT october "Acme"', 'vis "acme" 2026-10 engine:gpt'],
    ['visibility "Northwind" "Acme"', 'visibility vs Acme'],
    ['reddit r/saas crm', 'sentiment crm saas'],
    ['digest pause friday', 'digest "Friday" stop'],
  ])('is the same: %s, %s', (one, other) => expect(meaningOf(one)).toBe(meaningOf(other)))

  it.each([
    ['visibility', 'visibility this week'],
    ['visibility ChatGPT', 'engines ChatGPT'],
    ['visibility "Acme"', 'visibility'],
    ['visibility "Acme"', 'visibility "Globex"'],
    ['visibility funnel:tofu', 'visibility funnel:bofu'],
    ['digest pause', 'digest delete'],
    ['task a1', 'task a2'],
  ])('differs: %s, %s', (one, other) => expect(meaningOf(one)).not.toBe(meaningOf(other)))
})
