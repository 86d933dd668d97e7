import { describe, expect, it } from 'vitest'
import { movedSince } from '../../src/digests/compose/quiet.ts'
import type { DigestFigures } from '../../src/store/index.ts'

const figures = (bing: number, answers?: number): DigestFigures => ({
  period: { unit: 'week', start: '2026-11-09', end: '2026-11-15' },
  headline: 'quiet',
  rank: 2,
  visibility: 40,
  answers: 1_640,
  basis: 'same',
  engines: { ChatGPT: 41, Bing: bing },
  ...(answers === undefined ? {} : { engineAnswers: { ChatGPT: answers, Bing: answers } }),
})
const isMoved = (now: DigestFigures, last: DigestFigures) => movedSince(now, last, 'Northwind').isMoved

describe('an engine has moved since the last digest', () => {
  it('only if the change is beyond chance for its number of answers', () => {
    expect(isMoved(figures(33, 60), figures(30, 60)), '3 points of 60 answers are chance').toBe(false)
    expect(isMoved(figures(33, 6_000), figures(30, 6_000))).toBe(true)
    expect(isMoved(figures(70, 60), figures(30, 60))).toBe(true)
  })

  it('by any change if an earlier release did not store the answers', () => {
    expect(isMoved(figures(33, 60), figures(30))).toBe(true)
    expect(isMoved(figures(30.04, 60), figures(30))).toBe(false)
  })
})
