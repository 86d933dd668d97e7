import type { Json } from '../json.ts'
import type { ShownMessage, SlackChannel } from '../model.ts'
import type { Tier } from '../rate-limits.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { type Arguments, SlackError } from './call.ts'

/**
 * A family of scopes, one per kind of channel. For example, `history` means `channels:history`, `groups:history`,
 * `im:history` or `mpim:history`. If a kind has several scopes, any one is enough.
 */
const FAMILIES = {
  read: { public: ['channels:read'], private: ['groups:read'], im: ['im:read'], mpim: ['mpim:read'] },
  history: {
    public: ['channels:history'],
    private: ['groups:history'],
    im: ['im:history'],
    mpim: ['mpim:history'],
  },
  manage: { public: ['channels:manage'], private: ['groups:write'], im: [], mpim: [] },
  invite: {
    public: ['channels:manage', 'channels:write.invites'],
    private: ['groups:write', 'groups:write.invites'],
    im: [],
    mpim: [],
  },
  topic: {
    public: ['channels:manage', 'channels:write.topic'],
    private: ['groups:write', 'groups:write.topic'],
    im: ['im:write', 'im:write.topic'],
    mpim: ['mpim:write', 'mpim:write.topic'],
  },
} as const satisfies Record<string, Record<SlackChannel['kind'], readonly string[]>>

export type ChannelRight = keyof typeof FAMILIES

/** Facts about the caller beyond the token's scopes. */
export interface Caller {
  /** The step execution that the token was issued for; undefined for the app's own token. */
  readonly execution?: string | undefined
}

export interface Method {
  readonly tier: Tier
  /** `bot` by default. */
  readonly token?: 'bot' | 'app' | 'none'
  /** The required bot scope, or families from which the channel's kind selects one. */
  readonly scope?: string | readonly ChannelRight[]
  /** The answer's fields. Those that are undefined are left out. */
  run(args: Arguments, world: World, caller: Caller): Json | undefined | Promise<Json>
}

export type Methods = Readonly<Record<string, Method>>

/** @param needs a scope, families of scopes, or another token than the bot's */
export const method = (
  tier: Tier,
  needs: string | readonly ChannelRight[] | Pick<Method, 'token'>,
  run: Method['run'],
): Method =>
  typeof needs === 'object' && 'token' in needs
    ? { tier, run, ...needs }
    : { tier, run, scope: needs as string | readonly ChannelRight[] }

/** A call needs one of these scopes. Empty if it needs none. */
export function scopesOf({ scope }: Method): string[] {
  if (scope === undefined) return []
  return typeof scope === 'string' ? [scope] : scope.flatMap((right) => Object.values(FAMILIES[right]).flat())
}

export function missingScope(world: World, needed: string): SlackError {
  return new SlackError('missing_scope', { needed, provided: [...world.scopes].join(',') })
}

/** A channel by id, if it is visible to the bot. Throws `channel_not_found`. */
export function knownChannel(world: World, id: string): SlackChannel {
  const channel = world.workspace.channels.get(id)
  const hidden = channel && channel.kind !== 'public' && !channel.members.has(APP.botUser)
  if (!channel || hidden) throw new SlackError('channel_not_found')
  return channel
}

/** Like `knownChannel`, but the token must have the family's scope for that kind of channel. Throws `missing_scope`. */
export function readableChannel(world: World, id: string, right: ChannelRight): SlackChannel {
  const channel = knownChannel(world, id)
  const needed: readonly string[] = FAMILIES[right][channel.kind]
  if (needed.length === 0) throw new SlackError('method_not_supported_for_channel_type')
  if (!needed.some((scope) => world.scopes.has(scope))) throw missingScope(world, needed.join(','))
  return channel
}

/** Like `knownChannel`, but the bot must be a member. Throws `not_in_channel`. */
export function joinedChannel(world: World, id: string): SlackChannel {
  const channel = knownChannel(world, id)
  if (!channel.members.has(APP.botUser)) throw new SlackError('not_in_channel')
  return channel
}

/** Throws `is_archived`. */
export function unarchived(channel: SlackChannel): SlackChannel {
  if (channel.archived) throw new SlackError('is_archived')
  return channel
}

/** A message in a channel that the bot is in. Throws `bad_timestamp`, `message_not_found`, or like `joinedChannel`. */
export function knownMessage(world: World, channel: string, ts: string): ShownMessage {
  const { id } = joinedChannel(world, channel)
  if (!/^\d+\.\d+$/.test(ts)) throw new SlackError('bad_timestamp')
  const message = world.messages.find(id, ts)
  if (!message || message.ephemeralFor) throw new SlackError('message_not_found')
  return message
}

/** One page of a list, with Slack's cursor. Throws `invalid_cursor`. */
export function page<T>(items: readonly T[], args: Arguments, most: number): { items: T[]; cursor: string } {
  const limit = args.integer('limit', 100, 1, most)
  const given = args.string('cursor')
  const from = given ? readCursor(given) : 0
  const next = from + limit < items.length ? `next:${from + limit}` : ''
  return { items: items.slice(from, from + limit), cursor: Buffer.from(next).toString('base64') }
}

/** Like `page`, for methods that document `invalid_limit`. Throws that above `most`. */
export const limitedPage: typeof page = (items, args, most) => {
  if (args.integer('limit', 100, 1, Number.POSITIVE_INFINITY) > most) throw new SlackError('invalid_limit')
  return page(items, args, most)
}

function readCursor(cursor: string): number {
  const match = /^next:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8'))
  if (!match) throw new SlackError('invalid_cursor')
  return Number(match[1])
}
