/** The server's state, and the calls that change it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Json, record, string } from '../markup/read.ts'
import type {
  Acknowledgement,
  AgentSession,
  AssistantPane,
  DeclaredCommand,
  DeclaredShortcut,
  DeclaredStep,
  OpenView,
  ShownCanvas,
  ShownMessage,
  SlackChannel,
  SlackUser,
  StepRun,
  ThreadStatus,
} from '../model.ts'
import { USERS } from '../world/seed.ts'

// The sandbox's server-sent events, over one connection for the whole page.

/** What changed: the workspace, a request to or from the bot, or the demo's clock or faults. */
type News = 'change' | 'exchange' | 'panel'

interface Listener {
  readonly news: News
  /** Called for each such event, and after each (re)connection because events may have been missed. */
  readonly hear: () => void
  /** Called when the connection breaks. The browser reconnects automatically. */
  readonly lost?: () => void
}

const listeners = new Set<Listener>()
let events: EventSource | null = null

function connect(): EventSource {
  const source = new EventSource('/control/events')
  source.onopen = () => {
    for (const { hear } of listeners) hear()
  }
  source.onmessage = ({ data }) => {
    const type = newsIn(String(data))
    for (const { news, hear } of listeners) if (news === type) hear()
  }
  source.onerror = () => {
    for (const { lost } of listeners) lost?.()
  }
  return source
}

function newsIn(data: string): unknown {
  try {
    return JSON.parse(data).type
  } catch {
    return null
  }
}

/** Adds a listener; returns the function that removes it. */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  events ??= connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    events?.close()
    events = null
  }
}

// Reuses the unchanged parts of the old state in newly fetched state, so that only changes are rendered.

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Replaces the parts of the fresh JSON that are equal to the old JSON. If everything is equal, returns the old object
 * itself. Changes the fresh JSON in place, so nothing else may use it. Lists are compared index by index.
 */
function keepEqual<T>(old: unknown, fresh: T): T
function keepEqual(old: unknown, fresh: unknown): unknown {
  if (Object.is(old, fresh)) return old
  if (Array.isArray(fresh) && Array.isArray(old)) {
    let same = fresh.length === old.length
    for (let at = 0; at < fresh.length; at += 1) {
      fresh[at] = keepEqual(old[at], fresh[at])
      same &&= fresh[at] === old[at]
    }
    return same ? old : fresh
  }
  if (isObject(fresh) && isObject(old)) {
    const names = Object.keys(fresh)
    let same = names.length === Object.keys(old).length
    for (const name of names) {
      fresh[name] = keepEqual(old[name], fresh[name])
      same &&= fresh[name] === old[name] && Object.hasOwn(old, name)
    }
    return same ? old : fresh
  }
  return fresh
}

export type Channel = Omit<SlackChannel, 'members'> & { readonly members: readonly string[] }
export type Command = Omit<DeclaredCommand, 'should_escape'>

export interface Workspace {
  readonly team: { readonly id: string; readonly name: string }
  readonly users: readonly SlackUser[]
  readonly channels: readonly Channel[]
  readonly messages: Readonly<Record<string, readonly ShownMessage[]>>
  readonly canvases: readonly ShownCanvas[]
  readonly views: readonly OpenView[]
  readonly home: Json | null
  readonly commands: readonly Command[]
  readonly shortcuts: readonly DeclaredShortcut[]
  readonly steps: readonly DeclaredStep[]
  readonly stepRuns: readonly StepRun[]
  /** This user's conversation with Slackbot; null if Slackbot can't ask the app. */
  readonly slackbot: readonly ShownMessage[] | null
  /** The app's features besides its commands. */
  readonly tabs: {
    readonly home: boolean
    readonly messages: boolean
    /** Whether users can't write in the Messages tab. */
    readonly readOnly: boolean
    readonly assistant: 'agent_view' | 'assistant_view' | null
    /** Whether users can stop a working agent. */
    readonly stoppable: boolean
  }
  /** What this user sees of the app's assistant; null if it is closed. */
  readonly assistant: AssistantPane | null
  readonly statuses: readonly ThreadStatus[]
  readonly sessions: readonly AgentSession[]
  readonly now: string
  /** Whether there is a demo panel. `npm run slack` has none. */
  readonly panel: boolean
}

