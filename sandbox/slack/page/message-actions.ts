/** Users' actions on messages: write, edit, delete, react, and talk to the assistant. */
import { useCallback, useMemo } from 'react'
import { toStored } from '../markup/typed-text.ts'
import type { Acknowledgement, ShownMessage } from '../model.ts'
import { type Connection, deliver, type Workspace } from './state.ts'

/** A user's rights and actions on existing messages. */
export interface MessageEdits {
  readonly user: string
  /** Whether the user may do anything with the message. */
  readonly reaches: (message: ShownMessage) => boolean
  readonly mayDelete: (message: ShownMessage) => boolean
  readonly edit: (message: ShownMessage, text: string) => void
  readonly remove: (message: ShownMessage) => void
  readonly react: (message: ShownMessage, name: string, on: boolean) => void
}

interface MessageActions {
  readonly messages: MessageEdits
  /** Posts the typed text. */
  readonly post: (channel: string, typed: string, thread?: string) => Promise<void>
  readonly prompt: (title: string) => void
  readonly stop: (channel: string, thread: string) => void
}

type Fail = (ack: Acknowledgement, action: string) => void

const nobody: Pick<Workspace, 'users' | 'channels'> = { users: [], channels: [] }

/** @param tell shows a line to this user only */
export function useMessageActions(
  user: string,
  { workspace, refresh }: Connection,
  fail: Fail,
  tell: (text: string) => void,
): MessageActions {
  const { users, channels } = workspace ?? nobody
  const post = useCallback(
    async (id: string, typed: string, thread: string | undefined) => {
      const people = users.map(({ id, realName, name }) => ({ id, name: realName, handle: name }))
      const text = toStored(typed, { people, channels })
      const ack = await deliver('post', { user, channel: id, text, ...(thread ? { thread_ts: thread } : {}) })
      fail(ack, 'Your message')
      await refresh()
      const app = users.find(({ isBot }) => isBot)
      const missed = app && !channels.find((one) => one.id === id)?.members.includes(app.id)
      if (ack.ok && missed && text.includes(`<@${app.id}>`))
        tell(`You mentioned @${app.realName}, but it isn't in this channel. Invite it to let it know.`)
    },
    [user, users, channels, fail, tell, refresh],
  )
  const messages = useMemo((): MessageEdits => {
    const act = async (action: 'edit' | 'remove' | 'react', { channel, ts }: ShownMessage, more: object) => {
      fail(await deliver(action, { user, channel, ts, ...more }), 'That')
      await refresh()
    }
    const role = users.find(({ id }) => id === user)?.role
    const rules = role === 'owner' || role === 'admin'
    return {
      user,
      reaches: ({ channel, ephemeralFor }) => {
        const target = channels.find(({ id }) => id === channel)
        return ephemeralFor === undefined && target?.archived === false && target.members.includes(user)
      },
      mayDelete: (message) => rules || message.user === user,
      edit: (message, text) => void act('edit', message, { text }),
      remove: (message) => void act('remove', message, {}),
      react: (message, reaction, on) => void act('react', message, { reaction, on }),
    }
  }, [user, users, channels, fail, refresh])
  const act = async (action: 'prompt' | 'session-stop', input: object) => {
    fail(await deliver(action, { user, ...input }), 'That')
    await refresh()
  }
  return {
    messages,
    post,
    prompt: (title) => void act('prompt', { prompt: title }),
    stop: (channel, thread) => void act('session-stop', { channel, thread_ts: thread }),
  }
}
