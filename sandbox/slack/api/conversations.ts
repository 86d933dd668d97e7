/** conversations.*: docs.slack.dev/reference/methods?family=conversations */

import { emitEvent } from '../delivery/events.ts'
import { setArchived, setMember } from '../interactions/people.ts'
import type { Json } from '../json.ts'
import type { ShownMessage, SlackChannel } from '../model.ts'
import type { Canvas } from '../world/canvases.ts'
import { joinChannel } from '../world/membership.ts'
import { messageObject } from '../world/posting.ts'
import { APP } from '../world/seed.ts'
import { sharingOf } from '../world/sharing.ts'
import type { World } from '../world/world.ts'
import { type Arguments, SlackError } from './call.ts'
import {
  type ChannelRight,
  joinedChannel,
  knownChannel,
  limitedPage,
  type Methods,
  method,
  missingScope,
  page,
  readableChannel,
  unarchived,
} from './method.ts'

/** `canvas` is the channel's own one. `tabs` has all, in a format that Slack sends but doesn't document. */
function canvasTabs(canvases: readonly Canvas[]): Json {
  const own = canvases.find(({ isChannels }) => isChannels)
  return {
    canvas: own && { file_id: own.id, is_empty: own.sections.length === 0, quip_thread_id: `Q${own.id}` },
    tabs: canvases.map(({ id: file_id }) => ({
      id: `Ct${file_id.slice(1)}`,
      type: 'canvas',
      label: '',
      data: { file_id, shared_ts: '1700000000.000100' },
    })),
  }
}

