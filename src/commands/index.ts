import { problemMessage } from '../blocks/problem.ts'
import { actionsVerb } from './actions.ts'
import { digestVerb } from './digest.ts'
import { helpVerb } from './help.ts'
import { redditVerb } from './reddit.ts'
import { createRegistry, type Registry } from './registry.ts'
import { visibilityVerb } from './visibility.ts'

/** Everything that `/sightline` understands. A new verb is one file and one line here. */
export function createCommands(): Registry {
  const registry: Registry = createRegistry(
    [helpVerb(() => registry.verbs), visibilityVerb, redditVerb, actionsVerb, digestVerb],
    ({ sentence, usage, suggestion }) => problemMessage({ sentence, usage, suggestion, reference: null }),
  )
  return registry
}
