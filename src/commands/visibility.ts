import { visibilityAnswer } from '../blocks/visibility/visibility.ts'
import { withNotes } from '../channels/chart-notes.ts'
import { isPeriodText, readPeriod } from '../insights/periods.ts'
import { resolveNames } from '../insights/question/filter-names.ts'
import { periodsInWords } from '../insights/question/period.ts'
import type { VisibilityArgs } from '../insights/question/question-text.ts'
import { argsText, filterNames, periodText, withFixedPeriod } from '../insights/question/question-text.ts'
import { readVisibility } from '../insights/question/read.ts'
import type { Word } from '../insights/question/tokenizer.ts'
import { Problem } from '../lib/problem.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { explainedReport } from '../weeks/report.ts'
import { asksOf } from './free-text/asks.ts'
import { scopeOf, sharing } from './scope.ts'
import { defineVerb, type Parsed, parsed, type Verb } from './verb.ts'

function visibilityArguments(words: readonly Word[], newEngines: readonly string[]): Parsed<VisibilityArgs> {
  const question = readVisibility(words, newEngines)
  if (question.ok) return parsed(question.args)
  const { ok: _, ...error } = question
  return { kind: 'error', ...error }
}

const usage = 'visibility [engines] [period] ["Brand"] [vs "Brand"] [filter:value]'

/** The figures for a question in the caller's channel. @throws {Problem} if a name or the period can't be read */
export async function requestedReport(typed: VisibilityArgs, caller: Caller, workspace: Workspace) {
  const { clock, store } = workspace
  const scope = await scopeOf(workspace, caller)
  const resolved = resolveNames(typed, scope.filterNames)
  if (!resolved.ok)
    throw new Problem('unknown_name', resolved.sentence, {
      ...(resolved.suggestion === null ? {} : { suggestion: resolved.suggestion }),
    })
  const { args } = resolved
  const period = readPeriod(args.when ?? '', args.unit, clock.now(), scope.timeZone)
  if (!period.ok) throw new Problem('bad_period', period.problem, { usage: `/sightline ${usage}` })
  const { report, trend } = await explainedReport(workspace, {
    scope: scope.analysis,
    period: period.period,
    engines: args.engines,
    brands: args.brands,
    filters: args.filters,
    noiseBand: scope.noiseBand,
  })
  return { report, trend: await withNotes(store, caller, trend), args }
}

export const visibilityVerb: Verb = defineVerb(
  {
    name: 'visibility',
    aliases: ['vis', 'rank', 'competitors'],
    group: 'ask',
    isCommon: true,
    summary: 'See where your brand stands and what changed.',
    usage,
    details: `${periodsInWords} Filters: ${Object.values(filterNames).join(', ')}.`,
    examples: ['visibility', 'visibility last month'],
    who: 'readers',
    asks: asksOf('visibility'),
  },
  visibilityArguments,
  (typed, verb) => ({
    ...verb,
    kind: 'work',
    run: async (caller, workspace) => {
      const { report, trend, args } = await requestedReport(typed, caller, workspace)
      // The buttons keep the displayed days, no matter when they are clicked.
      const shown = withFixedPeriod(args, report.period)
      const options = { ...sharing(caller, argsText(shown)), byEngine: `engines ${periodText(shown)}` }
      return visibilityAnswer(report, options, trend)
    },
  }),
  ({ unit, when }) => isPeriodText(when ?? '', unit),
)
