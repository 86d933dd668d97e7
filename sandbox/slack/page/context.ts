/** Contexts for all components: names, the time, and the actions of the surrounding surface. */
import { createContext, useContext } from 'react'
import type { Json } from '../markup/read.ts'
import type { Channel } from './state.ts'

interface Person {
  readonly id: string
  readonly name: string
  /** Another name for mentions. */
  readonly handle?: string
  readonly isBot: boolean
}

export interface Surroundings {
  readonly people: readonly Person[]
  readonly channels: readonly Pick<Channel, 'id' | 'name' | 'kind'>[]
  /** Unix milliseconds. */
  readonly now: () => number
  /** The sandbox's origin, whose pictures can be drawn; missing if there is none. */
  readonly origin?: string
  /** Opens a channel; missing without a workspace. */
  readonly openChannel?: (id: string) => void
}

const nobody: Surroundings = { people: [], channels: [], now: () => Date.now() }
const SurroundingsContext = createContext<Surroundings>(nobody)
export const SurroundingsProvider = SurroundingsContext.Provider
export const useSurroundings = (): Surroundings => useContext(SurroundingsContext)

/** A message or a view. It holds its elements' state and sends their actions. */
export interface Surface {
  /** The element's current state in Slack's fields; null before any user interaction. */
  readonly value: (blockId: string, actionId: string) => Json | null
  /** @param dispatched whether the change is also sent to the app as an action */
  readonly change: (blockId: string, actionId: string, state: Json, dispatched: boolean) => void
  /** Sends the action to the app. Resolves when it is acknowledged or has failed. */
  readonly act: (blockId: string, actionId: string, selection?: Json) => Promise<void>
  readonly suggest: (blockId: string, actionId: string, query: string) => Promise<Json>
  /** The error at an input block from the app's last answer. */
  readonly error: (blockId: string) => string | null
}

const idle: Surface = {
  value: () => null,
  change: () => undefined,
  act: async () => undefined,
  suggest: async () => ({}),
  error: () => null,
}
const SurfaceContext = createContext<Surface>(idle)
export const SurfaceProvider = SurfaceContext.Provider
export const useSurface = (): Surface => useContext(SurfaceContext)
