/** Contexts for every component: names, the time, and the actions of the surface around it. */
import { createContext, useContext } from 'react'
import type { Json } from '../markup/read.ts'
import type { Channel } from './state.ts'

interface Person {
  readonly id: string
  readonly name: string
  /** As they may be mentioned, too. */
  readonly handle?: string
  readonly isBot: boolean
}

export interface Surroundings {
  readonly people: readonly Person[]
  readonly channels: readonly Pick<Channel, 'id' | 'name' | 'kind'>[]
  /** Unix milliseconds. */
  readonly now: () => number
  /** The sandbox's own address, whose pictures can be drawn; left out where there is none. */
  readonly origin?: string
  /** Goes to a channel; left out where there is no workspace around. */
  readonly openChannel?: (id: string) => void
}

const nobody: Surroundings = { people: [], channels: [], now: () => Date.now() }
const SurroundingsContext = createContext<Surroundings>(nobody)
export const SurroundingsProvider = SurroundingsContext.Provider
export const useSurroundings = (): Surroundings => useContext(SurroundingsContext)

/** A message or a view, which holds its elements' state and sends their actions. */
export interface Surface {
  /** What the element holds now, in Slack's own state fields; null before anyone touched it. */
  readonly value: (blockId: string, actionId: string) => Json | null
  /** @param dispatched the change is also sent to the app as an action. */
  readonly change: (blockId: string, actionId: string, state: Json, dispatched: boolean) => void
  /** Sends the action to the app. Resolves once it was acknowledged or has failed. */
  readonly act: (blockId: string, actionId: string, selection?: Json) => Promise<void>
  readonly suggest: (blockId: string, actionId: string, query: string) => Promise<Json>
  /** The message at an input block, from the app's last answer. */
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
