/** conversations.*: docs.slack.dev/reference/methods?family=conversations */
import type { Json } from '../json.ts'
import type { ShownMessage, SlackChannel } from '../model.ts'
import { joinChannel } from '../world/membership.ts'
import { messageObject } from '../world/posting.ts'
import { APP } from '../world/seed.ts'
import { sharingOf } from '../world/sharing.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { SlackError } from './errors.ts'
import { limitedPage, type Method, missingScope, page, readableChannel } from './method.ts'

export function channelObject(world: World, channel: SlackChannel): Json {
  const { id, name, kind, archived, members, topic = '', purpose = '' } = channel
  const shared = sharingOf(world, channel)
  const member = members.has(APP.botUser)
  const canvases = world.canvases.in(id)
  const canvas = canvases.find(({ isChannels }) => isChannels)
  const common = {
    id,
    created: 1_700_000_000,
    is_archived: archived,
    is_im: kind === 'im',
    is_org_shared: false,
    // `canvas` is the channel's own canvas. `tabs` lists all canvases, in a format that Slack sends but doesn't
    // document. Without canvases, both keys are missing.
    ...(canvases.length === 0
      ? {}
      : {
          properties: {
            ...(canvas === undefined
              ? {}
              : {
                  canvas: {
                    file_id: canvas.id,
                    is_empty: canvas.sections.length === 0,
                    quip_thread_id: `Q${canvas.id}`,
                  },
                }),
            tabs: canvases.map(({ id: file_id }) => ({
              id: `Ct${file_id.slice(1)}`,
              type: 'canvas',
              label: '',
              data: { file_id, shared_ts: '1700000000.000100' },
            })),
          },
        }),
  }
  if (kind === 'im')
    return { ...common, user: [...members].find((one) => one !== APP.botUser), is_user_deleted: false }
  return {
    ...common,
    name,
    name_normalized: name,
    is_channel: kind === 'public',
    is_group: kind !== 'public',
    is_private: kind !== 'public',
    is_mpim: kind === 'mpim',
    is_general: name === 'general',
    is_member: member,
    is_shared: shared === 'yes',
    is_ext_shared: shared === 'yes',
    is_pending_ext_shared: shared === 'pending',
    topic: { value: topic, creator: '', last_set: 0 },
    purpose: { value: purpose, creator: '', last_set: 0 },
  }
}

/** A channel that the bot is in, because it can only read those. */
function joined(world: World, args: Arguments): SlackChannel {
  const channel = readableChannel(world, args.required('channel'), 'history')
  if (!channel.members.has(APP.botUser)) throw new SlackError('not_in_channel')
  return channel
}

const mostMessages = 999

/** Matches messages between `oldest` and `latest`. The bounds themselves match only with `inclusive`. */
function within(args: Arguments): (message: ShownMessage) => boolean {
  const oldest = args.string('oldest') ?? '0'
  const latest = args.string('latest')
  const inclusive = args.boolean('inclusive')
  const order = (a: string, b: string) => Number(a) - Number(b)
  return ({ ts }) => {
    const after = order(ts, oldest)
    const before = latest ? order(latest, ts) : 1
    return inclusive ? after >= 0 && before >= 0 : after > 0 && before > 0
  }
}

function pageOfMessages(
  world: World,
  args: Arguments,
  { items, cursor }: { readonly items: readonly ShownMessage[]; readonly cursor: string },
): Json {
  const withMetadata = args.boolean('include_all_metadata')
  return {
    messages: items.map((message) => messageObject(world, message, withMetadata)),
    has_more: cursor !== '',
    pin_count: 0,
    ...(cursor ? { response_metadata: { next_cursor: cursor } } : {}),
  }
}

const info: Method = {
  tier: 'tier3',
  scope: ['read'],
  run: (args, world) => {
    const channel = readableChannel(world, args.required('channel'), 'read')
    const count = args.boolean('include_num_members') ? { num_members: channel.members.size } : {}
    return { channel: { ...channelObject(world, channel), ...count } }
  },
}

/**
 * Pages go backwards from `latest`; with only `oldest`, they go forward from there. Either way a page lists its
 * newest message first. The method's current page doesn't say so, but its predecessor's did:
 * github.com/slackhq/slack-api-docs/blob/master/methods/channels.history.md
 */
const history: Method = {
  tier: 'tier3',
  scope: ['history'],
  run: (args, world) => {
    const channel = joined(world, args)
    const top = world.messages
      .list(channel.id)
      .filter((message) => !message.ephemeralFor && (!message.thread_ts || message.thread_ts === message.ts))
    const inRange = top.filter(within(args))
    const isForward = args.string('oldest') !== undefined && args.string('latest') === undefined
    if (!isForward) return pageOfMessages(world, args, page(inRange.reverse(), args, mostMessages))
    const { items, cursor } = page(inRange, args, mostMessages)
    return pageOfMessages(world, args, { items: items.reverse(), cursor })
  },
}

