import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { ask, textOf } from '../e2e/slack-screen.ts'
import { slackHeaders } from '../slack-request.ts'
import { type Stage, startStage } from '../stage.ts'

export type HttpBot = Awaited<ReturnType<typeof startHttpBot>>

export interface Sent {
  readonly method?: string
  readonly path?: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export type Answered = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
} | null

/** Sends a request to a port on this machine. */
export async function sendTo(port: number | null, agent: Agent, what: Sent): Promise<Answered> {
  const { method = 'POST', path = '/slack/events', body, headers = {} } = what
  const { promise, resolve } = Promise.withResolvers<Answered>()
  const length = 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }
  const sent = request(
    { host: '127.0.0.1', port, agent, method, path, headers: { ...length, ...headers } },
    async (response) => {
      try {
        let text = ''
        for await (const chunk of response) text += String(chunk)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
      } catch {
        resolve(null)
      }
    },
  )
  sent.on('error', () => resolve(null))
  sent.end(body)
  return promise
}

/** Everything that comes back over a connection until the bot ends it. @param send writes what need not be HTTP */
export function answerTo(port: number | null, send: (socket: Socket) => unknown): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port ?? 0, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve(answer))
  send(socket)
  return promise
}

/** A bot in HTTP mode, with a public address that anyone can reach. @param env settings that differ from the demo's */
export async function startHttpBot(env: Readonly<Record<string, string>> = {}) {
  /** The lines that the bot has logged so far. */
  const log: string[] = []
  const stage = await startStage({
    mode: 'http',
    rateLimits: false,
    env,
    log: { write: (line) => void log.push(line) },
  })
  const agent = new Agent({ keepAlive: false, maxSockets: 100 })
  return {
    stage,
    log,
    /** `null`: the connection was cut. */
    send: (what: Sent) => sendTo(stage.bot.port, agent, what),
    /** Whether it answers a person who asks for help. */
    helps: async () => {
      const { answer } = await ask(stage, USERS.member, stage.channel, '/sightline help')
      return textOf(answer).includes('visibility')
    },
    close: async () => {
      agent.destroy()
      await stage.stop()
    },
  }
}

/** A request as Slack would send it. @param how.at seconds since 1970 */
export function signed(
  { stage }: { readonly stage: Pick<Stage, 'slack'> },
  body: string | Buffer,
  {
    secret = stage.slack.signingSecret,
    ...how
  }: Parameters<typeof slackHeaders>[2] & {
    readonly secret?: string
  } = {},
): Sent {
  return { body, headers: slackHeaders(secret, body, how) }
}

let serial = 0

/** The body of Slack's request for a typed command. Each one is unique. */
export function command(text: string): string {
  serial += 1
  return new URLSearchParams({
    command: '/sightline',
    text,
    team_id: 'T0SANDBOX',
    user_id: USERS.member,
    channel_id: CHANNELS.brandVisibility,
    trigger_id: `${serial}.attack`,
    response_url: 'http://127.0.0.1:9/never',
  }).toString()
}
