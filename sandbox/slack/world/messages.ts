/** The messages of all channels: their order, their `ts`, and who sees them. */
import type { SandboxClock } from '../../clock.ts'
import type { ShownMessage } from '../model.ts'

export interface Messages {
  /** A new `ts` ("seconds.micros") from the sandbox's clock, later than all previous ones. */
  nextTs(): string
  add(message: ShownMessage): void
  find(channel: string, ts: string): ShownMessage | undefined
  /** Replaces the message with the same `ts`. */
  replace(message: ShownMessage): void
  remove(channel: string, ts: string): void
  /** Moves all messages of a channel whose id has changed. */
  move(from: string, to: string): void
  /** Oldest first. With a user, other users' ephemeral messages are omitted. */
  list(channel: string, user?: string): readonly ShownMessage[]
  replies(channel: string, ts: string): readonly ShownMessage[]
}

export function createMessages(clock: SandboxClock, changed: () => void): Messages {
  const byChannel = new Map<string, ShownMessage[]>()
  let last = 0n
  const all = (channel: string): ShownMessage[] => {
    const channelMessages = byChannel.get(channel)
    if (channelMessages) return channelMessages
    const fresh: ShownMessage[] = []
    byChannel.set(channel, fresh)
    return fresh
  }
  const placeOf = (channel: string, ts: string) => all(channel).findIndex((message) => message.ts === ts)
  return {
    nextTs: () => {
      const now = clock.now().epochNanoseconds / 1000n
      last = now > last ? now : last + 1n
      const digits = String(last)
      return `${digits.slice(0, -6)}.${digits.slice(-6)}`
    },
    add: (message) => {
      all(message.channel).push(message)
      changed()
    },
    find: (channel, ts) => all(channel)[placeOf(channel, ts)],
    replace: (message) => {
      const place = placeOf(message.channel, message.ts)
      if (place >= 0) all(message.channel)[place] = message
      changed()
    },
    remove: (channel, ts) => {
      const place = placeOf(channel, ts)
      if (place >= 0) all(channel).splice(place, 1)
      changed()
    },
    move: (from, to) => {
      const moved = all(from).map((message) => ({ ...message, channel: to }))
      byChannel.set(to, [...all(to), ...moved])
      byChannel.delete(from)
      changed()
    },
    list: (channel, user) =>
      all(channel).filter(
        ({ ephemeralFor }) => user === undefined || ephemeralFor === undefined || ephemeralFor === user,
      ),
    replies: (channel, ts) => all(channel).filter((message) => message.thread_ts === ts && message.ts !== ts),
  }
}
