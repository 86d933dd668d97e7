/** The address at which Slackbot calls Sightline's tools (docs/slackbot.md). */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Clock } from '../../lib/clock.ts'
import { type Log, withReference } from '../../lib/telemetry.ts'
import { fields } from './access.ts'
import type { InFlight } from './deliveries.ts'
import type { Handlers } from './handlers.ts'
import { type SignedRoutes, signatureOf } from './http-receiver.ts'

export const mcpEndpoint = '/mcp'

/** Headers of the protocol's transport; others aren't passed on. */
const passedOn = ['accept', 'content-type', 'mcp-protocol-version']

/** Without sessions, there is nothing to listen to or to end: only requests are posted. */
export function mcpRoute(answer: Handlers['mcp'], inFlight: InFlight, log: Log): SignedRoutes {
  const receive = (body: Buffer, headers: IncomingHttpHeaders, response: ServerResponse) =>
    inFlight.run(async (late) => {
      try {
        const asked = () => answer(toRequest(headers), messageIn(body))
        const answered = await Promise.race([late, withReference(asked)])
        // As one packet: with `writeHead`, Node would send the body in chunks.
        response.statusCode = answered.status
        response.setHeaders(answered.headers).end(await answered.text())
      } catch (error) {
        log.error('a request of Slackbot could not be answered', { error })
        response.writeHead(503).end()
      }
    })
  return new Map([[mcpEndpoint, receive]])
}

/** The protocol's transport also takes a message that was read before; without one, it would read the request's body. */
function messageIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    // The transport refuses it.
    return null
  }
}

function toRequest(headers: IncomingHttpHeaders): Request {
  const passed = passedOn.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return new Request(`http://localhost${mcpEndpoint}`, { method: 'POST', headers: passed })
}

const answerWithinMs = 10_000

export interface McpAnswer {
  readonly address: string
  /** `null`: nothing answered. */
  readonly status: number | null
  /** How many tools it lists; `null`: its answer isn't a list of tools. */
  readonly tools: number | null
}

/** Asks a public address for its tools, signed as Slack does. Never rejects. */
export async function askForTools(
  publicUrl: string,
  { signingSecret }: { readonly signingSecret: string },
  clock: Clock,
): Promise<McpAnswer> {
  const address = `${publicUrl.replace(/\/+$/, '')}${mcpEndpoint}`
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const time = String(Math.floor(clock.now().epochMilliseconds / 1_000))
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-slack-request-timestamp': time,
    'x-slack-signature': signatureOf(body, time, signingSecret),
  }
  const signal = AbortSignal.timeout(answerWithinMs)
  const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(
    () => null,
  )
  const answer = await response?.json().catch(() => null)
  const { tools } = fields(fields(answer).result)
  return {
    address,
    status: response?.status ?? null,
    tools: Array.isArray(tools) ? tools.length : null,
  }
}
