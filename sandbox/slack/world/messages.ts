/** The messages of all channels: their order, their `ts`, and who sees which. */
import type { SandboxClock } from '../../clock.ts'
import type { ShownMessage } from '../model.ts'

export interface Messages {
  /** A new `ts` ("seconds.micros"): later than every one before, and from the sandbox's clock. */
  nextTs(): string
  add(message: ShownMessage): void
  find(channel: string, ts: string): ShownMessage | undefined
  /** Puts the changed message in place of the one with its `ts`. */
  replace(message: ShownMessage): void
  remove(channel: string, ts: string): void
  /** All messages of a channel that has another id now. */
  move(from: string, to: string): void
  /** Oldest first; ephemeral messages of others left out when a user is given. */
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
