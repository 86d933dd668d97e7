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
import { listen } from './event-stream.ts'
import { keepEqual } from './keep-equal.ts'

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
