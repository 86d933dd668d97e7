import { APP, CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import { type CasesByMethod, type Refusals, type Tried, unreachable } from './case.ts'

const channel = CHANNELS.brandVisibility
const { general, archive, leads, ownerDm } = CHANNELS

/** Channels where the call is refused, whatever it does. */
const places = (more: object): Refusals => ({
  ...unreachable(() => more),
  method_not_supported_for_channel_type: () => ({ channel: ownerDm, ...more }),
  invalid_arguments: () => ({ ...more }),
})
const { method_not_supported_for_channel_type: _, ...describing } = places({})

/** `#general` with the bot as a member. */
const inGeneral = ({ slack }: Tried) => {
  slack.setMember({ channel: general, user: APP.botUser, member: true })
  return { channel: general }
}

export const managingCases: CasesByMethod = {
  'conversations.create': {
    invalid_name_required: () => ({}),
    invalid_name_maxlength: () => ({ name: 'x'.repeat(81) }),
    invalid_name_specials: () => ({ name: 'No Such Name' }),
    invalid_name_punctuation: () => ({ name: '-_-' }),
    name_taken: () => ({ name: 'general' }),
  },
  'conversations.invite': {
    ...places({ users: USERS.external }),
    no_user: () => ({ channel }),
    user_not_found: () => ({ channel, users: 'U0NOBODY' }),
    cant_invite_self: () => ({ channel: leads, users: APP.botUser }),
    already_in_channel: () => ({ channel, users: USERS.owner }),
  },
  'conversations.kick': {
    ...places({ user: USERS.owner }),
    user_not_found: () => ({ channel, user: 'U0NOBODY' }),
    cant_kick_self: () => ({ channel, user: APP.botUser }),
    cant_kick_from_general: (tried) => ({ ...inGeneral(tried), user: USERS.owner }),
  },
  'conversations.leave': {
    channel_not_found: () => ({ channel: 'C0NOWHERE' }),
    is_archived: () => ({ channel: archive }),
    method_not_supported_for_channel_type: () => ({ channel: ownerDm }),
    cant_leave_general: inGeneral,
    last_member: async ({ client }) => {
      const { channel: made } = await client.conversations.create({ name: 'alone' })
      return { channel: made?.id }
    },
    invalid_arguments: () => ({}),
  },
  'conversations.archive': {
    channel_not_found: () => ({ channel: 'C0NOWHERE' }),
    not_in_channel: () => ({ channel: general }),
    already_archived: () => ({ channel: archive }),
    method_not_supported_for_channel_type: () => ({ channel: ownerDm }),
    cant_archive_general: inGeneral,
    invalid_arguments: () => ({}),
  },
  'conversations.setTopic': { ...describing, too_long: () => ({ channel, topic: 'x'.repeat(251) }) },
  'conversations.setPurpose': { ...describing, too_long: () => ({ channel, purpose: 'x'.repeat(251) }) },
}
