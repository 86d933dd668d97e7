/** The users and channels of a workspace, and who may see which channel. */
import type { NewChannel, SlackChannel, SlackUser } from '../model.ts'
import { APP, seedChannels, seedUsers } from './seed.ts'

interface Beginning {
  /** The app's name; Sightline's by default. */
  readonly appName?: string | undefined
  readonly morePeople?: readonly SlackUser[] | undefined
}

export function createWorkspace(changed: () => void, { appName, morePeople = [] }: Beginning = {}) {
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
    /** The user. Throws if there is none, because the sandbox was called with a wrong id. */
    user: (id: string): SlackUser => {
      const user = users.get(id)
      if (!user) throw new Error(`no user ${id} in the sandbox; available: ${[...users.keys()].join(', ')}`)
      return user
    },
    /** The channel. Throws if there is none. */
    channel: (id: string): SlackChannel => {
      const channel = channels.get(id)
      if (!channel) {
        throw new Error(`no channel ${id} in the sandbox; available: ${[...channels.keys()].join(', ')}`)
      }
      return channel
    },
    /** By id, or by name with or without `#`. */
    findChannel: (idOrName: string): SlackChannel | undefined => {
      const name = idOrName.replace(/^#/, '')
      const named = (channel: SlackChannel) => channel.kind !== 'im' && channel.name === name
      return channels.get(idOrName) ?? [...channels.values()].find(named)
    },
    /** Whether this user can find the channel: members can, and all but guests can find public channels. */
    canSee: (channel: SlackChannel, userId: string): boolean => {
      if (channel.members.has(userId)) return true
      const role = users.get(userId)?.role
      return channel.kind === 'public' && role !== 'guest' && role !== 'external'
    },
    /** The direct messages between this user and the app. Created if missing. */
    dm: (userId: string): SlackChannel => {
      const isTheirs = (channel: SlackChannel) => channel.kind === 'im' && channel.members.has(userId)
      const existing = [...channels.values()].find(isTheirs)
      if (existing) return existing
      const members = new Set([userId, APP.botUser])
      return add({ id: nextId('D'), name: 'directmessage', kind: 'im', archived: false, members })
    },
    /** The direct messages between these users and the app. Created if missing. */
    group: (userIds: readonly string[]): SlackChannel => {
      const members = new Set([...userIds, APP.botUser])
      const same = (channel: SlackChannel) =>
        channel.kind === 'mpim' && channel.members.symmetricDifference(members).size === 0
      const existing = [...channels.values()].find(same)
      if (existing) return existing
      const names = [...members].map((id) => users.get(id)?.name ?? id)
      const name = `mpdm-${names.join('--')}-1`
      return add({ id: nextId('C'), name, kind: 'mpim', archived: false, members })
    },
    /** Shares a channel with another organization, which gives a private one a new id. Returns the id. */
    share: (id: string): string => {
      const channel = channels.get(id)
      if (!channel) throw new Error(`no channel ${id} in the sandbox`)
      channels.delete(id)
      return add({ ...channel, shared: 'yes', id: channel.kind === 'private' ? nextId('C') : id }).id
    },
    addChannel: ({ name, kind = 'public', members = [], ...shared }: NewChannel): SlackChannel =>
      add({ id: nextId('C'), name, kind, archived: false, members: new Set(members), ...shared }),
  }
}

export type Workspace = ReturnType<typeof createWorkspace>
