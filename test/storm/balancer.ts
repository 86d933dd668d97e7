/**
 * The path between Slack and the processes: Slack's network, which in a storm loses, delays, repeats and reorders
 * requests, and a load balancer that works like deploy/Caddyfile: round robin, the next replica if a connection is
 * refused, no retries, no keep-alive.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Chance } from '../chance.ts'
import { pause, realNow, type StormClock } from './time.ts'

/** One request from Slack, and its outcome. */
export interface ForwardedRequest {
  readonly kind: 'command' | 'interaction' | 'event' | 'call'
  /** `app_mention`, `view_submission` …; a command's text; a call's tool. */
  readonly name: string
  readonly team: string
  readonly user: string
  /** For a message `<channel> <ts>`, for a workflow step the id of its execution. */
  readonly about: string
  /** Which of Slack's attempts it was; the first is 0. */
  readonly attempt: number
  /** Real instants. */
  readonly at: number
  readonly endedAt: number
  /** Whether no failures were injected at that time. */
  readonly calm: boolean
  /** The last process that had it; `null`: none. */
  readonly port: number | null
  /** For how much of that time the machine ran something else, in milliseconds. */
  readonly waitedMs: number
  /** `null`: no answer. */
  readonly status: number | null
  /** Why the connection was cut. */
  readonly cut?: string
}

/** Slack then gives up an event (https://docs.slack.dev/apis/events-api). */
const lastAttempt = 3
/** Caddy's `dial_timeout`. */
const dialMs = 2_000

