import { filtersAnswer } from '../blocks/visibility/filters.ts'
import { channelScope } from '../channels/settings.ts'
import { answering, defineVerb, noArguments, sharing, type Verb } from './verb.ts'

export const filtersVerb: Verb = defineVerb(
  {
    name: 'filters',
    group: 'ask',
    summary: 'List the engines, brands, countries and categories.',
    usage: 'filters',
    examples: ['filters'],
    who: 'readers',
  },
  noArguments,
  answering(async (_, caller, workspace) => {
    const scope = await channelScope(workspace, caller)
    return filtersAnswer(await workspace.api.insightsFilters(scope.workspace), sharing(caller, 'filters'))
  }),
)
