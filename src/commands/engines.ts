import { enginesAnswer } from '../blocks/visibility/engines.ts'
import { channelScope } from '../channels/settings.ts'
import { engineReport } from '../insights/engines.ts'
import type { EngineReport } from '../model/engine-report.ts'
import { isPeriodText, periodsInWords } from '../questions/period.ts'
import { verbText } from '../questions/question-text.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { marketOfAnswer } from '../weeks/report.ts'
import { type EnginesArguments, periodArguments, requestedPeriod } from './period-arguments.ts'
import { answering, defineVerb, sharing, type Verb } from './verb.ts'

const usage = 'engines [engines] [period]'

/** The own brand on each engine, for the caller's channel. @throws {Problem} if the period can't be read */
export async function requestedEngines(
  asked: EnginesArguments,
  caller: Caller,
  workspace: Workspace,
): Promise<EngineReport> {
  const { analysis: scope, timeZone } = await channelScope(workspace, caller)
  const period = requestedPeriod(asked, timeZone, workspace, usage)
  const question = { scope, engines: asked.engines }
  const market = await marketOfAnswer(workspace, question, period)
  return engineReport(workspace.api, { ...question, period, market, isBrief: false })
}

export const enginesVerb: Verb = defineVerb(
  {
    name: 'engines',
    aliases: ['engine'],
    group: 'ask',
    summary: 'Compare your brand across engines.',
    usage,
    details: periodsInWords,
    examples: ['engines', 'engines last month'],
    who: 'readers',
  },
  (words, newEngines) =>
    periodArguments(words, {
      newEngines,
      instead: 'this compares your own brand on each engine. For other brands, use /sightline visibility',
    }),
  answering(async (asked, caller, workspace) => {
    const report = await requestedEngines(asked, caller, workspace)
    return enginesAnswer(report, sharing(caller, verbText('engines', asked)))
  }),
  ({ unit, when }) => isPeriodText(when ?? '', unit),
)
