/**
 * The sandbox's analytics service, which takes the first argument's milliseconds for each answer, and a Slack that answers
 * at once, in a child process.
 */
import { startService } from '../../sandbox/service/index.ts'
import { serve } from '../worlds/serve.ts'

const service = await startService({ tokenLifeSeconds: 3_600 })
service.addFault({ how: { kind: 'latency', ms: Number(process.argv[2] ?? 200) } })

await serve(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const path = request.url ?? ''
  response.setHeader('content-type', 'application/json')
  if (path === '/service') {
    const { baseUrl, searchBaseUrl, keys, demo } = service
    return void response.end(JSON.stringify({ baseUrl, searchBaseUrl, key: keys.workspace, demo }))
  }
  const id = new URLSearchParams(body).get('user') ?? ''
  const user = {
    id,
    // People are named after their workspace: `U7T3BENCH`.
    team_id: id.replace(/^U\d+/, ''),
    tz: 'Europe/Paris',
    deleted: false,
    is_admin: false,
    is_restricted: false,
    is_bot: false,
  }
  const who = { team_id: 'T0BENCH', user_id: 'U0BOT', bot_id: 'B0BOT', url: 'http://127.0.0.1/' }
  response.end(JSON.stringify(path === '/api/users.info' ? { ok: true, user } : { ok: true, ...who }))
})
