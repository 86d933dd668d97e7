/** What an app can do with channels: docs.slack.dev/reference/methods?family=conversations */
import { emitEvent } from '../delivery/events.ts'
import { setArchived, setMember } from '../interactions/people.ts'
import type { SlackChannel } from '../model.ts'
import { joinChannel } from '../world/membership.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { channelObject } from './conversations.ts'
import { SlackError } from './errors.ts'
import {
  type ChannelRight,
  joinedChannel,
  type Methods,
  method,
  missingScope,
  readableChannel,
  unarchived,
} from './method.ts'

const LONGEST_NAME = 80
const LONGEST_TOPIC = 250

/** A channel (not a direct message) that isn't archived and has the bot as a member. Throws Slack's error otherwise. */
function ownChannel(world: World, args: Arguments, right: ChannelRight): SlackChannel {
  readableChannel(world, args.required('channel'), right)
  return unarchived(joinedChannel(world, args.required('channel')))
}

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
    setArchived(world, channel.id, true)
  }),
  'conversations.setTopic': describe('topic'),
  'conversations.setPurpose': describe('purpose'),
}