interface Request {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

type Note = (port: number | null, status: number | null, cut?: string, waitedMs?: number) => void

const isFromSlack = ({ headers }: Request) => headers['user-agent']?.startsWith('Slackbot') === true
const isCall = ({ path }: Request) => path === '/mcp'

interface Call {
  readonly params?: {
    readonly name?: string
    readonly _meta?: { readonly slack?: Readonly<Record<'user_id' | 'team_id', string>> }
  }
}

interface Payload {
  readonly type?: string
  readonly team?: { readonly id: string } | null
  readonly team_id?: string
  readonly user?: { readonly id: string; readonly team_id?: string }
  readonly event?: Readonly<Record<string, unknown>>
}

function readDelivery(
  asked: Request,
): Pick<ForwardedRequest, 'kind' | 'name' | 'team' | 'user' | 'about' | 'attempt'> {
  const { headers, body } = asked
  const attempt = Number(headers['x-slack-retry-num'] ?? 0)
  if (isCall(asked)) {
    const { params = {} } = JSON.parse(body.toString()) as Call
    const { user_id: user = '', team_id: team = '' } = params._meta?.slack ?? {}
    return { kind: 'call', name: String(params.name), team, user, about: '', attempt }
  }
  if (headers['content-type'] === 'application/json') {
    const { team_id: team = '', event = {} } = JSON.parse(body.toString()) as Payload
    const { type, user, channel, ts, function_execution_id: execution } = event
    const about = typeof execution === 'string' ? execution : `${String(channel)} ${String(ts)}`
    return { kind: 'event', name: String(type), team, user: String(user), about, attempt }
  }
  const form = new URLSearchParams(body.toString())
  const of = (name: string) => form.get(name) ?? ''
  if (!form.has('payload'))
    return { kind: 'command', name: of('text'), team: of('team_id'), user: of('user_id'), about: '', attempt }
  const { type = '', team, user } = JSON.parse(of('payload')) as Payload
  // In an organization's installation the workspace is given with the user.
  const place = team?.id ?? user?.team_id ?? ''
  return { kind: 'interaction', name: type, team: place, user: user?.id ?? '', about: '', attempt }
}

export async function startBalancer(
  ports: () => readonly number[],
  {
    clock,
    chance,
    calm,
    waitedMs,
  }: {
    readonly clock: StormClock
    readonly chance: Chance
    readonly calm: () => boolean
    /** How long this process or, given a port, one of the product's has waited for a processor. */
    readonly waitedMs: (port?: number) => number
  },
) {
  const fates: Record<string, number> = {}
  const forwarded: ForwardedRequest[] = []
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

  const forward = async (asked: Request, note: Note): Promise<IncomingMessage | null> => {
    const all = ports()
    turn += 1
    for (let tried = 0; tried < all.length; tried += 1) {
      const port = all[(turn + tried) % all.length] ?? 0
      const before = waitedMs() + waitedMs(port)
      try {
        const answer = await dial(port, asked)
        note(port, answer.statusCode ?? null, undefined, waitedMs() + waitedMs(port) - before)
        return answer
      } catch (error) {
        const why = String(error)
        if (/ECONNREFUSED|Error: dial$/.test(why)) continue
        note(port, null, why)
        return null
      }
    }
    note(null, null)
    return null
  }

  const noteOf = (asked: Request): Note => {
    const at = realNow()
    const isCalm = calm()
    const about = isFromSlack(asked) ? readDelivery(asked) : null
    return (port, status, cut, waited = 0) => {
      const came = {
        at,
        endedAt: realNow(),
        calm: isCalm,
        waitedMs: waited,
        port,
        status,
        ...(cut === undefined ? {} : { cut }),
      }
      if (about !== null) forwarded.push({ ...about, ...came })
    }
  }

  /** Slack's network: loses, delays or repeats only requests from Slack. */
  const disturb = async (asked: Request): Promise<'lost' | 'kept'> => {
    if (!isFromSlack(asked) || !clock.stormy) return 'kept'
    const isEvent = asked.headers['content-type'] === 'application/json' && !isCall(asked)
    const fate = chance.weighted([
      [80, 'kept'],
      [6, 'delayed'],
      [15, isEvent ? 'repeated' : 'kept'],
      [4, isEvent ? 'lost' : 'kept'],
      [4, isEvent ? 'late' : 'delayed'],
    ])
    fates[fate] = (fates[fate] ?? 0) + 1
    if (fate === 'lost') return 'lost'
    if (fate === 'delayed') await pause(chance.between(50, 800))
    // So that events arrive out of order.
    if (fate === 'late') await pause(chance.between(1_000, 2_500))
    if (fate === 'repeated') {
      const headers = { ...asked.headers, 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' }
      const again = { ...asked, headers }
      void pause(chance.between(0, 1_500)).then(async () => (await forward(again, noteOf(again)))?.resume())
    }
    return 'kept'
  }

  /** By what they are about: the events that nobody has acknowledged and that Slack brings again. */
  const unacknowledged = () => {
    const events = forwarded.filter(({ kind, about }) => kind === 'event' && !about.includes('undefined'))
    const isOver = (tries: readonly ForwardedRequest[]) =>
      tries.some(({ status, attempt }) => status === 200 || attempt >= lastAttempt)
    return [...Map.groupBy(events, ({ team, name, about }) => `${team} ${name} ${about}`).values()].filter(
      (tries) => !isOver(tries),
    ).length
  }

  let unanswered = 0
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
    if (!asked.path.startsWith('/slack/') && !isCall(asked)) return void response.writeHead(404).end()
    const note = noteOf(asked)
    if ((await disturb(asked)) === 'lost') {
      note(null, null)
      return void incoming.socket.destroy()
    }
    const answer = await forward(asked, note)
    if (answer === null) return void response.writeHead(502).end()
    const { connection: ___, ...back } = answer.headers
    response.writeHead(answer.statusCode ?? 502, back)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  }

  const server = createServer((incoming, response) => {
    unanswered += 1
    handle(incoming, response)
      .catch(() => response.destroy())
      .finally(() => {
        unanswered -= 1
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fates,
    forwarded,
    /** Requests from Slack that have no answer yet, and messages and steps that Slack will bring again. */
    get underWay() {
      return unanswered + unacknowledged()
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
