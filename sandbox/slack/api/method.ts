import type { Json } from '../json.ts'
import type { SlackChannel } from '../model.ts'
import type { Tier } from '../rate-limits.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { SlackError } from './errors.ts'

/** A family of scopes by the channel's kind, for instance `history`: `channels:history`, `groups:history`, `im:history`, `mpim:history`. */
export type ChannelRight = 'read' | 'history'

/** Who calls, beyond what the token may do. */
export interface Caller {
  /** The step's execution that the token was given for; undefined: it is the app's own. */
  readonly execution?: string | undefined
}

export interface Method {
  readonly tier: Tier
  /** `bot` by default. */
  readonly token?: 'bot' | 'app' | 'none'
  /** The bot scope that the call needs, or the family out of which the channel's kind picks one. */
  readonly scope?: string | readonly ChannelRight[]
  run(args: Arguments, world: World, caller: Caller): Json | Promise<Json>
}

const PREFIX = { public: 'channels', private: 'groups', im: 'im', mpim: 'mpim' } as const

/** All scopes of a family. */
export function family(right: ChannelRight): string[] {
  return Object.values(PREFIX).map((prefix) => `${prefix}:${right}`)
}

export function missingScope(world: World, needed: string): SlackError {
  return new SlackError('missing_scope', { needed, provided: [...world.scopes].join(',') })
}

/** The channel by id, as the bot may know of it; throws `channel_not_found`. */
export function knownChannel(world: World, id: string): SlackChannel {
  const channel = world.workspace.channels.get(id)
  const hidden = channel && channel.kind !== 'public' && !channel.members.has(APP.botUser)
  if (!channel || hidden) throw new SlackError('channel_not_found')
  return channel
}

/** As `knownChannel`, if the token has the family's scope for that kind of channel; throws `missing_scope`. */
export function readableChannel(world: World, id: string, right: ChannelRight): SlackChannel {
  const channel = knownChannel(world, id)
  const needed = `${PREFIX[channel.kind]}:${right}`
  if (!world.scopes.has(needed)) throw missingScope(world, needed)
  return channel
}

/** A page out of a list, with Slack's cursor. Throws `invalid_cursor`. */
export function page<T>(items: readonly T[], args: Arguments, most: number): { items: T[]; cursor: string } {
  const limit = args.integer('limit', 100, 1, most)
  const given = args.string('cursor')
  const from = given ? readCursor(given) : 0
  const next = from + limit < items.length ? `next:${from + limit}` : ''
  return { items: items.slice(from, from + limit), cursor: Buffer.from(next).toString('base64') }
}

function readCursor(cursor: string): number {
  const match = /^next:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8'))
  if (!match) throw new SlackError('invalid_cursor')
  return Number(match[1])
}
