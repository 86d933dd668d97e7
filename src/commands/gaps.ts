import { gapsAnswer } from '../blocks/visibility/gaps.ts'
import { noFilters } from '../insights/brands/brand-query.ts'
import { gapReport } from '../insights/gaps.ts'
import { readPeriod } from '../insights/periods.ts'
import { nearest } from '../lib/nearest.ts'
import { Problem } from '../lib/problem.ts'
import type { GapReport } from '../model/gap-report.ts'
import type { PeriodUnit } from '../model/reports.ts'
import { periodAt, periodsInWords, periodWords, relativePeriodNear } from '../questions/period.ts'
import { withReplaced } from '../questions/question-text.ts'
import { notUnderstood, shortened, type Word } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { marketOfReport } from '../weeks/market.ts'
import { asksOf } from './free-text/asks.ts'
import { scopeOf, sharing } from './scope.ts'
import { defineVerb, type Parsed, parsed, parseError, type Verb } from './verb.ts'

interface PeriodArguments {
  readonly unit: PeriodUnit | null
  /** The words that name a date or a range. */
  readonly when: string | null
}

const usage = 'gaps [period]'

/** @param subject why a quoted name doesn't work here */
export function periodArguments(words: readonly Word[], subject: string): Parsed<PeriodArguments> {
  let [unit, when]: [PeriodUnit | null, string | null] = [null, null]
  for (let at = 0; at < words.length; ) {
    const period = periodAt(words, at)
    if (period === null) return unknown(words, at, subject)
    const isTwice = (before: string | null, now: string | undefined) =>
      before !== null && now !== undefined && before !== now
    if (isTwice(unit, period.unit) || isTwice(when, period.when))
      return parseError('I found two periods. Keep one of them.')
    unit = period.unit ?? unit
    when = period.when ?? when
    at += period.words
  }
  return parsed({ unit, when })
}

function unknown(words: readonly Word[], at: number, subject: string) {
  const word = words[at] ?? { text: '', quoted: false }
  const relative = relativePeriodNear(words, at)
  const near =
    relative?.instead ?? (word.quoted || word.mention !== undefined ? null : nearest(word.text, periodWords))
  if (near === null)
    return parseError(
      word.quoted
        ? `“${shortened(word.text)}” doesn’t work here: ${subject}.`
        : notUnderstood(word, 'Enter a period, for example: last month.'),
    )
  return parseError(notUnderstood(word), withReplaced(words, at, relative?.words ?? 1, near))
}

/** Where the caller's channel trails the leader. @throws {Problem} if the period can't be read */
export async function requestedGaps(
  { unit, when }: PeriodArguments,
  caller: Caller,
  workspace: Workspace,
): Promise<GapReport> {
  const scope = await scopeOf(workspace, caller)
  const period = readPeriod(when ?? '', unit, workspace.clock.now(), scope.timeZone)
  if (!period.ok) throw new Problem('bad_period', period.problem, { usage: `/sightline ${usage}` })
  return gapReport(workspace.api, {
    scope: scope.analysis,
    period: period.period,
    market: await marketOfReport(
      workspace,
      { scope: scope.analysis, engines: [], filters: noFilters },
      period.period,
    ),
  })
}

export const gapsVerb: Verb = defineVerb(
  {
    name: 'gaps',
    aliases: ['gap'],
    group: 'ask',
    isCommon: false,
    summary: 'See where you trail the leader most.',
    usage,
    details: periodsInWords,
    examples: ['gaps', 'gaps last month'],
    who: 'readers',
    asks: asksOf('gaps'),
  },
  (words) => periodArguments(words, 'this compares your own brand with the leader'),
  ({ unit, when }, verb) => ({
    ...verb,
    kind: 'work',
    run: async (caller, workspace) => {
      const report = await requestedGaps({ unit, when }, caller, workspace)
      const command = ['gaps', unit, when].filter((part) => part !== null).join(' ')
      return gapsAnswer(report, sharing(caller, command))
    },
  }),
)
