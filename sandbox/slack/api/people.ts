/** users.*, usergroups.*, team.*, bots.* and auth.*: docs.slack.dev/reference/methods */
import { avatarPath } from '../control/avatars.ts'
import type { Json } from '../json.ts'
import type { SlackUser } from '../model.ts'
import { APP, EMOJI, USERGROUP } from '../world/seed.ts'
import { userTeam } from '../world/user-team.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { SlackError } from './errors.ts'
import { limitedPage, type Method, page } from './method.ts'

/** The same image for every size. */
const pictures = (address: string): Json =>
  Object.fromEntries([24, 32, 48, 72, 192, 512].map((size) => [`image_${size}`, address]))

/** Slack only marks a user of another organization as a stranger if they share no channel with the app. */
function isStranger({ workspace }: World, user: SlackUser): boolean {
  if (user.role !== 'external') return false
  const shared = (members: ReadonlySet<string>) => members.has(user.id) && members.has(APP.botUser)
  return ![...workspace.channels.values()].some(({ members }) => shared(members))
}

/** The fields of Enterprise Grid users. */
function enterpriseUser(world: World, user: SlackUser): Json {
  const { team, enterprise } = userTeam(world, user)
  if (enterprise === null) return {}
  const isOwn = enterprise === world.enterprise?.id
  return {
    enterprise_user: {
      id: user.id,
      enterprise_id: enterprise,
      enterprise_name: isOwn ? world.enterprise?.name : 'Another organization',
      is_admin: false,
      is_owner: false,
      teams: [team],
    },
  }
}

export const emailOf = ({ name }: SlackUser): string => `${name}@northwind.example`

function profileOf(world: World, user: SlackUser): Json {
  return {
    real_name: user.realName,
    display_name: user.name,
    team: world.team.id,
    ...pictures(`${world.origin}${avatarPath(user.id)}`),
    ...(world.scopes.has('users:read.email') && !user.isBot ? { email: emailOf(user) } : {}),
  }
}

/** Only sent with `include_locale`: docs.slack.dev/changelog/2017-09-locale-locale-locale */
function localeOf(args: Arguments, { locale = 'en-GB' }: SlackUser): Json {
  return args.boolean('include_locale') ? { locale } : {}
}

function userObject(world: World, user: SlackUser): Json {
  if (user.deactivated) return closedAccount(world, user)
  const now = world.clock.now().toZonedDateTimeISO(user.tz)
  return {
    id: user.id,
    team_id: userTeam(world, user).team,
    name: user.name,
    real_name: user.realName,
    deleted: false,
    tz: user.tz,
    tz_label: user.tz,
    tz_offset: Math.round(now.offsetNanoseconds / 1e9),
    profile: profileOf(world, user),
    ...(user.isBot ? {} : { is_email_confirmed: true }),
    is_admin: user.role === 'owner' || user.role === 'admin',
    is_owner: user.role === 'owner',
    is_primary_owner: user.role === 'owner',
    is_restricted: user.role === 'guest',
    is_ultra_restricted: false,
    is_stranger: isStranger(world, user),
    is_bot: user.isBot,
    is_app_user: false,
    ...enterpriseUser(world, user),
  }
}

/** The fields of a closed account, which has neither a time zone nor a role. */
function closedAccount(world: World, user: SlackUser): Json {
  return {
    id: user.id,
    team_id: userTeam(world, user).team,
    name: user.name,
    deleted: true,
    profile: { real_name: user.realName, display_name: user.name, team: world.team.id },
    is_bot: user.isBot,
    is_app_user: false,
  }
}

const teamUrl = (world: World) => `https://${world.team.domain}.slack.com/`

export const people: Record<string, Method> = {
  'auth.test': {
    tier: 'special',
    run: (_args, world) => ({
      url: teamUrl(world),
      team: world.team.name,
      user: world.workspace.user(APP.botUser).name,
      team_id: world.team.id,
      user_id: APP.botUser,
      bot_id: APP.botId,
      ...(world.enterprise ? { enterprise_id: world.enterprise.id } : {}),
      is_enterprise_install: world.orgInstalled,
    }),
  },
  'auth.teams.list': {
    tier: 'tier2',
    run: (args, world) => {
      const teams = world.orgInstalled ? world.teams() : [world.team]
      const { items, cursor } = limitedPage(teams, args, 1000)
      return {
        teams: items.map(({ id, name }) => ({ id, name })),
        response_metadata: { next_cursor: cursor },
      }
    },
  },
  'auth.revoke': {
    tier: 'tier3',
    run: (args, world) => {
      const real = !args.boolean('test')
      if (real) world.revoked = true
      return { revoked: real }
    },
  },
  'users.info': {
    tier: 'tier4',
    scope: 'users:read',
    run: (args, world) => {
      const user = world.workspace.users.get(args.required('user'))
      if (!user) throw new SlackError('user_not_found')
      return { user: { ...userObject(world, user), ...localeOf(args, user) } }
    },
  },
  'users.list': {
    tier: 'tier2',
    scope: 'users:read',
    run: (args, world) => {
      const { items, cursor } = page([...world.workspace.users.values()], args, 1000)
      return {
        members: items.map((user) => ({ ...userObject(world, user), ...localeOf(args, user) })),
        cache_ts: Math.trunc(world.clock.now().epochMilliseconds / 1000),
        response_metadata: { next_cursor: cursor },
      }
    },
  },
  'users.lookupByEmail': {
    tier: 'tier3',
    scope: 'users:read.email',
    run: (args, world) => {
      const email = args.required('email').toLowerCase()
      const user = [...world.workspace.users.values()].find(
        (user) => !user.isBot && !user.deactivated && emailOf(user) === email,
      )
      if (!user) throw new SlackError('users_not_found')
      return { user: userObject(world, user) }
    },
  },
  'users.profile.get': {
    tier: 'tier4',
    scope: 'users.profile:read',
    run: (args, world) => {
      const user = world.workspace.users.get(args.string('user') ?? APP.botUser)
      if (!user) throw new SlackError('user_not_found')
      return { profile: profileOf(world, user) }
    },
  },
  'emoji.list': {
    tier: 'tier2',
    scope: 'emoji:read',
    run: (_args, world) => ({
      emoji: EMOJI,
      cache_ts: String(world.clock.now().epochMilliseconds / 1000),
    }),
  },
  'usergroups.list': {
    tier: 'tier2',
    scope: 'usergroups:read',
    run: (args, world) => {
      const { id, handle, users } = USERGROUP
      const members = args.boolean('include_users') ? { users: [...users] } : {}
      const count = args.boolean('include_count') ? { user_count: users.length } : {}
      const group = { id, team_id: world.team.id, is_usergroup: true, name: handle, handle, date_delete: 0 }
      return { usergroups: [{ ...group, ...members, ...count }] }
    },
  },
  'usergroups.users.list': {
    tier: 'tier2',
    scope: 'usergroups:read',
    run: (args) => {
      if (args.required('usergroup') !== USERGROUP.id) throw new SlackError('no_such_subteam')
      return { users: [...USERGROUP.users] }
    },
  },
  'team.info': {
    tier: 'tier3',
    scope: 'team:read',
    run: (_args, world) => ({
      team: {
        id: world.team.id,
        name: world.team.name,
        domain: world.team.domain,
        url: teamUrl(world),
        email_domain: '',
        icon: { image_default: true },
      },
    }),
  },
  'bots.info': {
    tier: 'tier3',
    scope: 'users:read',
    run: (args, world) => {
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
    },
  },
}
