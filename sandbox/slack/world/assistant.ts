/** The app's assistant: who has it open, its prompts, and its status. docs.slack.dev/ai/developing-agents */
import type { AgentSession, AssistantPane, AssistantPrompt, ThreadStatus } from '../model.ts'
import type { AssistantFeature } from '../oauth/manifest.ts'
import type { Timers } from './timers.ts'

/** Slack clears a status after this long without a message. */
const STATUS_MS = 120_000

/** An assistant that a user has open. */
interface OpenPane {
  /** The user's direct messages with the app. */
  readonly channel: string
  /** The open conversation, with `assistant_view`. */
  readonly thread_ts?: string
  /** The channel beside it. */
  readonly at?: string
  /** Whether the user has written since it was opened. */
  readonly wrote: boolean
}

interface Prompts {
  readonly title?: string
  readonly prompts: readonly AssistantPrompt[]
}

export interface Assistant {
  readonly feature: AssistantFeature | undefined
  open(user: string, pane: OpenPane): void
  close(user: string): void
  paneOf(user: string): OpenPane | undefined
  /** What the user sees. */
  shown(user: string): AssistantPane | undefined
  /** The user wrote in these direct messages, so the suggested prompts no longer apply. */
  wrote(user: string, thread: string | undefined): void
  setPrompts(channel: string, thread: string | undefined, prompts: Prompts): void
  setTitle(channel: string, thread: string, title: string): void
  /** An empty status clears it. */
  setStatus(status: ThreadStatus): void
  clearStatus(channel: string, thread: string | undefined): void
  statuses(): readonly ThreadStatus[]
  session(channel: string, thread: string): AgentSession | undefined
  setSession(session: AgentSession): void
  sessions(): readonly AgentSession[]
}

const placeOf = (channel: string, thread: string | undefined) => `${channel} ${thread ?? ''}`

export function createAssistant(
  feature: AssistantFeature | undefined,
  timers: Timers,
  changed: () => void,
): Assistant {
  const panes = new Map<string, OpenPane>()
  const prompts = new Map<string, Prompts>()
  const titles = new Map<string, string>()
  const statuses = new Map<string, ThreadStatus>()
  const sessions = new Map<string, AgentSession>()
  const clear = (place: string) => {
    if (statuses.delete(place)) changed()
  }
  return {
    feature,
    open: (user, pane) => {
      panes.set(user, pane)
      changed()
    },
    close: (user) => {
      if (panes.delete(user)) changed()
    },
    paneOf: (user) => panes.get(user),
    shown: (user) => {
      const pane = panes.get(user)
      if (pane === undefined) return undefined
      const { channel, thread_ts, wrote } = pane
      const set = prompts.get(placeOf(channel, thread_ts))
      const title = thread_ts === undefined ? undefined : titles.get(placeOf(channel, thread_ts))
      return {
        channel,
        ...(thread_ts === undefined ? {} : { thread_ts }),
        ...(title === undefined ? {} : { title }),
        ...(set?.title === undefined ? {} : { promptsTitle: set.title }),
        prompts: set?.prompts ?? (wrote ? [] : (feature?.prompts ?? [])),
      }
    },
    wrote: (user, thread) => {
      const pane = panes.get(user)
      if (pane === undefined || (pane.thread_ts !== undefined && pane.thread_ts !== thread)) return
      prompts.delete(placeOf(pane.channel, pane.thread_ts))
      panes.set(user, { ...pane, wrote: true })
    },
    setPrompts: (channel, thread, set) => {
      prompts.set(placeOf(channel, thread), set)
      changed()
    },
    setTitle: (channel, thread, title) => {
      titles.set(placeOf(channel, thread), title)
      changed()
    },
    setStatus: (status) => {
      const place = placeOf(status.channel, status.thread_ts)
      if (status.status === '') {
        clear(place)
        return
      }
      statuses.set(place, status)
      timers.after(STATUS_MS, () => {
        if (statuses.get(place) === status) clear(place)
      })
      changed()
    },
    clearStatus: (channel, thread) => clear(placeOf(channel, thread)),
    statuses: () => [...statuses.values()],
    session: (channel, thread) => sessions.get(placeOf(channel, thread)),
    setSession: (session) => {
      sessions.set(placeOf(session.channel, session.thread_ts), session)
      changed()
    },
    sessions: () => [...sessions.values()],
  }
}
