import { collectsAnswer } from '../blocks/visibility/collects.ts'
import { channelScope } from '../channels/settings.ts'
import { collectDays } from '../insights/collected.ts'
import { dayIn } from '../model/question.ts'
import { answering, defineVerb, noArguments, sharing, type Verb } from './verb.ts'

export const collectsVerb: Verb = defineVerb(
  {
    name: 'collects',
    group: 'ask',
    label: 'Data freshness',
    summary: 'See when data was collected, and how much.',
    usage: 'collects',
    examples: ['collects'],
    who: 'readers',
  },
  noArguments,
  answering(async (_, caller, workspace) => {
    const { analysis, timeZone } = await channelScope(workspace, caller)
    const collected = await collectDays(workspace.api, analysis)
    const today = dayIn(workspace.clock.now(), timeZone).toString()
    return collectsAnswer({ collected, today, timeZone }, sharing(caller, 'collects'))
  }),
)
