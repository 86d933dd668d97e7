import { lazy } from '../lib/lazily.ts'
import { scopeOf, sharing } from './deps.ts'
import { noWords } from './parse/no-arguments.ts'
import { defineVerb, type Verb } from './verb.ts'

const views = lazy(async () => ({
  ...(await import('../insights/collects.ts')),
  ...(await import('../blocks/visibility/collects.ts')),
}))

export const collectsVerb: Verb = defineVerb(
  {
    name: 'collects',
    aliases: ['collect', 'collections', 'data'],
    summary: 'Shows when data was last collected, how much, and where days are missing.',
    usage: 'collects',
    examples: ['collects'],
    who: 'readers',
  },
  noWords,
  () => ({
    kind: 'work',
    run: async (caller, deps) => {
      const { collectsReport, collectsAnswer } = await views()
      const { analysis, timeZone } = await scopeOf(deps, caller)
      const report = await collectsReport(deps.api, analysis, { now: deps.clock.now(), timeZone })
      return collectsAnswer(report, sharing(caller, 'collects'))
    },
  }),
)
