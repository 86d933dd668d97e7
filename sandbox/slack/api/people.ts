/** users.*, usergroups.*, team.*, bots.* and auth.*: docs.slack.dev/reference/methods */
import { avatarPath } from '../control/avatars.ts'
import type { Json } from '../json.ts'
import type { SlackUser } from '../model.ts'
import { APP, EMOJI, USERGROUP } from '../world/seed.ts'
import { userTeam } from '../world/sharing.ts'
import type { World } from '../world/world.ts'
import { type Arguments, SlackError } from './call.ts'
import { limitedPage, type Methods, method, page } from './method.ts'

/** The same image for every size. */
const pictures = (address: string): Json =>
  Object.fromEntries([24, 32, 48, 72, 192, 512].map((size) => [`image_${size}`, address]))

/** Slack only marks a user of another organization as a stranger if they share no channel with the app. */
function isStranger({ workspace }: World, user: SlackUser): boolean {
  if (user.role !== 'external') return false
  const shared = (members: ReadonlySet<string>) => members.has(user.id) && members.has(APP.botUser)
  return ![...workspace.channels.values()].some(({ members }) => shared(members))
}

/** The field of Enterprise Grid users. */
function enterpriseUser(world: World, user: SlackUser): Json | undefined {
  const { team, enterprise: enterprise_id } = userTeam(world, user)
  if (enterprise_id === null) return undefined
  const isOwn = enterprise_id === world.enterprise?.id
  const enterprise_name = isOwn ? world.enterprise?.name : 'Another organization'
  return { id: user.id, enterprise_id, enterprise_name, is_admin: false, is_owner: false, teams: [team] }
}

export const emailOf = ({ name }: SlackUser): string => `${name}@northwind.example`

const profileOf = (world: World, user: SlackUser): Json => ({
  real_name: user.realName,
  display_name: user.name,
  team: world.team.id,
  ...pictures(`${world.origin}${avatarPath(user.id)}`),
  email: world.scopes.has('users:read.email') && !user.isBot ? emailOf(user) : undefined,
})

/** Only sent with `include_locale`: docs.slack.dev/changelog/2017-09-locale-locale-locale */
const localeOf = (args: Arguments): Json => (args.boolean('include_locale') ? { locale: 'en-GB' } : {})

/** A closed account has neither a time zone nor a role. */
function userObject(world: World, user: SlackUser): Json {
  const { id, name, realName: real_name, role, tz, isBot: is_bot } = user
  const account = { id, team_id: userTeam(world, user).team, name, is_bot, is_app_user: false }
  if (user.deactivated) {
    const profile = { real_name, display_name: name, team: world.team.id }
    return { ...account, deleted: true, profile }
  }
  const now = world.clock.now().toZonedDateTimeISO(tz)
  return {
    ...account,
    real_name,
    deleted: false,
    tz,
    tz_label: tz,
    tz_offset: Math.round(now.offsetNanoseconds / 1e9),
    profile: profileOf(world, user),
    is_email_confirmed: is_bot ? undefined : true,
    is_admin: role === 'owner' || role === 'admin',
    is_owner: role === 'owner',
    is_primary_owner: role === 'owner',
    is_restricted: role === 'guest',
    is_ultra_restricted: false,
    is_stranger: isStranger(world, user),
    enterprise_user: enterpriseUser(world, user),
  }
}

const teamUrl = (world: World) => `https://${world.team.domain}.slack.com/`

export const people: Methods = {
  'auth.test': method('special', [], (_args, world) => ({
    url: teamUrl(world),
    team: world.team.name,
    user: world.workspace.user(APP.botUser).name,
    team_id: world.team.id,
    user_id: APP.botUser,
    bot_id: APP.botId,
    enterprise_id: world.enterprise?.id,
    is_enterprise_install: world.orgInstalled,
  })),
  'auth.teams.list': method('tier2', [], (args, world) => {
    const teams = world.orgInstalled ? world.teams() : [world.team]
    const { items, cursor } = limitedPage(teams, args, 1000)
    return {
      teams: items.map(({ id, name }) => ({ id, name })),
      response_metadata: { next_cursor: cursor },
    }
  }),
  'auth.revoke': method('tier3', [], (args, world) => {
    const real = !args.boolean('test')
    if (real && world.grants.app) world.grants.revoke(world, world.orgInstalled)
    else if (real) world.revoked = true
    return { revoked: real }
  }),
  'users.info': method('tier4', 'users:read', (args, world) => {
    const user = world.workspace.users.get(args.required('user'))
    if (!user) throw new SlackError('user_not_found')
    return { user: { ...userObject(world, user), ...localeOf(args) } }
  }),
  'users.list': method('tier2', 'users:read', (args, world) => {
    const { items, cursor } = page([...world.workspace.users.values()], args, 1000)
    return {
      members: items.map((user) => ({ ...userObject(world, user), ...localeOf(args) })),
      cache_ts: Math.trunc(world.clock.now().epochMilliseconds / 1000),
      response_metadata: { next_cursor: cursor },
    }
  }),
  'users.lookupByEmail': method('tier3', 'users:read.email', (args, world) => {
    const email = args.required('email').toLowerCase()
    const user = [...world.workspace.users.values()].find(
      (user) => !user.isBot && !user.deactivated && emailOf(user) === email,
    )
    if (!user) throw new SlackError('users_not_found')
    return { user: userObject(world, user) }
  }),
  'users.profile.get': method('tier4', 'users.profile:read', (args, world) => {
    const user = world.workspace.users.get(args.string('user') ?? APP.botUser)
    if (!user) throw new SlackError('user_not_found')
    return { profile: profileOf(world, user) }
  }),
  'emoji.list': method('tier2', 'emoji:read', (_args, world) => ({
    emoji: EMOJI,
    cache_ts: String(world.clock.now().epochMilliseconds / 1000),
  })),
  'usergroups.list': method('tier2', 'usergroups:read', (args, world) => {
    const { id, handle, users } = USERGROUP
    const members = args.boolean('include_users') ? { users: [...users] } : {}
    const count = args.boolean('include_count') ? { user_count: users.length } : {}
    const group = { id, team_id: world.team.id, is_usergroup: true, name: handle, handle, date_delete: 0 }
    return { usergroups: [{ ...group, ...members, ...count }] }
  }),
  'usergroups.users.list': method('tier2', 'usergroups:read', (args) => {
    if (args.required('usergroup') !== USERGROUP.id) throw new SlackError('no_such_subteam')
    return { users: [...USERGROUP.users] }
  }),
  'team.info': method('tier3', 'team:read', (_args, world) => ({
    team: {
      id: world.team.id,
      name: world.team.name,
      domain: world.team.domain,
      url: teamUrl(world),
      email_domain: '',
      icon: { image_default: true },
    },
  })),
  'bots.info': method('tier3', 'users:read', (args, world) => {
    if (args.required('bot') !== APP.botId) throw new SlackError('bot_not_found')
    return {
      bot: {
        id: APP.botId,
        deleted: false,
        name: world.workspace.user(APP.botUser).realName,
        app_id: APP.id,
        user_id: APP.botUser,
        icons: {},
      },
    }
  }),
}
