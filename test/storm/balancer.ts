/**
 * What lies between Slack and the processes: Slack's own network, which in a storm loses, delays, repeats and reorders what
 * it brings, and a load balancer that does as deploy/Caddyfile says: one replica after the other, the next one where a
 * connection is refused, nothing sent a second time, no connection kept open.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Chance } from '../chaos/random.ts'
import type { StormClock } from './time.ts'

export interface Balancer {
  readonly url: string
  readonly fates: Readonly<Record<string, number>>
  close(): void
}

/** Caddy's `dial_timeout`. */
const dialMs = 2_000

interface Request {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export async function startBalancer(
  ports: () => readonly number[],
  { clock, chance }: { readonly clock: StormClock; readonly chance: Chance },
): Promise<Balancer> {
  const fates: Record<string, number> = {}
  let turn = 0

  const dial = (port: number, { method, path, headers, body }: Request) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, resolve)
      sent.on('error', reject)
      const late = setTimeout(() => sent.destroy(new Error('dial')), dialMs)
      sent.on('socket', (socket) => socket.once('connect', () => clearTimeout(late)))
      sent.on('close', () => clearTimeout(late))
      sent.end(body)
    })

  const forward = async (asked: Request): Promise<IncomingMessage | null> => {
    const all = ports()
    turn += 1
    for (let tried = 0; tried < all.length; tried += 1) {
      try {
        return await dial(all[(turn + tried) % all.length] ?? 0, asked)
      } catch (error) {
        const refused = error instanceof Error && /ECONNREFUSED|^dial$/.test(error.message)
        if (!refused) return null
      }
    }
    return null
  }

  /** Slack's network, for what Slack brings and nobody else. */
  const weather = async (asked: Request): Promise<'lost' | 'kept'> => {
    const isSlack = asked.headers['user-agent']?.startsWith('Slackbot') === true
    if (!isSlack || !clock.stormy) return 'kept'
    const isEvent = asked.headers['content-type'] === 'application/json'
    const fate = chance.weighted([
      [80, 'kept'],
      [6, 'delayed'],
      [6, isEvent ? 'repeated' : 'kept'],
      [4, isEvent ? 'lost' : 'kept'],
      [4, isEvent ? 'late' : 'delayed'],
    ])
    fates[fate] = (fates[fate] ?? 0) + 1
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    if (fate === 'lost') return 'lost'
    if (fate === 'delayed') await pause(chance.between(50, 800))
    // So that events overtake one another.
    if (fate === 'late') await pause(chance.between(1_000, 2_500))
    if (fate === 'repeated') {
      const headers = { ...asked.headers, 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' }
      void pause(chance.between(0, 1_500)).then(async () => (await forward({ ...asked, headers }))?.resume())
    }
    return 'kept'
  }

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Buffer))
    const { host: _, connection: __, ...headers } = incoming.headers
    const asked: Request = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: { ...headers, host: incoming.headers.host ?? '', connection: 'close' },
      body: Buffer.concat(chunks),
    }
    if (!asked.path.startsWith('/slack/')) return void response.writeHead(404).end()
    if ((await weather(asked)) === 'lost') return void incoming.socket.destroy()
    const answer = await forward(asked)
    if (answer === null) return void response.writeHead(502).end()
    const { connection: ___, ...back } = answer.headers
    response.writeHead(answer.statusCode ?? 502, back)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fates,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
