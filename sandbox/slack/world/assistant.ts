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

const placeOf = (channel: string, thread: string | undefined) => `${channel} ${thread ?? ''}`

export function createAssistant(feature: AssistantFeature | undefined, timers: Timers, changed: () => void) {
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
    open: (user: string, pane: OpenPane) => {
      panes.set(user, pane)
      changed()
    },
    close: (user: string) => {
      if (panes.delete(user)) changed()
    },
    paneOf: (user: string): OpenPane | undefined => panes.get(user),
    /** What the user sees. */
    shown: (user: string): AssistantPane | undefined => {
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
    /** The user wrote in these direct messages, so the suggested prompts no longer apply. */
    wrote: (user: string, thread: string | undefined) => {
      const pane = panes.get(user)
      if (pane === undefined || (pane.thread_ts !== undefined && pane.thread_ts !== thread)) return
      prompts.delete(placeOf(pane.channel, pane.thread_ts))
      panes.set(user, { ...pane, wrote: true })
    },
    setPrompts: (channel: string, thread: string | undefined, set: Prompts) => {
      prompts.set(placeOf(channel, thread), set)
      changed()
    },
    setTitle: (channel: string, thread: string, title: string) => {
      titles.set(placeOf(channel, thread), title)
      changed()
    },
    /** An empty status clears it. */
    setStatus: (status: ThreadStatus) => {
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
    clearStatus: (channel: string, thread: string | undefined) => clear(placeOf(channel, thread)),
    statuses: (): readonly ThreadStatus[] => [...statuses.values()],
    session: (channel: string, thread: string): AgentSession | undefined =>
      sessions.get(placeOf(channel, thread)),
    setSession: (session: AgentSession) => {
      sessions.set(placeOf(session.channel, session.thread_ts), session)
      changed()
    },
    sessions: (): readonly AgentSession[] => [...sessions.values()],
  }
}

export type Assistant = ReturnType<typeof createAssistant>
