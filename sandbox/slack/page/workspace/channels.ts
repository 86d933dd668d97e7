/** The channels and direct messages in a user's sidebar. */
import { useMemo } from 'react'
import type { Channel, Workspace } from '../state.ts'

interface Channels {
  readonly channels: readonly Channel[]
  /** Direct messages, each named after its other members. */
  readonly direct: readonly Channel[]
  readonly all: readonly Channel[]
}

export const isDirect = ({ kind }: Pick<Channel, 'kind'>): boolean => kind === 'im' || kind === 'mpim'

export function useChannels({ channels, users }: Workspace, user: string): Channels {
  return useMemo(() => {
    const mine = channels.filter(({ kind, members }) => kind === 'public' || members.includes(user))
    const others = ({ members }: Channel) =>
      users.filter(({ id }) => id !== user && members.includes(id)).map(({ realName }) => realName)
    const named = mine.filter((channel) => !isDirect(channel))
    const direct = mine
      .filter(isDirect)
      .map((channel) => ({ ...channel, name: others(channel).join(', ') || channel.name }))
    return { channels: named, direct, all: [...named, ...direct] }
  }, [channels, users, user])
}
