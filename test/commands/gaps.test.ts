import { describe, expect, it } from 'vitest'
import { gapsVerb } from '../../src/commands/breakdowns.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'

const problem = (text: string) => {
  const plan = gapsVerb.plan(splitWords(`gaps ${text}`).slice(1))
  return plan.kind === 'error' ? { sentence: plan.sentence, suggestion: plan.suggestion } : null
}

describe('the words after gaps', () => {
  it.each(['', 'month', 'last month', '2026-10', '2026-10-01..2026-10-15 week', 'OCTOBER'])(
    '“%s” is understood',
    (text) => {
      expect(problem(text)).toBeNull()
    },
  )

  it('are named if not understood, and corrected if a known word is near', () => {
    expect(problem('last month octobr')?.sentence).toContain('“octobr”')
    expect(problem('octobr')).toMatchObject({ suggestion: 'gaps october' })
    expect(problem('zzzzzz')).toMatchObject({ suggestion: null })
    expect(problem('"Acme"')?.sentence).toContain('“Acme” doesn’t work here')
    expect(problem('week month')?.sentence).toContain('two periods')
  })
})
