/** Who is in the workspace, which channels there are, and who may see them. */
import type { NewChannel, SlackChannel, SlackUser } from '../model.ts'
import { APP, seedChannels, seedUsers } from './seed.ts'

export interface Workspace {
  readonly users: ReadonlyMap<string, SlackUser>
  readonly channels: ReadonlyMap<string, SlackChannel>
  /** The user; throws when there is none, since then the caller of the sandbox made a mistake. */
  user(id: string): SlackUser
  /** The channel; throws when there is none. */
  channel(id: string): SlackChannel
  /** By id, or by name with or without `#`. */
  findChannel(idOrName: string): SlackChannel | undefined
  /** Whether this user finds the channel at all: a member, or a public channel for all but guests. */
  canSee(channel: SlackChannel, userId: string): boolean
  /** The direct messages of this user and the app; made when missing. */
  dm(userId: string): SlackChannel
  /** The direct messages of these people and the app; made when missing. */
  group(userIds: readonly string[]): SlackChannel
  addChannel(channel: NewChannel): SlackChannel
  /** Shares a channel with another organization, which gives a private one a new id; answers the id. */
  share(id: string): string
}

interface Beginning {
  /** What the app is called; left out: as ours. */
  readonly appName?: string | undefined
  readonly morePeople?: readonly SlackUser[] | undefined
}

export function createWorkspace(
  changed: () => void,
  { appName, morePeople = [] }: Beginning = {},
): Workspace {
  const users = seedUsers(appName)
  for (const person of morePeople) users.set(person.id, { ...person })
  const channels = seedChannels()
  let made = 0
  const nextId = (kind: 'C' | 'D') => {
    made += 1
    return `${kind}0NEW${made}`
  }
  const add = (channel: SlackChannel) => {
    channels.set(channel.id, channel)
    changed()
    return channel
  }
  return {
    users,
    channels,
    user: (id) => {
      const user = users.get(id)
      if (!user) throw new Error(`no user ${id} in the sandbox; there are ${[...users.keys()].join(', ')}`)
      return user
    },
    channel: (id) => {
      const channel = channels.get(id)
      if (!channel) {
        throw new Error(`no channel ${id} in the sandbox; there are ${[...channels.keys()].join(', ')}`)
      }
      return channel
    },
    findChannel: (idOrName) => {
      const name = idOrName.replace(/^#/, '')
      const named = (channel: SlackChannel) => channel.kind !== 'im' && channel.name === name
      return channels.get(idOrName) ?? [...channels.values()].find(named)
    },
    canSee: (channel, userId) => {
      if (channel.members.has(userId)) return true
      const role = users.get(userId)?.role
      return channel.kind === 'public' && role !== 'guest' && role !== 'external'
    },
    dm: (userId) => {
      const isTheirs = (channel: SlackChannel) => channel.kind === 'im' && channel.members.has(userId)
      const existing = [...channels.values()].find(isTheirs)
      if (existing) return existing
      const members = new Set([userId, APP.botUser])
      return add({ id: nextId('D'), name: 'directmessage', kind: 'im', archived: false, members })
    },
    group: (userIds) => {
      const members = new Set([...userIds, APP.botUser])
      const same = (channel: SlackChannel) =>
        channel.kind === 'mpim' && channel.members.symmetricDifference(members).size === 0
      const existing = [...channels.values()].find(same)
      if (existing) return existing
      const names = [...members].map((id) => users.get(id)?.name ?? id)
      const name = `mpdm-${names.join('--')}-1`
      return add({ id: nextId('C'), name, kind: 'mpim', archived: false, members })
    },
    share: (id) => {
      const channel = channels.get(id)
      if (!channel) throw new Error(`no channel ${id} in the sandbox`)
      channels.delete(id)
      return add({ ...channel, shared: 'yes', id: channel.kind === 'private' ? nextId('C') : id }).id
    },
    addChannel: ({ name, kind = 'public', members = [], ...shared }) =>
      add({ id: nextId('C'), name, kind, archived: false, members: new Set(members), ...shared }),
  }
}
