import { gapsAnswer } from '../blocks/visibility/gaps.ts'
import { channelScope } from '../channels/settings.ts'
import { gapReport } from '../insights/gaps.ts'
import type { GapReport } from '../model/gap-report.ts'
import { periodsInWords } from '../questions/period.ts'
import { verbText } from '../questions/question-text.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { marketOfAnswer } from '../weeks/report.ts'
import { type PeriodArguments, periodArguments, requestedPeriod } from './period-arguments.ts'
import { answering, defineVerb, sharing, type Verb } from './verb.ts'

const usage = 'gaps [period]'

/** Where the caller's channel trails the leader. @throws {Problem} if the period can't be read */
export async function requestedGaps(
  asked: PeriodArguments,
  caller: Caller,
  workspace: Workspace,
): Promise<GapReport> {
  const { analysis: scope, timeZone } = await channelScope(workspace, caller)
  const period = requestedPeriod(asked, timeZone, workspace, usage)
  const market = await marketOfAnswer(workspace, { scope, engines: [] }, period)
  return gapReport(workspace.api, { scope, period, market })
}

export const gapsVerb: Verb = defineVerb(
  {
    name: 'gaps',
    aliases: ['gap'],
    group: 'ask',
    summary: 'See where you trail the leader most.',
    usage,
    details: periodsInWords,
    examples: ['gaps', 'gaps last month'],
    who: 'readers',
  },
  (words) => periodArguments(words, { instead: 'this compares your own brand with the leader.' }),
  answering(async (asked, caller, workspace) =>
    gapsAnswer(await requestedGaps(asked, caller, workspace), sharing(caller, verbText('gaps', asked))),
  ),
)
