/** Which channels and direct messages a user finds in the sidebar. */
import { useMemo } from 'react'
import type { Channel, Workspace } from '../state.ts'

interface Channels {
  readonly channels: readonly Channel[]
  /** Each bears the name of the other one in it. */
  readonly direct: readonly Channel[]
  readonly all: readonly Channel[]
}

export function useChannels({ channels, users }: Workspace, user: string): Channels {
  return useMemo(() => {
    const mine = channels.filter(({ kind, members }) => kind === 'public' || members.includes(user))
    const other = ({ members }: Channel) => users.find(({ id }) => id !== user && members.includes(id))
    const rooms = mine.filter(({ kind }) => kind !== 'im')
    const direct = mine
      .filter(({ kind }) => kind === 'im')
      .map((channel) => ({ ...channel, name: other(channel)?.realName ?? channel.name }))
    return { channels: rooms, direct, all: [...rooms, ...direct] }
  }, [channels, users, user])
}
