import { visibilityAnswer } from '../blocks/visibility.ts'
import { readPeriod } from '../insights/periods.ts'
import { visibilityReport } from '../insights/visibility.ts'
import { Problem } from '../problem.ts'
import { scopeOf, sharing } from './deps.ts'
import { defineVerb, type Verb } from './verb.ts'
import { type VisibilityArgs, visibilityArgs } from './visibility-args.ts'

const usage = 'visibility [engines…] [day | week | month | year] [date or from..to] ["Brand"…] [vs "Brand"]'

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
    ],
  },
  visibilityArgs,
  (args) => ({
    kind: 'work',
    run: async (caller, deps) => {
      const scope = await scopeOf(deps, caller)
      const read = readPeriod(args.when ?? '', args.unit, deps.clock.now(), scope.timeZone)
      if (!read.ok) throw new Problem('bad_period', read.problem, { usage: `/sightline ${usage}` })
      const report = await visibilityReport(deps.api, {
        scope: scope.analysis,
        period: read.period,
        engines: args.engines,
        brands: args.brands,
        noiseBand: scope.noiseBand,
      })
      return visibilityAnswer(report, sharing(caller, commandText(args)))
    },
  }),
)

/** The question in its plainest form: what "Share" runs again. */
function commandText({ engines, unit, when, brands }: VisibilityArgs): string {
  const quoted = brands.map((brand) => `"${brand.replaceAll('"', '')}"`)
  return ['visibility', ...engines, unit, when, ...quoted].filter((part) => part !== null).join(' ')
}
