import { describe, expect, it } from 'vitest'
import { commands } from '../../src/commands/index.ts'
import { validateView } from '../blocks/validate.ts'

/** The text of an instant answer; otherwise the plan's kind. */
function told(text: string): string {
  const plan = commands.plan(text)
  return plan.kind === 'instant' ? plan.answer(new Map()).text : plan.kind
}

describe('commands that open a form', () => {
  it.each(['settings', 'setup', 'SETUP', 'accounts', 'accounts add', 'accounts ADD'])(
    'open it for %s',
    (text) => {
      const plan = commands.plan(text)
      expect(plan).toMatchObject({ kind: 'modal', who: 'changers' })
      if (plan.kind === 'modal') expect(validateView(plan.loading())).toEqual([])
    },
  )

  it('name what they don’t understand and what would work', () => {
    expect(told('setup timezone')).toContain('“timezone” can')
    expect(told('setup timezone')).toContain('/sightline settings')
    expect(told('accounts remove 1')).toContain('I don')
    expect(told('accounts remove 1')).toContain('remove')
    expect(told('accounts add 17')).toContain('17')
  })
})
