/**
 * Everything outside the measured apps, in a child process: Slack's Web API, the response addresses, and an analytics
 * service that returns a token and then stalls every request for ten seconds.
 */
import { serve } from './worlds/serve.ts'

const stallMs = 10_000

/** The person of every command. */
const user = {
  id: 'U0BENCH',
  team_id: 'T0BENCH',
  name: 'bench',
  tz: 'Etc/UTC',
  is_admin: false,
  is_owner: false,
  is_restricted: false,
  is_bot: false,
  deleted: false,
}

await serve((request, response) => {
  request.resume()
  const answer = (body: unknown) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }
  const path = request.url ?? ''
  if (path.startsWith('/api/users.info')) return answer({ ok: true, user })
  if (path.startsWith('/api/'))
    answer({
      ok: true,
      team_id: 'T0BENCH',
      user_id: 'U0BOT',
      bot_id: 'B0BOT',
      team: 'bench',
      url: 'http://127.0.0.1/',
    })
  else if (path.startsWith('/response')) answer({ ok: true })
  else if (path.startsWith('/v1/auth/token')) answer({ token: 'bench' })
  else setTimeout(() => response.writeHead(503).end(), stallMs).unref()
})
