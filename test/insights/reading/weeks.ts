/** Weeks for the tests of readings. */
import type { EngineScores, ScoredWeek } from '../../../src/insights/reading/weeks.ts'

export const ENGINES = ['chatgpt', 'claude', 'copilot', 'gemini', 'perplexity']
export const BRANDS = ['acme', 'contoso', 'fabrikam', 'globex', 'initech', 'northwind']

export const mondayOf = (week: number): string =>
  Temporal.PlainDate.from('2025-01-06').add({ weeks: week }).toString()

/** A market of some engines and brands; `score`: what was measured, `null` where it isn't known. */
export function weeksOf(
  count: number,
  engines: readonly string[],
  brands: readonly string[],
  score: (week: number, engine: number, brand: number) => number | null,
  answers: (week: number, engine: number) => number = () => 330,
): ScoredWeek[] {
  return Array.from({ length: count }, (_, week) => ({
    monday: mondayOf(week),
    engines: new Map(
      engines.map((id, engine): [string, EngineScores] => [
        id,
        {
          answers: answers(week, engine),
          scores: new Map(brands.map((name, brand) => [name, score(week, engine, brand)])),
        },
      ]),
    ),
  }))
}

/** The sampling error of a score of 330 answers, with the sign that a hash of its place gives it. */
export function noise(week: number, engine: number, brand: number): number {
  let hash = Math.imul(week * 131 + engine * 17 + brand * 7 + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash ^= hash >>> 13
  // The sum of four uniform numbers is nearly normal; its deviation is 1 after the division.
  const parts = [0, 8, 16, 24].map((bits) => ((hash >>> bits) & 255) / 255 - 0.5)
  return parts.reduce((sum, part) => sum + part, 0) / 0.577
}