const replies: Method = {
  tier: 'tier3',
  scope: ['history'],
  run: (args, world) => {
    const channel = joined(world, args)
    const parent = world.messages.find(channel.id, args.required('ts'))
    if (!parent || parent.ephemeralFor) throw new SlackError('thread_not_found')
    const thread = world.messages.replies(channel.id, parent.ts).filter((message) => !message.ephemeralFor)
    return pageOfMessages(world, args, page([parent, ...thread.filter(within(args))], args, mostMessages))
  },
}

const members: Method = {
  tier: 'tier4',
  scope: ['read'],
  run: (args, world) => {
    const channel = readableChannel(world, args.required('channel'), 'read')
    // “Specify a limit value under 1000” (docs.slack.dev/reference/methods/conversations.members).
    const { items, cursor } = limitedPage([...channel.members], args, 999)
    return { members: items, response_metadata: { next_cursor: cursor } }
  },
}

/** The scope that each type needs, and its kind in the sandbox. */
const listed: Readonly<Record<string, { readonly scope: string; readonly kind: SlackChannel['kind'] }>> = {
  public_channel: { scope: 'channels:read', kind: 'public' },
  private_channel: { scope: 'groups:read', kind: 'private' },
  im: { scope: 'im:read', kind: 'im' },
  mpim: { scope: 'mpim:read', kind: 'mpim' },
}

/** The kinds named in the argument `types`. Throws `invalid_types`, or `missing_scope` for a type without its scope. */
function kindsAsked(args: Arguments, world: World): readonly SlackChannel['kind'][] {
  return (args.string('types') ?? 'public_channel').split(',').map((type) => {
    const { scope, kind } = listed[type.trim()] ?? {}
    if (scope === undefined || kind === undefined) throw new SlackError('invalid_types')
    if (!world.scopes.has(scope)) throw missingScope(world, scope)
    return kind
  })
}

/** All public channels, plus other conversations that the bot is in. */
const all: Method = {
  tier: 'tier2',
  scope: ['read'],
  run: (args, world) => {
    const kinds = kindsAsked(args, world)
    const archivedToo = !args.boolean('exclude_archived')
    const listed = [...world.workspace.channels.values()].filter(
      ({ kind, archived, members }) =>
        kinds.includes(kind) && (archivedToo || !archived) && (kind === 'public' || members.has(APP.botUser)),
    )
    const { items, cursor } = page(listed, args, 999)
    return {
      channels: items.map((channel) => channelObject(world, channel)),
      response_metadata: { next_cursor: cursor },
    }
  },
}

/** The conversations that the bot is in; with `user`, only those it shares with that user. */
const ofUser: Method = {
  tier: 'tier2',
  scope: ['read'],
  run: (args, world) => {
    const user = args.string('user') ?? APP.botUser
    if (!world.workspace.users.has(user)) throw new SlackError('user_not_found')
    const kinds = kindsAsked(args, world)
    const archivedToo = !args.boolean('exclude_archived')
    const shared = [...world.workspace.channels.values()].filter(
      ({ kind, archived, members }) =>
        kinds.includes(kind) && (archivedToo || !archived) && members.has(user) && members.has(APP.botUser),
    )
    const { items, cursor } = page(shared, args, 999)
    return {
      channels: items.map((channel) => {
        const { is_member: _, ...fields } = channelObject(world, channel)
        return fields
      }),
      response_metadata: { next_cursor: cursor },
    }
  },
}

const open: Method = {
  tier: 'tier3',
  scope: 'im:write',
  run: (args, world) => {
    const channelId = args.string('channel')
    const users = (args.string('users') ?? '').split(',').filter(Boolean)
    if (channelId)
      return {
        channel: { id: readableChannel(world, channelId, 'read').id },
        no_op: true,
        already_open: true,
      }
    const [user] = users
    if (!user) throw new SlackError('users_list_not_supplied')
    if (users.some((id) => !world.workspace.users.has(id))) throw new SlackError('user_not_found')
    if (users.length === 1) return { channel: { id: world.workspace.dm(user).id } }
    if (!world.scopes.has('mpim:write')) throw missingScope(world, 'mpim:write')
    return { channel: { id: world.workspace.group(users).id } }
  },
}

const join: Method = {
  tier: 'tier3',
  scope: 'channels:join',
  run: (args, world) => {
    const channel = world.workspace.channels.get(args.required('channel'))
    if (!channel || (channel.kind !== 'public' && !channel.members.has(APP.botUser))) {
      throw new SlackError('channel_not_found')
    }
    if (channel.kind !== 'public') throw new SlackError('method_not_supported_for_channel_type')
    if (channel.archived) throw new SlackError('is_archived')
    const already = channel.members.has(APP.botUser)
    if (!already) joinChannel(world, channel, APP.botUser)
    return { channel: channelObject(world, channel), ...(already ? { warning: 'already_in_channel' } : {}) }
  },
}

export const conversations: Record<string, Method> = {
  'conversations.info': info,
  'conversations.history': history,
  'conversations.replies': replies,
  'conversations.members': members,
  'conversations.list': all,
  'conversations.open': open,
  'conversations.join': join,
  'users.conversations': ofUser,
}
