/** The initial workspace of every sandbox. Its ids are constants, so that tests and the demo can use them. */
import type { SlackChannel, SlackUser } from '../model.ts'

export const TEAM = { id: 'T0SANDBOX', name: 'Northwind Marketing', domain: 'northwind-marketing' } as const

/** The installed app: its own id, its bot user and its bot record. */
export const APP = {
  id: 'A0SIGHTLINE',
  botUser: 'U0SIGHTLINE',
  botId: 'B0SIGHTLINE',
  name: 'Sightline',
} as const

export const USERS = {
  owner: 'U0OLIVIA',
  admin: 'U0AMIR',
  member: 'U0MAYA',
  member2: 'U0JONAS',
  guest: 'U0GRETA',
  external: 'U0ELI',
} as const

export const CHANNELS = {
  brandVisibility: 'C0BRAND',
  marketing: 'C0MARKETING',
  /** The bot is not a member. */
  general: 'C0GENERAL',
  archive: 'C0ARCHIVE',
  /** Private, with the bot. */
  leads: 'C0LEADS',
  /** The owner's direct messages with the app. */
  ownerDm: 'D0OLIVIA',
} as const

export const USERGROUP = { id: 'S0BRAND', handle: 'brand-team', users: [USERS.owner, USERS.member] } as const

/** The workspace's own emoji, as in emoji.list: aliases of Slack's. */
export const EMOJI = { shipit: 'alias:rocket', looks_good: 'alias:thumbsup' } as const

/** The home workspace of the external (Slack Connect) user. */
export const PARTNER_TEAM = 'T0PARTNER'

/** In Slack's format, but obviously not real. */
export const TOKENS = {
  bot: 'xoxb-sandbox-not-a-secret',
  app: 'xapp-sandbox-not-a-secret',
  signing: 'sandbox-signing-secret',
  verification: 'sandbox-verification-token',
}

const person = (
  id: string,
  name: string,
  realName: string,
  tz: string,
  role: SlackUser['role'],
): SlackUser => ({ id, name, realName, tz, role, isBot: false, deactivated: false })

/** The handle of an app with this name. */
const handleOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')

/** @param appName the app's name in its manifest */
export function seedUsers(appName: string = APP.name): Map<string, SlackUser> {
  const users: SlackUser[] = [
    person(USERS.owner, 'olivia', 'Olivia Okafor', 'Europe/Berlin', 'owner'),
    person(USERS.admin, 'amir', 'Amir Haddad', 'Europe/London', 'admin'),
    person(USERS.member, 'maya', 'Maya Lindqvist', 'America/New_York', 'member'),
    person(USERS.member2, 'jonas', 'Jonas Weber', 'Europe/Berlin', 'member'),
    person(USERS.guest, 'greta', 'Greta Silva', 'America/Sao_Paulo', 'guest'),
    person(USERS.external, 'eli', 'Eli Tanaka', 'Asia/Tokyo', 'external'),
    { ...person(APP.botUser, handleOf(appName), appName, 'Etc/UTC', 'member'), isBot: true },
  ]
  return new Map(users.map((user) => [user.id, user]))
}

export function seedChannels(): Map<string, SlackChannel> {
  const { owner, admin, member, member2, guest, external } = USERS
  const bot = APP.botUser
  const colleagues = [owner, admin, member, member2]
  const channel = (
    id: string,
    name: string,
    kind: SlackChannel['kind'],
    members: string[],
    archived = false,
  ): SlackChannel => ({ id, name, kind, archived, members: new Set(members) })
  const channels = [
    channel(CHANNELS.brandVisibility, 'brand-visibility', 'public', [...colleagues, guest, bot]),
    channel(CHANNELS.marketing, 'marketing', 'public', [...colleagues, external, bot]),
    channel(CHANNELS.general, 'general', 'public', colleagues),
    channel(CHANNELS.archive, 'archive', 'public', [owner, admin, bot], true),
    channel(CHANNELS.leads, 'brand-leads', 'private', [owner, admin, bot]),
    channel(CHANNELS.ownerDm, 'directmessage', 'im', [owner, bot]),
  ]
  return new Map(channels.map((one) => [one.id, one]))
}
