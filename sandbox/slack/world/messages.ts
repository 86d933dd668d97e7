/** The messages of all channels: their order, their `ts`, and who sees them. */
import type { SandboxClock } from '../../clock.ts'
import type { ShownMessage } from '../model.ts'

export function createMessages(clock: SandboxClock, changed: () => void) {
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
    /** A new `ts` ("seconds.micros") from the sandbox's clock, later than all previous ones. */
    nextTs: (): string => {
      const now = clock.now().epochNanoseconds / 1000n
      last = now > last ? now : last + 1n
      const digits = String(last)
      return `${digits.slice(0, -6)}.${digits.slice(-6)}`
    },
    add: (message: ShownMessage) => {
      all(message.channel).push(message)
      changed()
    },
    find: (channel: string, ts: string): ShownMessage | undefined => all(channel)[placeOf(channel, ts)],
    /** Replaces the message with the same `ts`. */
    replace: (message: ShownMessage) => {
      const place = placeOf(message.channel, message.ts)
      if (place >= 0) all(message.channel)[place] = message
      changed()
    },
    remove: (channel: string, ts: string) => {
      const place = placeOf(channel, ts)
      if (place >= 0) all(channel).splice(place, 1)
      changed()
    },
    /** Moves all messages of a channel whose id has changed. */
    move: (from: string, to: string) => {
      const moved = all(from).map((message) => ({ ...message, channel: to }))
      byChannel.set(to, [...all(to), ...moved])
      byChannel.delete(from)
      changed()
    },
    /** Oldest first. With a user, other users' ephemeral messages are omitted. */
    list: (channel: string, user?: string): readonly ShownMessage[] =>
      all(channel).filter(
        ({ ephemeralFor }) => user === undefined || ephemeralFor === undefined || ephemeralFor === user,
      ),
    /** Without ephemeral ones. */
    replies: (channel: string, thread: string): readonly ShownMessage[] =>
      all(channel).filter((one) => one.thread_ts === thread && one.ts !== thread && !one.ephemeralFor),
  }
}

export type Messages = ReturnType<typeof createMessages>
