import { askedText, periodText, pinned } from '../insights/asked.ts'
import { readPeriod } from '../insights/periods.ts'
import { lazy } from '../lib/lazily.ts'
import { Problem } from '../lib/problem.ts'
import { scopeOf, sharing } from './deps.ts'
import { visibilityArgs } from './parse/visibility-args.ts'
import { defineVerb, type Verb } from './verb.ts'

const views = lazy(async () => ({
  ...(await import('../insights/visibility.ts')),
  ...(await import('../blocks/visibility/visibility.ts')),
}))

const usage =
  'visibility [engines…] [day | week | month | year] [date or from..to] ["Brand"…] [vs "Brand"] [site:… keyword:… funnel:… persona:… topic:… theme:… strength:… weakness:… neutral:yes search:"…"]'

export const visibilityVerb: Verb = defineVerb(
  {
    name: 'visibility',
    aliases: ['vis', 'v', 'rank', 'brands'],
    summary: 'Shows where your brand stands, and what changed since the period before.',
    usage,
    examples: [
      'visibility',
      'visibility ChatGPT Perplexity',
      'visibility last month',
      'visibility 2026-10-05..2026-10-18 vs "Acme"',
      'visibility funnel:tofu site:"comparison site",forum',
    ],
    who: 'readers',
  },
  visibilityArgs,
  (asked) => ({
    kind: 'work',
    run: async (caller, deps) => {
      const { visibilityReport, visibilityAnswer } = await views()
      const scope = await scopeOf(deps, caller)
      const read = readPeriod(asked.when ?? '', asked.unit, deps.clock.now(), scope.timeZone)
      if (!read.ok) throw new Problem('bad_period', read.problem, { usage: `/sightline ${usage}` })
      const report = await visibilityReport(deps.api, {
        scope: scope.analysis,
        period: read.period,
        engines: asked.engines,
        brands: asked.brands,
        filters: asked.filters,
        noiseBand: scope.noiseBand,
      })
      // The buttons ask for the days that are shown, whenever they are clicked.
      const shown = pinned(asked, report.period)
      return visibilityAnswer(report, {
        ...sharing(caller, askedText(shown)),
        byEngine: `engines ${periodText(shown)}`,
      })
    },
  }),
)
