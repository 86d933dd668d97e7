import type { Clock } from '../../lib/clock.ts'
import { mcpEndpoint } from '../receive/mcp-route.ts'
import { signatureOf } from '../receive/signature.ts'

const answerWithinMs = 10_000

/** How a public address answers Slackbot. */
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
  try {
    const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'manual' })
    return { address, status: response.status, tools: toolsIn(await response.text()) }
  } catch {
    return { address, status: null, tools: null }
  }
}

function toolsIn(body: string): number | null {
  try {
    const { result } = JSON.parse(body) as { readonly result?: { readonly tools?: unknown } }
    return Array.isArray(result?.tools) ? result.tools.length : null
  } catch {
    return null
  }
}