function channelObject(world: World, channel: SlackChannel): Json {
  const { id, name, kind, archived, members, topic = '', purpose = '' } = channel
  const shared = sharingOf(world, channel)
  const member = members.has(APP.botUser)
  const canvases = world.canvases.in(id)
  const common = {
    id,
    created: 1_700_000_000,
    is_archived: archived,
    is_im: kind === 'im',
    is_org_shared: false,
    properties: canvases.length > 0 ? canvasTabs(canvases) : undefined,
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

/** A channel that the bot is in, with the scope for its kind. */
function joined(world: World, args: Arguments, right: ChannelRight): SlackChannel {
  readableChannel(world, args.required('channel'), right)
  return joinedChannel(world, args.required('channel'))
}

const mostMessages = 999

/** Matches messages between `oldest` and `latest`, and with `inclusive` at them. Throws `invalid_ts_oldest`, `…_latest`. */
function within(args: Arguments): (message: ShownMessage) => boolean {
  const bound = (name: 'oldest' | 'latest', otherwise: number) => {
    const given = Number(args.string(name) || otherwise)
    if (Number.isNaN(given)) throw new SlackError(`invalid_ts_${name}`)
    return given
  }
  const oldest = bound('oldest', 0)
  const latest = bound('latest', Number.POSITIVE_INFINITY)
  const isBound = (ts: number) => args.boolean('inclusive') && (ts === oldest || ts === latest)
  return ({ ts }) => (Number(ts) > oldest && Number(ts) < latest) || isBound(Number(ts))
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
    response_metadata: cursor ? { next_cursor: cursor } : undefined,
  }
}

/** The scope that each type needs, and its kind in the sandbox. */
const listed: Readonly<Record<string, { readonly scope: string; readonly kind: SlackChannel['kind'] }>> = {
  public_channel: { scope: 'channels:read', kind: 'public' },
  private_channel: { scope: 'groups:read', kind: 'private' },
  im: { scope: 'im:read', kind: 'im' },
  mpim: { scope: 'mpim:read', kind: 'mpim' },
}

/** The channels of the argument `types`. Throws `invalid_types`, or `missing_scope` for a type without its scope. */
function channelsAsked(args: Arguments, world: World, isMeant: (channel: SlackChannel) => boolean) {
  const kinds = (args.string('types') ?? 'public_channel').split(',').map((type) => {
    const { scope, kind } = listed[type.trim()] ?? {}
    if (scope === undefined || kind === undefined) throw new SlackError('invalid_types')
    if (!world.scopes.has(scope)) throw missingScope(world, scope)
    return kind
  })
  const archivedToo = !args.boolean('exclude_archived')
  return [...world.workspace.channels.values()].filter(
    (channel) => kinds.includes(channel.kind) && (archivedToo || !channel.archived) && isMeant(channel),
  )
}

const MOST_USERS = 8

/** Why the bot can have no direct messages with this user; undefined if it can. */
function openRefusal({ workspace }: World, id: string): string | undefined {
  const user = workspace.users.get(id)
  if (!user) return 'user_not_found'
  if (user.isBot) return 'cannot_dm_bot'
  return user.deactivated ? 'user_disabled' : undefined
}

export const conversations: Methods = {
  'conversations.info': method('tier3', ['read'], (args, world) => {
    const channel = readableChannel(world, args.required('channel'), 'read')
    const num_members = args.boolean('include_num_members') ? channel.members.size : undefined
    return { channel: { ...channelObject(world, channel), num_members } }
  }),
  /**
   * Pages go backwards from `latest`; with only `oldest`, they go forward from there. Either way a page lists its
   * newest message first. The method's current page doesn't say so, but its predecessor's did:
   * github.com/slackhq/slack-api-docs/blob/master/methods/channels.history.md
   */
  'conversations.history': method('tier3', ['history'], (args, world) => {
    const channel = joined(world, args, 'history')
    const top = world.messages
      .list(channel.id)
      .filter((message) => !message.ephemeralFor && (!message.thread_ts || message.thread_ts === message.ts))
    const inRange = top.filter(within(args))
    const isForward = args.string('oldest') !== undefined && args.string('latest') === undefined
    if (!isForward) return pageOfMessages(world, args, page(inRange.reverse(), args, mostMessages))
    const { items, cursor } = page(inRange, args, mostMessages)
    return pageOfMessages(world, args, { items: items.reverse(), cursor })
  }),
  'conversations.replies': method('tier3', ['history'], (args, world) => {
    const channel = joined(world, args, 'history')
    const parent = world.messages.find(channel.id, args.required('ts'))
    if (!parent || parent.ephemeralFor) throw new SlackError('thread_not_found')
    const thread = world.messages.replies(channel.id, parent.ts).filter(within(args))
    return pageOfMessages(world, args, page([parent, ...thread], args, mostMessages))
  }),
  'conversations.members': method('tier4', ['read'], (args, world) => {
    const channel = readableChannel(world, args.required('channel'), 'read')
    // “Specify a limit value under 1000” (docs.slack.dev/reference/methods/conversations.members).
    const { items, cursor } = limitedPage([...channel.members], args, 999)
    return { members: items, response_metadata: { next_cursor: cursor } }
  }),
  /** All public channels, plus other conversations that the bot is in. */
  'conversations.list': method('tier2', ['read'], (args, world) => {
    const isListed = ({ kind, members }: SlackChannel) => kind === 'public' || members.has(APP.botUser)
    const { items, cursor } = page(channelsAsked(args, world, isListed), args, 999)
    const channels = items.map((channel) => channelObject(world, channel))
    return { channels, response_metadata: { next_cursor: cursor } }
  }),
  'conversations.open': method('tier3', 'im:write', (args, world) => {
    const channelId = args.string('channel')
    const users = (args.string('users') ?? '').split(',').filter(Boolean)
    const open = channelId ? knownChannel(world, channelId) : undefined
    if (open && !/im$/.test(open.kind)) throw new SlackError('method_not_supported_for_channel_type')
    if (open) return { channel: { id: open.id }, no_op: true, already_open: true }
    const [user] = users
    if (!user) throw new SlackError('users_list_not_supplied')
    if (users.length > MOST_USERS) throw new SlackError('too_many_users')
    const refusal = users.map((id) => openRefusal(world, id)).find(Boolean)
    if (refusal) throw new SlackError(refusal)
    if (users.length === 1) return { channel: { id: world.workspace.dm(user).id } }
    if (!world.scopes.has('mpim:write')) throw missingScope(world, 'mpim:write')
    return { channel: { id: world.workspace.group(users).id } }
  }),
  'conversations.join': method('tier3', 'channels:join', (args, world) => {
    const channel = knownChannel(world, args.required('channel'))
    if (channel.kind !== 'public') throw new SlackError('method_not_supported_for_channel_type')
    const already = unarchived(channel).members.has(APP.botUser)
    if (!already) joinChannel(world, channel, APP.botUser)
    return { channel: channelObject(world, channel), warning: already ? 'already_in_channel' : undefined }
  }),
  /** The conversations that the bot is in; with `user`, that user's public ones, and others that the bot is in. */
  'users.conversations': method('tier3', ['read'], (args, world) => {
    const user = args.string('user') ?? APP.botUser
    if (!world.workspace.users.has(user)) throw new SlackError('user_not_found')
    const isListed = ({ kind, members }: SlackChannel) =>
      members.has(user) && (kind === 'public' || members.has(APP.botUser))
    const { items, cursor } = page(channelsAsked(args, world, isListed), args, 999)
    const channels = items.map((channel) => ({ ...channelObject(world, channel), is_member: undefined }))
    return { channels, response_metadata: { next_cursor: cursor } }
  }),
}

// What an app can do with channels: docs.slack.dev/reference/methods?family=conversations

const LONGEST_NAME = 80
const LONGEST_TOPIC = 250

/** A channel (not a direct message) that isn't archived and has the bot as a member. Throws Slack's error otherwise. */
const ownChannel = (world: World, args: Arguments, right: ChannelRight): SlackChannel =>
  unarchived(joined(world, args, right))

/** docs.slack.dev/reference/methods/conversations.create#naming */
function newName(world: World, args: Arguments): string {
  const name = args.string('name') ?? ''
  if (name === '') throw new SlackError('invalid_name_required')
  if (name.length > LONGEST_NAME) throw new SlackError('invalid_name_maxlength')
  if (!/^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]+$/u.test(name)) throw new SlackError('invalid_name_specials')
  if (/^[_-]+$/.test(name)) throw new SlackError('invalid_name_punctuation')
  if (world.workspace.findChannel(name)) throw new SlackError('name_taken')
  return name
}

