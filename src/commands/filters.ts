import { filtersAnswer } from '../blocks/visibility/filters.ts'
import { asksOf } from './free-text/asks.ts'
import { scopeOf, sharing } from './scope.ts'
import { defineVerb, noArguments, type Verb } from './verb.ts'

export const filtersVerb: Verb = defineVerb(
  {
    name: 'filters',
    aliases: [],
    group: 'ask',
    isCommon: false,
    summary: 'List the engines, brands, countries and categories.',
    usage: 'filters',
    examples: ['filters'],
    who: 'readers',
    asks: asksOf('filters'),
  },
  noArguments,
  (_, verb) => ({
    ...verb,
    kind: 'work',
    run: async (caller, workspace) => {
      const scope = await scopeOf(workspace, caller)
      return filtersAnswer(await workspace.api.insightsFilters(scope.workspace), sharing(caller, 'filters'))
    },
  }),
)
