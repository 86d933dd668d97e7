/** What a person may do with the world around Slack, as whoever runs the sandbox together with an app offers it. */
import type { FastifyInstance } from 'fastify'
import type { Changes } from './changes.ts'
import { isJson } from './json.ts'
import type { World } from './world.ts'

interface PanelFault {
  readonly id: string
  /** Two or three words. */
  readonly title: string
  /** One sentence: what a person will see. */
  readonly what: string
  readonly on: boolean
}

export interface PanelState {
  readonly clock: {
    /** The sandbox's time, an ISO instant. */
    readonly now: string
    /** What comes next by itself; `null` where nothing does. */
    readonly next: { readonly at: string; readonly what: string; readonly channel: string | null } | null
  }
  readonly faults: readonly PanelFault[]
}

export interface Panel {
  read(): Promise<PanelState>
  /** Moves the time to what comes next. @throws {Error} with a sentence where nothing does */
  jump(): Promise<{ readonly now: string; readonly what: string }>
  /** Turns a fault on or off. @throws {Error} with a sentence where there is none of that name */
  setFault(id: string, on: boolean): Promise<void>
  /** Called when a fault went on or off, or the time was moved; returns the function that ends it. */
  onChange(listener: () => void): () => void
}

/** Where the panel is, once there is one: the app that it belongs to starts after Slack. */
export interface PanelPlace {
  get(): Panel | null
  set(panel: Panel): void
  /** Called when the panel would show something else than its time; returns the function that ends it. */
  onChange(listener: () => void): () => void
}

export function createPanelPlace(changes: Changes): PanelPlace {
  const listeners = new Set<() => void>()
  let panel: Panel | null = null
  let shown = ''
  let looking = false
  let again = false
  /** The app changes what comes next without a word, for instance when a form is submitted: then something changed in Slack, too. */
  const look = async () => {
    again = true
    if (looking) return
    looking = true
    while (again && panel !== null && listeners.size > 0) {
      again = false
      const state = await panel.read().catch(() => null)
      const now = JSON.stringify([state?.clock.next, state?.faults])
      if (state === null || now === shown) continue
      shown = now
      for (const listener of [...listeners]) listener()
    }
    looking = false
  }
  changes.onChange(() => void look())
  return {
    get: () => panel,
    set: (given) => {
      panel = given
      given.onChange(() => {
        // The time itself is not compared, so that it has to be told of.
        shown = ''
        void look()
      })
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `/control/panel`, `/control/jump` and `/control/fault`; all are 404 where there is no panel. */
export function addPanel(scope: FastifyInstance, { panel: place }: World): void {
  const none = { error: 'this sandbox runs alone: there is no panel' }
  const refusal = (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) })
  scope.get('/panel', async (_request, reply) => (await place.get()?.read()) ?? reply.code(404).send(none))
  scope.post('/jump', async (_request, reply) => {
    const panel = place.get()
    if (panel === null) return reply.code(404).send(none)
    try {
      return await panel.jump()
    } catch (error) {
      return reply.code(400).send(refusal(error))
    }
  })
  scope.post('/fault', async ({ body }, reply) => {
    const panel = place.get()
    if (panel === null) return reply.code(404).send(none)
    if (!isJson(body) || typeof body.id !== 'string' || typeof body.on !== 'boolean')
      return reply.code(400).send({ error: 'the body must be {"id": "…", "on": true or false}' })
    try {
      await panel.setFault(body.id, body.on)
      return await panel.read()
    } catch (error) {
      return reply.code(400).send(refusal(error))
    }
  })
}
