/** A page for app developers that lists the sandbox's ids, tokens, methods and events. */
import type { FastifyInstance } from 'fastify'
import { scopesOf } from '../api/method.ts'
import { METHODS } from '../api/methods.ts'
import { emailOf } from '../api/people.ts'
import { EVENTS, subscribes } from '../delivery/events.ts'
import { code, escaped, page, table } from '../html.ts'
import type { SlackChannel, SlackUser } from '../model.ts'
import { APP, TOKENS, USERGROUP } from '../world/seed.ts'
import type { World } from '../world/world.ts'

const roles: Readonly<Record<SlackUser['role'], string>> = {
  owner: 'owner',
  admin: 'admin',
  member: 'member',
  guest: 'guest',
  external: 'from another workspace (Slack Connect)',
}

const kinds: Readonly<Record<SlackChannel['kind'], string>> = {
  public: 'public channel',
  private: 'private channel',
  im: 'direct messages',
  mpim: 'group conversation',
}

const codes = (texts: Iterable<string>) => [...texts].map(code).join(', ')

function addresses(world: World): string {
  const { grants, origin } = world
  const oauth =
    grants.app === undefined
      ? []
      : [
          ['Client ID', code(grants.app.clientId)],
          ['Client secret', code(grants.app.clientSecret)],
          ['Redirect URL', code(grants.app.redirectUrl())],
          ['Authorization URL', code(`${origin}/oauth/v2/authorize`)],
        ]
  return table(
    'Addresses, tokens and the app',
    ['What', 'Value'],
    [
      ['Web API (<code>slackApiUrl</code>)', code(`${origin}/api/`)],
      ['Bot token', code(world.botToken)],
      ['App-level token', code(TOKENS.app)],
      ['Signing secret', code(TOKENS.signing)],
      ...oauth,
      ['Workspace', `${code(world.team.id)} ${escaped(world.team.name)}`],
      ['App, bot user, bot', codes([APP.id, APP.botUser, APP.botId])],
      ['Bot token scopes', codes(world.scopes)],
    ],
  )
}

function people({ workspace }: World): string {
  const rows = [...workspace.users.values()].map((user) => [
    code(user.id),
    escaped(user.realName),
    code(user.name),
    user.isBot ? 'the app' : roles[user.role],
    user.isBot ? '' : code(emailOf(user)),
    escaped(user.tz),
  ])
  return table('People', ['ID', 'Name', 'Handle', 'Role', 'Email', 'Time zone'], rows)
}

function channels({ workspace }: World): string {
  const nameOf = (id: string) => workspace.users.get(id)?.realName ?? id
  const rows = [...workspace.channels.values()].map(({ id, name, kind, archived, members }) => [
    code(id),
    kind === 'im' || kind === 'mpim' ? '' : escaped(`#${name}`),
    `${kinds[kind]}${archived ? ', archived' : ''}`,
    members.has(APP.botUser) ? 'yes' : 'no',
    escaped(
      [...members]
        .filter((member) => member !== APP.botUser)
        .map(nameOf)
        .join(', '),
    ),
  ])
  return table('Channels', ['ID', 'Name', 'Kind', 'Has the app', 'People'], rows)
}

function methods(): string {
  const rows = Object.entries(METHODS)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, method]) => [code(name), method.tier.replace('tier', ''), codes(scopesOf(method))])
  return table('Web API methods', ['Method', 'Tier', 'One of these scopes'], rows)
}

function events(world: World): string {
  const rows = EVENTS.map(([name, scopes]) => [
    code(name),
    codes(scopes),
    subscribes(world, name) ? 'yes' : 'no',
  ])
  return table('Events', ['Event', 'One of these scopes', 'Sent to the app'], rows)
}

function about(world: World): string {
  const { id, handle, users } = USERGROUP
  return page(
    'About this Slack',
    `<p><a href="/">Back to ${escaped(world.team.name)}</a></p>
<h1>About this Slack</h1>
<p>What an app needs to know. The IDs are the same every time.</p>
<h2>Addresses, tokens and the app</h2>
${addresses(world)}
<h2>People</h2>
${people(world)}
<p>User group ${code(id)} (@${escaped(handle)}): ${codes(users)}</p>
<h2>Channels</h2>
${channels(world)}
<h2>Web API methods</h2>
<p>Any other method returns <code>unknown_method</code>. docs/sandbox.md lists the errors of each.</p>
${methods()}
<h2>Events</h2>
${events(world)}`,
  )
}

export function addAbout(app: FastifyInstance, world: World): void {
  app.get('/about', async (_request, reply) => reply.type('text/html; charset=utf-8').send(about(world)))
}
