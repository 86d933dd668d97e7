import { agents } from './agents.ts'
import { assistant } from './assistant.ts'
import { chat } from './chat.ts'
import { conversations } from './conversations.ts'
import { files } from './files.ts'
import { functions } from './functions.ts'
import { family, type Method } from './method.ts'
import { people } from './people.ts'
import { platform } from './platform.ts'
import { views } from './views.ts'

/** Every method that this Slack knows, with its scope and its tier. */
export const METHODS: Readonly<Record<string, Method>> = {
  ...agents,
  ...assistant,
  ...chat,
  ...conversations,
  ...files,
  ...functions,
  ...people,
  ...platform,
  ...views,
}

/**
 * The scopes that the methods ask for, `commands` and `mpim:write` (conversations.open with several people): what a
 * token has when no manifest says otherwise.
 */
export const ALL_SCOPES: ReadonlySet<string> = new Set([
  'commands',
  'mpim:write',
  ...Object.values(METHODS).flatMap(({ scope }) => {
    if (scope === undefined) return []
    return typeof scope === 'string' ? [scope] : scope.flatMap(family)
  }),
])
