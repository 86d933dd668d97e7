/** Delivers users' actions on the page to the app. Sent commands and failures become lines in the channel. */
import { useCallback, useMemo, useState } from 'react'
import type { Acknowledgement, DeclaredShortcut } from '../model.ts'
import { useMessageActions } from './message-actions.ts'
import { type Connection, deliver, suggest } from './state.ts'
import type { Note } from './workspace/conversation.tsx'
import type { MessageHandlers } from './workspace/message.tsx'
import type { ViewHandlers } from './workspace/view.tsx'

interface Handlers {
  readonly notes: readonly Note[]
  /** Sends a slash command or a message, in a thread if one is given. */
  readonly send: (text: string, thread?: string) => void
  /** Posts a message in another channel. */
  readonly post: (channel: string, text: string, thread?: string) => void
  /** Presses one of the assistant's prompts by its title. */
  readonly prompt: (title: string) => void
  /** Stops the agent's work in a thread. */
  readonly stop: (channel: string, thread: string) => void
  readonly openHome: () => Promise<void>
  readonly openMessages: () => Promise<void>
  /** Adds the app to the channel. */
  readonly invite: () => Promise<void>
  /** Uses a global shortcut. */
  readonly shortcut: (shortcut: DeclaredShortcut) => void
  readonly messages: MessageHandlers
  readonly views: ViewHandlers
}

let lines = 0

/** The handlers for a user in a channel. */
export function useHandlers(user: string, channel: string, connection: Connection): Handlers {
  const { refresh, now, workspace } = connection
  const [notes, setNotes] = useState<readonly Note[]>([])

  const note = useCallback(
    (line: Pick<Note, 'kind' | 'text' | 'detail'>, id = `n${++lines}`, at = now()) => {
      const ts = (at / 1000).toFixed(6)
      setNotes((last) => [...last.filter((each) => each.id !== id), { ...line, id, channel, user, ts }])
      return id
    },
    [channel, user, now],
  )

  const fail = useCallback(
    (ack: Acknowledgement, action: string) => {
      if (!ack.ok) note({ kind: 'slackbot', text: ack.error || `${action} failed: the app didn't respond.` })
    },
    [note],
  )

  /** Delivers to the app, and adds a line in the channel with the time until the acknowledgement. */
  const send = useCallback(
    async (text: string, door: 'command' | 'shortcut', input: object) => {
      const at = now()
      const id = note({ kind: 'sent', text, detail: 'sending…' }, undefined, at)
      const ack = await deliver(door, { user, channel, ...input })
      const took = ack.ok ? `acknowledged in ${Math.round(ack.ms)} ms` : 'not acknowledged'
      note({ kind: 'sent', text, detail: took }, id, at)
      fail(ack, text)
      await refresh()
    },
    [user, channel, now, note, fail, refresh],
  )

  const tell = useCallback((text: string) => void note({ kind: 'slackbot', text }), [note])
  const writing = useMessageActions(user, connection, fail, tell)

  /** Delivers, and shows what it changed. */
  const then = useCallback(
    async (action: string, input: object) => {
      const ack = await deliver(action, { user, ...input })
      await refresh()
      return ack
    },
    [user, refresh],
  )
  const openHome = useCallback(async () => void (await then('home', {})), [then])
  const openMessages = useCallback(async () => void (await then('messages', {})), [then])
  const invite = async () => fail(await then('invite', { channel }), 'The invitation')

  const shortcuts = workspace?.shortcuts
  const messages = useMemo(
    (): MessageHandlers => ({
      writing: writing.messages,
      actions: ({ ts, channel: where }) =>
        (shortcuts ?? [])
          .filter(({ type }) => type === 'message')
          .map(({ callback_id: callbackId, name, description }) => ({
            key: callbackId,
            label: name,
            description,
            run: () => void send(name, 'shortcut', { callbackId, channel: where, ts }),
          })),
      click: async ({ ts, channel: where }, blockId, actionId, selection) => {
        fail(await then('click', { channel: where, ts, actionId, blockId, selection }), 'That')
      },
      suggest: ({ ts, channel: where }, blockId, actionId, query) =>
        suggest({ user, channel: where, ts, blockId, actionId, query }),
    }),
    [user, shortcuts, writing.messages, send, fail, then],
  )

  const views = useMemo(
    (): ViewHandlers => ({
      act: (viewId, blockId, actionId, selection) =>
        then('view-action', { viewId, actionId, blockId, selection }),
      suggest: (viewId, blockId, actionId, query) => suggest({ user, viewId, blockId, actionId, query }),
      submit: (viewId, values) => then('submit', { viewId, values }),
      close: (viewId) => then('close', { viewId }),
    }),
    [user, then],
  )

  const say = (text: string, thread?: string) =>
    void (text.startsWith('/') && !thread
      ? send(text, 'command', { text })
      : writing.post(channel, text, thread))
  const shortcut = ({ callback_id: callbackId, name }: DeclaredShortcut) =>
    void send(name, 'shortcut', { callbackId })
  return {
    notes,
    send: say,
    post: (where, text, thread) => void writing.post(where, text, thread),
    prompt: writing.prompt,
    stop: writing.stop,
    shortcut,
    openHome,
    openMessages,
    invite,
    messages,
    views,
  }
}
