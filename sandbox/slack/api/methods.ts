import { agents, assistant } from './assistant.ts'
import { canvases } from './canvases.ts'
import { chat, scheduled } from './chat.ts'
import { channels, conversations } from './conversations.ts'
import { files } from './files.ts'
import { type Method, scopesOf } from './method.ts'
import { people } from './people.ts'
import { functions, platform } from './platform.ts'
import { pins, reactions } from './reactions.ts'
import { streams } from './streams.ts'
import { views } from './views.ts'

/** Every method that the sandbox implements, with its scope and tier. */
export const METHODS: Readonly<Record<string, Method>> = {
  ...agents,
  ...assistant,
  ...canvases,
  ...channels,
  ...chat,
  ...conversations,
  ...files,
  ...functions,
  ...people,
  ...pins,
  ...platform,
  ...reactions,
  ...scheduled,
  ...streams,
  ...views,
}

/**
 * The scopes that the methods need, plus `commands` and `mpim:write` (conversations.open with several users). A token
 * has these if there is no manifest.
 */
export const ALL_SCOPES: ReadonlySet<string> = new Set([
  'commands',
  'mpim:write',
  ...Object.values(METHODS).flatMap(scopesOf),
])
