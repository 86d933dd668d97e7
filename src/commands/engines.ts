import { SOURCES } from '../api/enums.ts'
import { enginesAnswer } from '../blocks/visibility/engines.ts'
import { noFilters } from '../insights/brands/brand-query.ts'
import { engineReport } from '../insights/engines.ts'
import { isPeriodText, readPeriod } from '../insights/periods.ts'
import { nearest } from '../lib/nearest.ts'
import { Problem } from '../lib/problem.ts'
import type { EngineReport } from '../model/engine-report.ts'
import type { PeriodUnit } from '../model/reports.ts'
import { engineAt } from '../questions/engines.ts'
import { periodAt, periodsInWords, periodWords, relativePeriodNear } from '../questions/period.ts'
import { withReplaced } from '../questions/question-text.ts'
import { notUnderstood, shortened, type Word } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { marketOfReport } from '../weeks/market.ts'
import { asksOf } from './free-text/asks.ts'
import { scopeOf, sharing } from './scope.ts'
import { defineVerb, type Parsed, type ParseError, parsed, parseError, type Verb } from './verb.ts'

interface EnginesArgs {
  /** The requested engines, as the service spells them; empty: all. */
  readonly engines: readonly string[]
  readonly unit: PeriodUnit | null
  /** The words that name a date or a range. */
  readonly when: string | null
}

const usage = 'engines [engines] [period]'

function enginesArguments(words: readonly Word[], newEngines: readonly string[]): Parsed<EnginesArgs> {
  const engines = new Set<string>()
  let unit: PeriodUnit | null = null
  let when: string | null = null
  const twice = (kind: string, before: string | null, now: string | undefined) =>
    before !== null && now !== undefined && before !== now
      ? parseError(`I found two ${kind}, “${shortened(before)}” and “${shortened(now)}”. Keep one of them.`)
      : null
  for (let at = 0; at < words.length; ) {
    const engine = engineAt(words, at, newEngines)
    const period = engine === null ? periodAt(words, at) : null
    const error =
      engine === null && period === null
        ? unknown(words, at)
        : (twice('dates', when, period?.when) ?? twice('periods', unit, period?.unit))
    if (error !== null) return error
    if (engine !== null) engines.add(engine.engine)
    when = period?.when ?? when
    unit = period?.unit ?? unit
    at += engine?.words ?? period?.words ?? 1
  }
  return parsed({ engines: [...engines], unit, when })
}

/** The problem with a word that is neither an engine nor a period, and the corrected text, if a known word is near. */
function unknown(words: readonly Word[], at: number): ParseError {
  const word = words[at] ?? { text: '', quoted: false }
  if (word.quoted)
    return parseError(
      `“${shortened(word.text)}” doesn’t work here: this compares your own brand on each engine. For other brands, use /sightline visibility`,
    )
  const relative = relativePeriodNear(words, at)
  const near =
    relative?.instead ??
    (word.mention === undefined ? nearest(word.text, [...SOURCES, ...periodWords]) : null)
  if (near === null)
    return {
      ...parseError(notUnderstood(word, 'Enter engines or a period, for example: ChatGPT last month.')),
      mayBeEngine: word.mention === undefined,
    }
  return parseError(notUnderstood(word), withReplaced(words, at, relative?.words ?? 1, near))
}

/** The own brand on each engine, for the caller's channel. @throws {Problem} if the period can't be read */
export async function requestedEngines(
  { engines, unit, when }: EnginesArgs,
  caller: Caller,
  workspace: Workspace,
): Promise<EngineReport> {
  const scope = await scopeOf(workspace, caller)
  const period = readPeriod(when ?? '', unit, workspace.clock.now(), scope.timeZone)
  if (!period.ok) throw new Problem('bad_period', period.problem, { usage: `/sightline ${usage}` })
  const question = { scope: scope.analysis, engines, filters: noFilters }
  return engineReport(workspace.api, {
    ...question,
    period: period.period,
    market: await marketOfReport(workspace, question, period.period),
    isBrief: false,
  })
}

export const enginesVerb: Verb = defineVerb(
  {
    name: 'engines',
    aliases: ['engine'],
    group: 'ask',
    isCommon: false,
    summary: 'Compare your brand across engines.',
    usage,
    details: periodsInWords,
    examples: ['engines', 'engines last month'],
    who: 'readers',
    asks: asksOf('engines'),
  },
  enginesArguments,
  ({ engines, unit, when }, verb) => ({
    ...verb,
    kind: 'work',
    run: async (caller, workspace) => {
      const report = await requestedEngines({ engines, unit, when }, caller, workspace)
      const command = ['engines', ...engines, unit, when].filter((part) => part !== null).join(' ')
      return enginesAnswer(report, sharing(caller, command))
    },
  }),
  ({ unit, when }) => isPeriodText(when ?? '', unit),
)
