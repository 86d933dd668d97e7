/** The page on which Slack asks whether the app may be installed. docs.slack.dev/authentication/installing-with-oauth */
import type { FastifyInstance } from 'fastify'
import type { World } from '../world/world.ts'

interface Asked {
  readonly client_id?: string
  readonly redirect_uri?: string
  readonly scope?: string
  readonly state?: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Where the browser is sent with the answer; undefined when the app does not exist or may not be sent there. */
function back(world: World, asked: Asked, answer: Record<string, string>): string | undefined {
  const { app } = world.grants
  if (app === undefined || asked.client_id !== app.clientId) return undefined
  const address = asked.redirect_uri ?? app.redirectUrl()
  if (address !== app.redirectUrl()) return undefined
  const url = new URL(address)
  for (const [name, value] of Object.entries({ ...answer, state: asked.state ?? '' }))
    url.searchParams.set(name, value)
  return url.href
}

/**
 * `GET /oauth/v2/authorize` shows every workspace to install in; its links agree (as the workspace's owner, for the
 * workspace or its whole organization) or cancel.
 */
export function addOAuth(app: FastifyInstance, worlds: readonly World[]): void {
  const [first] = worlds
  if (first === undefined) return
  app.get<{ Querystring: Asked }>('/oauth/v2/authorize', async (request, reply) => {
    if (back(first, request.query, {}) === undefined)
      return reply.code(400).send('invalid client_id or redirect_uri')
    const query = new URLSearchParams(request.query as Record<string, string>)
    const link = (more: Record<string, string>, label: string) =>
      `<li><a href="${escaped(`/oauth/v2/answer?${new URLSearchParams([...query, ...Object.entries(more)])}`)}">${escaped(label)}</a></li>`
    const links = worlds.flatMap((world) => [
      link({ team: world.team.id }, `Allow in ${world.team.name}`),
      ...(world.enterprise
        ? [link({ team: world.team.id, org: '1' }, `Allow in all of ${world.enterprise.name}`)]
        : []),
    ])
    return reply
      .type('text/html')
      .send(
        `<!doctype html><title>Install</title><p>May the app have: ${escaped(request.query.scope ?? '')}?</p><ul>${links.join('')}${link({}, 'Cancel')}</ul>`,
      )
  })
  app.get<{ Querystring: Asked & { readonly team?: string; readonly org?: string; readonly user?: string } }>(
    '/oauth/v2/answer',
    async ({ query }, reply) => {
      const world = worlds.find(({ team }) => team.id === query.team)
      const answer: Record<string, string> =
        world === undefined
          ? { error: 'access_denied' }
          : {
              code: first.grants.agree({
                world,
                user:
                  query.user ??
                  [...world.workspace.users.values()].find(({ role }) => role === 'owner')?.id ??
                  '',
                org: query.org === '1',
              }),
            }
      if (world !== undefined && query.org === '1') for (const one of worlds) one.orgInstalled = true
      const address = back(first, query, answer)
      if (address === undefined) return reply.code(400).send('invalid client_id or redirect_uri')
      return reply.redirect(address, 302)
    },
  )
}
