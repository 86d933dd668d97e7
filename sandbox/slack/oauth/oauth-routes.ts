/** The page on which Slack asks whether to install the app. docs.slack.dev/authentication/installing-with-oauth */
import type { FastifyInstance } from 'fastify'
import { code, escaped, page } from '../html.ts'
import type { World } from '../world/world.ts'

interface Asked {
  readonly client_id?: string
  readonly redirect_uri?: string
  readonly scope?: string
  readonly user_scope?: string
  readonly state?: string
}

/** The scopes in the URL, separated by commas or spaces. */
const scopesOf = (asked: string | undefined): string[] => (asked ?? '').split(/[\s,]+/).filter(Boolean)

const isScope = (scope: string) => /^[a-z]+([._-][a-z]+)*(:[a-z]+([._-][a-z]+)*)*$/.test(scope)

/** The error that Slack shows instead of asking; undefined if it asks. */
function refusal(world: World, asked: Asked): { error: string; cause: string } | undefined {
  const { app } = world.grants
  if (app === undefined || asked.client_id !== app.clientId)
    return { error: 'invalid_client_id', cause: 'No app has this client_id.' }
  if (asked.redirect_uri !== undefined && asked.redirect_uri !== app.redirectUrl())
    return { error: 'bad_redirect_uri', cause: `The app's redirect URL is ${app.redirectUrl()}.` }
  return undefined
}

/** Like `refusal`, for the scopes. */
function scopeRefusal(asked: Asked): { error: string; cause: string } | undefined {
  const scopes = scopesOf(asked.scope)
  if (scopes.length === 0) return { error: 'invalid_scope', cause: 'The URL requests no bot scopes.' }
  const wrong = scopes.filter((scope) => !isScope(scope))
  if (wrong.length > 0) return { error: 'invalid_scope', cause: `Not a scope: ${wrong.join(', ')}.` }
  return undefined
}

const refused = ({ error, cause }: { error: string; cause: string }) =>
  page('Something went wrong', `<h1>Something went wrong</h1><p>${code(error)}: ${escaped(cause)}</p>`)

/** The URL to redirect the browser to, with the answer. */
function back(world: World, asked: Asked, answer: Record<string, string>): string {
  const url = new URL(asked.redirect_uri ?? world.grants.app?.redirectUrl() ?? '')
  for (const [name, value] of Object.entries({ ...answer, state: asked.state ?? '' }))
    url.searchParams.set(name, value)
  return url.href
}

function question(worlds: readonly World[], asked: Asked): string {
  const query = Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)])
  const link = (more: Record<string, string>, label: string) => {
    const address = `/oauth/v2/answer?${new URLSearchParams([...query, ...Object.entries(more)])}`
    return `<li><a href="${escaped(address)}">${escaped(label)}</a></li>`
  }
  const links = worlds.flatMap(({ team, enterprise }) => [
    link({ team: team.id }, `Allow in ${team.name}`),
    ...(enterprise ? [link({ team: team.id, org: '1' }, `Allow in all of ${enterprise.name}`)] : []),
  ])
  const scopes = scopesOf(asked.scope).map((scope) => `<li>${code(scope)}</li>`)
  const user = scopesOf(asked.user_scope)
  return page(
    'Install the app',
    `<h1>Allow the app to use these scopes?</h1>
<ul>${scopes.join('')}</ul>
${user.length > 0 ? `<p>It also requests user scopes (${escaped(user.join(', '))}), but this Slack issues no user tokens.</p>` : ''}
<ul>${links.join('')}${link({}, 'Cancel')}</ul>`,
  )
}

const sameOrganization = (worlds: readonly World[], { enterprise }: World) =>
  worlds.filter((one) => one.enterprise?.id === enterprise?.id)

interface Answer extends Asked {
  readonly team?: string
  readonly org?: string
  readonly user?: string
}

/**
 * `GET /oauth/v2/authorize` lists the workspaces to install in. Its links agree (as the workspace's owner, for the
 * workspace or its whole organization) or cancel. The token gets the scopes in the URL.
 */
export function addOAuth(app: FastifyInstance, worlds: readonly World[]): void {
  const [first] = worlds
  if (first === undefined) return
  app.get<{ Querystring: Asked }>('/oauth/v2/authorize', async ({ query }, reply) => {
    const wrong = refusal(first, query) ?? scopeRefusal(query)
    reply.type('text/html; charset=utf-8')
    return wrong === undefined ? reply.send(question(worlds, query)) : reply.code(400).send(refused(wrong))
  })
  app.get<{ Querystring: Answer }>('/oauth/v2/answer', async ({ query }, reply) => {
    const wrong = refusal(first, query)
    if (wrong !== undefined) return reply.code(400).type('text/html; charset=utf-8').send(refused(wrong))
    const world = worlds.find(({ team }) => team.id === query.team)
    if (world === undefined) return reply.redirect(back(first, query, { error: 'access_denied' }), 302)
    const org = query.org === '1'
    const owner = [...world.workspace.users.values()].find(({ role }) => role === 'owner')?.id ?? ''
    const scopes = scopesOf(query.scope)
    for (const one of org ? sameOrganization(worlds, world) : [world]) {
      if (org) one.orgInstalled = true
      if (scopes.length > 0) one.consent.give(scopes)
    }
    const agreed = first.grants.agree({ world, user: query.user ?? owner, org }, query.redirect_uri)
    return reply.redirect(back(first, query, { code: agreed }), 302)
  })
}