/** Why this user can't be invited; undefined if they can. */
function inviteRefusal(world: World, channel: SlackChannel, user: string): string | undefined {
  const invited = world.workspace.users.get(user)
  if (!invited || invited.deactivated) return 'user_not_found'
  if (user === APP.botUser) return 'cant_invite_self'
  if (channel.members.has(user)) return 'already_in_channel'
  return undefined
}

const describe = (field: 'topic' | 'purpose') =>
  method('tier2', ['topic'], (args, world) => {
    const channel = ownChannel(world, args, 'topic')
    const text = args.string(field) ?? ''
    if (text.length > LONGEST_TOPIC) throw new SlackError('too_long')
    channel[field] = text
    world.changes.changed()
    return { channel: channelObject(world, channel), [field]: text }
  })

export const channels: Methods = {
  'conversations.create': method('tier2', ['manage'], (args, world) => {
    const isPrivate = args.boolean('is_private')
    const scope = isPrivate ? 'groups:write' : 'channels:manage'
    if (!world.scopes.has(scope)) throw missingScope(world, scope)
    const kind = isPrivate ? 'private' : 'public'
    const channel = world.workspace.addChannel({ name: newName(world, args), kind, members: [APP.botUser] })
    const { id, name } = channel
    const created = { id, name, created: 1_700_000_000, creator: APP.botUser }
    if (!isPrivate) emitEvent(world, 'channel_created', { type: 'channel_created', channel: created })
    return { channel: channelObject(world, channel) }
  }),
  'conversations.invite': method('tier3', ['invite'], (args, world) => {
    const channel = ownChannel(world, args, 'invite')
    const users = (args.string('users') ?? '').split(',').filter(Boolean)
    if (users.length === 0) throw new SlackError('no_user')
    const errors = users.flatMap((user) => {
      const error = inviteRefusal(world, channel, user)
      return error === undefined ? [] : [{ user, ok: false, error }]
    })
    const [first] = errors
    if (first && !(args.boolean('force') && errors.length < users.length))
      throw new SlackError(first.error, { errors })
    for (const user of users)
      if (!errors.some((one) => one.user === user)) joinChannel(world, channel, user, APP.botUser)
    return { channel: channelObject(world, channel) }
  }),
  'conversations.kick': method('tier3', ['manage'], (args, world) => {
    const channel = ownChannel(world, args, 'manage')
    const user = args.required('user')
    if (user === APP.botUser) throw new SlackError('cant_kick_self')
    if (!world.workspace.users.has(user)) throw new SlackError('user_not_found')
    if (!channel.members.has(user)) throw new SlackError('not_in_channel')
    if (channel.name === 'general') throw new SlackError('cant_kick_from_general')
    setMember(world, { channel: channel.id, user, member: false })
  }),
  'conversations.leave': method('tier3', ['manage'], (args, world) => {
    const channel = unarchived(readableChannel(world, args.required('channel'), 'manage'))
    if (!channel.members.has(APP.botUser)) return { not_in_channel: true }
    if (channel.name === 'general') throw new SlackError('cant_leave_general')
    if (channel.members.size === 1) throw new SlackError('last_member')
    setMember(world, { channel: channel.id, user: APP.botUser, member: false })
  }),
  'conversations.archive': method('tier2', ['manage'], (args, world) => {
    const channel = readableChannel(world, args.required('channel'), 'manage')
    if (channel.archived) throw new SlackError('already_archived')
    if (!channel.members.has(APP.botUser)) throw new SlackError('not_in_channel')
    if (channel.name === 'general') throw new SlackError('cant_archive_general')
    setArchived(world, channel.id, true, APP.botUser)
  }),
  'conversations.setTopic': describe('topic'),
  'conversations.setPurpose': describe('purpose'),
}
