import { lazy } from '../lib/lazily.ts'
import { scopeOf, sharing } from './deps.ts'
import { noWords } from './parse/no-arguments.ts'
import { defineVerb, type Verb } from './verb.ts'

const views = lazy(() => import('../blocks/visibility/filters.ts'))

export const filtersVerb: Verb = defineVerb(
  {
    name: 'filters',
    aliases: ['filter', 'countries', 'categories'],
    summary: 'Lists the engines, brands, countries and categories that this workspace has.',
    usage: 'filters',
    examples: ['filters'],
    who: 'readers',
  },
  noWords,
  () => ({
    kind: 'work',
    run: async (caller, deps) => {
      const { filtersAnswer } = await views()
      const { workspace } = await scopeOf(deps, caller)
      return filtersAnswer(await deps.api.insightsFilters(workspace), sharing(caller, 'filters'))
    },
  }),
)
