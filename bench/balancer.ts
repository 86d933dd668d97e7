/**
 * A round-robin load balancer in a child process that, like deploy/Caddyfile, uses a new connection to a replica for each
 * request. The arguments are the replicas' ports.
 */
import { request } from 'node:http'
import { serve } from './worlds/serve.ts'

const ports = process.argv.slice(2).map(Number)
let turn = 0

await serve((incoming, response) => {
  turn += 1
  const { method, url: path } = incoming
  const headers = { ...incoming.headers, connection: 'close' }
  const port = ports[turn % ports.length]
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    const { connection: _, ...back } = answer.headers
    response.writeHead(answer.statusCode ?? 502, back)
    answer.pipe(response)
  })
  sent.on('error', () => response.writeHead(502).end())
  incoming.pipe(sent)
})
