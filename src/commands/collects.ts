import { collectsAnswer } from '../blocks/visibility/collects.ts'
import { channelScope } from '../channels/scope.ts'
import { collectsReport } from '../insights/collects.ts'
import { sharing } from './scope.ts'
import { answering, defineVerb, noArguments, type Verb } from './verb.ts'

export const collectsVerb: Verb = defineVerb(
  {
    name: 'collects',
    group: 'ask',
    label: 'Data freshness',
    summary: 'Check data freshness and missing days.',
    usage: 'collects',
    examples: ['collects'],
    who: 'readers',
  },
  noArguments,
  answering(async (_, caller, workspace) => {
    const { analysis, timeZone } = await channelScope(workspace, caller)
    const report = await collectsReport(workspace.api, analysis, { now: workspace.clock.now(), timeZone })
    return collectsAnswer(report, sharing(caller, 'collects'))
  }),
)