/** Rejects with the sandbox's reason. */
export async function control(action: string, input: object): Promise<unknown> {
  const response = await fetch(`/control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  throw new Error(string(record(answer).error) || `The sandbox answered with status ${response.status}.`)
}

/** Does what a user does. Never rejects: an unreachable sandbox gives an acknowledgement with `ok: false`. */
export async function deliver(action: string, input: object): Promise<Acknowledgement> {
  try {
    const body = record(await control(action, input))
    const ack = { ok: body.ok === true, ms: Number(body.ms ?? 0), body: body.body }
    return typeof body.error === 'string' ? { ...ack, error: body.error } : ack
  } catch (error) {
    return { ok: false, ms: 0, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Asks the app for the options of an external select. Rejects if it does not answer. */
export async function suggest(input: object): Promise<Json> {
  const answer = record(await control('suggest', input))
  if (answer.ok === false) throw new Error(string(answer.error) || "The app didn't respond.")
  return answer
}

/** The state as this user sees it. If there is no such user, as the workspace's owner sees it. */
async function load(user: string): Promise<Workspace> {
  const response = await fetch(`/control/state?user=${encodeURIComponent(user)}`)
  if (response.status === 404 && user !== USERS.owner) return load(USERS.owner)
  if (!response.ok) throw new Error(`The sandbox answered with status ${response.status}.`)
  return (await response.json()) as Workspace
}

export interface Connection {
  readonly workspace: Workspace | null
  /** Set while the sandbox does not answer. The page keeps trying. */
  readonly lost: boolean
  /** The sandbox's time in Unix milliseconds; it can be ahead of the real one. */
  readonly now: () => number
  readonly refresh: () => Promise<void>
}

/** The state as this user sees it, fetched again after each change. */
export function useConnection(user: string): Connection {
  const [shown, setShown] = useState<Workspace | null>(null)
  const [lost, setLost] = useState(false)
  const ahead = useRef(0)
  const wanted = useRef(user)
  wanted.current = user

  const fetchOnce = useCallback(async () => {
    const asked = wanted.current
    try {
      const workspace = await load(asked)
      ahead.current = Date.parse(workspace.now) - Date.now()
      setLost(false)
      if (asked === wanted.current) setShown((last) => keepEqual(last, workspace))
    } catch {
      setLost(true)
    }
  }, [])
  const refresh = useOneAtATime(fetchOnce)

  useEffect(
    () => listen({ news: 'change', hear: () => void refresh(), lost: () => setLost(true) }),
    [refresh],
  )
  useEffect(() => {
    if (user === wanted.current) void refresh()
  }, [user, refresh])

  const now = useCallback(() => Date.now() + ahead.current, [])
  return { workspace: shown, lost, now, refresh }
}

interface Turns {
  busy: boolean
  next: PromiseWithResolvers<void> | null
}

/**
 * Runs the task (which never rejects) one run at a time, so that no older answer arrives after a newer one. All
 * calls during a run share one further run that starts after it.
 */
export function useOneAtATime(task: () => Promise<void>): () => Promise<void> {
  const turns = useRef<Turns>({ busy: false, next: null })
  return useCallback(() => {
    const state = turns.current
    state.next ??= Promise.withResolvers<void>()
    const { promise } = state.next
    const work = async () => {
      state.busy = true
      for (let turn = state.next; turn !== null; turn = state.next) {
        state.next = null
        await task()
        turn.resolve()
      }
      state.busy = false
    }
    if (!state.busy) void work()
    return promise
  }, [task])
}
