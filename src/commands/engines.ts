import { z } from 'zod'
import { SOURCES } from '../api/enums.ts'
import { readPeriod } from '../insights/periods.ts'
import { lazy } from '../lib/lazily.ts'
import { nearest } from '../lib/nearest.ts'
import { Problem } from '../lib/problem.ts'
import type { PeriodUnit } from '../model/reports.ts'
import { scopeOf, sharing } from './deps.ts'
import { periodAt, periodWords } from './parse/period.ts'
import { notUnderstood, shortened, type Word } from './parse/tokenizer.ts'
import { engineAt } from './parse/visibility-engines.ts'
import { defineVerb, type Verb } from './verb.ts'

interface EnginesArgs {
  /** Engines asked for, as the service spells them; empty: all. */
  readonly engines: readonly string[]
  readonly unit: PeriodUnit | null
  /** The words that name a date or a range. */
  readonly when: string | null
}

const usage = 'engines [engines…] [day | week | month | year] [date or from..to]'

/** A suggestion is a text to copy; one that would be cut is none. */
const longestSuggestion = 900

const enginesArgs = z.array(z.custom<Word>()).transform((words, context): EnginesArgs => {
  const engines = new Set<string>()
  let unit: PeriodUnit | null = null
  let when: string | null = null
  const twice = (what: string, before: string | null, now: string | undefined) =>
    before !== null && now !== undefined && before !== now
      ? `I found two ${what}, “${shortened(before)}” and “${shortened(now)}”. Keep one of them.`
      : null
  for (let at = 0; at < words.length; ) {
    const engine = engineAt(words, at)
    const period = engine === null ? periodAt(words, at) : null
    const trouble =
      engine === null && period === null
        ? unknown(words, at)
        : (twice('dates', when, period?.when) ?? twice('periods', unit, period?.unit))
    if (trouble !== null) {
      context.addIssue(typeof trouble === 'string' ? trouble : { code: 'custom', ...trouble })
      return z.NEVER
    }
    if (engine !== null) engines.add(engine.engine)
    when = period?.when ?? when
    unit = period?.unit ?? unit
    at += engine?.words ?? period?.words ?? 1
  }
  return { engines: [...engines], unit, when }
})

/** What is wrong with a word that is neither an engine nor a period, and the whole text mended, if a word is near. */
function unknown(
  words: readonly Word[],
  at: number,
): { readonly message: string; readonly params: { readonly suggestion?: string } } {
  const word = words[at] ?? { text: '', quoted: false }
  if (word.quoted)
    return {
      message: `This compares your own brand on each engine, so “${shortened(word.text)}” can't be asked for here. For other brands there is: /sightline visibility`,
      params: {},
    }
  const near = word.mention === undefined ? nearest(word.text, [...SOURCES, ...periodWords]) : null
  if (near === null)
    return {
      message: notUnderstood(word, 'Name engines or a period, for example: ChatGPT last month.'),
      params: {},
    }
  const mended = words.map(({ text, quoted }, index) => (index === at ? near : quoted ? `"${text}"` : text))
  const suggestion = mended.join(' ')
  return {
    message: notUnderstood(word),
    params: suggestion.length > longestSuggestion ? {} : { suggestion },
  }
}

const views = lazy(async () => ({
  ...(await import('../insights/engines.ts')),
  ...(await import('../blocks/visibility/engines.ts')),
}))

export const enginesVerb: Verb = defineVerb(
  {
    name: 'engines',
    aliases: ['engine', 'sources'],
    summary:
      'Compares how visible your brand is on each engine: where it does best, where worst, what changed.',
    usage,
    examples: ['engines', 'engines last month', 'engines ChatGPT Perplexity 2026-10-05..2026-10-18'],
    who: 'readers',
  },
  enginesArgs,
  ({ engines, unit, when }) => ({
    kind: 'work',
    run: async (caller, deps) => {
      const { engineReport, enginesAnswer } = await views()
      const scope = await scopeOf(deps, caller)
      const read = readPeriod(when ?? '', unit, deps.clock.now(), scope.timeZone)
      if (!read.ok) throw new Problem('bad_period', read.problem, { usage: `/sightline ${usage}` })
      const asked =
        engines.length > 0 ? engines : (await deps.api.insightsFilters(scope.workspace)).sources.map(String)
      const report = await engineReport(deps.api, {
        scope: scope.analysis,
        period: read.period,
        engines: asked,
        noiseBand: scope.noiseBand,
      })
      const command = ['engines', ...engines, unit, when].filter((part) => part !== null).join(' ')
      return enginesAnswer(report, sharing(caller, command))
    },
  }),
)
