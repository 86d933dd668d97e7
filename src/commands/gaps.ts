import { gapsAnswer } from '../blocks/visibility/gaps.ts'
import { gapReport } from '../insights/gaps.ts'
import { readPeriod } from '../insights/periods.ts'
import { periodAt, periodWords } from '../insights/question/period.ts'
import { notUnderstood, shortened, type Word } from '../insights/question/tokenizer.ts'
import { nearest } from '../lib/nearest.ts'
import { Problem } from '../lib/problem.ts'
import type { PeriodUnit } from '../model/reports.ts'
import { scopeOf, sharing } from './scope.ts'
import { defineVerb, type Parsed, parsed, parseError, type Verb } from './verb.ts'

interface GapsArgs {
  readonly unit: PeriodUnit | null
  /** The words that name a date or a range. */
  readonly when: string | null
}

const usage = 'gaps [day | week | month | year] [date or from..to]'

function gapsArguments(words: readonly Word[]): Parsed<GapsArgs> {
  let [unit, when]: [PeriodUnit | null, string | null] = [null, null]
  for (let at = 0; at < words.length; ) {
    const period = periodAt(words, at)
    if (period === null) return unknown(words, at)
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

function unknown(words: readonly Word[], at: number) {
  const word = words[at] ?? { text: '', quoted: false }
  const near = word.quoted || word.mention !== undefined ? null : nearest(word.text, periodWords)
  if (near === null)
    return parseError(
      word.quoted
        ? `This compares your own brand with the leader, so “${shortened(word.text)}” can't be asked for here.`
        : notUnderstood(word, 'Name a period, for example: last month.'),
    )
  const corrected = words.map(({ text }, index) => (index === at ? near : text)).join(' ')
  return parseError(notUnderstood(word), corrected.length > 900 ? null : corrected)
}

export const gapsVerb: Verb = defineVerb(
  {
    name: 'gaps',
    aliases: ['gap', 'win', 'opportunities'],
    summary:
      'Shows where you trail the leader most: by engine, funnel stage, keyword type and site type, as far as the sample carries it.',
    usage,
    examples: ['gaps', 'gaps last month'],
    who: 'readers',
  },
  gapsArguments,
  ({ unit, when }, verb) => ({
    ...verb,
    kind: 'work',
    run: async (caller, workspace) => {
      const scope = await scopeOf(workspace, caller)
      const period = readPeriod(when ?? '', unit, workspace.clock.now(), scope.timeZone)
      if (!period.ok) throw new Problem('bad_period', period.problem, { usage: `/sightline ${usage}` })
      const report = await gapReport(workspace.api, {
        scope: scope.analysis,
        period: period.period,
        noiseBand: scope.noiseBand,
      })
      const command = ['gaps', unit, when].filter((part) => part !== null).join(' ')
      return gapsAnswer(report, sharing(caller, command))
    },
  }),
)
